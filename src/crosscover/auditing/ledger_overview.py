"""The overview of a ledger, as JSON and in words."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crosscover.exit_code import ExitCode
from crosscover.report.words import describe_versions, pluralize

from .audit_inputs import Shard
from .audit_summary import count_rows
from .ledger_reading import circumstances_to_json, is_complete
from .questions import describe_settings

OTHER_TABLES = ("duplicate", "isomorph", "certificate", "clue", "answer")


def overview(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """Source, progress and totals of a ledger, ready for JSON; takes about a second for a million rows."""
    counts = count_rows(connection)
    puzzles = counts.puzzles
    circumstances = circumstances_to_json(connection)
    shard = Shard.parse(str(circumstances["settings"].get("shard", Shard())))
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM puzzle").fetchone()
    size = sum(part.stat().st_size for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
    return {
        "ledger": str(path),
        "bytes": size,
        "bytes_a_puzzle": round(size / puzzles, 1) if puzzles else None,
        "complete": is_complete(connection),
        **circumstances,
        "puzzles": puzzles,
        "gaps": shard.rows_up_to(last) - puzzles,
        "verdicts": dict(counts.verdicts),
        "complaints": {code.value: number for code, number in counts.complaints.items()},
        "abstentions": dict(sorted(counts.abstained.items())),
        "disagreements": [
            {"judge": judge, "fault": fault, "puzzles": number}
            for judge, fault, number in connection.execute(
                "SELECT judge, fault, count(*) FROM answer GROUP BY 1, 2 ORDER BY 1, 2"
            )
        ],
        "rows": {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - our own tables
            for table in OTHER_TABLES
        },
    }


def describe_overview(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of an overview, each with its name."""
    puzzle = f", {found['bytes_a_puzzle']:,} a puzzle" if found["puzzles"] else ""
    yield "ledger", f"{found['ledger']}: {pluralize(found['bytes'], 'bytes')}{puzzle}"
    for each in found["inputs"]:
        size = "the standard input" if each["bytes"] is None else f"{each['bytes']:,} bytes, sha256 {each['sha256']}"
        yield "input", f"{each['name']}: {size}"
    yield "settings", "; ".join(f"{name} {value}" for name, value in describe_settings(found["settings"]).items())
    for each in found["runs"]:
        versions = describe_versions(each["versions"])
        outcome = each["outcome"] or "still running, or killed"
        yield "run", f"{each['started']} to {each['ended'] or '?'}: {outcome}; {each['executor']}; {versions}"
    gaps = f", {found['gaps']:,} missing before the last one" if found["gaps"] else ""
    yield "puzzles", f"{found['puzzles']:,}, {'complete' if found['complete'] else 'not complete'}{gaps}"
    yield "verdicts", ", ".join(f"{number:,} {verdict}" for verdict, number in found["verdicts"].items()) or "none"
    for code in ExitCode:
        if number := found["complaints"].get(code.value):
            yield "complaints", f"{number:,} {code.word}"
    for engine, number in found["abstentions"].items():
        yield "abstained", f"{engine}: {number:,}"
    for each in found["disagreements"]:
        yield "disagreed", f"{each['judge']}: {each['puzzles']:,} {each['fault']}"
    for table, number in found["rows"].items():
        if number:
            yield table, f"{number:,} rows"
