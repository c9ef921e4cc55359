"""List the dialects, which are text forms of puzzles and answers, each with a sample.

If an input marks its end, by a line 'end' or by the number of grids, only blank lines may follow.

Choose one with `--dialect NAME` in `crosscover solve` and `crosscover check`. The formats of puzzle files, such as sdk,
are only read: by `solve`, `unique`, `audit` and `certify`.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator

from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from crosscover.dialects import ALIASES, DIALECTS, PUZZLE_FILES, Claim, Dialect
from crosscover.exit_code import ExitCode
from crosscover.reference import DlxEngine, Grid
from crosscover.report.display import make_console
from crosscover.subjects.small_puzzles import easy_puzzle

# The first puzzle of the published sample of POJ 3074.
SAMPLE = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
SAMPLE_LINES = 3
SAMPLE_WIDTH = 25


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Declare no arguments."""


def run(_arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Print a table of the dialects."""
    table = Table("name", "form", "input", "answer", box=SIMPLE, show_lines=True)
    for column in (table.columns[0], *table.columns[2:]):
        column.no_wrap = True
    for dialect, aliases, written, answer in samples():
        names = [dialect.name, *(f"({alias})" for alias in aliases)]
        table.add_row(*map(Text, ["\n".join(names), dialect.summary, _shortened(written), _shortened(answer)]))
    make_console(sys.stdout, 120).print(table)
    return ()


def samples() -> Iterator[tuple[Dialect, list[str], str, str]]:
    """Each dialect with its other names, a puzzle written in it, and the answer."""
    for dialect in (*DIALECTS.values(), *PUZZLE_FILES.values()):
        sample = SAMPLE if dialect.shape is None else easy_puzzle(dialect.shape)[0]
        [solution] = DlxEngine()(sample)
        aliases = [alias for alias, name in ALIASES.items() if name == dialect.name]
        answer = dialect.answer_header + dialect.write_answer(solution if dialect.gives_grids else Claim.ONE, sample)
        yield dialect, aliases, dialect.write([sample]), answer


def _shortened(text: str) -> str:
    lines = [line if len(line) <= SAMPLE_WIDTH else f"{line[: SAMPLE_WIDTH - 1]}…" for line in text.splitlines()]
    return "\n".join(lines if len(lines) <= SAMPLE_LINES + 1 else [*lines[:SAMPLE_LINES], "…", lines[-1]])
