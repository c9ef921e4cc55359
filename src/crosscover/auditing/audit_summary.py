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
from crosscover.harness.labels import SEARCH_LABELS, search_label
from crosscover.report.words import describe_versions, pluralize
from crosscover.sqlite_files import size_of
from crosscover.system import describe_machine

from .audit_inputs import Shard
from .distribution import SET_ASIDE
from .findings import EXIT_CODES, RowVerdict
from .judge_summary import JudgeSummary, judges_to_json, summarize_judges
from .ledger import Ledger
from .ledger_reading import Queryable, circumstances_to_json, is_complete, place_of
from .questions import Questions
from .stored_settings import describe_settings

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

FIRST_ROWS = "SELECT number FROM puzzle WHERE code = ? ORDER BY number LIMIT ?"
FIRST_OF_EACH_KIND = """
SELECT number FROM (
    SELECT number, row_number() OVER (PARTITION BY verdict, expected IS NULL, disagreed ORDER BY number) AS place
    FROM puzzle WHERE code = ?
) WHERE place <= ?
"""
"""The rows of an exit code: the first ones, and the first ones of each verdict and group of wrong judges."""

OTHER_TABLES = ("duplicate", "isomorph", "certificate", "clue", "answer")


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Numbers of rows by verdict, by clues and verdict, by engine that abstained, and by exit code unless it is 0."""

    verdicts: Mapping[str, int]
    clues: Mapping[int, Mapping[str, int]]
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

    `first_complaints` has the first rows of each exit code, `examples` those of each kind. `duplicates` is None until
    the audit is complete; `first_duplicate` is the place of the first one and of the same puzzle before. `facts` has
    numbers by name, `isomorphs` the first places with the symmetry from one to the other. `nodes` counts puzzles by
    search nodes. `uncertified` is the most frequent reason for a missing certificate.
    """

    counts: RowCounts
    first_complaints: Mapping[ExitCode, list[RowComplaint]]
    examples: Mapping[ExitCode, list[RowComplaint]]
    set_aside: int
    is_complete: bool
    duplicates: int | None
    first_duplicate: tuple[str, str] | None
    facts: Mapping[str, int]
    isomorphs: Sequence[tuple[str, str, str]]
    judges: Sequence[JudgeSummary]
    nodes: Mapping[str, int]
    uncertified: str


def summarize(ledger: Ledger, questions: Questions) -> AuditSummary:
    """Summarize a ledger; takes about a second for a million rows."""
    counts = count_rows(ledger)
    complete = ledger.is_complete
    aside = "SELECT count(*) FROM puzzle WHERE code = ? AND complaint LIKE ?"
    facts = _count_facts(ledger, questions, is_complete=complete)
    duplicates = _first_related(ledger, "SELECT number, first, '' AS symmetry FROM duplicate", 1) if complete else []
    isomorphs = "SELECT * FROM isomorph WHERE number NOT IN (SELECT number FROM duplicate)"
    return AuditSummary(
        counts,
        {code: _complaints(ledger, FIRST_ROWS, code) for code in counts.complaints},
        {code: _complaints(ledger, FIRST_OF_EACH_KIND, code) for code in counts.complaints},
        ledger.execute(aside, (ExitCode.FAULT, f"{SET_ASIDE}%")).fetchone()[0],
        complete,
        ledger.execute("SELECT count(*) FROM duplicate").fetchone()[0] if complete else None,
        duplicates[0][:2] if duplicates else None,
        facts,
        _first_related(ledger, isomorphs, SHOWN_ISOMORPHS) if "classes" in facts else (),
        summarize_judges(ledger),
        _count_search_nodes(ledger),
        _first_reason(ledger),
    )


