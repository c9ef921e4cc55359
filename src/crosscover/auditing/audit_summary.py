"""The summary of an audit: counts, wrong and undecided rows, judges and facts, as data and as JSON.

All of it is read from the ledger, so that puzzles that were judged twice, after a kill, count once.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import SEARCH_LABELS, search_label

from .distribution import SET_ASIDE
from .findings import EXIT_CODES, RowVerdict
from .judge_summary import JudgeSummary, judges_to_json, summarize_judges
from .ledger import Ledger
from .ledger_reading import Queryable, circumstances_to_json, place_of
from .questions import Questions

FORMAT = "crosscover-audit"
VERSION = 1

SHOWN_COMPLAINTS = 20
"""Maximum number of complaints of each kind in a report."""

SHOWN_ISOMORPHS = 3
"""Maximum number of isomorphs in a report; duplicates are left out."""


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
    """A row with a complaint, and its place, `FILE:LINE`.

    `expected` is the solution beside the puzzle; `other` is a solution by the engines that differs from it.
    """

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

    `first_complaints` has the first rows of each exit code. `duplicates` is None until the audit is complete;
    `first_duplicate` is the place of the first one and of the same puzzle before. `facts` has numbers by name,
    `isomorphs` the first places with the symmetry from one to the other. `nodes` counts puzzles by search nodes.
    """

    counts: RowCounts
    first_complaints: Mapping[ExitCode, list[RowComplaint]]
    set_aside: int
    is_complete: bool
    duplicates: int | None
    first_duplicate: tuple[str, str] | None
    facts: Mapping[str, int]
    isomorphs: Sequence[tuple[str, str, str]]
    judges: Sequence[JudgeSummary]
    nodes: Mapping[str, int]


def summarize(ledger: Ledger, questions: Questions) -> AuditSummary:
    """Summarize a ledger; takes about a second for a million rows."""
    counts = count_rows(ledger)
    is_complete = ledger.is_complete
    aside = "SELECT count(*) FROM puzzle WHERE code = ? AND complaint LIKE ?"
    facts = _count_facts(ledger, questions, is_complete=is_complete)
    return AuditSummary(
        counts,
        {code: _first_complaints(ledger, code) for code in counts.complaints},
        ledger.execute(aside, (ExitCode.FAULT, f"{SET_ASIDE}%")).fetchone()[0],
        is_complete,
        ledger.execute("SELECT count(*) FROM duplicate").fetchone()[0] if is_complete else None,
        _first_duplicate(ledger) if is_complete else None,
        facts,
        _first_isomorphs(ledger) if "classes" in facts else (),
        summarize_judges(ledger),
        _count_search_nodes(ledger),
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
        **circumstances_to_json(ledger),
    }


def _first_complaints(ledger: Ledger, code: ExitCode) -> list[RowComplaint]:
    query = """
    SELECT name, line, puzzle, shape, complaint, verdict, expected, coalesce(nullif(solution, expected), second)
    FROM puzzle JOIN input USING (file) WHERE code = ? ORDER BY number LIMIT ?
    """
    found = ledger.execute(query, (code, SHOWN_COMPLAINTS))
    return [RowComplaint(place_of(name, line), *others) for name, line, *others in found]


def _first_duplicate(ledger: Ledger) -> tuple[str, str] | None:
    query = """
    SELECT here.name, later.line, there.name, earlier.line
    FROM duplicate
    JOIN puzzle AS later USING (number) JOIN input AS here ON here.file = later.file
    JOIN puzzle AS earlier ON earlier.number = duplicate.first JOIN input AS there ON there.file = earlier.file
    ORDER BY duplicate.number LIMIT 1
    """
    found = ledger.execute(query).fetchone()
    return (place_of(*found[:2]), place_of(*found[2:])) if found else None


def _first_isomorphs(ledger: Ledger) -> list[tuple[str, str, str]]:
    query = """
    SELECT here.name, puzzle.line, there.name, first.line, isomorph.symmetry
    FROM isomorph
    JOIN puzzle ON puzzle.number = isomorph.number JOIN input AS here ON here.file = puzzle.file
    JOIN puzzle AS first ON first.number = isomorph.first JOIN input AS there ON there.file = first.file
    WHERE isomorph.number NOT IN (SELECT number FROM duplicate)
    ORDER BY isomorph.number LIMIT ?
    """
    found = ledger.execute(query, (SHOWN_ISOMORPHS,))
    return [(place_of(*each[:2]), place_of(*each[2:4]), each[4]) for each in found]


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
    certified = "SELECT count(*), (SELECT count(*) FROM certificate) FROM puzzle WHERE solutions IS NOT NULL"
    classes = "SELECT count(canonical), count(canonical) - (SELECT count(*) FROM isomorph) FROM puzzle"
    counts: dict[str, int] = {}
    for is_asked, names, query in (
        (asked.count > 2, ("most_solutions", "at_limit"), most),
        (asked.minimal, ("proper", "minimal", "not_minimal"), minimal),
        (asked.certify, ("decided", "certified"), certified),
        (asked.isomorphs and is_complete, ("with_form", "classes"), classes),
    ):
        if is_asked:
            counts |= zip(names, ledger.execute(query).fetchone(), strict=True)
    return counts
