"""Answers to a stream of puzzles in order, by this process, and by several if that is faster."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from crosscover.contracts import CONTRACTS, Contract
from crosscover.dialects import Claim, Entry, LineStream, MalformedInputError, dialect, raise_errors
from crosscover.exit_code import UsageError
from crosscover.oracles.rules import clashes
from crosscover.reference import DlxEngine, Engine, Grid, Shape
from crosscover.responses import Answered, Stated
from crosscover.system import cores

if TYPE_CHECKING:
    from crosscover.worker_pool import WorkerPool

Item = TypeVar("Item")

SERIAL_SECONDS = 0.25
"""Solving time in seconds after which other processes are started; small inputs are done by then."""

CHUNK_SECONDS = 0.05
"""Estimated solving time of a chunk in seconds."""

MAX_CHUNK = 256
"""Maximum number of puzzles in a chunk, since later puzzles may be harder."""

WRITE_INTERVAL = 0.05
"""Maximum delay in seconds between an answer and its output."""


@cache
def engine_of(name: str) -> Engine:
    """The engine of that name; the reference comes without the registry, whose imports take longer than solving."""
    if name == "dlx":
        return DlxEngine()
    from crosscover.engines import engine  # noqa: PLC0415 - as the docstring says

    return engine(name)


class Chunk(NamedTuple):
    """Puzzles of one shape, given by the values of their cells, and the number of the first in the input, from 1."""

    first: int
    shape: Shape
    puzzles: list[bytes]

    def numbered(self) -> Iterator[tuple[int, Grid]]:
        """The puzzles with their numbers."""
        return enumerate((Grid(values, self.shape) for values in self.puzzles), self.first)


class AnswerTask(Protocol[Item]):
    """A picklable function from puzzles to their answers, each of which is one item or more."""

    def answers(self, puzzle: Grid, number: int = 1) -> Iterator[Item]:
        """The answers to the puzzle of that number, each as soon as it is known."""
        ...

    def __call__(self, chunk: Chunk) -> list[Item]:
        """The answers to many puzzles."""
        ...


@dataclass(frozen=True, slots=True)
class SolveTask:
    """An `AnswerTask` that solves puzzles; its items are texts.

    If the judge of the dialect has a contract, the answer is the one that it requires, whatever the limit.
    """

    engine: str
    dialect: str
    limit: int = 1

    def answers(self, puzzle: Grid, number: int = 1) -> Iterator[str]:
        """The answers to the puzzle of that number, up to the limit; a refusal if there is none."""
        form = dialect(self.dialect)
        if form.contract:
            yield form.write_answer(_answer(CONTRACTS[form.contract], engine_of(self.engine), puzzle), puzzle, number)
            return
        solution = None
        for solution in engine_of(self.engine)(puzzle, self.limit):
            yield form.write_answer(solution, puzzle, number)
        if solution is None:
            yield form.write_answer(None, puzzle, number)

    def __call__(self, chunk: Chunk) -> list[str]:
        """The answers to many puzzles, joined, since other processes send one text faster than many."""
        texts = (text for number, puzzle in chunk.numbered() for text in self.answers(puzzle, number))
        return ["".join(texts)]


def _answer(contract: Contract, engine: Engine, puzzle: Grid) -> Grid | Claim:
    """What a judge requires, with the reason why there is no solution, if there is none."""
    match contract.solve(engine, puzzle):
        case Answered(grid):
            return grid
        case Stated(claim):
            return claim
        case _:
            return Claim.IMPOSSIBLE if next(clashes(puzzle), None) is None else Claim.CLASH


class AnswerWriter(Generic[Item]):
    """Writes the answers to puzzles in order; to be closed.

    After `SERIAL_SECONDS` of solving, chunks of puzzles go to `jobs` processes (None: one per processor). `write`
    receives the items of some answers at a time, after those `before`. The same output already has answers to
    `answered` puzzles.
    """

    def __init__(
        self,
        task: AnswerTask[Item],
        write: Callable[[list[Item]], object],
        jobs: int | None,
        *,
        before: Iterable[Item] = (),
        answered: int = 0,
    ) -> None:
        self._task = task
        self._write = write
        self._jobs = jobs
        self._items = list(before)
        self._last_write = perf_counter()
        self._busy_seconds = 0.0
        self._answered_before = answered
        self.answered = answered
        self._chunk: list[bytes] = []
        self._shape = Shape()
        self._chunk_size = MAX_CHUNK
        self._pool: WorkerPool[Chunk, list[Item]] | None = None

    def add(self, puzzle: Grid) -> None:
        """Answer a puzzle, now or together with later ones."""
        if self._pool is None:
            self._answer(puzzle)
            return
        if self._chunk and puzzle.shape != self._shape:
            self._submit_chunk(self._pool)
        self._shape = puzzle.shape
        self._chunk.append(puzzle.values)
        self.answered += 1
        if len(self._chunk) >= self._chunk_size:
            self._submit_chunk(self._pool)

    def add_all(self, entries: Iterable[Entry | MalformedInputError], lines: LineStream | None) -> None:
        """Answer the puzzles of a file, and write the answers, those so far whenever `lines` have to wait.

        Raises for malformed input after the answers to the puzzles before it.
        """
        if lines is not None:
            lines.idle = self.flush
        try:
            for entry in raise_errors(entries):
                self.add(entry.puzzle)
        except (MalformedInputError, UsageError):
            self.flush()
            raise
        self.flush()

    def flush(self) -> None:
        """Write all remaining answers."""
        if self._pool is not None:
            if self._chunk:
                self._submit_chunk(self._pool)
            for items in self._pool.drain():
                self._write(items)
        self._write_items()

    def close(self) -> None:
        """End the other processes, and write the answers of this one."""
        if self._pool is not None:
            self._pool.close()
        self._write_items()

    def _answer(self, puzzle: Grid) -> None:
        start = perf_counter()
        self.answered += 1
        for item in self._task.answers(puzzle, self.answered):
            self._items.append(item)
            now = perf_counter()
            if now - self._last_write > WRITE_INTERVAL:
                self._write_items()
                self._last_write = now
        self._busy_seconds += perf_counter() - start
        if self._busy_seconds > SERIAL_SECONDS and self._jobs != 1:
            self._start_workers()

    def _start_workers(self) -> None:
        from crosscover.worker_pool import WorkerPool  # noqa: PLC0415 - small inputs do not need it

        self._jobs = self._jobs or cores()
        if self._jobs > 1:
            self._write_items()
            self._chunk_size = min(
                MAX_CHUNK, int((self.answered - self._answered_before) * CHUNK_SECONDS / self._busy_seconds) + 1
            )
            self._pool = WorkerPool(self._task, self._jobs)

    def _submit_chunk(self, pool: "WorkerPool[Chunk, list[Item]]") -> None:
        chunk = Chunk(self.answered - len(self._chunk) + 1, self._shape, self._chunk)
        self._chunk = []
        for items in pool.submit(chunk):
            self._write(items)

    def _write_items(self) -> None:
        if self._items:
            self._write(self._items)
            self._items = []
