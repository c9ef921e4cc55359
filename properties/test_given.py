"""Properties of given puzzles: saved failures of earlier runs, and puzzles from the user's file."""

from crosscover.harness.applies import Requires, applies_to
from crosscover.harness.harness import Harness
from crosscover.harness.judging import InvalidExampleError


@applies_to(requires=Requires.SAVED_FAILURES)
def test_saved_failures(harness: Harness) -> None:
    """Each batch that failed in an earlier run now gets correct answers."""
    for batch, formatting, hash_seed in harness.session.saved:
        if hash_seed is not None:
            harness.subject.use_hash_seed(hash_seed)
        try:
            harness.judge(batch, formatting)
        except InvalidExampleError:  # saved under another contract
            continue


@applies_to(requires=Requires.OWN_PUZZLES)
def test_your_puzzles(harness: Harness) -> None:
    """Each puzzle in your file gets the correct answer."""
    harness.judge_own_puzzles()
