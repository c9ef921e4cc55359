"""The summary of an audit: a data tree that is read from the ledger and rendered as text, JSON or a page."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from crosscover.errors import ExitCode
from crosscover.puzzle_files import place_of
from crosscover.reference import VerdictKind

from .findings import ABSTAINED
from .ledger import Queryable, is_complete, stored_settings

ROW_VERDICTS = (
    VerdictKind.UNIQUE,
    VerdictKind.SEVERAL,
    VerdictKind.NONE,
    VerdictKind.UNDECIDED,
    VerdictKind.INVALID,
)
"""The results for rows, in the order of reports."""

SHOWN_COMPLAINTS = 20
"""Maximum number of rows per kind of complaint in a report."""

SHOWN_EXAMPLES = 3
"""Number of examples per judge; a judge with more kinds of faults gets one example of each kind."""

SHOWN_ISOMORPHS = 3
"""Maximum number of isomorphs in a report, without duplicates."""

RIGHT = "right"
"""The result label of a correct answer; other labels are faults and `ABSTAINED`."""

EXPECTED = """
CASE verdict WHEN 'unique' THEN solution WHEN 'none' THEN 'no solution'
    WHEN 'several' THEN 'several solutions, including ' || solution ELSE 'not proved' END
"""
"""SQL expression for the expected answer of a row, in words."""


@dataclass(frozen=True, slots=True)
class RowFinding:
    """A complaint about a row, or a judge's wrong answer to it; `judge` is empty for a complaint about the row.

    `received` is the judge's answer or a wrong solution in the file; `puzzle` is None for a malformed row.
    """

    number: int
    place: str
    puzzle: str | None
    shape: str | None
    judge: str
    fault: str
    received: str | None
    expected: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSummary:
    """The results for a collection, with the fields of the JSON report, which docs/reference/audit.md describes."""

    format: str = "crosscover-audit"
    version: int = 2
    complete: bool
    puzzles: int
    verdicts: dict[str, int]
    complaints: dict[str, int]
    compared: dict[str, int]
    labels: int
    first_complaints: list[RowFinding]
    judges: dict[str, dict[str, int]]
    examples: list[RowFinding]
    duplicates: int
    first_duplicate: tuple[str, str] | None
    facts: dict[str, int]
    isomorphs: list[tuple[str, str]]
    uncertified: str
    inputs: list[dict[str, Any]]
    settings: dict[str, Any]
    runs: list[dict[str, Any]]


def summarize_ledger(ledger: Queryable) -> AuditSummary:
    """Summarize a ledger; takes about seven seconds for a million rows, mostly for sorting them."""
    settings = stored_settings(ledger)
    verdicts: Counter[str] = Counter()
    codes: Counter[ExitCode] = Counter()
    judges = {name: Counter[str]() for name in (*settings["engines"], *settings["judge"])}
    rows = Counter(ledger.execute("SELECT verdict, decided, abstained, code FROM puzzle"))
    for (verdict, decided, abstained, code), count in rows.items():
        verdicts[verdict] += count
        codes[ExitCode(code)] += count
        for names, word in ((decided, RIGHT), (abstained, ABSTAINED)):
            for name in json.loads(names):
                judges[name][word] += count
    for name, fault, count in ledger.execute("SELECT judge, fault, count(*) FROM answer GROUP BY 1, 2"):
        judges[name][fault] += count
    found = [code for code in ExitCode if code and codes[code]]
    duplicates, *first = ledger.execute("SELECT count(*), min(number), first FROM duplicate").fetchone()
    return AuditSummary(
        complete=is_complete(ledger),
        puzzles=sum(verdicts.values()),
        verdicts={verdict.value: verdicts[verdict] for verdict in ROW_VERDICTS},
        complaints={code.word: codes[code] for code in found},
        compared=dict(ledger.execute(COMPARED).fetchall()),
        labels=ledger.execute("SELECT count(*) FROM puzzle WHERE label <> ''").fetchone()[0],
        first_complaints=[row for code in found for row in _rows(ledger, FIRST_COMPLAINTS, code.word, code)],
        judges={name: dict(counts) for name, counts in judges.items()},
        examples=[row for name in judges for row in _rows(ledger, EXAMPLES, name)],
        duplicates=duplicates,
        first_duplicate=_places(ledger, *first) if duplicates else None,
        facts=_facts(ledger, settings),
        isomorphs=list(_isomorphs(ledger)) if settings["isomorphs"] else [],
        uncertified="".join(reason for (reason,) in ledger.execute(FREQUENT_REASON)),
        inputs=_records(ledger, "SELECT name, bytes, sha256, puzzle_in FROM input ORDER BY file"),
        settings=settings,
        runs=[
            run | {"versions": json.loads(run["versions"])}
            for run in _records(ledger, "SELECT started, ended, versions FROM run ORDER BY run")
        ],
    )


def _records(ledger: Queryable, query: str) -> list[dict[str, Any]]:
    rows = ledger.execute(query)
    names = [name for name, *_ in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _rows(ledger: Queryable, query: str, *values: object) -> Iterator[RowFinding]:
    for number, name, line, label, *others in ledger.execute(query, values):
        yield RowFinding(number, place_of(name, line, label), *others)


COMPARED = """
SELECT expected_in, count(*) FROM puzzle
WHERE expected IS NOT NULL AND verdict IN ('none', 'unique', 'several') GROUP BY 1 ORDER BY min(number)
"""
"""SQL query for the numbers of given solutions that were compared."""

FIRST_COMPLAINTS = f"""
SELECT number, name, line, label, puzzle, shape, '', ?,
    CASE WHEN verdict <> 'unique' OR expected <> solution THEN expected END, {EXPECTED}, complaint
