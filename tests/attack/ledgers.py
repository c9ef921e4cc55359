"""Ledgers of strangers: a small real ledger with changes that no audit makes, given to every command that reads one."""

# ruff: noqa: S608 - the names in statements are those of our own tables

import os
import resource
import shutil
import sqlite3
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from crosscover.auditing.ledger_seal import TABLES
from crosscover.exit_code import ExitCode
from tests.audit.ledgers import reseal

from .commands import PANEL, Command, samples, start, traceback_in

MEMORY = 1 << 30
"""Limit of the memory of a command in bytes; an audit with all engines takes 300 MB."""
CPU_SECONDS = 60
OUTPUT = 64 << 20
"""Limit of each file that a command writes in bytes."""
PRECIOUS = "precious\n"
"""Contents of a file beside the ledger."""
LEDGERS = {
    "kept.db": f"audit few.txt {PANEL} --jobs 1",
    "one.db": f"audit few.txt {PANEL} --no-certify --jobs 1",
    "part.db": f"audit part.txt {PANEL} --jobs 1",
    "rich.db": f"audit few.txt {PANEL} --count 4 --minimal --isomorphs --judge python:wrong.py:solve",
}
"""Ledgers of `samples` with their audits: certified, not certified, not complete, and with all facts."""
COMMANDS = (
    "verify {0}",
    "verify {0} --puzzles few.txt --jobs 1",
    "ledger info {0}",
    "ledger info {0} --json",
    "ledger export {0}",
    "ledger export {0} -o made.parquet",
    "ledger export {0} --format jsonl --table {2}",
    "ledger diff {0} {1}",
    "ledger diff {1} {0} -o made.tsv",
    "ledger merge new.db {0} two.db",
    "ledger merge new.db two.db {0} --incomplete",
    "{3} --ledger {0} --html made.html --json made.json -o rows.tsv",
)
"""Commands that read a ledger: with its name, that of the original, a table, and its audit."""

ACCEPTED = (ExitCode.GOOD, ExitCode.WRONG, ExitCode.NOT_DECIDED)
"""The exit codes of commands that have read a ledger."""

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT {columns} FROM n"
HUGE = "SELECT {columns} FROM (SELECT zeroblob(900000000) AS x)"
CLOCK = "SELECT * FROM {table}_ WHERE strftime('%s') % 2"
VALUES: tuple[object, ...] = (
    *(None, 0, 1, -1, 2**31, 2**63 - 1, -(2**63), 0.5, float("inf"), b"\0\xff", b"", "", "\0", "x", "\ud7ff", "none"),
    *("unique", "several", "several ", "UNIQUE", "undecided", "invalid", "complete", "3x3", "2x2", "35x1", "1" * 81),
    *("." * 81, "." * 80, "x" * 81, "[" * 100_000, "9" * 5000, '["dlx", 1]', '{"a": {}}', "[]", "{}", "null", "NaN"),
    *("true", "false", "1e999", '["\\ud800"]', "\x1b[2J", "::error::x", "x" * 5_000_000, b"x" * 5_000_000),
)
CERTIFIED = (
    ("SELECT 'verdict', puzzle, verdict, solution, second FROM puzzle WHERE verdict IN ('none', 'unique', 'several')"),
    "SELECT 'number', puzzle, solutions FROM puzzle WHERE verdict = 'several' AND solutions IS NOT NULL",
    "SELECT 'minimal', puzzle, minimal FROM puzzle WHERE minimal IS NOT NULL",
    "SELECT 'redundant', puzzle, cell FROM clue JOIN puzzle USING (number) WHERE clue.solution IS NULL AND minimal = 0",
    (
        "SELECT 'isomorphic', puzzle.puzzle, earlier.puzzle, isomorph.symmetry"
        " FROM isomorph JOIN puzzle USING (number) JOIN puzzle AS earlier ON earlier.number = first"
    ),
)
"""Queries for what certificates prove."""

