"""Executors judge chunks of puzzles in workers; the findings come back in any order.

They know nothing of ledgers or pace, and do not handle the death of a worker: `collection.py` does.
"""

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from crosscover.workers import Died, Raised, Workers

from .findings import Findings, TaskChunk

CHUNKS_PER_WORKER = 2
"""Chunks per worker, so that it continues while findings are being kept."""

Judge = Callable[[TaskChunk], Findings]
"""The function that a worker applies; picklable."""


class ChunkResult(NamedTuple):
    """The findings for a chunk, or how its worker died; and the seconds of work.

    The findings have at least the first puzzle; those left out are to be handed out again.
    """

    chunk: TaskChunk
    findings: Findings | None
    seconds: float
    death: str = ""


class TimedFindings(NamedTuple):
    """Findings, and the seconds that a worker needed for them."""

    findings: Findings
    seconds: float


def judge_timed(judge: Judge, chunk: TaskChunk) -> TimedFindings:
    """Judge a chunk, in a worker."""
    started = time.perf_counter()
    findings = judge(chunk)
    return TimedFindings(findings, time.perf_counter() - started)


class Executor(Protocol):
    """Workers that each judge one chunk at a time; to be closed."""

    @property
    def name(self) -> str:
        """A description such as `2 processes`."""
        ...

    @property
    def capacity(self) -> int:
        """The maximum number of chunks that are submitted and not returned, at least 1; may change over time."""
        ...

    def submit(self, chunk: TaskChunk) -> None:
        """Submit a chunk; it may be judged more than once, but is returned once."""
        ...

    def wait(self, seconds: float) -> list[ChunkResult]:
        """The chunks that are returned, after at most `seconds` for the first; raises errors of the judge."""
        ...

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        ...


class SerialExecutor:
    """This process alone; time limits hold as far as `time_limit` enforces them."""

    name = "one process"
    capacity = 1

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._queue: deque[TaskChunk] = deque()

    def submit(self, chunk: TaskChunk) -> None:
        """Keep the chunk until `wait` is called."""
        self._queue.append(chunk)

    def wait(self, seconds: float) -> list[ChunkResult]:  # noqa: ARG002 - it works instead of waiting
        """Judge the next chunk."""
        chunk = self._queue.popleft()
        return [ChunkResult(chunk, *judge_timed(self._judge, chunk))]

    def close(self) -> None:
        """Do nothing."""


class ProcessExecutor:
    """Processes of this machine; a chunk whose process dies or takes too long returns without findings."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        self.name = f"{jobs} processes"
        self.capacity = CHUNKS_PER_WORKER * jobs
        self._workers: Workers[TaskChunk, TimedFindings] = Workers(partial(judge_timed, judge), jobs)

    def submit(self, chunk: TaskChunk) -> None:
        """Submit a chunk to an idle process, or keep it until there is one."""
        self._workers.submit(chunk, chunk.seconds)

    def wait(self, seconds: float) -> list[ChunkResult]:
        """The chunks that are returned, after at most `seconds` for the first; raises errors of the judge."""
        return [_result(chunk, outcome) for _, chunk, outcome in self._workers.wait(seconds)]

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._workers.close()


def _result(chunk: TaskChunk, outcome: TimedFindings | Raised | Died) -> ChunkResult:
    match outcome:
        case TimedFindings(findings, seconds):
            return ChunkResult(chunk, findings, seconds)
        case Died(how):
            return ChunkResult(chunk, None, 0.0, how)
        case Raised(error):
            raise error
