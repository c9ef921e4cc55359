"""Judges for the tests of executors."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from crosscover.auditing.audit_inputs import Input
from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.distribution import PUZZLE_SECONDS, Executor, go_over
from crosscover.auditing.findings import Findings, Task, TaskChunk
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.questions import Questions
from crosscover.puzzle_files import read_rows
from crosscover.reference import Grid

from .samples import SETTINGS

INPUT = Input("puzzles", 0, "0" * 64)
JUDGE = ChunkJudge(Questions(("dlx", "bitmask")))


@dataclass(frozen=True)
class Deadly:
    """A judge whose process dies at certain puzzles."""

    poison: str
    how: str = "SIGKILL"

    def __call__(self, chunk: TaskChunk) -> Findings:
        """Judge a chunk or die."""
        if any(str(task.row.puzzle) == self.poison for task in chunk.tasks):
            match self.how:
                case "SIGKILL":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "exit":
                    os._exit(3)
                case "hang":
                    time.sleep(600)
                case _:
                    raise KeyError(self.how)
        return JUDGE(chunk)


@dataclass(frozen=True)
class Slow:
    """A judge that waits some seconds before each chunk."""

    seconds: float

    def __call__(self, chunk: TaskChunk) -> Findings:
        """Wait, then judge a chunk."""
        time.sleep(self.seconds)
        return JUDGE(chunk)


def tasks_of(puzzles: Iterable[Grid], file: Path) -> list[Task]:
    """Write a collection to a file and return its tasks."""
    file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    return [Task(number, row) for number, row in enumerate(read_rows([str(file)], None, None), 1)]


def audit(
    tasks: Iterable[Task],
    executor: Executor,
    ledger: Path,
    kept: Callable[[Findings], object] = lambda _: None,
    *,
    hang_seconds: float = PUZZLE_SECONDS,
) -> list[str]:
    """Judge the tasks and dump the ledger without its runs; `kept` is called with each batch of findings."""
    with closing(Ledger(ledger, [INPUT], SETTINGS)) as opened, closing(executor):

        def keep(findings: Findings) -> None:
            opened.keep(findings)
            kept(findings)

        go_over(tasks, executor, keep, hang_seconds=hang_seconds)
    return list(dump(ledger))


def dump(ledger: Path) -> Iterator[str]:
    """Every row of a ledger except those of its runs, as text."""
    with closing(Ledger(ledger, [INPUT], SETTINGS)) as opened:
        tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in sorted({*tables} - {"run"}):
            for row in opened.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):  # noqa: S608 - a table of the schema
                yield f"{table} {row}"
