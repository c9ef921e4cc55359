"""Distribution of a collection over workers: executors judge chunks of tasks, and `go_over` keeps their findings.

The size of chunks follows the pace so far. If a worker dies or hangs, parts of its chunk are handed out again. A puzzle
that crashes `MAX_DEATHS` workers when it is alone is set aside, and the audit continues. Executors know nothing
of this.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from itertools import islice
from typing import NamedTuple, Protocol

from crosscover.exit_code import ExitCode
from crosscover.workers import LOST, Workers, describe_loss, until_error

from .findings import Findings, PuzzleRow, Task, TaskChunk

CHUNK_SECONDS = 0.4
"""Target duration of a chunk in seconds: short enough to lose, long enough to hide the cost of its transfer."""

FIRST_CHUNK = 4
"""Size of the first chunks, before there is a pace."""

MAX_CHUNK = 5_000

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

Judge = Callable[[TaskChunk], Findings]
"""The function that a worker applies; picklable."""


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
        """The maximum number of chunks that are submitted and not done, at least 1; may change over time."""
        ...

    def submit(self, chunk: TaskChunk) -> Future[TimedFindings]:
        """Submit a chunk; its result has the findings for the first puzzle at least, or is one of the errors `LOST`."""
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

    def submit(self, chunk: TaskChunk) -> Future[TimedFindings]:
        """Judge the chunk; raises errors of the judge."""
        future: Future[TimedFindings] = Future()
        future.set_result(judge_timed(self._judge, chunk))
        return future

    def close(self) -> None:
        """Do nothing."""


class ProcessExecutor:
    """Processes of this machine."""

    def __init__(self, judge: Judge, jobs: int) -> None:
        self.name = f"{jobs} processes"
        self.capacity = CHUNKS_PER_WORKER * jobs
        self._workers: Workers[TaskChunk, TimedFindings] = Workers(partial(judge_timed, judge), jobs)

    def submit(self, chunk: TaskChunk) -> Future[TimedFindings]:
        """Submit a chunk; its time begins when a process receives it."""
        return self._workers.submit(chunk, chunk.seconds)

    def close(self) -> None:
        """Kill the processes."""
        self._workers.close()


def go_over(
    tasks: Iterable[Task],
    executor: Executor,
    keep: Callable[[Findings], None],
    *,
    chunk_seconds: float = CHUNK_SECONDS,
    hang_seconds: float = PUZZLE_SECONDS,
) -> None:
    """Have every task judged, and keep the findings; holds only chunks of the executor's capacity or to be repeated.

    `chunk_seconds` is the target for a chunk, `hang_seconds` its time limit. Raises errors of the executor, and those
    of `tasks` after the findings before them are kept.
    """
    errors: list[Exception] = []
    source = until_error(tasks, errors)
    size, pace = FIRST_CHUNK, 0.0
    again: deque[TaskChunk] = deque()
    deaths: Counter[int] = Counter()
    under_way: dict[Future[TimedFindings], TaskChunk] = {}
    while True:
        while len(under_way) < executor.capacity:
            chunk = again.popleft() if again else TaskChunk(tuple(islice(source, size)), hang_seconds)
            if not chunk.tasks:
                break
            under_way[executor.submit(chunk)] = chunk
        if not under_way:
            break
        for future in wait(under_way, WAIT_SECONDS, FIRST_COMPLETED).done:
            chunk = under_way.pop(future)
            try:
                findings, worked = future.result()
            except LOST as loss:
                again.extend(_parts(chunk, describe_loss(loss), deaths, keep))
                continue
            seconds = max(worked, 1e-6) / len(findings.puzzle)
            pace = 0.7 * pace + 0.3 * seconds if pace else seconds
            size = min(MAX_CHUNK, max(1, int(chunk_seconds / pace)))
            keep(findings)
            again.extend(_rest(chunk, findings))
    for error in errors:
        raise error


def _rest(chunk: TaskChunk, findings: Findings) -> Iterator[TaskChunk]:
    """The part of a chunk that a worker had no time for."""
    if len(findings.puzzle) < len(chunk.tasks):
        done = {row.number for row in findings.puzzle}
        yield chunk._replace(tasks=tuple(task for task in chunk.tasks if task.number not in done))


def _parts(chunk: TaskChunk, how: str, deaths: Counter[int], keep: Callable[[Findings], None]) -> Iterator[TaskChunk]:
    """The parts of a chunk that crashed its worker, unless it is a single puzzle to be set aside."""
    tasks = chunk.tasks
    if len(tasks) == 1:
        task = tasks[0]
        deaths[task.number] += 1
        if deaths[task.number] == MAX_DEATHS:
            reason = f"{SET_ASIDE}{MAX_DEATHS} workers crashed on this puzzle; the last one {how}"
            keep(Findings([PuzzleRow.of(task).with_complaint(reason, ExitCode.FAULT)]))
            return
    step = -(-len(tasks) // PARTS)
    for start in range(0, len(tasks), step):
        yield chunk._replace(tasks=tasks[start : start + step])
