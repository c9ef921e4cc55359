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

DEATHS = {"SIGKILL": "was killed by SIGKILL", "exit": "ended with exit code 3", "hang": "gave no answer in 2 s"}


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


@pytest.mark.parametrize("how", DEATHS)
def test_deadly_puzzle(rows: list[PuzzleRow], expected: list[str], tmp_path: Path, how: str) -> None:
    """A puzzle that kills its worker is set aside with the reason; the other rows are unchanged."""
    found = audit(rows, ProcessExecutor(Deadly(POISON, how), 2), tmp_path / "ledger", hang_seconds=2)
    assert len(found) == len(expected)
    [row] = set(found) - set(expected)
    assert POISON in row
    assert f"set aside: 3 workers crashed on this puzzle; the last one {DEATHS[how]}" in row


def test_error_of_a_judge(rows: list[PuzzleRow], tmp_path: Path) -> None:
    """An exception of a judge in a worker is raised in the main process, and the workers end."""
    with pytest.raises(KeyError, match="raise"):
        audit(rows, ProcessExecutor(Deadly(POISON, "raise"), 2), tmp_path / "ledger")
    assert active_children() == []
