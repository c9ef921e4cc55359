"""The ledger: refusals, storage and resumption."""

import json
import math
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from hashlib import sha256
from pathlib import Path

import pytest

from crosscover.auditing import ledger as ledger_module
from crosscover.auditing import relations
from crosscover.auditing.audit_inputs import Input
from crosscover.auditing.findings import CertificateRow, Findings, TimingRow
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.ledger_check import SCHEMA_VERSION
from crosscover.auditing.ledger_opening import MAX_ROW, LedgerConnection
from crosscover.auditing.ledger_opening import open_ledger as reading
from crosscover.auditing.ledger_seal import TableSeal
from crosscover.exit_code import UsageError
from tests.audit.samples import SETTINGS, contents, row
from tests.solve.commands import ENVIRONMENT

A, B, C = (digit * 64 for digit in "abc")
INPUTS = [Input("a.txt", 10, A), Input("b.txt", 20, B)]
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) "
"""The beginning of an endless query."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the ledger."""
    return tmp_path / "ledger"


def open_ledger(
    path: Path, inputs: Sequence[Input] = INPUTS, settings: dict[str, object] | None = None
) -> "closing[Ledger]":
    """Open a ledger, and close it at the end."""
    return closing(Ledger(path, inputs, SETTINGS if settings is None else settings))


def files_beside(path: Path) -> list[str]:
    """The files in the folder of the ledger."""
    return sorted(each.name for each in path.parent.iterdir())


def link(path: Path) -> None:
    """Make a link to a file that others need."""
    path.symlink_to("precious")


def move(path: Path) -> None:
    """Give a file another name."""
    path.rename(path.with_name("new"))


def replace(path: Path) -> None:
    """Put another file in the place of one."""
    path.with_name("other").touch()
    path.with_name("other").replace(path)


def move_and_replace(path: Path) -> None:
    """Give a file another name, and put another file in its place."""
    move(path)
    path.touch()


def test_findings_are_stored(path: Path) -> None:
    """Findings are there when the ledger is opened again, and it is a single file."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1), row(2)], certificate=[CertificateRow(1, 0, "unique", "{}")]))
    assert files_beside(path) == ["ledger"]
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == [(1, 2)]
        ledger.keep(Findings([row(3), row(2)]))
    assert contents(path)["puzzle"] == [row(1), row(2), row(3)]
    assert contents(path)["certificate"] == [(1, 0, "unique", "{}")]


def test_the_documented_seal(path: Path) -> None:
    """Other programs can compute the seal: SQLite writes the JSON that Python's encoder writes."""
    odd = "".join(map(chr, range(256))) + "\u2028\U0001f600'/"
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)._replace(complaint=odd)], timing=[TimingRow(1, "dlx", 1, 0.1 + 0.2)]))
        ledger.commit()
        for table in ("puzzle", "timing"):
            rows = ledger.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own table
            (text,) = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in rows)
            query = "SELECT rows, digest FROM seal WHERE name = ?"
            assert ledger.execute(query, (table,)).fetchall() == [(1, sha256(text.encode()).hexdigest())]


