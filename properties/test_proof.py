"""What the panel said is proved, once everything has been judged."""

from .applies import Requires, asked
from .certifying import certify
from .trial import Trial


@asked(needs=Requires.CERTIFICATES)
def test_verdicts_are_certified(trial: Trial) -> None:
    """Every verdict that the subject was judged by has been certified."""
    for puzzle in certify(trial.uncertified(), trial.budget.certify_seconds):
        trial.certified.add(puzzle)
        trial.note(unit="verdicts")
    trial.forget()
