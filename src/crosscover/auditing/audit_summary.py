"""The summary of an audit, as data and as JSON, and the overview of a ledger, as JSON and in words.

All of it is read from the ledger, so that puzzles that were judged twice, after a kill, count once.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crosscover.exit_code import ExitCode
from crosscover.report.words import describe_versions, pluralize
from crosscover.system import describe_machine

from .audit_inputs import Input
from .distribution import SET_ASIDE
from .findings import EXIT_CODES, RowVerdict
from .judge_summary import JudgeSummary, judges_to_json, summarize_judges
from .ledger import Ledger
from .ledger_reading import Queryable, circumstances_to_json, describe_settings, is_complete, place_of
from .questions import Questions

FORMAT = "crosscover-audit"
VERSION = 1

VERDICT_PHRASES = {
    RowVerdict.UNIQUE: "with one solution",
    RowVerdict.SEVERAL: "with several solutions",
    RowVerdict.NONE: "without a solution",
    RowVerdict.UNDECIDED: "not decided",
    RowVerdict.INVALID: "malformed",
}
"""The verdicts in the order of reports, as phrases that follow a number of puzzles."""

SHOWN_COMPLAINTS = 20
"""Maximum number of complaints of each kind in a report."""

SHOWN_ISOMORPHS = 3
"""Maximum number of isomorphs in a report; duplicates are left out."""


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Numbers of rows by verdict, by engine that abstained, and by exit code unless it is 0."""

    verdicts: Mapping[str, int]
    abstained: Mapping[str, int]
    complaints: Mapping[ExitCode, int]

    @property
    def puzzles(self) -> int:
        """The number of rows, including malformed ones."""
        return sum(self.verdicts.values())


@dataclass(frozen=True, slots=True)
class RowComplaint:
    """A row with a complaint, its number in the collection, from 1, and its place, `FILE:LINE`.

    `expected` is the solution beside the puzzle; `other` is a solution by the engines that differs from it.
    """

    number: int
    place: str
    puzzle: str | None
    shape: str | None
    text: str
    verdict: str
    expected: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class AuditSummary:
    """The results for a collection.

    `first_complaints` holds the first rows of each exit code. `duplicates` is None until the audit is complete;
    `first_duplicate` is the place of the first one and of the same puzzle before. `facts` holds numbers by name,
    `isomorphs` the first places of isomorphs. `uncertified` is the most frequent reason for a missing certificate.
    """

    counts: RowCounts
    first_complaints: Mapping[ExitCode, list[RowComplaint]]
    set_aside: int
    is_complete: bool
    duplicates: int | None
    first_duplicate: tuple[str, str] | None
    facts: Mapping[str, int]
    isomorphs: Sequence[tuple[str, str]]
    judges: Sequence[JudgeSummary]
    uncertified: str


def summarize(ledger: Ledger, questions: Questions) -> AuditSummary:
    """Summarize a ledger; takes about a second for a million rows."""
    counts = count_rows(ledger)
    complete = is_complete(ledger)
    aside = "SELECT count(*) FROM puzzle WHERE code = ? AND complaint LIKE ?"
    facts = _count_facts(ledger, questions, is_complete=complete)
    duplicates = _first_related(ledger, "duplicate", 1) if complete else []
    isomorphs = "(SELECT * FROM isomorph WHERE number NOT IN (SELECT number FROM duplicate))"
    return AuditSummary(
        counts,
        {code: _complaints(ledger, code) for code in counts.complaints},
        ledger.execute(aside, (ExitCode.FAULT, f"{SET_ASIDE}%")).fetchone()[0],
        complete,
        ledger.execute("SELECT count(*) FROM duplicate").fetchone()[0] if complete else None,
        duplicates[0] if duplicates else None,
        facts,
        _first_related(ledger, isomorphs, SHOWN_ISOMORPHS) if "classes" in facts else (),
        summarize_judges(ledger),
        _first_reason(ledger),
    )


def count_rows(ledger: Queryable) -> RowCounts:
    """Count the rows in one pass over the table of puzzles."""
    verdicts: Counter[str] = Counter()
    abstained: Counter[str] = Counter()
    codes: Counter[ExitCode] = Counter()
    rows = Counter(ledger.execute("SELECT verdict, abstained, code FROM puzzle"))
    for (verdict, engines, code), count in rows.items():
        verdicts[verdict] += count
        abstained.update(dict.fromkeys(json.loads(engines), count))
        codes[EXIT_CODES[code]] += count
    return RowCounts(
        {verdict.value: verdicts[verdict] for verdict in RowVerdict if verdicts[verdict]},
        abstained,
        {code: codes[code] for code in ExitCode if code and codes[code]},
    )


def conclusion(code: ExitCode, *, is_complete: bool) -> str:
    """The result of an audit with this exit code, in capitals."""
    if not is_complete and code not in (ExitCode.WRONG, ExitCode.FAULT):
        return "NOT COMPLETE"
    return code.word.upper()