def count_rows(ledger: Queryable) -> RowCounts:
    """Count the rows in one pass over the table of puzzles."""
    verdicts: Counter[str] = Counter()
    clues: dict[int, Counter[str]] = {}
    abstained: Counter[str] = Counter()
    codes: Counter[ExitCode] = Counter()
    rows = Counter(ledger.execute("SELECT verdict, clues, abstained, code FROM puzzle"))
    for (verdict, given, engines, code), count in rows.items():
        verdicts[verdict] += count
        if given is not None:
            clues.setdefault(given, Counter())[verdict] += count
        abstained.update(dict.fromkeys(json.loads(engines), count))
        codes[EXIT_CODES[code]] += count
    return RowCounts(
        {verdict.value: verdicts[verdict] for verdict in RowVerdict if verdicts[verdict]},
        {given: clues[given] for given in sorted(clues)},
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
        "clues": {str(given): dict(verdicts) for given, verdicts in counts.clues.items()},
        "wrong": counts.complaints.get(ExitCode.WRONG, 0),
        "first_wrong": [{"place": row.place, "puzzle": row.puzzle, "complaint": row.text} for row in wrong],
        "faults": counts.complaints.get(ExitCode.FAULT, 0),
        "set_aside": summary.set_aside,
        "abstained": dict(counts.abstained),
        "duplicates": summary.duplicates,
        "machine": describe_machine(),
        **circumstances_to_json(ledger),
    }


def _complaints(ledger: Ledger, numbers: str, code: ExitCode) -> list[RowComplaint]:
    """The rows of an exit code whose numbers a query selects."""
    query = f"""
    SELECT number, name, line, puzzle, shape, complaint, verdict, expected, coalesce(nullif(solution, expected), second)
    FROM puzzle JOIN input USING (file) WHERE number IN ({numbers}) ORDER BY number
    """  # noqa: S608 - our own queries
    found = ledger.execute(query, (code, SHOWN_COMPLAINTS))
    return [RowComplaint(number, place_of(name, line), *others) for number, name, line, *others in found]


def _first_related(ledger: Ledger, related: str, most: int) -> list[tuple[str, str, str]]:
    """The places of the first rows that a query relates to earlier ones, the places of those, and the symmetries."""
    query = f"""
    SELECT here.name, later.line, there.name, earlier.line, related.symmetry
    FROM ({related}) AS related
    JOIN puzzle AS later USING (number) JOIN input AS here ON here.file = later.file
    JOIN puzzle AS earlier ON earlier.number = related.first JOIN input AS there ON there.file = earlier.file
    ORDER BY related.number LIMIT ?
    """  # noqa: S608 - our own query
    found = ledger.execute(query, (most,))
    return [(place_of(*each[:2]), place_of(*each[2:4]), each[4]) for each in found]


def _first_reason(ledger: Ledger) -> str:
    """The most frequent reason for a missing certificate; empty without one."""
    query = "SELECT uncertified FROM puzzle WHERE uncertified <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1"
    return "".join(reason for (reason,) in ledger.execute(query))


def _count_search_nodes(ledger: Ledger) -> dict[str, int]:
    """Numbers of puzzles by the reference's search nodes, with the labels of `SEARCH_LABELS`."""
    counts = dict.fromkeys(SEARCH_LABELS.values(), 0)
    for nodes, count in ledger.execute("SELECT nodes, count(*) FROM puzzle WHERE nodes IS NOT NULL GROUP BY nodes"):
        counts[search_label(nodes)] += count
    return counts


def _count_facts(ledger: Ledger, asked: Questions, *, is_complete: bool) -> dict[str, int]:
    """The numbers for the facts in the questions; those of isomorphs are known once the audit is complete."""
    most = f"SELECT coalesce(max(solutions), 0), count(*) FILTER (WHERE solutions = {asked.count}) FROM puzzle"  # noqa: S608 - a number
    minimal = """
    SELECT count(*), count(*) FILTER (WHERE minimal), count(*) FILTER (WHERE NOT minimal)
    FROM puzzle WHERE verdict = 'unique'
    """
    certified = """
    SELECT count(*) FILTER (WHERE verdict IN ('none', 'unique', 'several')),
           (SELECT count(*) FROM certificate WHERE place = 0), count(*) FILTER (WHERE uncertified <> '') FROM puzzle
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
    puzzles = counts.puzzles
    circumstances = circumstances_to_json(connection)
    shard = Shard.parse(str(circumstances["settings"].get("shard", Shard())))
    (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM puzzle").fetchone()
    size = size_of(path)
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
