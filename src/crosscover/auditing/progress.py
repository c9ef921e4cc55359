"""The progress of an audit on stderr: on a terminal always, elsewhere every `REPORT_SECONDS`."""

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import accumulate
from pathlib import Path

from crosscover.errors import ExitCode, print_error
from crosscover.harness.budget import Clock
from crosscover.puzzle_files import STDIN
from crosscover.report.files import is_special

from .findings import Findings

REPORT_SECONDS = 30.0
"""Interval between two lines about the progress, in seconds, if stderr is not a terminal."""

BLOCK_BYTES = 1 << 20
"""Size of a block in bytes when lines are counted: a gigabyte takes about 0.3 s."""


class AuditProgress:
    """The rows so far, their pace, and the rows that remain; `str` returns a line.

    `lines` holds the number of lines of each file, None if it is unknown, and `done` is the number of rows that earlier
    runs judged. The lines of the rows so far and the lines of all files show how many rows remain.
    """

    def __init__(self, lines: Sequence[int | None], done: int, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._done = done
        self._judged = self._line = 0
        self._codes: Counter[int] = Counter()
        self._before = [0, *accumulate(number or 0 for number in lines)]
        self._is_known = None not in lines

    def add(self, findings: Findings) -> None:
        """Add the rows of a chunk."""
        self._judged += len(findings.puzzle)
        self._codes.update(row.code for row in findings.puzzle)
        last = findings.puzzle[-1]
        self._line = max(self._line, self._before[last.file] + last.line)

    def __str__(self) -> str:
        rows, lines = self._done + self._judged, self._before[-1]
        pace = self._judged / max(self._clock() - self._started, 0.001)
        parts = [f"{rows:,} puzzles", f"{pace:,.0f}/s"]
        if self._is_known and rows <= self._line <= lines:  # not if several rows share a line
            total = rows * lines // self._line
            parts[0] = f"{rows:,} of about {total:,} puzzles"
            parts.append(f"{timedelta(seconds=round((total - rows) / pace))} left")
        parts += [f"{self._codes[code]:,} {code.word}" for code in ExitCode if code and self._codes[code]]
        return ", ".join(parts)


def show_progress(
    findings: Iterable[Findings], names: Iterable[str], done: int, clock: Clock = time.monotonic
) -> Iterator[Findings]:
    """Yield the findings for the files with these names, and show the progress; earlier runs judged `done` rows."""
    progress = AuditProgress([count_lines(name) for name in names], done, clock)
    if not sys.stderr.isatty():
        reported = clock()
        for found in findings:
            yield found
            progress.add(found)
            if clock() >= reported + REPORT_SECONDS:
                print_error(progress)
                reported = clock()
        return
    from crosscover.report.text import make_console  # noqa: PLC0415 - only terminals need Rich, and each process would load it

    with make_console(sys.stderr).status("") as status:
        for found in findings:
            yield found
            progress.add(found)
            status.update(str(progress))


def count_lines(name: str) -> int | None:
    """Return the number of lines of a text file; None for pipes, and for binary files such as Parquet."""
    if name == STDIN or is_special(Path(name)):
        return None
    lines = 0
    try:
        with Path(name).open("rb") as file:
            while block := file.read(BLOCK_BYTES):
                if b"\0" in block:
                    return None
                lines += block.count(b"\n")
    except OSError:
        return None
    return lines
