"""Audits of a collection with executors that lose, reorder and kill chunks."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from random import Random

import pytest

from crosscover.auditing import chunk_judge
from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.distribution import MAX_CHUNK, MAX_DEATHS, SET_ASIDE, SerialExecutor, TimedFindings, go_over
from crosscover.auditing.findings import Findings, PuzzleRow, Task, TaskChunk
from crosscover.auditing.questions import Questions
from crosscover.exit_code import ExitCode
from tests.audit.samples import row, tasks


class UnreliableExecutor:
    """An executor that loses some chunks, and has partial findings for others; `poison` kills a worker."""

    name = "unreliable"
    capacity = 3

    def __init__(self, seed: int, poison: frozenset[int] = frozenset(), losses: float = 0.3) -> None:
        self._random = Random(seed)
        self._poison = poison
        self._losses = losses
        self.deaths: Counter[int] = Counter()

    def submit(self, chunk: TaskChunk) -> Future[TimedFindings]:
        """Return a finished future."""
        assert 0 < len(chunk.tasks) <= MAX_CHUNK
        future: Future[TimedFindings] = Future()
        numbers = [task.number for task in chunk.tasks]
        lost = len(numbers) > 1 and self._random.random() < self._losses
        if lost or self._poison & set(numbers):
            if len(numbers) == 1:
                self.deaths.update(numbers)
            future.set_exception(TimeoutError("was killed by SIGSEGV"))
        else:
            made = self._random.randint(1, len(numbers))
            future.set_result(TimedFindings(Findings([row(number) for number in numbers[:made]]), 0.001 * made))
        return future

    def close(self) -> None:
        """Do nothing."""


def go(executor: UnreliableExecutor, source: Iterator[Task]) -> list[PuzzleRow]:
    """The findings in order of their numbers."""
    kept: list[PuzzleRow] = []
    go_over(source, executor, lambda findings: kept.extend(findings.puzzle))
    return sorted(kept)


@pytest.mark.parametrize("seed", range(20))
def test_everything_is_done_once(seed: int) -> None:
    """Each puzzle is recorded once, whatever chunks are lost or reordered."""
    executor = UnreliableExecutor(seed)
    assert go(executor, tasks(range(1, 3001))) == [row(number) for number in range(1, 3001)]


@pytest.mark.parametrize("seed", range(20))
def test_a_puzzle_that_kills_is_set_aside(seed: int) -> None:
    """Only a puzzle that kills three workers on its own is set aside, and named."""
    poison = frozenset({1, 7, 8, 500})
    executor = UnreliableExecutor(seed, poison)
    kept = go(executor, tasks(range(1, 501)))
    assert [each.number for each in kept] == list(range(1, 501))
    aside = [each for each in kept if each.complaint]
    assert {each.number for each in aside} == poison
    complaint = f"{SET_ASIDE}{MAX_DEATHS} workers crashed on this puzzle; the last one was killed by SIGSEGV"
    assert {(each.verdict, each.complaint, each.code) for each in aside} == {("undecided", complaint, ExitCode.FAULT)}
    assert executor.deaths == dict.fromkeys(poison, MAX_DEATHS)


def test_a_chunk_that_takes_too_long_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles for which a worker had no time are submitted again until all are judged."""
    monkeypatch.setattr(chunk_judge, "ENOUGH_SECONDS", 0)
    kept: list[list[int]] = []
    executor = SerialExecutor(ChunkJudge(Questions(("dlx",))))
    go_over(tasks(range(1, 8)), executor, lambda findings: kept.append([each.number for each in findings.puzzle]))
    assert kept == [[1], [2], [3], [4], [5], [6], [7]]


def test_no_more_is_read_than_is_under_way() -> None:
    """Tasks are read only as fast as they are judged, so an endless collection does not fill the memory."""
    taken = 0

    def endless() -> Iterator[Task]:
        nonlocal taken
        for task in tasks(range(1, 10**9)):
            taken += 1
            yield task

    kept = 0

    def keep(findings: Findings) -> None:
        nonlocal kept
        kept += len(findings.puzzle)
        assert taken - kept <= (UnreliableExecutor.capacity + 1) * MAX_CHUNK
        if kept > 50_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_over(endless(), UnreliableExecutor(1, losses=0), keep)
