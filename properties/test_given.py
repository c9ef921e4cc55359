"""Properties of given puzzles: saved failures of earlier runs, and puzzles from the user's file."""

from crosscover.harness.applies import Requires, applies_to
from crosscover.harness.harness import SolverHarness


@applies_to(requires=Requires.SAVED_FAILURES)
def test_saved_failures(harness: SolverHarness) -> None:
    """Each batch that failed in an earlier run now gets correct answers."""
    harness.judge_saved()


@applies_to(requires=Requires.OWN_PUZZLES)
def test_your_puzzles(harness: SolverHarness) -> None:
    """Each puzzle in your file gets the correct answer."""
    harness.judge_own_puzzles()
