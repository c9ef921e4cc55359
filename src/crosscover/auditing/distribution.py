"""Distribution of a collection over workers: an executor judges chunks of rows, and `judge_all` yields the findings.

    rows ──► chunks ──► executor.submit ──► futures ──► findings ──► ledger
               ▲                               │
               └── the rest of a chunk, or each row of a chunk that crashed its worker

The workers are processes of this machine, or belong to a Dask cluster (the extra `crosscover[dask]` installs Dask):

    audit ──► scheduler ──► worker: a thread waits ──► its process judges a chunk; killed if it hangs

A puzzle that crashes `MAX_CRASHES` workers on its own is set aside, and the audit continues.
"""

import asyncio
import logging
import multiprocessing
import pickle
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from typing import Any, Protocol

from crosscover.errors import ExitCode, UsageError
from crosscover.workers import LOST, Workers, describe_loss, until_error

from .findings import Findings, PuzzleRow

CHUNK_ROWS = 100
"""Rows per chunk: enough to outweigh its transfer and the start of a solver, few enough to lose in a crash."""

PUZZLE_SECONDS = 120.0
"""Worker timeout per puzzle in seconds; each engine has its own limit of 10 s."""

MAX_CRASHES = 3
"""Number of workers that a puzzle may crash on its own before it is set aside."""

CHUNKS_PER_WORKER = 2
"""Chunks per worker, so workers stay busy while crosscover stores findings."""

CONNECT_SECONDS = 5.0
"""Time limit in seconds for a reply of the scheduler."""

CAPACITY = 200
"""Maximum number of chunks that the scheduler holds."""

PACKAGES = ("crosscover", "python-sat", "ortools")
"""Packages that must have equal versions on all machines."""

Chunk = tuple[PuzzleRow, ...]

Judge = Callable[[Chunk], Findings]
"""The picklable function that a worker applies to chunks."""


class InterruptedAuditError(UsageError):
    """The audit ended early, but the same command can continue it."""

    code = ExitCode.INTERRUPTED


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


class DaskExecutor:
    """The workers of the scheduler at an address; raises UsageError if there is none."""

    def __init__(self, judge: Judge, address: str) -> None:
        self._judge = pickle.dumps(judge)
        self.capacity = CAPACITY
        try:
            distributed: Any = import_module("distributed")
            self._client = _connect(distributed, address)
        except ImportError:
            raise UsageError("--dask needs the package distributed: pip install 'crosscover[dask]'") from None
        except (OSError, MemoryError, RuntimeError, TypeError, ValueError) as error:
            raise UsageError(f"there is no Dask scheduler at {address}: {str(error) or 'no answer'}") from None
        self._executor = self._client.get_executor(pure=False)
        self.lost: tuple[type[Exception], ...] = (*LOST, distributed.KilledWorker)

    def close(self) -> None:
        """Close the connection."""
        self._client.close(timeout=CONNECT_SECONDS)

    def submit(self, chunk: Chunk, seconds: float) -> Future[Findings]:
        """Submit a chunk to the scheduler; its timeout starts when a process receives it."""
        # Pickled here, since Dask would search a chunk for Dask tasks, and the scheduler would read the chunk.
        judged: Future[Findings] = self._executor.submit(
            judge_on_worker, self._judge, pickle.dumps(chunk), seconds, versions()
        )
        return judged


_thread = threading.local()


@cache
def versions() -> dict[str, str]:
    """Return the versions of `PACKAGES` in this process."""
    return {name: version(name) for name in PACKAGES}


def judge_on_worker(judge: bytes, chunk: bytes, seconds: float, expected: dict[str, str]) -> Findings:
    """Judge a chunk in the process of this worker thread, which serves all chunks of an audit.

    Raises UsageError unless this process has the expected versions.
    """
    if versions() != expected:
        raise UsageError(f"versions must be the same everywhere: a worker has {versions()}, the audit {expected}")
    if getattr(_thread, "judge", None) != judge:
        multiprocessing.current_process().daemon = False  # Dask's nannies start daemons, which may not start processes
        if hasattr(_thread, "workers"):
            _thread.workers.close()
        _thread.judge, _thread.workers = judge, Workers(pickle.loads(judge), 1, "spawn")  # noqa: S301 - as Dask would
    try:
        result: Findings = _thread.workers.submit(pickle.loads(chunk), seconds).result()  # noqa: S301 - likewise
    except BrokenProcessPool:
        del _thread.judge
        raise
    return result


def _connect(distributed: Any, address: str) -> Any:
    """Return a client of the scheduler at an address; raises one of many exceptions if there is none."""
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)

    async def shake_hands() -> None:  # a client of an address without a scheduler hangs, or raises at exit
        arguments = distributed.Security().get_connection_args("client")
        (await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **arguments)).abort()

    asyncio.run(asyncio.wait_for(shake_hands(), CONNECT_SECONDS))
    return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)


def judge_all(rows: Iterable[PuzzleRow], executor: Executor, chunk_seconds: float) -> Iterator[Findings]:
    """Judge every row and yield the findings; holds at most `executor.capacity` chunks in memory.

    `chunk_seconds` is the chunk timeout. Raises errors of the executor; errors of `rows` follow the findings for
    earlier rows.
    """
    errors: list[Exception] = []
    source = until_error(rows, errors)
    again: deque[Chunk] = deque()
    crashes: Counter[int] = Counter()
    in_flight: dict[Future[Findings], Chunk] = {}
    while True:
        while len(in_flight) < executor.capacity:
            chunk = again.popleft() if again else tuple(islice(source, CHUNK_ROWS))
            if not chunk:
                break
            in_flight[executor.submit(chunk, chunk_seconds)] = chunk
        if not in_flight:
            break
        for future in wait(in_flight, return_when=FIRST_COMPLETED).done:
            chunk = in_flight.pop(future)
            first, *others = chunk
            try:
                findings = future.result()
            except executor.lost as loss:
                if not others:
                    crashes[first.number] += 1
                if crashes[first.number] < MAX_CRASHES:
                    again.extend((row,) for row in chunk)
                    continue
                reason = f"set aside: {MAX_CRASHES} workers crashed on this puzzle; the last one {describe_loss(loss)}"
                findings = Findings([first.with_complaint(reason, ExitCode.FAULT)])
            except CancelledError:
                lost = "the connection to the scheduler is lost; the same command continues with the ledger"
                raise InterruptedAuditError(lost) from None
            if len(findings.puzzle) < len(chunk):
                again.append(chunk[len(findings.puzzle) :])
            yield findings
    for error in errors:
        raise error