FROM puzzle JOIN input USING (file) WHERE code = ? ORDER BY number LIMIT {SHOWN_COMPLAINTS}
"""  # noqa: S608 - our own query
"""SQL query for the first rows with an exit code; takes the word and number of the code."""

EXAMPLES = f"""
WITH wrong AS (
    SELECT *, row_number() OVER (PARTITION BY fault ORDER BY number) AS place FROM answer WHERE judge = ?
)
SELECT number, input.name, line, label, puzzle, shape, judge, fault, answer, {EXPECTED}, wrong.complaint
FROM wrong JOIN puzzle USING (number) JOIN input USING (file)
ORDER BY place, number LIMIT max({SHOWN_EXAMPLES}, (SELECT count(DISTINCT fault) FROM wrong))
"""  # noqa: S608 - our own query
"""SQL query for the first wrong answers of a judge."""

FREQUENT_REASON = """
SELECT uncertified FROM puzzle WHERE uncertified <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1
"""
"""SQL query for the most frequent reason for a missing certificate."""


def _places(ledger: Queryable, later: int, earlier: int) -> tuple[str, str]:
    query = "SELECT name, line, label FROM puzzle JOIN input USING (file) WHERE number = ?"
    here, there = (place_of(*ledger.execute(query, (number,)).fetchone()) for number in (later, earlier))
    return here, there


def _isomorphs(ledger: Queryable) -> Iterator[tuple[str, str]]:
    """Yield the places of the first isomorphs that are not duplicates, each with the place of the earlier row."""
    query = "SELECT * FROM isomorph WHERE number NOT IN (SELECT number FROM duplicate) ORDER BY number LIMIT ?"
    for later, earlier in ledger.execute(query, (SHOWN_ISOMORPHS,)).fetchall():
        yield _places(ledger, later, earlier)


def _facts(ledger: Queryable, settings: dict[str, Any]) -> dict[str, int]:
    most = f"SELECT coalesce(max(solutions), 0), count(*) FILTER (WHERE solutions = {settings['count']:d}) FROM puzzle"  # noqa: S608 - a number
    minimal = """
    SELECT count(*), count(*) FILTER (WHERE minimal), count(*) FILTER (WHERE NOT minimal)
    FROM puzzle WHERE verdict = 'unique'
    """
    certified = """
    SELECT count(*) FILTER (WHERE verdict IN ('none', 'unique', 'several')),
           (SELECT count(*) FROM certificate), count(*) FILTER (WHERE uncertified <> '') FROM puzzle
    """
    classes = "SELECT count(canonical), count(canonical) - (SELECT count(*) FROM isomorph) FROM puzzle"
    facts: dict[str, int] = {}
    for is_asked, names, query in (
        (settings["count"] > 2, ("most_solutions", "at_limit"), most),
        (settings["minimal"], ("proper", "minimal", "not_minimal"), minimal),
        (settings["certify"], ("decided", "certified", "uncertified"), certified),
        (settings["isomorphs"], ("with_form", "classes"), classes),
    ):
        if is_asked:
            facts |= zip(names, ledger.execute(query).fetchone(), strict=True)
    return facts
