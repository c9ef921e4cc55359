"""How far an audit has come, on a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from crosscover.audit.findings import Findings
from crosscover.exit_code import ExitCode

Keep = Callable[[Findings], None]


@contextmanager
def progress_bar(keep: Keep, done: int) -> Generator[Keep]:
    """Show what is kept as a line on the standard error: puzzles, their pace, how many are wrong.

    The one that is yielded is to be called in the place of `keep`; it is the same where nobody looks. `done` puzzles
    were there before.
    """
    if not sys.stderr.isatty():
        yield keep
        return
    from rich.console import Console  # noqa: PLC0415 - most audits are not looked at, and each process would load it
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415 - the same

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed:,} puzzles"),
        TextColumn("{task.fields[pace]}"),
        TimeElapsedColumn(),
        TextColumn("[bold red]{task.fields[wrong]}"),
    )
    wrong = 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", completed=done, total=None, wrong="", pace="")

        def keep_and_show(findings: Findings) -> None:
            nonlocal wrong
            keep(findings)
            wrong += sum(row.code == ExitCode.WRONG for row in findings.puzzle)
            speed = progress.tasks[0].speed
            progress.update(
                bar,
                advance=len(findings.puzzle),
                wrong=f"{wrong:,} wrong" if wrong else "",
                pace=f"{speed:,.0f} puzzles/s" if speed else "",
            )

        yield keep_and_show
