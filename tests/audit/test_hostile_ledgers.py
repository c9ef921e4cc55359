"""Ledgers of strangers: what crosscover did not write is refused; tests/attack draws further ones."""

import subprocess
import sys
import zlib
from base64 import b64encode
from pathlib import Path
from random import Random

import pytest

from crosscover.auditing import ledger_opening
from crosscover.auditing.ledger_opening import connect, open_ledger
from crosscover.auditing.packed_lines import pack, unpack
from crosscover.cli import main
from crosscover.exit_code import UsageError
from tests.solve.commands import ENVIRONMENT

from .ledgers import COLLECTION, audit, edit, ledger_command, write

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS number, '' AS line FROM n"
VIEW = "ALTER TABLE certificate RENAME TO own; CREATE VIEW certificate AS "
OTHER_SCHEMA = "its tables, indexes, views or triggers are not those of a ledger"
NOT_JSON = "expected JSON, found "
IMPOSSIBLE = "has impossible values in row "
randbytes = Random(1).randbytes


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (VIEW + ENDLESS, OTHER_SCHEMA),
        (VIEW + "SELECT 1 AS number, zeroblob(1000000000) AS line", OTHER_SCHEMA),
        (f"{VIEW} SELECT * FROM own WHERE strftime('%s') % 2", OTHER_SCHEMA),  # noqa: S608 - a script of our own
        ("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM puzzle; END", OTHER_SCHEMA),
        ("CREATE INDEX i ON puzzle (verdict)", OTHER_SCHEMA),
        ("CREATE VIRTUAL TABLE v USING rtree(a, b, c)", OTHER_SCHEMA),
        ("ALTER TABLE run ADD COLUMN g TEXT AS (hex(zeroblob(9)))", OTHER_SCHEMA),
        ("DROP TABLE timing", OTHER_SCHEMA),
        ("ANALYZE", OTHER_SCHEMA),
        ("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '')", OTHER_SCHEMA),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'timing'",
            "2nd reference to page 3",
        ),
        ("DELETE FROM puzzle WHERE number = 3", "the table puzzle has 4 rows, and had 5 when it was written"),
        ("INSERT INTO clue VALUES (3, 1, NULL)", "the table clue has 5 rows, and had 4 when it was written"),
        ("UPDATE puzzle SET number = 6 WHERE number = 4", "rows of the table puzzle were changed since"),
        ("UPDATE puzzle SET nodes = nodes + 1 WHERE number = 4", "rows of the table puzzle were changed since"),
        ("UPDATE run SET outcome = NULL", "rows of the table run were changed since"),
        ("DELETE FROM seal WHERE name = 'answer'", "its seal is not complete"),
        ("UPDATE seal SET digest = 'x'", "its seal has something else than digests"),
        ("UPDATE setting SET value = CAST(x'ff' AS TEXT) WHERE name = 'count'", "Could not decode to UTF-8"),
    ],
)
def test_a_changed_ledger(ledger: Path, script: str, message: str) -> None:
    """Another schema and changed rows are noticed before anything is reported."""
    edit(ledger, script)
    with pytest.raises(UsageError, match=message), open_ledger(ledger):
        pass


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("UPDATE puzzle SET verdict = 'UNIQUE' WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET puzzle = replace(puzzle, '.', 'x') WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET shape = '3X3' WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET clues = 17 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET second = solution WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET line = 0 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET code = 130 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET minimal = 7 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET automorphisms = NULL WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET decided = '[\"me\"]' WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET number = 9000000000000 WHERE number = 4", IMPOSSIBLE),
        ("UPDATE puzzle SET file = 7 WHERE number = 4", "a puzzle is of an input that it does not have"),
        (
            "UPDATE puzzle SET number = 7 WHERE number = 3",
            "the table isomorph is about a puzzle 3, which it does not have",
        ),
        ("UPDATE duplicate SET first = 5", IMPOSSIBLE),
        ("UPDATE answer SET judge = 'me' WHERE number = 2", IMPOSSIBLE),
        ("UPDATE certificate SET place = -1 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE certificate SET place = 1 WHERE number = 1", IMPOSSIBLE),
        ("UPDATE certificate SET claim = 'minimal' WHERE number = 1", IMPOSSIBLE),
        ("UPDATE certificate SET claim = 'true' WHERE number = 1", IMPOSSIBLE),
        ("UPDATE certificate SET line = printf('%.*c', 3000500, 'x') WHERE number = 1", IMPOSSIBLE),
        ("UPDATE puzzle SET uncertified = printf('%.*c', 200000, 'x') WHERE number = 1", IMPOSSIBLE),
        ("UPDATE clue SET cell = -1 WHERE number = 1 AND cell = 1", IMPOSSIBLE),
        ("INSERT INTO timing VALUES (1, 'dlx', 1, 1e999)", IMPOSSIBLE),
        ("UPDATE input SET sha256 = 'x'", IMPOSSIBLE),
        ("UPDATE run SET outcome = 'fine'", IMPOSSIBLE),
        ("UPDATE run SET versions = '{\"a\": {}}'", IMPOSSIBLE),
        ("UPDATE run SET versions = '{'", NOT_JSON),
        ("UPDATE run SET executor = printf('%.*c', 5000000, 'x')", "string or blob too big"),
        ("UPDATE setting SET value = printf('%.*c', 90000, '[') WHERE name = 'judge'", NOT_JSON),
        ("UPDATE setting SET value = printf('%.*c', 9000, '9') WHERE name = 'count'", NOT_JSON),
        ("DELETE FROM setting WHERE name = 'shard'", "its setting 'shard' is missing, unknown or impossible"),
        ("INSERT INTO setting VALUES ('mine', '1')", "its setting 'mine' is missing, unknown or impossible"),
        *(
            (f"UPDATE setting SET value = '{value}' WHERE name = '{name}'", f"its setting '{name}' is missing, unknown")  # noqa: S608 - settings of this table
            for name, value in (
                *(("engines", "7"), ("engines", "[7]"), ("count", "true"), ("count", "1"), ("count", "1e999")),
                *(("certify", "1"), ("dialect", "[]"), ("shape", '"7"'), ("shard", '"3/2"'), ("judge", '{"me": {}}')),
            )
        ),
    ],
)
def test_impossible_values(ledger: Path, script: str, message: str) -> None:
    """Values that no audit writes are refused, even if their seal is right."""
    write(ledger, script)
    with pytest.raises(UsageError, match=message), open_ledger(ledger):
        pass


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        ("", "expected a line of JSON"),
        ("iVBOR w0KGgo=", "expected a line of JSON"),
        ("iVBORw0KGgo=", "it cannot be decompressed"),
        ("AAAAA", "Invalid base64"),
        (b64encode(zlib.compress(b"{" * 5_000)[:-5]).decode(), "is cut off"),
        (b64encode(zlib.compress(randbytes(5_000)) + b"x").decode(), "followed by something else"),
        (b64encode(zlib.compress(b"[" * 1_000_000)).decode(), "or too long"),
        (b64encode(zlib.compress(b"\xff" * 20)).decode(), "codec can't decode"),
    ],
)
def test_lines_that_no_audit_packs(ledger: Path, packed: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A packed line that no audit writes is refused without decompressing more than its size allows."""
    with pytest.raises(ValueError, match=message):
        unpack(packed)
    write(ledger, f"UPDATE certificate SET line = '{packed}' WHERE number = 1")  # noqa: S608 - lines of this table
    assert main(["verify", str(ledger), "--jobs", "1"]) == 1
    assert f"audit.db:1: false certificate for {COLLECTION[0]}: " in capsys.readouterr().out
    assert ledger_command("export", ledger, "--table", "certificate") == 2


def test_packed_lines() -> None:
    """Short lines stay as they are; long ones are compressed, unless they would not be read again."""
    short, long, blank = '{"a":1}', f'{{"a":"{randbytes(5_000).hex()}"}}', f"{{{' ' * 100_000}}}"
    for line in (short, long, blank):
        assert unpack(pack(line) or "") == line
    assert [pack(line) == line for line in (short, long, blank)] == [True, False, True]
    assert pack(f"{{{' ' * 17_000_000}}}") is None


def test_every_command_refuses_a_changed_ledger(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands that read or continue a changed ledger end with exit code 2, and leave it as it is."""
    Path("before.db").write_bytes(ledger.read_bytes())
    edit(ledger, "UPDATE puzzle SET verdict = 'none' WHERE number = 4")
    content = ledger.read_bytes()
    capsys.readouterr()
    for action in ("info", "export", "diff before.db", "merge new.db before.db"):
        assert ledger_command(*action.split(), ledger) == 2
    assert main(["verify", str(ledger)]) == 2
    assert audit(ledger, Path("all.txt")) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 6
    assert all("audit.db was changed by something else than crosscover: the table puzzle" in line for line in errors)
    assert ledger.read_bytes() == content
    assert not Path("new.db").exists()


def test_an_endless_view(ledger: Path) -> None:
    """A ledger with a view that never ends is refused by a process of its own."""
    edit(ledger, VIEW + ENDLESS)
    command = [sys.executable, "-m", "crosscover", "verify", str(ledger)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, OTHER_SCHEMA in done.stderr) == (2, True)


def test_limited_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A query that takes more work than the size of the ledger explains is interrupted."""
    monkeypatch.setattr(ledger_opening, "MIN_WORK", 0)
    connection = connect("")
    connection.limit_work(1)
    with pytest.raises(UsageError, match="it takes more work than its size explains"), connection.explaining_errors():
        connection.execute(ENDLESS).fetchall()
    connection.close()


def test_an_older_ledger(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ledger of the first release is refused with the ways to go on."""
    edit(ledger, "PRAGMA user_version = 2")
    assert ledger_command("info", ledger) == 2
    message = (
        "is a ledger of version 2, of crosscover 0.2.0, without a seal: use that version, or audit the inputs again"
    )
    assert message in capsys.readouterr().err
