"""How far an audit has come, on a terminal."""

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from crosscover.auditing.findings import Findings
from crosscover.exit_code import ExitCode

Keep = Callable[[Findings], None]


class Position:
    """How much of the files of a collection has been read, whatever is in them; `sizes` are theirs in bytes.

    Nothing is known where one of them is the standard input or a pipe, which have no size.
    """

    def __init__(self, sizes: Sequence[int | None]) -> None:
        self._sizes = [size or 0 for size in sizes]
        self._known = None not in sizes and any(self._sizes)
        self._number = 0
        self._file: BinaryIO | None = None

    def note_opened(self, number: int, file: BinaryIO) -> None:
        """Note that the file of that number, from 0, is being read."""
        self._number = number
        self._file = file

    @property
    def share(self) -> float | None:
        """The part of all bytes that has been read, from 0 to 1; None where it is not known."""
        if not self._known:
            return None
        here = 0
        if self._file is not None:
            closed = self._file.closed
            here = self._sizes[self._number] if closed else os.lseek(self._file.fileno(), 0, os.SEEK_CUR)
        return (sum(self._sizes[: self._number]) + here) / sum(self._sizes)


@contextmanager
def progress_bar(keep: Keep, done: int, position: Position) -> Generator[Keep]:
    """Show on the standard error how many puzzles are done, how fast, how many are wrong, and what is left.

    The one that is yielded is to be called in the place of `keep`; it is the same where nobody looks. `done` puzzles
    were there before.
    """
    if not sys.stderr.isatty():
        yield keep
        return
    from rich.console import Console  # noqa: PLC0415 - most audits are not looked at, and each process would load it
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[puzzles]:,} puzzles{task.fields[pace]}"),
        TimeRemainingColumn(),
        TextColumn("[bold red]{task.fields[wrong]}"),
    )
    puzzles, wrong = done, 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("", total=None, puzzles=done, pace="", wrong="")

        def keep_and_show(findings: Findings) -> None:
            nonlocal puzzles, wrong
            keep(findings)
            puzzles += len(findings.puzzle)
            wrong += sum(row.code == ExitCode.WRONG for row in findings.puzzle)
            share, seconds = position.share, progress.tasks[0].elapsed
            progress.update(
                bar,
                completed=share or 0,
                total=None if share is None else 1,
                puzzles=puzzles,
                pace=f", {(puzzles - done) / seconds:,.0f}/s" if seconds else "",
                wrong=f"{wrong:,} wrong" if wrong else "",
            )

        yield keep_and_show
