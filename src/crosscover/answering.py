"""Answers puzzles in the order they come: in this process, and over several where that is worth it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from crosscover.dialects import dialect
from crosscover.reference import DlxEngine, Engine, Grid, Shape

if TYPE_CHECKING:
    from crosscover.worker_pool import WorkerPool

SERIAL_SECONDS = 0.25
"""Seconds of solving in this process before others are started: a small input is done by then."""

SERIAL_LIMIT = 1000
"""A limit of more solutions than this stays in one process, where they need not be held."""

CHUNK_SECONDS = 0.05
"""Seconds of solving that a process is handed at once, as far as the puzzles so far can tell."""

MAX_CHUNK = 256
"""The most puzzles that a process is handed at once: those to come may be harder."""

WRITE_INTERVAL = 0.05
"""Seconds for which an answer may be kept back while others are worked out."""


@cache
def engine_of(name: str) -> Engine:
    """The engine of a name. The reference comes without the registry, whose imports would cost more than solving."""
    if name == "dlx":
        return DlxEngine()
    from crosscover.engines import engine  # noqa: PLC0415 - as the docstring says

    return engine(name)


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Puzzles of a shape in, the text of their answers out; by names alone, so that it can be sent to a process."""

    engine: str
    dialect: str
    limit: int = 1
    shape: Shape = Shape()

    def answers(self, puzzle: Grid) -> Iterator[str]:
        """The answers to a puzzle, up to the limit; a refusal where there is none."""
        spoken = dialect(self.dialect)
        solution = None
        for solution in engine_of(self.engine)(puzzle, self.limit):
            yield spoken.write_answer(solution, puzzle)
        if solution is None:
            yield spoken.write_answer(None, puzzle)

    def __call__(self, puzzles: list[bytes]) -> str:
        """The answers to many puzzles, given by the values of their cells."""
        return "".join(text for values in puzzles for text in self.answers(Grid(values, self.shape)))


class AnswerWriter:
    """Takes puzzles and writes their answers in order, after a header; to be closed.

    It begins in this process. Once that has been busy for a while, chunks of puzzles go to others, as many as `jobs`;
    one for each processor where that is None.
    """

    def __init__(self, task: SolveTask, write: Callable[[str], object], jobs: int | None, header: str = "") -> None:
        self._task = task
        self._write = write
        self._jobs = 1 if task.limit > SERIAL_LIMIT else jobs
        self._texts = [header] if header else []
        self._last_write = perf_counter()
        self._busy_seconds = 0.0
        self._answered = 0
        self._chunk: list[bytes] = []
        self._chunk_size = MAX_CHUNK
        self._pool: WorkerPool[list[bytes], str] | None = None

    def add(self, puzzle: Grid) -> None:
        """Answer a puzzle, now or with the next ones."""
        if self._pool is None:
            self._answer(puzzle)
            return
        self._chunk.append(puzzle.values)
        if len(self._chunk) >= self._chunk_size:
            self._submit_chunk(self._pool)

    def flush(self) -> None:
        """Write every answer that is still due."""
        if self._pool is not None:
            if self._chunk:
                self._submit_chunk(self._pool)
            for text in self._pool.drain():
                self._write(text)
        self._write_texts()

    def close(self) -> None:
        """End the other processes, and write what this one has answered."""
        if self._pool is not None:
            self._pool.close()
        self._write_texts()

    def _answer(self, puzzle: Grid) -> None:
        start = perf_counter()
        for text in self._task.answers(puzzle):
            self._texts.append(text)
            now = perf_counter()
            if now - self._last_write > WRITE_INTERVAL:
                self._write_texts()
                self._last_write = now
        self._answered += 1
        self._busy_seconds += perf_counter() - start
        if self._busy_seconds > SERIAL_SECONDS and self._jobs != 1:
            self._start_workers()

    def _start_workers(self) -> None:
        from crosscover.worker_pool import WorkerPool, cores  # noqa: PLC0415 - a small input need not pay for it

        self._jobs = self._jobs or cores()
        if self._jobs > 1:
            self._write_texts()
            self._chunk_size = min(MAX_CHUNK, int(self._answered * CHUNK_SECONDS / self._busy_seconds) + 1)
            self._pool = WorkerPool(self._task, self._jobs)

    def _submit_chunk(self, pool: "WorkerPool[list[bytes], str]") -> None:
        chunk, self._chunk = self._chunk, []
        for text in pool.submit(chunk):
            self._write(text)

    def _write_texts(self) -> None:
        if self._texts:
            self._write("".join(self._texts))
            self._texts.clear()
