"""List the engines, which of them run here, and why the others do not.

Use a name as in `crosscover solve --engine NAME` and `crosscover check engine:NAME`.
"""

import argparse

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from crosscover.engines import DEFAULT_PANEL, availability
from crosscover.exit_code import ExitCode
from crosscover.oracles.cnf import ENCODINGS

WIDE = 140
"""Columns of a table that is not shown on a terminal, so that every engine stays on one line."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


def run(_arguments: argparse.Namespace) -> ExitCode:
    """Print the table."""
    table = Table("engine", "version", "what it is", "here", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in table.columns[:2]:
        column.no_wrap = True
    for row in availability():
        judges = "runs, on the panel" if row.name in DEFAULT_PANEL else "runs"
        here = judges if row.unavailable_reason is None else f"[red]missing:[/] {escape(row.unavailable_reason)}"
        table.add_row(row.name, row.version, row.description, here)
    console = Console(width=None if Console().is_terminal else WIDE, highlight=False)
    with console.capture() as text:  # Rich itself would end the process where nobody reads
        console.print(table)
        console.print(
            f"Every sat:BACKEND takes an encoding as well, as in sat:cadical195:ladder: {', '.join(ENCODINGS)}."
        )
    print(text.get(), end="")
    return ExitCode.GOOD