PACKED = (
    "iVBORw0KGgo",
    b64encode(zlib.compress(b'{"version":2}' * 1000)).decode(),
    b64encode(zlib.compress(b"[" * 50_000_000, 1)).decode(),
    b64encode(zlib.compress(b"{" * 50_000)[:-5]).decode(),
    b64encode(zlib.compress(b"{" * 50_000) + b"x").decode(),
)
"""Lines of certificates as no audit compresses them."""

Change = Callable[[Random, Path], bool]
"""Changes a ledger; returns whether it may be sealed again, because it has the schema of a ledger."""


def attack_ledgers(random: Random, folder: Path) -> Iterator[str]:
    """Change a ledger, and run a command on it."""
    shutil.copytree(samples().name, folder, dirs_exist_ok=True)
    original = random.choice(tuple(LEDGERS))
    ledger = folder / "changed.db"
    shutil.copy(folder / original, ledger)
    (folder / "precious").write_text(PRECIOUS)
    change = random.choice(CHANGES)
    sealed = False
    with suppress(sqlite3.Error, TypeError):  # a change that SQLite refuses, or bytes, for which there are no seals
        if change(random, ledger) and random.random() < 0.5:
            with closing(sqlite3.connect(ledger)) as connection, connection:
                reseal(connection)
            sealed = True
    table = random.choice((*TABLES, "seal"))
    line = random.choice(COMMANDS).format(ledger.name, original, table, LEDGERS[original])
    before = folder / "before"
    before.mkdir()
    for part in folder.glob("changed.db*"):
        if part.is_file():
            shutil.copy(part, before)
    for finding in _run(Command(line), folder, before / ledger.name, folder / original, sealed=sealed):
        yield f"{change.__name__.strip('_')} in {original}{', sealed' if sealed else ''}, {line!r}: {finding}"


def _run(command: Command, folder: Path, changed: Path, original: Path, *, sealed: bool) -> Iterator[str]:
    """Run a command; yield what is wrong with its outcome."""
    with (folder / "stdout").open("w+", errors="replace") as output:
        with start(command, folder, output.fileno(), before=_limit) as process:
            _, errors = process.communicate()
        code = process.returncode
        output.seek(0, os.SEEK_END)
        if output.tell() >= OUTPUT:
            yield f"printed {output.tell():,} bytes"
    if code not in {*ExitCode}:
        yield f"exit code {code}: {errors[-500:]!r}"
    yield from traceback_in(errors)
    if (folder / "precious").read_text() != PRECIOUS:
        yield "another file was changed"
    if code in ACCEPTED and not sealed and (difference := _difference(changed, original)):
        yield f"exit code {code}, although it differs: {difference}"
    if code == ExitCode.GOOD and sealed and command.line.startswith("verify"):
        ours, theirs = (_claims(each) for each in (original, changed))
        is_missing = "--puzzles" in command.line and _of("verdict", theirs) != _of("verdict", ours)
        if not theirs <= ours or is_missing:
            yield f"verified {len(theirs - ours)} other claims, and {len(ours - theirs)} are missing"


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT, OUTPUT))


def _difference(changed: Path, original: Path) -> str:
    """How the tables of two ledgers differ, as SQLite reads them."""
    tables: list[list[object]] = []
    for ledger in (changed, original):
        try:
            with closing(sqlite3.connect(ledger)) as connection:
                tables.append([connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES])
        except (sqlite3.Error, UnicodeError) as error:
            return f"SQLite cannot read it: {error}"
    return ", ".join(name for name, ours, theirs in zip(TABLES, *tables, strict=True) if ours != theirs)


def _claims(ledger: Path) -> set[tuple[object, ...]]:
    """What a ledger says that certificates prove, each with its kind."""
    with closing(sqlite3.connect(ledger)) as connection:
        return {claim for query in CERTIFIED for claim in connection.execute(query)}


