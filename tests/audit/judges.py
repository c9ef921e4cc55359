"""Judges for the tests of executors."""

import os
import signal
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from crosscover.auditing import distribution
from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.distribution import PUZZLE_SECONDS, Chunk, DaskExecutor, ProcessExecutor, judge_all
from crosscover.auditing.findings import Findings, Input, PuzzleRow
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.run import read_collection
from crosscover.properties.corpus import known_puzzles
from crosscover.reference import Grid

from .samples import REQUEST, SETTINGS, contents

INPUT = Input("puzzles", 0, "0" * 64)
JUDGE = ChunkJudge(REQUEST)
POISON = str(known_puzzles()[7].puzzle)


@dataclass(frozen=True)
class Deadly:
    """A judge whose process dies at certain puzzles."""

    poison: str
    hangs: bool = False

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge a chunk or die."""
        if any(row.puzzle == self.poison for row in chunk):
            time.sleep(600 * self.hangs)
            os.kill(os.getpid(), signal.SIGKILL)
        return JUDGE(chunk)


@dataclass(frozen=True)
class Slow:
    """A judge that waits some seconds before each chunk."""

    seconds: float

    def __call__(self, chunk: Chunk) -> Findings:
        """Wait, then judge a chunk."""
        time.sleep(self.seconds)
        return JUDGE(chunk)


def rows_of(puzzles: Iterable[Grid], file: Path) -> list[PuzzleRow]:
    """Write a collection to a file and return its rows."""
    file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    return list(read_collection(REQUEST, [Input.of(str(file))], [], {}))


def audit(
    rows: Iterable[PuzzleRow],
    executor: DaskExecutor | ProcessExecutor,
    ledger: Path,
    kept: Callable[[Findings], object] = lambda _: None,
) -> list[str]:
    """Judge the rows in small chunks and dump the ledger without its runs; `kept` is called with all findings."""
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(Ledger(ledger, [INPUT], SETTINGS)) as opened,
        closing(executor),
    ):
        patch.setattr(distribution, "CHUNK_ROWS", 4)
        for findings in judge_all(rows, executor, PUZZLE_SECONDS):
            opened.keep(findings)
            kept(findings)
    return [f"{table} {row}" for table, rows in contents(ledger).items() for row in rows]
