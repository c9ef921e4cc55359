"""Resuming an audit: the remaining rows, and inputs that cannot be read again."""

from collections.abc import Iterator

import pytest

from crosscover.auditing.audit_run import remaining
from crosscover.puzzle_files import Row

from .samples import tasks


def rows(count: int) -> Iterator[Row]:
    """A number of rows of a file."""
    return (task.row for task in tasks(range(1, count + 1)))


@pytest.mark.parametrize(
    ("done", "left"),
    [
        ([], [1, 2, 3, 4, 5, 6, 7]),
        ([(1, 7)], []),
        ([(1, 3)], [4, 5, 6, 7]),
        ([(2, 2), (5, 6)], [1, 3, 4, 7]),
        ([(7, 7)], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_remaining(done: list[tuple[int, int]], left: list[int]) -> None:
    """The rows between the finished ranges remain, with their numbers."""
    found = list(remaining(rows(7), done))
    assert [task.number for task in found] == left
    assert [task.row.line for task in found] == left