def _of(kind: str, claims: set[tuple[object, ...]]) -> set[tuple[object, ...]]:
    return {claim for claim in claims if claim[0] == kind}


def _script(ledger: Path, *statements: str) -> None:
    """Execute statements one after another, each in a transaction of its own."""
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def _columns(ledger: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(ledger)) as connection:
        return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]


def view(random: Random, ledger: Path) -> bool:
    """Replace a table by a view that never ends, takes all memory, or depends on the clock."""
    table = random.choice((*TABLES, "seal"))
    columns = ", ".join(f"x AS {name}" for name in _columns(ledger, table))
    query = random.choice((ENDLESS, HUGE, CLOCK)).format(columns=columns, table=table)
    _script(ledger, f"ALTER TABLE {table} RENAME TO {table}_", f"CREATE VIEW {table} AS {query}")
    return False


def further_object(random: Random, ledger: Path) -> bool:
    """Add an object to the schema, or a column to a table."""
    table = random.choice((*TABLES, "seal"))
    column = random.choice(_columns(ledger, table))
    _script(
        ledger,
        random.choice(
            (
                "ANALYZE",
                f"CREATE INDEX further ON {table} ({column})",
                f"CREATE UNIQUE INDEX further ON {table} ({column}, abs({column})) WHERE {column} > 0",
                f"CREATE TRIGGER further AFTER INSERT ON {table} BEGIN DELETE FROM puzzle; END",
                f"CREATE TEMP TRIGGER further AFTER INSERT ON {table} BEGIN DELETE FROM puzzle; END",
                "CREATE VIRTUAL TABLE further USING fts5(x)",
                "CREATE VIRTUAL TABLE further USING rtree(a, b, c)",
                "CREATE TABLE further (x)",
                f"ALTER TABLE {table} ADD COLUMN further",
                f"ALTER TABLE {table} ADD COLUMN further TEXT AS (hex(zeroblob(400000000)))",
                f"ALTER TABLE {table} RENAME COLUMN {column} TO further",
                f"DROP TABLE {table}",
            )
        ),
    )
    return False


def schema_rows(random: Random, ledger: Path) -> bool:
    """Change the table of the schema itself."""
    table, other = random.sample((*TABLES, "seal"), 2)
    others = f"(SELECT rootpage FROM sqlite_master WHERE name = '{other}')"
    page = random.choice(("0", "1", "-1", "1 << 31", "7", others))
    name = random.choice(("''", "'sqlite_x'", "printf('%.*c', 100000, 'x')"))
    kind = random.choice(("NULL", "7", "'index'", "'view'"))
    sql = random.choice(
        (
            *("NULL", "''", "CAST(x'fffe' AS TEXT)", "printf('%.*c', 3000000, '(')"),
            *("replace(sql, 'NOT NULL', 'DEFAULT (randomblob(9))')", "replace(sql, 'STRICT', '')"),
            *("replace(sql, ' INTEGER', ' ANY')", "replace(sql, ')', ' ')", f"'CREATE VIEW {table} AS SELECT 1'"),
            f"'CREATE TABLE {table}(' || replace(printf('%.*c', 500000, 'a'), 'a', 'a,') || 'b)'",
        )
    )
    change = random.choice((f"rootpage = {page}", f"name = {name}", f"type = {kind}", f"sql = {sql}", f"sql = {sql}"))
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(f"UPDATE sqlite_master SET {change} WHERE name = '{table}'")
    return False


def many_objects(random: Random, ledger: Path) -> bool:
    """Fill the schema with objects."""
    with closing(sqlite3.connect(ledger)) as connection, connection:
        for number in range(random.choice((10, 300))):
            connection.execute(f"CREATE VIEW v{number} AS {ENDLESS.format(columns='x')}")
    return False


