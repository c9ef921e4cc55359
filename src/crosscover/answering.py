"""Answers puzzles in the order they come: in this process, and over several where that is worth it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

from crosscover.reference import DlxEngine, Engine, Grid, Shape
from crosscover.dialects import dialect

if TYPE_CHECKING:
    from crosscover.worker_pool import Workers

HEAD_START = 0.25
"""Seconds of solving in this process before others are started: a small input is done by then."""

CHUNK_TIME = 0.05
"""Seconds of solving that a process is handed at once, as far as the puzzles so far can tell."""

CHUNK = 256
"""The most puzzles that a process is handed at once: those to come may be harder."""

WRITE_TIME = 0.05
"""Seconds for which an answer may be kept back while others are worked out."""

MANY = 1000
"""A limit of more solutions than this stays in one process, where they need not be held."""


@cache
def engine_of(name: str) -> Engine:
    """The engine of a name. The reference comes without the catalogue, whose imports would cost more than solving."""
    if name == "dlx":
        return DlxEngine()
    from crosscover.engines import engine  # noqa: PLC0415 - as the docstring says

    return engine(name)


@dataclass(frozen=True, slots=True)
class Solver:
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


class Answers:
    """Takes puzzles, writes their answers; `settle` writes all that are still due.

    It begins in this process. Once that has been busy for a while, chunks of puzzles go to others, as many as `jobs`;
    one for each core where that is None.
    """

    def __init__(self, solver: Solver, write: Callable[[str], object], jobs: int | None, opening: str = "") -> None:
        self._solver = solver
        self._write = write
        self._jobs = 1 if solver.limit > MANY else jobs
        self._texts = [opening] if opening else []
        self._written = perf_counter()
        self._busy = 0.0
        self._answered = 0
        self._chunk: list[bytes] = []
        self._chunk_size = CHUNK
        self._workers: Workers[list[bytes], str] | None = None

    def add(self, puzzle: Grid) -> None:
        """Answer a puzzle, now or with the next ones."""
        if self._workers is None:
            self._answer(puzzle)
            return
        self._chunk.append(puzzle.values)
        if len(self._chunk) >= self._chunk_size:
            self._hand_over(self._workers)

    def settle(self) -> None:
        """Write every answer that is still due."""
        if self._workers is not None:
            if self._chunk:
                self._hand_over(self._workers)
            for text in self._workers.drain():
                self._write(text)
        self._flush()

    def close(self) -> None:
        """End the processes."""
        if self._workers is not None:
            self._workers.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, puzzle: Grid) -> None:
        start = perf_counter()
        for text in self._solver.answers(puzzle):
            self._texts.append(text)
            now = perf_counter()
            if now - self._written > WRITE_TIME:
                self._flush()
                self._written = now
        self._answered += 1
        self._busy += perf_counter() - start
        if self._busy > HEAD_START and self._jobs != 1:
            self._spread()

    def _spread(self) -> None:
        from crosscover.worker_pool import Workers, cores  # noqa: PLC0415 - a small input need not pay for it

        self._jobs = self._jobs or cores()
        if self._jobs > 1:
            self._flush()
            self._chunk_size = min(CHUNK, int(self._answered * CHUNK_TIME / self._busy) + 1)
            self._workers = Workers(self._solver, self._jobs)

    def _hand_over(self, workers: "Workers[list[bytes], str]") -> None:
        chunk, self._chunk = self._chunk, []
        for text in workers.put(chunk):
            self._write(text)

    def _flush(self) -> None:
        if self._texts:
            self._write("".join(self._texts))
            self._texts.clear()
