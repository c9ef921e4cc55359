"""`crosscover dialects`: the text forms, each with a small sample."""

import argparse

from crosscover.dialects import ALIASES, DIALECTS, Dialect
from crosscover.exit_code import ExitCode
from crosscover.reference import DlxEngine, Grid

# The first puzzle of the published sample of POJ 3074.
SAMPLE = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
SAMPLE_LINES = 3
SAMPLE_WIDTH = 25


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""
    parser.epilog = "--dialect NAME makes `crosscover solve` and `crosscover check` speak one of them."


def run(_: argparse.Namespace) -> ExitCode:
    """Print a table of the dialects."""
    from rich.box import SIMPLE  # noqa: PLC0415 - drawing tables would cost every other command its import
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table("name", "form", "input", "answer", box=SIMPLE, show_lines=True)
    for column in (table.columns[0], *table.columns[2:]):
        column.no_wrap = True
    for dialect in DIALECTS.values():
        aliases = [f"({alias})" for alias, name in ALIASES.items() if name == dialect.name]
        cells = ["\n".join([dialect.name, *aliases]), dialect.summary, sample_input(dialect), sample_answer(dialect)]
        table.add_row(*map(Text, cells))
    Console(width=None if Console().is_terminal else 120, highlight=False).print(table)
    return ExitCode.GOOD


def sample_input(dialect: Dialect) -> str:
    """The beginning and the end of an input with one puzzle."""
    return _shortened(dialect.write([SAMPLE]))


def sample_answer(dialect: Dialect) -> str:
    """The beginning and the end of its answer."""
    return _shortened(dialect.answer_header + dialect.write_answer(next(iter(DlxEngine()(SAMPLE, 1))), SAMPLE))


def _shortened(text: str) -> str:
    lines = [line if len(line) <= SAMPLE_WIDTH else f"{line[: SAMPLE_WIDTH - 1]}…" for line in text.splitlines()]
    return "\n".join(lines if len(lines) <= SAMPLE_LINES + 1 else [*lines[:SAMPLE_LINES], "…", lines[-1]])