def pragma(random: Random, ledger: Path) -> bool:
    """Change a property of the database."""
    _script(
        ledger,
        random.choice(
            (
                f"PRAGMA user_version = {random.choice((0, 1, 2, 3, -1, 2**31 - 1))}",
                f"PRAGMA application_id = {random.choice((0, 1, -1))}",
                "PRAGMA journal_mode = DELETE",
                "PRAGMA auto_vacuum = FULL",
            )
        ),
        "VACUUM",
    )
    return True


def row(random: Random, ledger: Path) -> bool:
    """Write a value of any type into a cell, past the types of the schema."""
    table = random.choice((*TABLES, "puzzle", "puzzle", "setting", "run", "certificate", "seal"))
    column = random.choice(_columns(ledger, table))
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("CREATE TEMP TABLE own AS SELECT name, sql FROM sqlite_master")
        loosened = "replace(replace(replace(sql, ') STRICT, ', ') '), ') STRICT', ')'), ' NOT NULL', '')"
        connection.execute(f"UPDATE sqlite_master SET sql = {loosened}")
        own = connection.execute("SELECT sql, name FROM own").fetchall()
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        rows = connection.execute(f"SELECT * FROM {table}").fetchall() or [()]
        key = random.choice(rows)[:1]
        where = f"{_columns(ledger, table)[0]} = ?" if random.random() < 0.8 and key else "1 OR ?"
        value = random.choice((*VALUES, *random.choice(rows)))
        connection.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}", (value, *(key or (1,))))
        connection.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", own)
    return table != "seal"


def numbers(random: Random, ledger: Path) -> bool:
    """Remove, renumber, exchange or copy rows."""
    table = random.choice(TABLES)
    key, *columns = _columns(ledger, table)
    column = random.choice(columns)
    chosen = f"(SELECT {key} FROM {table} ORDER BY random() LIMIT 1)"
    if random.random() < 0.3:
        names = [name for name in TABLES if name not in ("setting", "run", "input")]
        _script(ledger, *(f"UPDATE {name} SET number = number + 1000" for name in names))
        return True
    _script(
        ledger,
        random.choice(
            (
                f"DELETE FROM {table} WHERE {key} = {chosen}",
                f"DELETE FROM {table}",
                f"DELETE FROM {table} WHERE {key} > {chosen}",
                f"UPDATE OR REPLACE {table} SET {key} = {key} + 1 WHERE {key} = {chosen}",
                f"UPDATE OR IGNORE {table} SET {key} = -{key}",
                f"UPDATE {table} SET {column} = (SELECT {column} FROM {table} ORDER BY random())",
            )
        ),
    )
    return True


def verdict(random: Random, ledger: Path) -> bool:
    """Change a verdict, its solutions or its certificate, so that the row stays possible."""
    number = "number = (SELECT number FROM puzzle ORDER BY random() LIMIT 1)"
    statements = random.choice(
        (
            ("UPDATE puzzle SET verdict = 'none', solution = NULL, second = NULL, solutions = 0",),
            ("UPDATE puzzle SET verdict = 'several', second = solution, solutions = 2 WHERE verdict = 'unique' AND",),
            ("UPDATE puzzle SET solution = replace(replace(solution, '1', '2'), '3', '1') WHERE",),
            ("UPDATE puzzle SET puzzle = replace(puzzle, '1', '2') WHERE",),
            ("UPDATE puzzle SET verdict = 'undecided' WHERE", "DELETE FROM certificate WHERE"),
            ("DELETE FROM certificate WHERE",),
            ("DELETE FROM certificate WHERE 1 OR",),
            ("UPDATE certificate SET line = replace(line, 'unique', 'several') WHERE",),
            ("UPDATE certificate SET line = (SELECT line FROM certificate ORDER BY random()) WHERE",),
            ("UPDATE certificate SET line = '{}' WHERE",),
            (f"UPDATE certificate SET line = '{random.choice(PACKED)}' WHERE",),
            ("UPDATE certificate SET claim = 'redundant' WHERE claim = 'minimal' AND",),
            ("UPDATE OR IGNORE certificate SET place = place + 1 WHERE place > 0 AND",),
            ("DELETE FROM certificate WHERE place > 0 AND",),
            ("UPDATE puzzle SET solutions = solutions + 1 WHERE verdict = 'several' AND",),
            ("UPDATE puzzle SET minimal = 1 - minimal WHERE",),
            ("UPDATE puzzle SET uncertified = 'no time' WHERE", "DELETE FROM certificate WHERE"),
            ("UPDATE OR IGNORE clue SET cell = cell + 1 WHERE solution IS NULL AND",),
            ("UPDATE setting SET value = '5' WHERE name = 'count'",),
            ("UPDATE certificate SET line = printf('%.*c', 3000000, '[') WHERE",),
        )
    )
    _script(ledger, *(f"{text} {number}" if text.endswith(("WHERE", "AND", "OR")) else text for text in statements))
    return True


