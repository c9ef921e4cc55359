"""List the engines, with the reasons if some are not available.

Use their names in `crosscover solve --engine NAME` and `crosscover check engine:NAME`.
"""

import argparse
import sys
from collections.abc import Iterable

from crosscover.exit_code import ExitCode


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Declare no arguments."""


def run(_arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Print the table."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from crosscover.engines import DEFAULT_PANEL, descriptions
    from crosscover.oracles.cnf import ENCODINGS
    from crosscover.report.text import make_console

    table = Table("engine", "what it is", "here", box=box.SIMPLE_HEAD, pad_edge=False)
    table.columns[0].no_wrap = True
    for name, description, reason in descriptions():
        judges = "runs, on the panel" if name in DEFAULT_PANEL else "runs"
        here = Text(judges) if reason is None else Text.assemble(("missing:", "red"), f" {reason}")
        table.add_row(name, description, here)
    console = make_console(sys.stdout, 140)  # wide enough for an engine per line
    console.print(table)
    console.print(f"Every sat:BACKEND also takes an encoding, as in sat:cadical195:ladder: {', '.join(ENCODINGS)}.")
    return ()
