"""Goes over a collection: hands chunks to an executor, as many as it takes, and keeps what comes back in the ledger.

Each takes about `CHUNK_SECONDS`, by the pace so far. Where a worker dies, or hangs, its chunk is done again in parts,
a puzzle that has killed `MAX_DEATHS` workers by itself is set aside, and the audit goes on.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from crosscover.exit_code import ExitCode

from .executor import Executor, Outcome
from .findings import Chunk, Findings, PuzzleRow, Task, Verdict

CHUNK_SECONDS = 0.4
"""What a chunk is meant to take: short enough to lose, long enough that handing it over costs nothing."""

FIRST_CHUNK = 4
"""How many puzzles the first chunks have, before there is a pace."""

MAX_CHUNK = 5_000

PUZZLE_SECONDS = 120.0
"""After so long with one puzzle a worker hangs: each engine gives up by itself after 10 s."""

MAX_DEATHS = 3
PARTS = 8
"""Into so many parts a chunk is cut that a worker died of."""

SET_ASIDE = "set aside: "
"""How the complaint about a puzzle begins that workers died of."""

WAIT_SECONDS = 1.0


def go_over(
    tasks: Iterable[Task],
    executor: Executor,
    keep: Callable[[Findings], None],
    *,
    chunk_seconds: float = CHUNK_SECONDS,
    hang_seconds: float = PUZZLE_SECONDS,
) -> None:
    """Have every task done, and keep the findings; raises what an executor raises, and what `tasks` raises at its end.

    What was under way when `tasks` raised is kept first. No more chunks are held than the executor takes, and those
    that are to be done again. A chunk is meant to take `chunk_seconds`; after `hang_seconds` its worker hangs.
    """
    source = _Source(tasks, hang_seconds)
    pace = _Pace(chunk_seconds)
    again: deque[Chunk] = deque()
    deaths: Counter[int] = Counter()
    under_way = 0
    while True:
        while under_way < executor.capacity:
            chunk = again.popleft() if again else source.chunk(pace.size)
            if chunk is None:
                break
            executor.submit(chunk)
            under_way += 1
        if not under_way:
            break
        for outcome in executor.wait(WAIT_SECONDS):
            under_way -= 1
            if outcome.findings is None:
                again.extend(_parts(outcome, deaths, keep))
            else:
                pace.note(len(outcome.findings.puzzle), outcome.seconds)
                keep(outcome.findings)
                again.extend(_rest(outcome.chunk, outcome.findings))
    if source.error:
        raise source.error


def _rest(chunk: Chunk, findings: Findings) -> Iterator[Chunk]:
    """What a worker had no time for, if anything."""
    if len(findings.puzzle) < len(chunk.tasks):
        done = {row.number for row in findings.puzzle}
        yield chunk._replace(tasks=tuple(task for task in chunk.tasks if task.number not in done))


def _parts(outcome: Outcome, deaths: Counter[int], keep: Callable[[Findings], None]) -> Iterator[Chunk]:
    """What is to be done again of a chunk that a worker died of."""
    tasks = outcome.chunk.tasks
    if len(tasks) == 1:
        task = tasks[0]
        deaths[task.number] += 1
        if deaths[task.number] == MAX_DEATHS:
            keep(Findings([_set_aside(task, outcome.death)]))
            return
    step = -(-len(tasks) // PARTS)
    for start in range(0, len(tasks), step):
        yield outcome.chunk._replace(tasks=tasks[start : start + step])


def _set_aside(task: Task, death: str) -> PuzzleRow:
    number, (file, line, puzzle, expected, _) = task
    return PuzzleRow(
        number,
        file,
        line,
        None if puzzle is None else str(puzzle),
        None if puzzle is None else puzzle.clue_count,
        Verdict.UNDECIDED,
        expected=None if expected is None else str(expected),
        complaint=f"{SET_ASIDE}{MAX_DEATHS} workers died of it, the last one {death}",
        code=ExitCode.FAULT,
    )


class _Pace:
    """How many puzzles make a chunk, by what chunks took."""

    def __init__(self, chunk_seconds: float) -> None:
        self._chunk_seconds = chunk_seconds
        self._seconds = 0.0

    @property
    def size(self) -> int:
        return min(MAX_CHUNK, max(1, int(self._chunk_seconds / self._seconds))) if self._seconds else FIRST_CHUNK

    def note(self, puzzles: int, seconds: float) -> None:
        here = max(seconds, 1e-6) / puzzles
        self._seconds = 0.7 * self._seconds + 0.3 * here if self._seconds else here


class _Source:
    """Tasks in chunks; what their iterator raises is kept for later."""

    def __init__(self, tasks: Iterable[Task], hang_seconds: float) -> None:
        self._tasks = iter(tasks)
        self._hang_seconds = hang_seconds
        self.error: Exception | None = None

    def chunk(self, size: int) -> Chunk | None:
        tasks: list[Task] = []
        try:
            for task in islice(self._tasks, size):
                tasks.append(task)  # noqa: PERF402 - those before an error count
        except Exception as error:
            self.error = error
            self._tasks = iter(())
        return Chunk(tuple(tasks), self._hang_seconds) if tasks else None