def to_json(
    summary: AuditSummary, ledger: Ledger, *, judged: int, seconds: float, exit_code: ExitCode
) -> dict[str, object]:
    """The summary as docs/reference/audit.md describes it; `judged` and `seconds` belong to this run alone."""
    counts = summary.counts
    wrong = summary.first_complaints.get(ExitCode.WRONG, [])
    return {
        "format": FORMAT,
        "version": VERSION,
        "complete": summary.is_complete,
        "exit_code": exit_code.value,
        "judged": judged,
        "seconds": round(seconds, 3),
        "facts": summary.facts,
        "judges": judges_to_json(summary.judges),
        "puzzles": counts.puzzles,
        "verdicts": {verdict.value: counts.verdicts.get(verdict, 0) for verdict in RowVerdict},
        "wrong": counts.complaints.get(ExitCode.WRONG, 0),
        "first_wrong": [{"place": row.place, "puzzle": row.puzzle, "complaint": row.text} for row in wrong],
        "faults": counts.complaints.get(ExitCode.FAULT, 0),
        "set_aside": summary.set_aside,
        "abstained": dict(counts.abstained),
        "duplicates": summary.duplicates,
        "machine": describe_machine(),
        **circumstances_to_json(ledger),
    }


def _complaints(ledger: Ledger, code: ExitCode) -> list[RowComplaint]:
    """The first rows of an exit code."""
    query = """
    SELECT number, name, line, puzzle, shape, complaint, verdict, expected, coalesce(nullif(solution, expected), second)
    FROM puzzle JOIN input USING (file) WHERE code = ? ORDER BY number LIMIT ?
    """
    found = ledger.execute(query, (code, SHOWN_COMPLAINTS))
    return [RowComplaint(number, place_of(name, line), *others) for number, name, line, *others in found]


def _first_related(ledger: Ledger, related: str, most: int) -> list[tuple[str, str]]:
    """The places of the first rows of a table or query of relations, and of the earlier rows."""
    query = f"""
    SELECT here.name, later.line, there.name, earlier.line
    FROM {related} AS related
    JOIN puzzle AS later USING (number) JOIN input AS here ON here.file = later.file
    JOIN puzzle AS earlier ON earlier.number = related.first JOIN input AS there ON there.file = earlier.file
    ORDER BY related.number LIMIT ?
    """  # noqa: S608 - our own query
    found = ledger.execute(query, (most,))
    return [(place_of(*each[:2]), place_of(*each[2:])) for each in found]


def _first_reason(ledger: Ledger) -> str:
    """The most frequent reason for a missing certificate; empty without one."""
    query = "SELECT uncertified FROM puzzle WHERE uncertified <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1"
    return "".join(reason for (reason,) in ledger.execute(query))


def _count_facts(ledger: Ledger, asked: Questions, *, is_complete: bool) -> dict[str, int]:
    """The numbers for the facts in the questions; those of isomorphs are known once the audit is complete."""
    most = f"SELECT coalesce(max(solutions), 0), count(*) FILTER (WHERE solutions = {asked.count}) FROM puzzle"  # noqa: S608 - a number
    minimal = """
    SELECT count(*), count(*) FILTER (WHERE minimal), count(*) FILTER (WHERE NOT minimal)
    FROM puzzle WHERE verdict = 'unique'
    """
    certified = """
    SELECT count(*) FILTER (WHERE verdict IN ('none', 'unique', 'several')),
           (SELECT count(*) FROM certificate), count(*) FILTER (WHERE uncertified <> '') FROM puzzle
    """
    classes = "SELECT count(canonical), count(canonical) - (SELECT count(*) FROM isomorph) FROM puzzle"
    counts: dict[str, int] = {}
    for is_asked, names, query in (
        (asked.count > 2, ("most_solutions", "at_limit"), most),
        (asked.minimal, ("proper", "minimal", "not_minimal"), minimal),
        (asked.certify, ("decided", "certified", "uncertified"), certified),
        (asked.isomorphs and is_complete, ("with_form", "classes"), classes),
    ):
        if is_asked:
            counts |= zip(names, ledger.execute(query).fetchone(), strict=True)
    return counts


def overview(connection: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """Source, progress and totals of a ledger, ready for JSON; takes about a second for a million rows."""
    counts = count_rows(connection)
    return {
        "ledger": str(path),
        "bytes": path.stat().st_size,
        "complete": is_complete(connection),
        **circumstances_to_json(connection),
        "puzzles": counts.puzzles,
        "verdicts": dict(counts.verdicts),
        "complaints": {code.value: number for code, number in counts.complaints.items()},
        "abstentions": dict(sorted(counts.abstained.items())),
    }


def describe_overview(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of an overview, each with its name."""
    yield "ledger", f"{found['ledger']}: {pluralize(found['bytes'], 'bytes')}"
    for each in found["inputs"]:
        yield "input", str(Input(**each))
    yield "settings", "; ".join(f"{name} {value}" for name, value in describe_settings(found["settings"]).items())
    for each in found["runs"]:
        outcome = each["outcome"] or "killed"
        versions = describe_versions(each["versions"])
        yield "run", f"{each['started']} to {each['ended'] or '?'}: {outcome}; {each['executor']}; {versions}"
    yield "puzzles", f"{found['puzzles']:,}, {'complete' if found['complete'] else 'not complete'}"
    yield "verdicts", ", ".join(f"{number:,} {verdict}" for verdict, number in found["verdicts"].items()) or "none"
    for code, number in found["complaints"].items():
        yield "complaints", f"{number:,} {EXIT_CODES[code].word}"
    for engine, number in found["abstentions"].items():
        yield "abstained", f"{engine}: {number:,}"
