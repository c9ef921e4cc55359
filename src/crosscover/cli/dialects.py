"""List the dialects, which are text forms of puzzles and answers, each with a sample.

If an input marks its end, by a line 'end' or a number of grids, only blank lines may follow.

Choose one with `--dialect NAME` in `crosscover solve` and `crosscover check`.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from crosscover.dialects import DIALECTS, Dialect
from crosscover.errors import ExitCode
from crosscover.reference import DlxEngine, Grid
from crosscover.responses import Answered
from crosscover.subjects.small_puzzles import easy_puzzle

# The first puzzle of the published sample of POJ 3074.
SAMPLE = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
SAMPLE_LINES = 3
SAMPLE_WIDTH = 40


def run(_arguments: argparse.Namespace) -> Iterable[ExitCode]:
    for dialect, written, answer in samples():
        sys.stdout.write(f"{dialect.name}: {dialect.summary}\n")
        for left, right in zip_longest(_shortened(written), _shortened(answer), fillvalue=""):
            sys.stdout.write(f"    {left:{SAMPLE_WIDTH}}  {right}".rstrip() + "\n")
        sys.stdout.write("\n")
    return ()


def samples() -> Iterator[tuple[Dialect, str, str]]:
    """Yield each dialect with a puzzle and its answer in the dialect."""
    for dialect in DIALECTS.values():
        sample = SAMPLE if dialect.shape is None else easy_puzzle(dialect.shape, 1)[0]
        [solution] = DlxEngine()(sample)
        answer = dialect.answer_header + dialect.write_answer(Answered(solution), sample)
        yield dialect, dialect.write([sample]), answer


def _shortened(text: str) -> list[str]:
    lines = [line if len(line) <= SAMPLE_WIDTH else f"{line[: SAMPLE_WIDTH - 1]}…" for line in text.splitlines()]
    return lines if len(lines) <= SAMPLE_LINES + 1 else [*lines[:SAMPLE_LINES], "…", lines[-1]]
