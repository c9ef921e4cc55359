"""What a ledger says of its collection as a whole, as data and as JSON."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import SEARCH_LABELS, search_label
from crosscover.puzzle_files import display_name

from .collection import SET_ASIDE
from .findings import Verdict
from .ledger import Ledger

FORMAT = "crosscover-audit"
VERSION = 1

SHOWN = 20
"""So many rows of a kind are named one by one."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is the matter with a row, and the place where it stands, `FILE:LINE`.

    `expected` is the solution that stands beside the puzzle, `other` one that the engines have found and that is not
    the expected one; None where there is none.
    """

    place: str
    puzzle: str | None
    text: str
    verdict: str
    expected: str | None
    other: str | None


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The places of a puzzle, and of the first that is the same."""

    place: str
    first: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What was found of a collection.

    `verdicts` and `abstained` count rows by verdict and by engine, `clues` the verdicts by number of clues,
    `complaints` rows by the exit code that they make; the first of each are in `first_complaints`. `duplicates` is None
    as long as the audit is not complete.
    """

    verdicts: Mapping[str, int]
    clues: Mapping[int, Mapping[str, int]]
    abstained: Mapping[str, int]
    complaints: Mapping[ExitCode, int]
    first_complaints: Mapping[ExitCode, list[Complaint]]
    set_aside: int
    duplicates: int | None
    first_duplicate: Duplicate | None

    @property
    def puzzles(self) -> int:
        """How many rows there are, the malformed ones among them."""
        return sum(self.verdicts.values())


def summarize(ledger: Ledger, names: list[str]) -> Summary:
    """Sum a ledger up, its inputs under these names; reads it once, which takes about a second a million rows."""
    verdicts: Counter[str] = Counter()
    clues: dict[int, Counter[str]] = {}
    abstained: Counter[str] = Counter()
    codes: Counter[ExitCode] = Counter()
    rows = Counter(ledger.execute("SELECT verdict, clues, abstained, code FROM puzzle"))
    for (verdict, given, engines, code), count in rows.items():
        verdicts[verdict] += count
        if given is not None:
            clues.setdefault(given, Counter())[verdict] += count
        for engine in filter(None, engines.split(",")):
            abstained[engine] += count
        if code:
            codes[_CODES[code]] += count
    complaints = {code: codes[code] for code in ExitCode if codes[code]}
    aside = "SELECT count(*) FROM puzzle WHERE code = ? AND complaint LIKE ?"
    return Summary(
        {verdict.value: verdicts[verdict] for verdict in Verdict if verdicts[verdict]},
        {given: clues[given] for given in sorted(clues)},
        abstained,
        complaints,
        {code: _first_complaints(ledger, names, code) for code in complaints},
        ledger.execute(aside, (ExitCode.FAULT, f"{SET_ASIDE}%")).fetchone()[0] if ExitCode.FAULT in complaints else 0,
        ledger.execute("SELECT count(*) FROM duplicate").fetchone()[0] if ledger.is_complete else None,
        _first_duplicate(ledger, names) if ledger.is_complete else None,
    )


def conclusion(code: ExitCode, *, is_complete: bool) -> str:
    """What an audit that returns this code has come to, in capitals."""
    if code is ExitCode.WRONG:
        return "WRONG"
    if code is ExitCode.FAULT:
        return "NOT DECIDED"
    if not is_complete:
        return "NOT COMPLETE"
    return "NO ERRORS FOUND" if code is ExitCode.GOOD else "MALFORMED ROWS"


def count_search_nodes(ledger: Ledger) -> dict[str, int]:
    """How many puzzles took the reference how many search nodes, by the labels of `SEARCH_LABELS`."""
    counts = dict.fromkeys(SEARCH_LABELS.values(), 0)
    for nodes, count in ledger.execute("SELECT nodes, count(*) FROM puzzle WHERE nodes IS NOT NULL GROUP BY nodes"):
        counts[search_label(nodes)] += count
    return counts


def to_json(summary: Summary, ledger: Ledger, command: Mapping[str, object], exit_code: ExitCode) -> dict[str, object]:
    """The summary as docs/reference/audit.md describes it; `command` has what is known of this run alone."""
    runs = ledger.execute("SELECT started, ended, outcome, executor, versions FROM run ORDER BY run")
    inputs = ledger.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")
    wrong = summary.first_complaints.get(ExitCode.WRONG, [])
    return {
        "format": FORMAT,
        "version": VERSION,
        "complete": ledger.is_complete,
        "exit_code": exit_code.value,
        **command,
        "puzzles": summary.puzzles,
        "verdicts": {verdict.value: summary.verdicts.get(verdict, 0) for verdict in Verdict},
        "clues": {str(given): dict(verdicts) for given, verdicts in summary.clues.items()},
        "wrong": summary.complaints.get(ExitCode.WRONG, 0),
        "first_wrong": [{"place": row.place, "puzzle": row.puzzle, "complaint": row.text} for row in wrong],
        "faults": summary.complaints.get(ExitCode.FAULT, 0),
        "set_aside": summary.set_aside,
        "abstained": dict(summary.abstained),
        "duplicates": summary.duplicates,
        "inputs": [dict(zip(("name", "bytes", "sha256"), row, strict=True)) for row in inputs],
        "settings": {name: json.loads(value) for name, value in ledger.execute("SELECT name, value FROM setting")},
        "runs": [
            {"started": started, "ended": ended, "outcome": outcome, "executor": executor, "versions": json.loads(text)}
            for started, ended, outcome, executor, text in runs
        ],
    }


def place_of(names: list[str], file: int, line: int) -> str:
    """The place of a row as messages show it, `FILE:LINE`."""
    return f"{display_name(names[file])}:{line}"


_CODES = {code.value: code for code in ExitCode}


def _first_complaints(ledger: Ledger, names: list[str], code: ExitCode) -> list[Complaint]:
    query = """
    SELECT file, line, puzzle, complaint, verdict, expected, coalesce(nullif(solution, expected), second)
    FROM puzzle WHERE code = ? ORDER BY number LIMIT ?
    """
    return [
        Complaint(place_of(names, file, line), *others) for file, line, *others in ledger.execute(query, (code, SHOWN))
    ]


def _first_duplicate(ledger: Ledger, names: list[str]) -> Duplicate | None:
    query = """
    SELECT later.file, later.line, earlier.file, earlier.line
    FROM duplicate JOIN puzzle AS later USING (number) JOIN puzzle AS earlier ON earlier.number = duplicate.first
    ORDER BY duplicate.number LIMIT 1
    """
    found = ledger.execute(query).fetchone()
    return Duplicate(place_of(names, *found[:2]), place_of(names, *found[2:])) if found else None
