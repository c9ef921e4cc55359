"""What failed before is tried first."""

from .applies import Needs, asked
from .trial import ImproperDrawError, Trial


@asked(needs=Needs.MEMORY)
def test_kept_failures(trial: Trial) -> None:
    """What failed in an earlier run is right now."""
    for batch, form in trial.remembered:
        try:
            trial.judge(batch, form)
        except ImproperDrawError:  # kept under another contract
            continue
