"""Who does the work: chunks of puzzles go out, findings come back, in any order.

An executor knows nothing of ledgers, of pace, or of what is done about a worker that dies: `collection.py` does.
"""

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from crosscover.workers import Died, Raised, Workers

from .findings import Chunk, Findings

CHUNKS_PER_WORKER = 2
"""How many chunks a worker has under way or waiting, so that it goes on while findings are being kept."""

Judge = Callable[[Chunk], Findings]
"""What a worker does; picklable."""


class Outcome(NamedTuple):
    """What became of a chunk: the findings, or how the worker died that had it; and the seconds of work.

    Puzzles that the findings leave out are handed out again; the first of a chunk is never left out.
    """

    chunk: Chunk
    findings: Findings | None
    seconds: float
    death: str = ""


class Timed(NamedTuple):
    """Findings, and the seconds that it took a worker to make them."""

    findings: Findings
    seconds: float


def judge_timed(judge: Judge, chunk: Chunk) -> Timed:
    """Do a chunk, in a worker."""
    started = time.perf_counter()
    findings = judge(chunk)
    return Timed(findings, time.perf_counter() - started)


class Executor(Protocol):
    """Workers that each do one chunk at a time; to be closed."""

    @property
    def name(self) -> str:
        """What does the work, for people: `2 processes`."""
        ...

    @property
    def capacity(self) -> int:
        """How many chunks may be under way or wait here; it may change as workers come and go, and is never 0."""
        ...

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk over; it may be done more than once, and counts once."""
        ...

    def wait(self, seconds: float) -> list[Outcome]:
        """What has come back, waiting so long for the first of it; raises what a judge raises in a worker."""
        ...

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        ...


class SerialExecutor:
    """One process, this one; its time limits hold as far as `time_limit` does."""

    name = "one process"
    capacity = 1

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._queue: deque[Chunk] = deque()

    def submit(self, chunk: Chunk) -> None:
        """Keep the chunk until it is waited for."""
        self._queue.append(chunk)

    def wait(self, seconds: float) -> list[Outcome]:  # noqa: ARG002 - it is done here and now
        """Do the next chunk."""
        chunk = self._queue.popleft()
        return [Outcome(chunk, *judge_timed(self._judge, chunk))]

    def close(self) -> None:
        """Nothing to end."""


class ProcessExecutor:
    """Processes of this machine; a chunk that one takes too long for, or dies of, comes back without findings."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        self.name = f"{jobs} processes"
        self.capacity = CHUNKS_PER_WORKER * jobs
        self._workers: Workers[Chunk, Timed] = Workers(partial(judge_timed, judge), jobs)

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to a process that is idle, or keep it until one is."""
        self._workers.submit(chunk, chunk.seconds)

    def wait(self, seconds: float) -> list[Outcome]:
        """What has come back, waiting so long for the first of it; raises what a judge raises in a worker."""
        return [_outcome(chunk, came) for _, chunk, came in self._workers.wait(seconds)]

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._workers.close()


def _outcome(chunk: Chunk, came: Timed | Raised | Died) -> Outcome:
    match came:
        case Timed(findings, seconds):
            return Outcome(chunk, findings, seconds)
        case Died(how):
            return Outcome(chunk, None, 0.0, how)
        case Raised(error):
            raise error
