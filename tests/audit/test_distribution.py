"""Distribution of a collection over executors that lose, reorder and kill chunks, and over real processes."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest

from crosscover.auditing import chunk_judge
from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.distribution import CHUNK_ROWS, MAX_CRASHES, Chunk, ProcessExecutor, judge_all
from crosscover.auditing.findings import Findings, PuzzleRow
from crosscover.errors import ExitCode
from crosscover.properties.corpus import known_puzzles
from crosscover.reference import Grid
from crosscover.workers import LOST
from tests.oracles.puzzles import COUNTED

from .judges import JUDGE, POISON, Deadly, audit, rows_of
from .samples import REQUEST, row, unjudged


class UnreliableExecutor:
    """An executor that loses some chunks, and has partial findings for others; `poison` kills a worker."""

    lost: tuple[type[Exception], ...] = LOST
    capacity = 3

    def __init__(self, seed: int, poison: frozenset[int] = frozenset(), losses: float = 0.3) -> None:
        self._random = Random(seed)
        self._poison = poison
        self._losses = losses
        self.crashes: Counter[int] = Counter()

    def submit(self, chunk: Chunk, seconds: float) -> Future[Findings]:
        """Return a finished future."""
        assert 0 < len(chunk) <= CHUNK_ROWS
        assert seconds == 7
        future: Future[Findings] = Future()
        numbers = [each.number for each in chunk]
        lost = len(numbers) > 1 and self._random.random() < self._losses
        if lost or self._poison & set(numbers):
            if len(numbers) == 1:
                self.crashes.update(numbers)
            future.set_exception(TimeoutError("was killed by SIGSEGV"))
        else:
            made = self._random.randint(1, len(numbers))
            future.set_result(Findings([row(number) for number in numbers[:made]]))
        return future


def go(executor: UnreliableExecutor, source: Iterator[PuzzleRow]) -> list[PuzzleRow]:
    """The findings in order of their numbers."""
    return sorted(each for findings in judge_all(source, executor, 7) for each in findings.puzzle)


@pytest.mark.parametrize("seed", range(3))
def test_everything_is_done_once(seed: int) -> None:
    """Each puzzle is recorded once, whatever chunks are lost or reordered."""
    executor = UnreliableExecutor(seed)
    assert go(executor, unjudged(range(1, 1001))) == [row(number) for number in range(1, 1001)]


@pytest.mark.parametrize("seed", range(3))
def test_a_puzzle_that_kills_is_set_aside(seed: int) -> None:
    """Only a puzzle that kills three workers on its own is set aside, and named."""
    poison = frozenset({1, 7, 8, 500})
    executor = UnreliableExecutor(seed, poison)
    kept = go(executor, unjudged(range(1, 501)))
    assert [each.number for each in kept] == list(range(1, 501))
    aside = [each for each in kept if each.complaint]
    assert {each.number for each in aside} == poison
    complaint = f"set aside: {MAX_CRASHES} workers crashed on this puzzle; the last one was killed by SIGSEGV"
    assert {(each.verdict, each.complaint, each.code) for each in aside} == {("undecided", complaint, ExitCode.FAULT)}
    assert executor.crashes == dict.fromkeys(poison, MAX_CRASHES)


def test_a_chunk_that_takes_too_long_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker leaves out the rows for which it has no time, but never the first one."""
    monkeypatch.setattr(chunk_judge, "ENOUGH_SECONDS", 0)
    judge = ChunkJudge(REQUEST)
    chunks = [tuple(unjudged(range(first, 8))) for first in (1, 2, 7)]
    assert [[each.number for each in judge(chunk).puzzle] for chunk in chunks] == [[1], [2], [7]]


def test_no_more_is_read_than_is_in_flight() -> None:
    """Rows are read only as fast as they are judged, so an endless collection does not fill the memory."""
    taken = 0

    def endless() -> Iterator[PuzzleRow]:
        nonlocal taken
        for each in unjudged(range(1, 10**9)):
            taken += 1
            yield each

    kept = 0
    for findings in judge_all(endless(), UnreliableExecutor(1, losses=0), 7):
        kept += len(findings.puzzle)
        assert taken - kept <= (UnreliableExecutor.capacity + 1) * CHUNK_ROWS
        if kept > 2_000:
            break


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
