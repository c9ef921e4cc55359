"""Distribution of a collection over workers: an executor judges chunks of rows, and `go_over` keeps the findings.

    rows ──► chunks ──► executor.submit ──► futures ──► findings ──► ledger
               ▲                               │
               └── the rest of a chunk, or the parts of one that crashed its worker

The size of chunks follows the pace so far. A puzzle that crashes `MAX_DEATHS` workers when it is alone is set aside,
and the audit continues. Executors know nothing of this.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from typing import Protocol

from crosscover.exit_code import ExitCode, UsageError
from crosscover.workers import LOST, Workers, describe_loss, until_error

from .findings import Findings, PuzzleRow

CHUNK_SECONDS = 0.4
"""Target duration of a chunk in seconds: short enough to lose, long enough to hide the cost of its transfer."""

FIRST_CHUNK, MAX_CHUNK = 4, 5_000
"""Number of rows of the first chunks, before there is a pace, and the maximum."""

PUZZLE_SECONDS = 120.0
"""Time limit of a worker in seconds for a puzzle; each engine has a limit of 10 s of its own."""

MAX_DEATHS = 3
PARTS = 8
"""Number of parts of a chunk that is handed out again."""

SET_ASIDE = "set aside: "
"""The beginning of the complaint about a puzzle that crashed workers."""

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
    """Workers that each judge one chunk at a time; `lost` are the errors of a chunk whose worker crashed."""

    lost: tuple[type[Exception], ...]

    @property
    def capacity(self) -> int:
        """The maximum number of chunks that are submitted and not done, at least 1; may change over time."""
        ...

    def submit(self, chunk: Chunk, seconds: float, /) -> Future[Findings]:
        """Submit a chunk with its time limit; its result has the first row at least."""
        ...


class ProcessExecutor(Workers[Chunk, Findings]):
    """Processes of this machine."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        super().__init__(judge, jobs)
        self.lost: tuple[type[Exception], ...] = LOST
        self.capacity = CHUNKS_PER_WORKER * jobs


def go_over(
    rows: Iterable[PuzzleRow],
    executor: Executor,
    keep: Callable[[Findings], None],
    *,
    chunk_rows: int | None = None,
    hang_seconds: float = PUZZLE_SECONDS,
) -> None:
    """Have every row judged, and keep the findings; holds only chunks of the executor's capacity or to be repeated.

    Chunks have `chunk_rows` rows, by default as many as take `CHUNK_SECONDS`; `hang_seconds` is their time limit.
    Raises errors of the executor, and those of `rows` after the findings before them are kept.
    """
    errors: list[Exception] = []
    source = until_error(rows, errors)
    size, pace = FIRST_CHUNK, 0.0
    again: deque[Chunk] = deque()
    deaths: Counter[int] = Counter()
    under_way: dict[Future[Findings], Chunk] = {}
    while True:
        while len(under_way) < executor.capacity:
            chunk = again.popleft() if again else tuple(islice(source, chunk_rows or size))
            if not chunk:
                break
            under_way[executor.submit(chunk, hang_seconds)] = chunk
        if not under_way:
            break
        for future in wait(under_way, WAIT_SECONDS, FIRST_COMPLETED).done:
            chunk = under_way.pop(future)
            try:
                findings = future.result()
            except executor.lost as loss:
                again.extend(_parts(chunk, describe_loss(loss), deaths, keep))
                continue
            except CancelledError:
                raise WorkersLostError from None
            judged = len(findings.puzzle)
            seconds = max(findings.seconds, 1e-6) / judged
            pace = 0.7 * pace + 0.3 * seconds if pace else seconds
            size = min(MAX_CHUNK, max(1, int(CHUNK_SECONDS / pace)))
            keep(findings)
            if judged < len(chunk):
                again.append(chunk[judged:])
    for error in errors:
        raise error


def _parts(chunk: Chunk, how: str, deaths: Counter[int], keep: Callable[[Findings], None]) -> Iterator[Chunk]:
    """The parts of a chunk that crashed its worker, unless it is a single puzzle to be set aside."""
    if len(chunk) == 1:
        (row,) = chunk
        deaths[row.number] += 1
        if deaths[row.number] == MAX_DEATHS:
            reason = f"{SET_ASIDE}{MAX_DEATHS} workers crashed on this puzzle; the last one {how}"
            keep(Findings([row.with_complaint(reason, ExitCode.FAULT)]))
            return
    step = -(-len(chunk) // PARTS)
    for start in range(0, len(chunk), step):
        yield chunk[start : start + step]
