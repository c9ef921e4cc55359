"""Distribution of a collection over workers: an executor judges chunks of rows, and `go_over` yields the findings.

    rows ──► chunks ──► executor.submit ──► futures ──► findings ──► ledger
               ▲                               │
               └── the rest of a chunk, or the parts of one that crashed its worker

A puzzle that crashes `MAX_DEATHS` workers when it is alone is set aside, and the audit continues.
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
"""Rows of a chunk: enough to hide its transfer and the start of a solver, few enough to lose."""

PUZZLE_SECONDS = 120.0
"""Time limit of a worker in seconds for a puzzle; each engine has a limit of 10 s of its own."""

MAX_DEATHS = 3
PARTS = 8
"""Number of parts of a chunk that is handed out again."""

WAIT_SECONDS = 1.0

CHUNKS_PER_WORKER = 2
"""Chunks per worker, so that it continues while findings are being kept."""

Chunk = tuple[PuzzleRow, ...]

Judge = Callable[[Chunk], Findings]
"""The function that a worker applies; picklable."""


class WorkersLostError(UsageError):
    """The connection to the workers is lost, with all chunks that they have not returned."""

    code = ExitCode.INTERRUPTED

    def __init__(self) -> None:
        super().__init__("the connection to the scheduler is lost; the same command continues with the ledger")


class Executor(Protocol):
    """Workers that each judge one chunk at a time.

    `lost` are the errors of a chunk whose worker crashed, `capacity` is the maximum number of unfinished chunks.
    """

    lost: tuple[type[Exception], ...]

    capacity: int

    def submit(self, chunk: Chunk, seconds: float, /) -> Future[Findings]:
        """Submit a chunk with its time limit; its result has the first row at least."""
        ...


class ProcessExecutor(Workers[Chunk, Findings]):
    """Processes of this machine."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        super().__init__(judge, jobs)
        self.lost: tuple[type[Exception], ...] = LOST
        self.capacity = CHUNKS_PER_WORKER * jobs


def go_over(rows: Iterable[PuzzleRow], executor: Executor, chunk_seconds: float) -> Iterator[Findings]:
    """Judge every row, and yield the findings; at most the executor's capacity of chunks is in memory.

    `chunk_seconds` is the time limit of a chunk. Raises errors of the executor, and those of `rows` after the findings
    before them.
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
