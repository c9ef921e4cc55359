"""`crosscover engines`: what engines there are, which of them run here, and why the others do not."""

import argparse

from crosscover.engines import DEFAULT_PANEL, availability
from crosscover.exit_code import ExitCode
from crosscover.oracles.cnf import ENCODINGS

WIDE = 140
"""Columns of a table that is not shown on a terminal, so that every engine stays on one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""
    parser.epilog = "Use a name as in `crosscover solve --engine NAME` and `crosscover check engine:NAME`."


def run(_arguments: argparse.Namespace) -> ExitCode:
    """Print the table."""
    from rich import box  # noqa: PLC0415 - rich costs 60 ms, which `--help` need not pay
    from rich.console import Console  # noqa: PLC0415 - as above
    from rich.markup import escape  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - as above

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("engine", no_wrap=True)
    table.add_column("version", no_wrap=True)
    table.add_column("what it is")
    table.add_column("here")
    for row in availability():
        judges = "runs, on the panel" if row.name in DEFAULT_PANEL else "runs"
        here = judges if row.unavailable_reason is None else f"[red]missing:[/] {escape(row.unavailable_reason)}"
        table.add_row(row.name, row.version, row.description, here)
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    console.print(table)
    console.print(f"Every sat:BACKEND takes an encoding as well, as in sat:cadical195:ladder: {', '.join(ENCODINGS)}.")
    return ExitCode.GOOD
