"""How often each judge of an audit was right, wrong or late, out of what the ledger has of each puzzle.

Counts are made when they are asked for: what is done again after a kill counts once.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from crosscover.exit_code import ExitCode
from crosscover.options import Contract

from .findings import DECIDED, Verdict
from .ledger import Ledger

EXAMPLES = 3
"""So many puzzles are shown of each judge."""

RIGHT, ABSTAINED, NOT_ASKED = "right", "abstained", "not asked"


@dataclass(frozen=True, slots=True)
class Example:
    """A puzzle about which a judge is wrong: its place, what came back, and what is the matter."""

    place: str
    puzzle: str
    fault: str
    answer: str
    complaint: str
    solution: str


@dataclass(slots=True)
class JudgeSummary:
    """What became of the puzzles that were for a judge; `counts` has `right` and each fault, where there is any.

    `asked` does not count what is `not asked`, as it was given up. `seconds` is None for engines, which are not timed.
    """

    name: str
    asked: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    seconds: float | None = None
    examples: list[Example] = field(default_factory=list[Example])


def to_plain(judges: Sequence[JudgeSummary]) -> list[dict[str, object]]:
    """The same for JSON, as docs/how-to/cross-check.md describes it."""
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


def summarize_judges(ledger: Ledger) -> list[JudgeSummary]:
    """What each judge did, the engines first; reads the table of puzzles once."""
    settings = {name: json.loads(value) for name, value in ledger.execute("SELECT name, value FROM setting")}
    contracts = {name: judge["contract"] for name, judge in settings["judge"].items()}
    judges = {name: JudgeSummary(name) for name in (*settings["engines"], *contracts)}

    def summary_of(name: str) -> JudgeSummary:
        return judges.setdefault(name, JudgeSummary(name))

    due: Counter[str] = Counter()
    for verdict, decided, abstained, disagreed, code, count in ledger.execute(
        "SELECT verdict, decided, abstained, disagreed, code, count(*) FROM puzzle GROUP BY 1, 2, 3, 4, 5"
    ):
        for names, word in ((decided, RIGHT), (abstained, ABSTAINED), (disagreed, "")):
            for name in filter(None, names.split(",")):
                summary_of(name).asked += count
                if word == RIGHT or (word and name not in contracts):  # else there is a row of its own
                    summary_of(name).counts[word] += count
        for name, contract in contracts.items():
            asked = (Verdict.UNIQUE,) if contract == Contract.PROPER.value else DECIDED
            due[name] += count * (verdict in asked and code != ExitCode.FAULT)
    for name, fault, count in ledger.execute("SELECT judge, fault, count(*) FROM answer GROUP BY 1, 2"):
        summary_of(name).counts[fault] += count
    for name in contracts:
        judges[name].counts[NOT_ASKED] += max(0, due[name] - judges[name].asked)
        (seconds,) = ledger.execute("SELECT total(seconds) FROM timing WHERE judge = ?", (name,)).fetchone()
        judges[name].seconds = seconds
    for judge in judges.values():
        judge.examples += _examples(ledger, judge.name)
    return list(judges.values())


def disagreement_table(judges: Sequence[JudgeSummary]) -> Iterator[str]:
    """Lines for people: a line a judge, and the first puzzles about which it is wrong.

    Nothing where engines alone judged and none was wrong.
    """
    if not any(judge.examples or judge.seconds is not None for judge in judges):
        return
    total: Counter[str] = Counter()
    for judge in judges:
        total.update(judge.counts)
    faults = sorted(name for name, count in total.items() if count and name not in (RIGHT, NOT_ASKED))
    words = [RIGHT, *faults, *([NOT_ASKED] if total[NOT_ASKED] else [])]
    rows = [["judge", "asked", *words, "seconds"]]
    for judge in judges:
        seconds = "-" if judge.seconds is None else f"{judge.seconds:,.1f}"
        rows.append([judge.name, f"{judge.asked:,}", *(f"{judge.counts[word]:,}" for word in words), seconds])
    yield ""
    yield from _aligned(rows)
    for judge in judges:
        for example in judge.examples:
            yield ""
            yield f"{judge.name}, {example.place}: {example.fault}"
            yield f"  puzzle     {example.puzzle}"
            yield f"  came back  {example.answer or 'nothing'}"
            yield f"  right      {example.solution}"
            yield f"  {example.complaint}"


def _examples(ledger: Ledger, judge: str) -> list[Example]:
    found = ledger.execute(
        "SELECT input.name, line, puzzle, fault, answer, answer.complaint, verdict, solution "
        "FROM answer JOIN puzzle USING (number) JOIN input USING (file) "
        "WHERE judge = ? AND fault <> 'slow' ORDER BY number LIMIT ?",
        (judge, EXAMPLES),
    )
    return [
        Example(f"{name}:{line}", puzzle, fault, answer, complaint, _right(verdict, solution))
        for name, line, puzzle, fault, answer, complaint, verdict, solution in found
    ]


def _right(verdict: str, solution: str | None) -> str:
    match verdict:
        case Verdict.UNIQUE:
            return solution or ""
        case Verdict.SEVERAL:
            return f"several solutions, {solution} among them"
        case Verdict.NONE:
            return "no solution"
        case _:
            return "not proved"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        numbers = (f"{text:>{width}}" for text, width in zip(others, widths[1:], strict=True))
        yield "  ".join([f"{first:<{widths[0]}}", *numbers])
