"""Distribution of a collection over workers: an executor judges chunks of rows, and `go_over` yields the findings.

    rows ──► chunks ──► executor.submit ──► futures ──► findings ──► ledger
               ▲                               │
               └── the rest of a chunk, or parts of a chunk that crashed its worker

A puzzle that crashes `MAX_DEATHS` workers on its own is set aside, and the audit continues.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from typing import Protocol

from crosscover.exit_code import ExitCode, UsageError
from crosscover.workers import LOST, Workers, describe_loss, until_error

from .findings import Findings, PuzzleRow

CHUNK_ROWS = 100
"""Rows per chunk: enough to outweigh its transfer and the start of a solver, few enough to lose in a crash."""

PUZZLE_SECONDS = 120.0
"""Worker timeout per puzzle in seconds; each engine has its own limit of 10 s."""

MAX_DEATHS = 3
PARTS = 8
"""Number of parts into which a chunk is split after a crash."""

WAIT_SECONDS = 1.0

CHUNKS_PER_WORKER = 2
"""Chunks per worker, so workers stay busy while crosscover stores findings."""

Chunk = tuple[PuzzleRow, ...]

Judge = Callable[[Chunk], Findings]
"""The picklable function that a worker applies to chunks."""


class WorkersLostError(UsageError):
    """The connection to the workers is lost, along with all unfinished chunks."""

    code = ExitCode.INTERRUPTED

    def __init__(self) -> None:
        super().__init__("the connection to the scheduler is lost; the same command continues with the ledger")


class Executor(Protocol):
    """Workers that each judge one chunk at a time.

    `lost` lists the errors that mean a crashed worker; `capacity` is the maximum number of unfinished chunks.
    """

    lost: tuple[type[Exception], ...]

    capacity: int

    def submit(self, chunk: Chunk, seconds: float, /) -> Future[Findings]:
        """Submit a chunk with its timeout; the result covers at least the first row."""
        ...


class ProcessExecutor(Workers[Chunk, Findings]):
    """An executor with processes on this machine."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        super().__init__(judge, jobs)
        self.lost: tuple[type[Exception], ...] = LOST
        self.capacity = CHUNKS_PER_WORKER * jobs


def go_over(rows: Iterable[PuzzleRow], executor: Executor, chunk_seconds: float) -> Iterator[Findings]:
    """Judge every row and yield the findings; holds at most `executor.capacity` chunks in memory.

    `chunk_seconds` is the chunk timeout. Raises errors of the executor; errors of `rows` follow the findings for
    earlier rows.
    """
    errors: list[Exception] = []
    source = until_error(rows, errors)
    again: deque[Chunk] = deque()
    deaths: Counter[int] = Counter()
    under_way: dict[Future[Findings], Chunk] = {}
    while True:
        while len(under_way) < executor.capacity:
            chunk = again.popleft() if again else tuple(islice(source, CHUNK_ROWS))
            if not chunk:
                break
            under_way[executor.submit(chunk, chunk_seconds)] = chunk
        if not under_way:
            break
        for future in wait(under_way, WAIT_SECONDS, FIRST_COMPLETED).done:
            chunk = under_way.pop(future)
            try:
                findings = future.result()
            except executor.lost as loss:
                deaths[chunk[0].number] += len(chunk) == 1
                if deaths[chunk[0].number] < MAX_DEATHS:
                    step = -(-len(chunk) // PARTS)
                    again.extend(chunk[start : start + step] for start in range(0, len(chunk), step))
                    continue
                reason = f"set aside: {MAX_DEATHS} workers crashed on this puzzle; the last one {describe_loss(loss)}"
                findings = Findings([chunk[0].with_complaint(reason, ExitCode.FAULT)])
            except CancelledError:
                raise WorkersLostError from None
            if left := chunk[len(findings.puzzle) :]:
                again.append(left)
            yield findings
    for error in errors:
        raise error
