"""Sums up what a ledger holds."""

import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from crosscover.exit_code import ExitCode

from .findings import Verdict
from .merging import SHARD
from .reading import is_complete, rows
from .shards import Shard

OTHER_TABLES = ("duplicate", "isomorph", "certificate", "clue", "answer")


def overview(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """What a ledger is of and what it says, ready for JSON.

    One pass over the table of puzzles, which takes about a second for a million of them.
    """
    sums = [f"total(verdict = '{verdict}')" for verdict in Verdict]
    sums += [f"total(code = {code.value})" for code in ExitCode]
    puzzles, last, *counts = connection.execute(
        f"SELECT count(*), coalesce(max(number), 0), {', '.join(sums)} FROM puzzle"  # noqa: S608 - our own words
    ).fetchone()
    by_verdict = zip((str(verdict) for verdict in Verdict), counts, strict=False)
    by_code = zip((code.value for code in ExitCode), counts[len(Verdict) :], strict=True)
    settings = {
        name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM setting ORDER BY name")
    }
    shard = Shard.parse(str(settings.get(SHARD, Shard())))
    size = sum(part.stat().st_size for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
    return {
        "ledger": str(path),
        "bytes": size,
        "bytes_a_puzzle": round(size / puzzles, 1) if puzzles else None,
        "complete": is_complete(connection),
        "inputs": list(rows(connection, "SELECT name, bytes, sha256 FROM input ORDER BY file")),
        "settings": settings,
        "runs": [
            run | {"versions": json.loads(str(run["versions"]))}
            for run in rows(connection, "SELECT * FROM run ORDER BY run")
        ],
        "puzzles": puzzles,
        "gaps": shard.rows_up_to(last) - puzzles,
        "verdicts": {verdict: int(number) for verdict, number in by_verdict if number},
        "complaints": {code: int(number) for code, number in by_code if number and code},
        "abstentions": _abstentions(connection),
        "disagreements": list(
            rows(connection, "SELECT judge, fault, count(*) AS puzzles FROM answer GROUP BY judge, fault ORDER BY 1, 2")
        ),
        "rows": {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 - our own tables
            for table in OTHER_TABLES
        },
    }


def _abstentions(connection: sqlite3.Connection) -> dict[str, int]:
    """How many puzzles each engine left to the others."""
    found: Counter[str] = Counter()
    for engines, number in connection.execute(
        "SELECT abstained, count(*) FROM puzzle WHERE abstained <> '' GROUP BY abstained"
    ):
        for engine in engines.split(","):
            found[engine] += number
    return dict(sorted(found.items()))
