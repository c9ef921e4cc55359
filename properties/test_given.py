"""Properties of given puzzles: saved failures of earlier runs, and puzzles from the user's file."""

from crosscover.harness.harness import SolverHarness

from .registry import property_of


@property_of(lambda run: run.has_saved, is_given=True)
def test_saved_failures(harness: SolverHarness) -> None:
    """Each batch that failed in an earlier run now gets correct answers."""
    harness.judge_saved()


@property_of(lambda run: run.has_own_puzzles, is_given=True)
def test_your_puzzles(harness: SolverHarness) -> None:
    """Each puzzle in your file gets the correct answer."""
    harness.judge_own_puzzles()
