"""The summary of an audit: counts, wrong and undecided rows, judges and facts, as data and as JSON.

All of it is read from the ledger, so that puzzles that were judged twice, after a kill, count once.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from sqlite3 import Cursor
from typing import Any, Protocol

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import SEARCH_LABELS, search_label
from crosscover.puzzle_files import display_name

from .collection import SET_ASIDE
from .findings import EXIT_CODES, RowVerdict
from .ledger import Ledger
from .questions import Questions, covered_verdicts
from .subject_sessions import SLOW

FORMAT = "crosscover-audit"
VERSION = 1

SHOWN_COMPLAINTS = 20
"""Maximum number of complaints of each kind in a report."""

SHOWN_EXAMPLES = 3
"""Maximum number of examples for each judge."""

SHOWN_ISOMORPHS = 3
"""Maximum number of isomorphs in a report; duplicates are left out."""

RIGHT, ABSTAINED, NOT_ASKED = "right", "abstained", "not asked"
"""Results of a judge beside its faults. `not asked`: crosscover gave up running the solver, as it did not answer."""


class Queryable(Protocol):
    """A ledger or a connection to one."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> Cursor:
        """Execute a query."""
        ...


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
class JudgeExample:
    """A wrong answer of a judge."""

    place: str
    puzzle: str
    shape: str
    fault: str
    received: str
    complaint: str
    expected: str


@dataclass(slots=True)
class JudgeSummary:
    """The results of a judge: `counts` by `RIGHT` and the faults; `asked` does not include `NOT_ASKED`.

    `seconds` is None for engines, which are not timed.
    """

    name: str
    asked: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    seconds: float | None = None
    examples: list[JudgeExample] = field(default_factory=list[JudgeExample])


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


def judges_to_json(judges: Sequence[JudgeSummary]) -> list[dict[str, object]]:
    """The results of judges as docs/how-to/cross-check.md describes them."""
    return [
        {
            "judge": judge.name,
            "asked": judge.asked,
            "counts": {word: count for word, count in sorted(judge.counts.items()) if count},
            "seconds": judge.seconds,
            "examples": [asdict(example) for example in judge.examples],
        }
        for judge in judges
    ]


def circumstances_to_json(ledger: Queryable) -> dict[str, Any]:
    """The inputs, settings and runs of a ledger."""
    inputs = ledger.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")
    runs = ledger.execute("SELECT started, ended, outcome, executor, versions FROM run ORDER BY run")
    return {
        "inputs": [dict(zip(("name", "bytes", "sha256"), row, strict=True)) for row in inputs],
        "settings": stored_settings(ledger),
        "runs": [
            {"started": started, "ended": ended, "outcome": outcome, "executor": executor, "versions": json.loads(text)}
            for started, ended, outcome, executor, text in runs
        ],
    }


def stored_settings(ledger: Queryable) -> dict[str, Any]:
    """The settings of a ledger by name."""
    query = "SELECT name, value FROM setting ORDER BY name"
    return {name: json.loads(value) for name, value in ledger.execute(query)}


def place_of(name: str, line: int) -> str:
    """The place of a row in messages, `FILE:LINE`."""
    return f"{display_name(name)}:{line}"


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


def summarize_judges(ledger: Ledger) -> list[JudgeSummary]:
    """The results of each judge, the engines first; reads the table of puzzles once."""
    settings = stored_settings(ledger)
    contracts = {name: judge["contract"] for name, judge in settings["judge"].items()}
    judges = {name: JudgeSummary(name) for name in (*settings["engines"], *contracts)}
    covered: Counter[str] = Counter()
    query = "SELECT verdict, decided, abstained, disagreed, code, count(*) FROM puzzle GROUP BY 1, 2, 3, 4, 5"
    for verdict, decided, abstained, disagreed, code, count in ledger.execute(query):
        for names, word in ((decided, RIGHT), (abstained, ABSTAINED), (disagreed, "")):
            for name in json.loads(names):
                judge = judges.setdefault(name, JudgeSummary(name))
                judge.asked += count
                if word == RIGHT or (word and name not in contracts):  # others are in the table of answers
                    judge.counts[word] += count
        for name, contract in contracts.items():
            covered[name] += count * (verdict in covered_verdicts(contract) and code != ExitCode.FAULT)
    for name, fault, count in ledger.execute("SELECT judge, fault, count(*) FROM answer GROUP BY 1, 2"):
        judges.setdefault(name, JudgeSummary(name)).counts[fault] += count
    for name in contracts:
        judges[name].counts[NOT_ASKED] += max(0, covered[name] - judges[name].asked)
        (judges[name].seconds,) = ledger.execute(
            "SELECT total(seconds) FROM timing WHERE judge = ?", (name,)
        ).fetchone()
    for judge in judges.values():
        judge.examples += _examples(ledger, judge.name)
    return list(judges.values())


def judge_table(judges: Sequence[JudgeSummary]) -> list[list[str]]:
    """A header and a line for each judge: the puzzles, the counts by result, and the seconds if any are timed."""
    total: Counter[str] = Counter()
    for judge in judges:
        total.update(judge.counts)
    faults = sorted(word for word, count in total.items() if count and word not in (RIGHT, NOT_ASKED))
    words = [RIGHT, *faults, *([NOT_ASKED] if total[NOT_ASKED] else [])]
    is_timed = any(judge.seconds is not None for judge in judges)
    table = [["judge", "asked", *words, *(["seconds"] if is_timed else [])]]
    for judge in judges:
        seconds = "-" if judge.seconds is None else f"{judge.seconds:,.1f}"
        counts = [f"{judge.counts[word]:,}" for word in words]
        table.append([judge.name, f"{judge.asked:,}", *counts, *([seconds] if is_timed else [])])
    return table


def _examples(ledger: Ledger, judge: str) -> Iterator[JudgeExample]:
    query = """
    SELECT input.name, line, puzzle, shape, fault, answer, answer.complaint, verdict, solution
    FROM answer JOIN puzzle USING (number) JOIN input USING (file)
    WHERE judge = ? AND fault <> ? ORDER BY number LIMIT ?
    """
    found = ledger.execute(query, (judge, SLOW, SHOWN_EXAMPLES))
    for name, line, puzzle, shape, fault, received, complaint, verdict, solution in found:
        expected = _expected_words(verdict, solution)
        yield JudgeExample(place_of(name, line), puzzle, shape, fault, received, complaint, expected)


def _expected_words(verdict: str, solution: str | None) -> str:
    match verdict:
        case RowVerdict.UNIQUE:
            return solution or ""
        case RowVerdict.SEVERAL:
            return f"several solutions, {solution} among them"
        case RowVerdict.NONE:
            return "no solution"
        case _:
            return "not proved"