@pytest.mark.parametrize("error", [UsageError, KeyboardInterrupt])
def test_findings_are_stored_as_a_whole(
    path: Path, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If storing findings fails or is interrupted, the ledger fits its seal, and has none of them."""

    def fail(_seal: TableSeal, _row: object) -> None:
        raise error("so")

    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)]))
        ledger.commit()
        monkeypatch.setattr(TableSeal, "add", fail)
        with pytest.raises(error):
            ledger.keep(Findings([row(2)], certificate=[CertificateRow(2, 0, "unique", "{}")]))
        monkeypatch.undo()
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == [(1, 1)]
    assert contents(path)["certificate"] == []


@pytest.mark.parametrize(
    ("text", "is_kept"), [("x" * 900_000, True), ("x" * MAX_ROW, False), ("\1" * (MAX_ROW // 5), False)]
)
def test_long_texts(path: Path, text: str, is_kept: bool) -> None:
    """What is too long to be read again, as it is or as JSON, is not written."""
    outcome = nullcontext() if is_kept else pytest.raises(UsageError, match="string or blob too big")
    with open_ledger(path) as ledger, outcome:
        ledger.keep(Findings([row(1)._replace(complaint=text)]))
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == [(1, 1)] * is_kept


def test_long_settings(path: Path) -> None:
    """A ledger whose settings are too long to be read again is not made."""
    with pytest.raises(UsageError, match="string or blob too big"):
        Ledger(path, INPUTS, SETTINGS | {"puzzle_column": "x" * MAX_ROW})
    assert not path.exists()


def test_an_interrupted_rollback(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second Ctrl-C, before the rollback that follows the first one, commits no part of the findings."""
    execute = LedgerConnection.execute
    interrupted: list[str] = []

    def interrupt(connection: LedgerConnection, query: str, *values: Sequence[object]) -> sqlite3.Cursor:
        if query == "ROLLBACK" and not interrupted:
            interrupted.append(query)
            raise KeyboardInterrupt
        return execute(connection, query, *values)

    def fail(_seal: TableSeal, _rows: object) -> None:
        raise KeyboardInterrupt

    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)]))
        ledger.commit()
        monkeypatch.setattr(LedgerConnection, "execute", interrupt)
        with monkeypatch.context() as patch:
            patch.setattr(TableSeal, "add", fail)
            with pytest.raises(KeyboardInterrupt):
                ledger.keep(Findings([row(2)], certificate=[CertificateRow(2, 0, "unique", "{}")]))
    assert interrupted
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == [(1, 1)]
    assert contents(path)["certificate"] == []


@pytest.mark.parametrize(
    ("numbers", "ranges"),
    [
        ([], []),
        ([1], [(1, 1)]),
        ([3, 2, 9], [(2, 3), (9, 9)]),
        (range(1, 50), [(1, 49)]),
        ([1, 3, 5], [(1, 1), (3, 3), (5, 5)]),
    ],
)
def test_ranges(path: Path, numbers: Sequence[int], ranges: list[tuple[int, int]]) -> None:
    """Finished tasks are given as ordered ranges of numbers."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number) for number in numbers]))
        assert list(ledger.done()) == ranges


@pytest.mark.parametrize(
    ("ending", "outcome"), [(None, "complete"), (KeyboardInterrupt(), "interrupted"), (UsageError("so"), "failed")]
)
def test_runs(path: Path, ending: BaseException | None, outcome: str) -> None:
    """Each run is recorded with its end; the ledger is complete when one has finished."""
    with open_ledger(path) as ledger:
        with suppress(KeyboardInterrupt, UsageError), ledger.run("2 processes", {"crosscover": "1"}):
            if ending:
                raise ending
        assert ledger.is_complete == (ending is None)
        runs = ledger.execute("SELECT outcome, executor FROM run WHERE ended >= started").fetchall()
    assert runs == [(outcome, "2 processes")]


def test_an_empty_file_becomes_a_ledger(path: Path) -> None:
    """An empty file becomes a ledger."""
    path.touch()
    with open_ledger(path) as ledger:
        assert list(ledger.done()) == []


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("make", [Path.touch, Path.mkdir, link])
def test_side_files_of_a_new_ledger(path: Path, end: str, make: Callable[[Path], None]) -> None:
    """A new ledger is refused if there is a file that SQLite would apply to it, and nothing is changed."""
    make(path.with_name(f"ledger{end}"))
    with pytest.raises(UsageError, match=f"ledger{end} exists, which would be a part of the new ledger"):
        Ledger(path, INPUTS, SETTINGS)
    assert files_beside(path) == [f"ledger{end}"]


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_foreign_side_files(path: Path, end: str) -> None:
    """SQLite would replace and delete foreign files and links with the names of side files: they are refused."""
    with open_ledger(path):
        pass
    path.with_name("precious").write_text("precious")
    side = path.with_name(f"ledger{end}")
    for make in (side.symlink_to, side.hardlink_to):
        make(path.with_name("precious"))
        with pytest.raises(UsageError, match=f"ledger{end} is not part of the ledger"):
            Ledger(path, INPUTS, SETTINGS)
        with pytest.raises(UsageError, match=f"ledger{end} is not part of the ledger"), reading(path):
            pass
        assert side.read_text() == "precious"
        side.unlink()


def test_a_ledger_never_has_a_journal(path: Path) -> None:
    """A ledger has a write-ahead log from the start, so that no kill can leave a journal."""
    with open_ledger(path) as ledger:
        assert ledger.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert files_beside(path) == ["ledger", "ledger-shm", "ledger-wal"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (Path.unlink, "was removed while it was written; its rows are lost"),
        (move, "was removed .*; its rows are in that file, which has"),
        (replace, "was replaced while it was written; its rows are lost"),
        (move_and_replace, "was replaced .*; its rows are in that"),
    ],
    ids=["removed", "moved", "replaced", "moved and replaced"],
)
def test_a_lost_ledger(
    path: Path, change: Callable[[Path], object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ledger that is removed or replaced while it is written is an error, reported once, at the next commit."""
    monkeypatch.setattr(ledger_module, "COMMIT_SECONDS", math.inf)
    ledger = Ledger(path, INPUTS, SETTINGS)
    change(path)
    ledger.keep(Findings([row(1)]))
    with pytest.raises(UsageError, match=message):
        ledger.commit()
    ledger.commit()
    ledger.close()


