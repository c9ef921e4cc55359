"""The progress of an audit on stderr."""

import gzip
from io import StringIO
from pathlib import Path

import pytest

from crosscover.auditing.findings import Findings
from crosscover.auditing.progress import AuditProgress, count_lines, show_progress
from crosscover.errors import ExitCode

from .samples import RIGHT, TABLE, collection, row


class FakeClock:
    """A clock that each chunk advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now

    def chunk(self, first: int, last: int, seconds: float, *codes: ExitCode) -> Findings:
        """Judge rows in some seconds, each on the line after its number; the first rows have these codes."""
        self.now += seconds
        rows = [row(number)._replace(line=number + 1) for number in range(first, last + 1)]
        for place, code in enumerate(codes):
            rows[place] = rows[place]._replace(code=code)
        return Findings(rows)


class Terminal(StringIO):
    """A terminal that keeps its output."""

    def isatty(self) -> bool:
        """Return that this is a terminal."""
        return True


def test_progress() -> None:
    """The progress shows the rows, their pace, an estimate of the remaining time, and the rows with complaints."""
    clock = FakeClock()
    progress = AuditProgress([1001], 0, clock)
    progress.add(clock.chunk(1, 100, 2))
    assert str(progress) == "100 of about 991 puzzles, 50/s, 0:00:18 left"
    progress.add(clock.chunk(101, 500, 2, ExitCode.WRONG, ExitCode.NOT_DECIDED, ExitCode.WRONG))
    assert str(progress) == "500 of about 999 puzzles, 125/s, 0:00:04 left, 2 wrong, 1 not decided"


def test_continued() -> None:
    """Rows of earlier runs count as done, but not for the pace."""
    clock = FakeClock()
    progress = AuditProgress([2001], 1000, clock)
    progress.add(clock.chunk(1001, 1100, 10))
    assert str(progress) == "1,100 of about 1,999 puzzles, 10/s, 0:01:30 left"


@pytest.mark.parametrize("lines", [[None], [1], [1001, None]])
def test_unknown_number_of_rows(lines: list[int | None]) -> None:
    """If the number of lines is unknown, or several rows share a line, the remaining time is unknown, too."""
    clock = FakeClock()
    progress = AuditProgress(lines, 0, clock)
    progress.add(
        Findings([row(number)._replace(line=1) for number in range(1, 101)]) if lines == [1] else clock.chunk(1, 100, 2)
    )
    assert str(progress).startswith("100 puzzles, ")
    assert "left" not in str(progress)


def test_lines_on_a_pipe(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If stderr is not a terminal, a line follows every 30 seconds."""
    clock = FakeClock()
    (folder / "puzzles.csv").write_text(TABLE + 1000 * RIGHT)
    chunks = (clock.chunk(number, number + 9, 10) for number in range(1, 101, 10))
    assert len(list(show_progress(chunks, ["puzzles.csv"], 0, clock))) == 10
    assert capsys.readouterr().err.splitlines() == [
        "crosscover: 30 of about 968 puzzles, 1/s, 0:15:38 left",
        "crosscover: 60 of about 984 puzzles, 1/s, 0:15:24 left",
        "crosscover: 90 of about 990 puzzles, 1/s, 0:15:00 left",
    ]


def test_status_on_a_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, a status line shows the progress from the first chunk on."""
    clock, terminal = FakeClock(), Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    (folder / "puzzles.csv").write_text(TABLE + 1000 * RIGHT)
    chunks = (clock.chunk(first, first + 99, 2, ExitCode.WRONG) for first in (1,))
    assert len(list(show_progress(chunks, ["puzzles.csv"], 0, clock))) == 1
    assert "100 of about 991 puzzles, 50/s, 0:00:18 left, 1 wrong" in terminal.getvalue()


def test_counted_lines(folder: Path) -> None:
    """Lines are counted in text files; binary files, pipes and missing files have none."""
    assert count_lines(str(collection(folder / "text"))) == 5
    (folder / "binary").write_bytes(gzip.compress(b"1" * 1000))
    assert [count_lines(name) for name in (str(folder / "binary"), "-", "/dev/stdin", "missing")] == [None] * 4
