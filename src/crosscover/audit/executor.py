"""Who does the work: chunks of puzzles go out, findings come back, in any order.

An executor knows nothing of ledgers, of pace, or of what is done about a worker that dies: `collection.py` does.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from .findings import Chunk, Findings

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


class Executor(Protocol):
    """Workers that each do one chunk at a time; to be closed."""

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
        started = time.perf_counter()
        findings = self._judge(chunk)
        return [Outcome(chunk, findings, time.perf_counter() - started)]

    def close(self) -> None:
        """Nothing to end."""