def text(path: Path) -> None:
    """A file of another kind."""
    path.write_text("puzzle\n")


def other_database(path: Path) -> None:
    """A database of another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE puzzle (number INTEGER)")


def newer_ledger(path: Path) -> None:
    """A ledger of a later version."""
    with open_ledger(path) as ledger:
        ledger.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def damaged_ledger(path: Path) -> None:
    """A ledger truncated to its header."""
    with open_ledger(path):
        pass
    path.write_bytes(path.read_bytes()[:100] + bytes(5000))


def folder(path: Path) -> None:
    """A folder."""
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (text, "is not a ledger of an audit$"),
        (other_database, "is not a ledger of an audit, but another SQLite database$"),
        (newer_ledger, f"is a ledger of version {SCHEMA_VERSION + 1}; this crosscover knows version {SCHEMA_VERSION}$"),
        (damaged_ledger, "cannot be read: "),
        (folder, "is not a ledger: it is not a regular file$"),
    ],
    ids=["text", "database", "newer", "damaged", "folder"],
)
def test_other_files_are_refused(path: Path, make: Callable[[Path], None], message: str) -> None:
    """A file that is not a ledger is refused with a message and unchanged."""
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(UsageError, match=message):
        Ledger(path, INPUTS, SETTINGS)
    assert files_beside(path) == ["ledger"]
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (INPUTS[:1], r"begun with 2 files \(a.txt, b.txt\), not 1 \(a.txt\)"),
        (INPUTS[::-1], "begun with the same files in another order: a.txt, b.txt"),
        ([INPUTS[0], Input("b.txt", 21, C)], "b.txt has changed since: it had 20 bytes, and has 21"),
        ([INPUTS[0], Input("b.txt", 20, C)], "b.txt has other contents now, of the same size"),
        ([INPUTS[0], Input("c.txt", 30, C)], "begun with b.txt, and c.txt has other contents"),
        ([INPUTS[0], Input("b.txt", None, None)], "b.txt was a file when it was begun"),
    ],
    ids=["fewer", "order", "size", "contents", "other", "pipe"],
)
def test_other_inputs(path: Path, inputs: list[Input], message: str) -> None:
    """An audit resumes only with the same puzzles; differences are described."""
    with open_ledger(path):
        pass
    with pytest.raises(UsageError, match=message):
        Ledger(path, inputs, SETTINGS)


def test_renamed_inputs(path: Path) -> None:
    """Files are identified by their contents and may have been renamed."""
    with open_ledger(path):
        pass
    with open_ledger(path, [Input("moved/a.txt", 10, A), INPUTS[1]]):
        pass
    assert contents(path)["input"] == [(0, "a.txt", 10, A), (1, "b.txt", 20, B)]


def test_other_settings(path: Path) -> None:
    """An audit resumes only with the same options; differing ones are shown as on the command line."""
    with open_ledger(path):
        pass
    before = "--engines dlx,bitmask and no --minimal and no --shape"
    now = "--engines dlx and --minimal and --shape 2x3"
    with pytest.raises(UsageError, match=f"begun with {before}, not with {now}"):
        Ledger(path, INPUTS, SETTINGS | {"engines": ("dlx",), "shape": "2x3", "minimal": True})


def test_an_empty_option(path: Path) -> None:
    """An empty option differs from a missing one."""
    with open_ledger(path, settings=SETTINGS | {"solution_column": ""}):
        pass
    with pytest.raises(UsageError, match="with --solution-column '', not with no --solution-column;"):
        Ledger(path, INPUTS, SETTINGS)


def test_two_writers(path: Path) -> None:
    """While an audit writes, another one is refused under any path, and reading is possible."""
    link = path.with_name("link")
    link.symlink_to(path)
    program = """\
