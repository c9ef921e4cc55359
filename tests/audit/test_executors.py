"""Executors on one machine: they give equal ledgers, and a dead worker loses only one puzzle."""

from multiprocessing import active_children
from pathlib import Path

import pytest

from crosscover.auditing.distribution import ProcessExecutor
from crosscover.auditing.findings import PuzzleRow
from crosscover.properties.corpus import known_puzzles
from crosscover.reference import Grid
from tests.oracles.puzzles import COUNTED

from .judges import JUDGE, Deadly, audit, rows_of

POISON = str(known_puzzles()[7].puzzle)


@pytest.fixture
def rows(tmp_path: Path) -> list[PuzzleRow]:
    """A small collection with puzzles of every verdict, one of which kills the deadly judge."""
    puzzles = [known.puzzle for known in known_puzzles()[:20]]
    return rows_of([*puzzles, *map(Grid.parse, COUNTED)], tmp_path / "puzzles.txt")


@pytest.fixture
def expected(rows: list[PuzzleRow], tmp_path: Path) -> list[str]:
    """The findings of a single process."""
    return audit(rows, ProcessExecutor(JUDGE, 1), tmp_path / "expected")


def test_processes_find_the_same(rows: list[PuzzleRow], expected: list[str], tmp_path: Path) -> None:
    """The ledger is the same for one and several processes."""
    assert audit(rows, ProcessExecutor(JUDGE, 3), tmp_path / "ledger") == expected
    assert active_children() == []


def test_deadly_puzzle(rows: list[PuzzleRow], expected: list[str], tmp_path: Path) -> None:
    """A puzzle that kills its worker is set aside with the reason; the other rows are unchanged."""
    found = audit(rows, ProcessExecutor(Deadly(POISON), 2), tmp_path / "ledger")
    assert len(found) == len(expected)
    [row] = set(found) - set(expected)
    assert POISON in row
    assert "set aside: 3 workers crashed on this puzzle; the last one was killed by SIGKILL" in row
