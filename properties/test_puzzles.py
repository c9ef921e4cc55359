"""The puzzles in the user's own file."""

from crosscover.harness.applies import Requires, applies_to
from crosscover.harness.harness import Harness


@applies_to(requires=Requires.OWN_PUZZLES)
def test_your_puzzles(harness: Harness) -> None:
    """Each puzzle of your file gets the right answer."""
    harness.judge_own_puzzles()