import sys
from pathlib import Path
from crosscover.auditing.ledger import Ledger
Ledger(Path(sys.argv[1]), [], {})
"""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1)]))
        ledger.commit()
        done = subprocess.run(
            [sys.executable, "-c", program, link], env=ENVIRONMENT, capture_output=True, text=True, check=False
        )
        assert "UsageError: another audit is writing to " in done.stderr
        assert contents(path)["puzzle"] == [row(1)]
    with open_ledger(path):
        pass


def test_full_disk(path: Path) -> None:
    """On a full disk an error is raised, committed rows are kept, and the audit can resume with more space."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number) for number in range(1, 1001)]))
        ledger.commit()
        pages = ledger.execute("PRAGMA page_count").fetchone()[0]
        ledger.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(UsageError, match="cannot be read or written any more: database or disk is full"):
            ledger.keep(Findings([row(number) for number in range(1001, 2001)]))
    with open_ledger(path) as ledger:
        [(first, last)] = ledger.done()
        assert first == 1
        assert last >= 1000
        ledger.keep(Findings([row(number) for number in range(last + 1, 2001)]))
    assert contents(path)["puzzle"] == [row(number) for number in range(1, 2001)]


@pytest.fixture
def interrupt_soon() -> Iterator[Callable[[], object]]:
    """Interrupt this process after a moment, as by Ctrl-C."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    yield lambda: signal.setitimer(signal.ITIMER_REAL, 0.1)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_an_interrupt_ends_a_long_query(path: Path, interrupt_soon: Callable[[], object]) -> None:
    """Ctrl-C ends a long query of SQLite after a run."""
    with open_ledger(path) as ledger:
        with ledger.run("one process", {}):
            pass
        interrupt_soon()
        with pytest.raises(KeyboardInterrupt):
            ledger.execute(NUMBERS + "SELECT count(*) FROM numbers")  # noqa: S608 - constant text


def test_an_interrupt_keeps_the_relations(
    path: Path, interrupt_soon: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If relating is interrupted, the earlier relations and all rows are kept."""
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(1), row(2)]))
        ledger.find_relations()
        ledger.keep(Findings([row(3)]))
        monkeypatch.setattr(relations, "FIND_DUPLICATES", NUMBERS + "INSERT INTO duplicate SELECT n, n FROM numbers")  # noqa: S608 - the same
        interrupt_soon()
        with pytest.raises(KeyboardInterrupt):
            ledger.find_relations()
    assert contents(path)["duplicate"] == [(2, 1)]
    assert contents(path)["puzzle"] == [row(1), row(2), row(3)]


def test_duplicates(path: Path) -> None:
    """Each repeated puzzle refers to its first occurrence; malformed rows are never duplicates."""
    puzzles = ["b", "a", None, "b", "a", "b", None, "c"]
    with open_ledger(path) as ledger:
        ledger.keep(Findings([row(number)._replace(puzzle=puzzle) for number, puzzle in enumerate(puzzles, 1)]))
        for _ in range(2):
            ledger.find_relations()
    assert contents(path)["duplicate"] == [(4, 1), (5, 2), (6, 1)]
