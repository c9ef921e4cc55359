"""The ledger: refusals, storage, locks and resumption."""

import signal
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.auditing.findings import CertificateRow, Findings, Input
from crosscover.auditing.ledger import SCHEMA_VERSION, Ledger, is_complete
from crosscover.auditing.ledger import open_ledger as reading
from crosscover.errors import UsageError

from .samples import SETTINGS, contents, row

A, B, C = (digit * 64 for digit in "abc")
INPUTS = [Input("a.txt", 10, A), Input("b.txt", 20, B)]
IN_USE = "is in use: another audit is writing to it, or a command is reading it$"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the ledger."""
    return tmp_path / "ledger"


def open_ledger(path: Path, inputs: Sequence[Input] = INPUTS) -> "closing[Ledger]":
    """Open a ledger, and close it at the end."""
    return closing(Ledger(path, inputs, SETTINGS))


def files_beside(path: Path) -> list[str]:
    """The files in the folder of the ledger."""
    return sorted(each.name for each in path.parent.iterdir())


def test_findings_are_stored(path: Path) -> None:
    """Findings are there when the ledger is opened again, and it is a single file."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1), row(2)], certificate=[CertificateRow(1, "unique", "{}")]))
    assert files_beside(path) == ["ledger"]
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == [(1, 2)]
        ledger.keep(Findings([row(3), row(2)]))
    assert contents(path)["puzzle"] == [row(1), row(2), row(3)]
    assert contents(path)["certificate"] == [(1, "unique", "{}")]


def test_findings_are_stored_as_a_whole(path: Path) -> None:
    """If a row of the findings cannot be stored, none of them is, and the ledger can still be used."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)]))
        ledger.commit()
        ledger.keep(Findings([row(2)._replace(line="no number")], certificate=[CertificateRow(2, "unique", "{}")]))  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(UsageError, match="cannot store TEXT value in INTEGER column"):
            ledger.commit()
        ledger.keep(Findings([row(3)]))
    assert contents(path)["certificate"] == []
    assert contents(path)["puzzle"] == [row(1), row(3)]


@pytest.mark.parametrize(
    ("numbers", "ranges"),
    [([], []), ([1], [(1, 1)]), ([3, 2, 9], [(2, 3), (9, 9)]), ([1, 3, 5], [(1, 1), (3, 3), (5, 5)])],
)
def test_ranges(path: Path, numbers: Sequence[int], ranges: list[tuple[int, int]]) -> None:
    """Finished rows are given as ordered ranges of numbers."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number) for number in numbers]))
        ledger.commit()
        assert list(ledger.done()) == ranges


def test_runs(path: Path) -> None:
    """Each run is recorded; the ledger is complete when one has ended."""
    with open_ledger(path) as ledger:
        ledger.begin_run({"crosscover": "1"})
        assert not is_complete(ledger)
        ledger.begin_run({"crosscover": "2"})
        ledger.end_run()
        assert is_complete(ledger)
        found = ledger.execute("SELECT versions, ended >= started FROM run ORDER BY run").fetchall()
    assert found == [('{"crosscover": "1"}', None), ('{"crosscover": "2"}', 1)]


NEWER = f"PRAGMA user_version = {SCHEMA_VERSION + 1}"
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM puzzle; END"


