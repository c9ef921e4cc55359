"""The summary of an audit: one tree of data, read from its ledger, which reports render as text, JSON or a page."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from crosscover.exit_code import ExitCode

from .collection import place_of
from .findings import EXIT_CODES, RowVerdict
from .ledger_file import Queryable, is_complete, stored_settings

FORMAT = "crosscover-audit"
VERSION = 2

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

SHOWN_EXAMPLES = 3
"""Number of examples for each judge, unless it has more kinds of faults; the first of each kind comes first."""

SHOWN_ISOMORPHS = 3
"""Maximum number of isomorphs in a report; duplicates are left out."""

RIGHT, ABSTAINED = "right", "abstained"
"""Results of a judge beside its faults. A solver also abstains if it was given up, as it did not answer."""


@dataclass(frozen=True, slots=True)
class RowComplaint:
    """A row with a complaint, its number in the collection, from 1, and its place, `FILE:LINE`.

    `expected` is the solution beside the puzzle; `other` is a solution by the engines that differs from it.
    """

    number: int
    place: str
    puzzle: str | None
    shape: str | None
    complaint: str
    verdict: str
    expected: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class Complaints:
    """The number of rows with an exit code, in words as well, and the first of them."""

    code: int
    word: str
    rows: int
    first: list[RowComplaint]


@dataclass(frozen=True, slots=True)
class JudgeExample:
    """A wrong answer of a judge for a row by its number in the collection, from 1, and its place."""

    number: int
    place: str
    puzzle: str
    shape: str
    fault: str
    received: str
    complaint: str
    expected: str


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """The results of a judge: `counts` by `RIGHT`, `ABSTAINED` and the faults; `asked` is their sum."""

    judge: str
    asked: int = 0
    counts: dict[str, int] = field(default_factory=dict[str, int])
    examples: list[JudgeExample] = field(default_factory=list[JudgeExample])


@dataclass(frozen=True, slots=True)
class AuditSummary:
    """The results for a collection.

    `duplicates` counts the rows whose puzzle occurred before; `first_duplicate` is the place of the first of them and
    of the earlier row. `facts` holds numbers by name, `isomorphs` the first places of isomorphs. `uncertified` is the
    most frequent reason for a missing certificate.
    """

    complete: bool
    puzzles: int
    verdicts: dict[str, int]
    complaints: list[Complaints]
    duplicates: int
    first_duplicate: tuple[str, str] | None
    facts: dict[str, int]
    isomorphs: list[tuple[str, str]]
    uncertified: str
    judges: list[JudgeSummary]
    inputs: list[dict[str, Any]]
    settings: dict[str, Any]
    runs: list[dict[str, Any]]

    @property
    def codes(self) -> list[ExitCode]:
        """The exit codes of all rows, except for GOOD."""
        return [EXIT_CODES[each.code] for each in self.complaints]


def to_json(summary: AuditSummary) -> dict[str, object]:
    """The summary as docs/reference/audit.md describes it."""
    return {"format": FORMAT, "version": VERSION, **asdict(summary)}


def summarize(ledger: Queryable) -> AuditSummary:
    """Summarize a ledger; takes some seconds for a million rows."""
    settings = stored_settings(ledger)
    verdicts: Counter[str] = Counter()
    codes: Counter[int] = Counter()
    results = {name: Counter[str]() for name in (*settings["engines"], *settings["judge"])}
    rows = Counter(ledger.execute("SELECT verdict, decided, abstained, code FROM puzzle"))
    for (verdict, decided, abstained, code), count in rows.items():
        verdicts[verdict] += count
        codes[code] += count
        for names, word in ((decided, RIGHT), (abstained, ABSTAINED)):
            for name in json.loads(names):
                results[name][word] += count
    for name, fault, count in ledger.execute("SELECT judge, fault, count(*) FROM answer GROUP BY 1, 2"):
        results[name][fault] += count
    number, *first = _one(ledger, "SELECT count(*), min(number), first FROM duplicate")
    return AuditSummary(
        complete=is_complete(ledger),
        puzzles=sum(verdicts.values()),
        verdicts={verdict.value: verdicts[verdict] for verdict in RowVerdict},
        complaints=[
            Complaints(code.value, code.word, codes[code], list(_complaints(ledger, code)))
            for code in ExitCode
            if code and codes[code]
        ],
        duplicates=number,
        first_duplicate=_places(ledger, *first) if number else None,
        facts=_facts(ledger, settings),
        isomorphs=list(_isomorphs(ledger)) if settings["isomorphs"] else [],
        uncertified=_first_reason(ledger),
        judges=[
            JudgeSummary(name, counts.total(), dict(counts), list(_examples(ledger, name)))
            for name, counts in results.items()
        ],
        inputs=_records(ledger, "SELECT name, bytes, sha256 FROM input ORDER BY file"),
        settings=settings,
        runs=[
            run | {"versions": json.loads(run["versions"])}
            for run in _records(ledger, "SELECT started, ended, versions FROM run ORDER BY run")
        ],
    )


def _one(ledger: Queryable, query: str) -> tuple[Any, ...]:
    row: tuple[Any, ...] = ledger.execute(query).fetchone()
    return row


def _records(ledger: Queryable, query: str) -> list[dict[str, Any]]:
    rows = ledger.execute(query)
    names = [name for name, *_ in rows.description]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _complaints(ledger: Queryable, code: ExitCode) -> Iterator[RowComplaint]:
    """The first rows of an exit code."""
    query = """
    SELECT number, name, line, puzzle, shape, complaint, verdict, expected, coalesce(nullif(solution, expected), second)
    FROM puzzle JOIN input USING (file) WHERE code = ? ORDER BY number LIMIT ?
    """
    for number, name, line, *others in ledger.execute(query, (code, SHOWN_COMPLAINTS)):
        yield RowComplaint(number, place_of(name, line), *others)


def _places(ledger: Queryable, later: int, earlier: int) -> tuple[str, str]:
    query = "SELECT name, line FROM puzzle JOIN input USING (file) WHERE number = ?"
    here, there = (place_of(*ledger.execute(query, (number,)).fetchone()) for number in (later, earlier))
    return here, there


def _isomorphs(ledger: Queryable) -> Iterator[tuple[str, str]]:
    """The places of the first rows that are isomorphs but no duplicates, and of the earlier rows."""
    query = "SELECT * FROM isomorph WHERE number NOT IN (SELECT number FROM duplicate) ORDER BY number LIMIT ?"
    for later, earlier in ledger.execute(query, (SHOWN_ISOMORPHS,)).fetchall():
        yield _places(ledger, later, earlier)


def _first_reason(ledger: Queryable) -> str:
    """The most frequent reason for a missing certificate; empty without one."""
    query = "SELECT uncertified FROM puzzle WHERE uncertified <> '' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1"
    return "".join(reason for (reason,) in ledger.execute(query))


def _facts(ledger: Queryable, settings: dict[str, Any]) -> dict[str, int]:
    """The numbers for the facts in the settings."""
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
            facts |= zip(names, _one(ledger, query), strict=True)
    return facts


def _examples(ledger: Queryable, judge: str) -> Iterator[JudgeExample]:
    query = """
    WITH wrong AS (
        SELECT *, row_number() OVER (PARTITION BY fault ORDER BY number) AS place FROM answer WHERE judge = ?
    )
    SELECT number, input.name, line, puzzle, shape, fault, answer, wrong.complaint,
        CASE verdict WHEN 'unique' THEN solution WHEN 'none' THEN 'no solution'
            WHEN 'several' THEN 'several solutions, ' || solution || ' among them' ELSE 'not proved' END
    FROM wrong JOIN puzzle USING (number) JOIN input USING (file)
    ORDER BY place, number LIMIT max(?, (SELECT count(DISTINCT fault) FROM wrong))
    """
    for number, name, line, *others in ledger.execute(query, (judge, SHOWN_EXAMPLES)):
        yield JudgeExample(number, place_of(name, line), *others)
