"""Comparison of the numbers of solutions that a subject returns, where the contract accepts any number from 2 up.

A subject that stops at a limit returns the smaller of the limit and the number of solutions, or the same number for
all puzzles. Other numbers are not exact. That is not a failure, since the contract does not ask for exact numbers, and
a subject may stop counting when its time is up.
"""

from collections.abc import Sequence

from crosscover.responses import Counted
from crosscover.subjects.subject import Subject

from .performance import CountedPuzzle, Miscount

COUNT_SECONDS = 4.0
"""Processor time in seconds for the puzzles that are compared; on a busy machine twice as long."""


def find_miscount(subject: Subject, runs: Sequence[Sequence[CountedPuzzle]], seconds: float) -> Miscount | None:
    """Run a subject on each of the runs, in `seconds` of processor time; return its first miscount, None without one.

    Puzzles that it does not answer in time do not count.
    """
    returned: list[tuple[CountedPuzzle, int]] = []
    for run in runs:
        responses = subject.ask([one.puzzle for one in run], seconds=seconds / len(runs)).responses
        answered = zip(run, responses, strict=True)
        returned += [(one, response.number) for one, response in answered if isinstance(response, Counted)]
    if len({number for _, number in returned}) < 2:
        return None
    limit = max(number for _, number in returned)
    wrong = [Miscount(one.puzzle, one.number, number) for one, number in returned if number != min(one.number, limit)]
    return wrong[0] if wrong else None