@pytest.mark.parametrize(
    ("is_ledger", "script", "message"),
    [
        (False, "CREATE TABLE puzzle (number INTEGER)", "ledger is not a ledger of an audit$"),
        (True, NEWER, "is a ledger of version 9; this crosscover reads version 8$"),
        (True, TRIGGER, "is not a ledger of an audit: it has other tables$"),
        (True, "", "cannot be read or written: database disk image is malformed$"),
    ],
    ids=["another database", "newer", "other tables", "truncated"],
)
def test_other_files_are_refused(path: Path, is_ledger: bool, script: str, message: str) -> None:
    """A file that is no sound ledger of this version is refused by writers and readers, and unchanged."""
    if is_ledger:
        with open_ledger(path) as ledger:
            ledger.keep(Findings([row(number) for number in range(1, 1001)]))
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    if not script:
        path.write_bytes(path.read_bytes()[:40_000])
    before = path.read_bytes()
    with pytest.raises(UsageError, match=message):
        Ledger(path, INPUTS, SETTINGS)
    with pytest.raises(UsageError, match=message), reading(path):
        pass
    assert files_beside(path) == ["ledger"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("suffix", ["-journal", "-wal"])
@pytest.mark.parametrize("exists", [False, True], ids=["new", "existing"])
def test_files_that_look_like_journals(path: Path, suffix: str, exists: bool) -> None:
    """A ledger is refused beside a file of another program that SQLite would delete, also through a link."""
    journal = path.with_name(f"ledger{suffix}")
    if exists:
        with open_ledger(path):
            pass
    journal.write_text("my notes")
    link = path.with_name("link")
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(UsageError, match=f"ledger{suffix} is in the way: SQLite would take it for a journal"):
            Ledger(name, INPUTS, SETTINGS)
    assert journal.read_text() == "my notes"
    assert path.exists() == exists


@pytest.mark.parametrize(
    ("inputs", "changes", "message"),
    [
        (INPUTS[:1], {}, r"with puzzles a.txt \(10 bytes, .*\), b.txt .*, not with puzzles a.txt \(10 .* a{12}…\);"),
        (INPUTS[::-1], {}, "with puzzles a.txt .*, b.txt .*, not with puzzles b.txt .*, a.txt "),
        ([INPUTS[0], Input("b.txt", 20, C)], {}, r"not with puzzles a.txt .*, b.txt \(20 bytes, sha256 c{12}…\)"),
        ([INPUTS[0], Input("b.txt")], {}, r"not with .* b.txt \(a pipe, which cannot be read again\)"),
        (
            INPUTS,
            {"engines": ["dlx"], "minimal": True},
            r'with engines \["dlx", "bitmask"\], minimal false, not with engines \["dlx"\], minimal true;',
        ),
    ],
    ids=["fewer", "order", "contents", "pipe", "settings"],
)
def test_another_audit(path: Path, inputs: list[Input], changes: dict[str, object], message: str) -> None:
    """An audit resumes only with the same puzzles and options; the differences are named."""
    with open_ledger(path):
        pass
    with pytest.raises(UsageError, match=message):
        Ledger(path, inputs, SETTINGS | changes)


def test_a_pipe_is_not_read_again(path: Path) -> None:
    """The ledger of an audit of a pipe cannot be continued, since its contents may be others."""
    with open_ledger(path, [Input("-")]):
        pass
    with pytest.raises(UsageError, match=r"with puzzles <stdin> \(a pipe, which cannot be read again\), not with"):
        Ledger(path, [Input("-")], SETTINGS)


def test_renamed_inputs(path: Path) -> None:
    """Files are identified by their contents and may have been renamed."""
    with open_ledger(path):
        pass
    with open_ledger(path, [Input("moved/a.txt", 10, A), INPUTS[1]]):
        pass


def test_one_writer(path: Path) -> None:
    """While an audit has a ledger open, other writers and readers are refused at once, under any path."""
    link = path.with_name("link")
    link.symlink_to(path)
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)]))
        with pytest.raises(UsageError, match=f"link {IN_USE}"):
            Ledger(link, INPUTS, SETTINGS)
        with pytest.raises(UsageError, match=f"link {IN_USE}"), reading(link):
            pass
    assert contents(path)["puzzle"] == [row(1)]


def test_full_disk(path: Path) -> None:
    """On a full disk an error is raised, committed rows are kept, and the audit can resume with more space."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number) for number in range(1, 1001)]))
        ledger.commit()
        pages = ledger.execute("PRAGMA page_count").fetchone()[0]
        ledger.execute(f"PRAGMA max_page_count = {pages + 5}")
        ledger.keep(Findings([row(number) for number in range(1001, 2001)]))
        with pytest.raises(UsageError, match="ledger cannot be written: No space left on device"):
            ledger.commit()
    with open_ledger(path) as ledger:
        assert ledger.done() == [(1, 1000)]
        ledger.keep(Findings([row(number) for number in range(1001, 2001)]))
    assert contents(path)["puzzle"] == [row(number) for number in range(1, 2001)]


def test_an_interrupt_ends_a_long_query(path: Path) -> None:
    """A query that takes long is interrupted, and all rows are kept."""
    endless = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT max(n) FROM numbers"
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1), row(2)]))
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            ledger.execute(endless)
    assert contents(path)["puzzle"] == [row(1), row(2)]


def test_duplicates(path: Path) -> None:
    """Each repeated puzzle refers to its first occurrence of the same shape; malformed rows are never duplicates."""
    puzzles = ["b", "a", None, "b", "a", "b", None, "c", "c"]
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number)._replace(puzzle=puzzle) for number, puzzle in enumerate(puzzles, 1)]))
        ledger.keep(Findings([row(9)._replace(puzzle="c", shape="2x3")]))
    assert contents(path)["duplicate"] == [(4, 1), (5, 2), (6, 1)]
