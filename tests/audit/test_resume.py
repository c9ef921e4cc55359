"""Resuming an audit: the remaining rows, and the check that the input has not changed."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.auditing.audit_inputs import Input
from crosscover.auditing.audit_run import BEGIN, compare_with_ledger, remaining, starting_point
from crosscover.auditing.findings import Findings, RowVerdict
from crosscover.auditing.ledger import Ledger
from crosscover.exit_code import UsageError
from crosscover.puzzle_files import Row
from crosscover.reference import Grid
from tests.audit.samples import SETTINGS, row, tasks
from tests.dialects.samples import ANSWER, PUZZLE, SECOND

STDIN = Input("-", None, None)


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


def test_starting_point(tmp_path: Path) -> None:
    """Reading starts at the line of the last row before a remaining one; several rows may begin in a line."""
    with closing(Ledger(tmp_path / "ledger", [STDIN], SETTINGS)) as ledger:
        assert starting_point(ledger, []) == (1, BEGIN)
        places = [(0, 5), (0, 5), (0, 9), (1, 2), (1, 2), (1, 2)]
        for number, (file, line) in enumerate(places, 1):
            ledger.keep(Findings([row(number)._replace(file=file, line=line)]))
        assert [starting_point(ledger, [(1, last)]) for last in range(1, 7)] == [
            (1, (0, 5)),
            (1, (0, 5)),
            (3, (0, 9)),
            (4, (1, 2)),
            (4, (1, 2)),
            (4, (1, 2)),
        ]
        assert starting_point(ledger, [(2, 6)]) == (1, BEGIN)


def test_remaining_from_a_starting_point() -> None:
    """Rows before the starting point are not read."""
    done = [(1, 4), (6, 6)]
    assert [task.number for task in remaining(rows(5), done, 3)] == [5, 7]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger of stdin: two puzzles, a malformed row, and a puzzle with a solution."""
    with closing(Ledger(tmp_path / "ledger", [STDIN], SETTINGS)) as opened:
        malformed = row(4)._replace(puzzle=None, shape=None, clues=None, verdict=RowVerdict.INVALID, solution=None)
        opened.keep(Findings([row(1), row(2), malformed, row(5)._replace(expected=ANSWER)]))
        yield opened


def given(*texts: str | None, solution: str | None = None) -> Iterator[Row]:
    """Rows of these puzzles, the last one with the solution."""
    for number, text in enumerate(texts, 1):
        expected = Grid.parse(solution) if solution and number == len(texts) else None
        yield Row(0, number, Grid.parse(text) if text else None, expected)


def test_the_same_rows(ledger: Ledger) -> None:
    """Unchanged rows pass, and so do rows that were not finished."""
    again = [*given(PUZZLE, PUZZLE, SECOND, None, PUZZLE, solution=ANSWER), *given(SECOND)]
    assert list(compare_with_ledger(iter(again), ledger, ["-"])) == again


@pytest.mark.parametrize(
    ("texts", "place", "message"),
    [
        ((PUZZLE, SECOND), "<stdin>:2", f"puzzle 2: expected {PUZZLE}, found {SECOND}"),
        ((PUZZLE, PUZZLE, None, SECOND), "<stdin>:4", f"expected a malformed row, found {SECOND}"),
        ((PUZZLE, PUZZLE, None, None, PUZZLE), "<stdin>:5", f"expected {PUZZLE} with the solution {ANSWER}, found"),
        ((PUZZLE, PUZZLE, None), "crosscover", "has a puzzle 4; the input ends after 3"),
    ],
    ids=["puzzle", "malformed", "solution", "end"],
)
def test_other_rows(ledger: Ledger, texts: tuple[str | None, ...], place: str, message: str) -> None:
    """The first changed row is named with its expected and actual content."""
    with pytest.raises(UsageError, match=message) as error:
        list(compare_with_ledger(given(*texts), ledger, ["-"]))
    assert error.value.place == place
