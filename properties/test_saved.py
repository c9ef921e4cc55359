"""What failed before is tried first."""

from .applies import Requires, asked
from .trial import InvalidExampleError, Trial


@asked(needs=Requires.MEMORY)
def test_kept_failures(trial: Trial) -> None:
    """What failed in an earlier run is right now."""
    for batch, formatting in trial.remembered:
        try:
            trial.judge(batch, formatting)
        except InvalidExampleError:  # kept under another contract
            continue