def bytes_of_the_file(random: Random, ledger: Path) -> bool:
    """Change, cut off, repeat or exchange bytes of the file."""
    content = bytearray(ledger.read_bytes())
    page = 4096
    match random.randrange(5):
        case 0:
            content[random.randrange(100)] = random.randrange(256)
        case 1:
            for _ in range(random.choice((1, 5, 100))):
                content[random.randrange(len(content))] = random.randrange(256)
        case 2:
            del content[random.randrange(len(content)) :]
        case 3:
            content += content[random.randrange(len(content)) :]
        case _:
            one, other = (random.randrange(len(content) // page) * page for _ in range(2))
            content[one : one + page], content[other : other + page] = (
                content[other : other + page],
                content[one : one + page],
            )
    ledger.write_bytes(content)
    return False


def file_beside(random: Random, ledger: Path) -> bool:
    """Leave a file of SQLite or of crosscover beside the ledger."""
    ending = random.choice(("-wal", "-shm", "-journal", "-lock"))
    place = ledger.with_name(ledger.name + ending)
    precious = ledger.with_name("precious")
    kind = random.randrange(5)
    if kind == 0:
        place.write_bytes(random.randbytes(random.choice((0, 1, 32, 5000))))
    elif kind == 1:
        place.symlink_to(precious)
    elif kind == 2:
        ledger.with_name("changed.db-journal").write_bytes(_journal(precious))
    elif kind == 3:
        place.mkdir()
    else:
        _leave_wal(random, ledger)
    return False


def _leave_wal(random: Random, ledger: Path) -> None:
    """Leave a WAL with a committed change, as a program that was killed does; perhaps with changed bytes."""
    with closing(sqlite3.connect(ledger, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        table = random.choice(TABLES)
        connection.execute(f"DELETE FROM {table} WHERE rowid = 1" if table == "puzzle" else f"DELETE FROM {table}")
        content = bytearray(ledger.with_name("changed.db-wal").read_bytes())
        main = ledger.read_bytes()
    if random.random() < 0.5:
        content[random.randrange(len(content))] ^= 1
    ledger.write_bytes(main)
    ledger.with_name("changed.db-wal").write_bytes(content)


def _journal(other: Path) -> bytes:
    """A journal that names another file as its super-journal, which SQLite removes after a rollback."""
    magic = bytes.fromhex("d9d505f920a163d7")
    header = magic + b"".join(number.to_bytes(4) for number in (0, 0, 1, 512, 4096))
    name = bytes(other)
    trailer = (0x40000000 // 4096 + 1).to_bytes(4) + name + len(name).to_bytes(4) + sum(name).to_bytes(4) + magic
    return header.ljust(512, b"\0") + trailer


CHANGES: tuple[Change, ...] = (
    *(view, further_object, schema_rows, many_objects, pragma, row, row, row, numbers, verdict, verdict),
    *(bytes_of_the_file, bytes_of_the_file, file_beside),
)
"""The kinds of changes; some are more varied than others."""
