"""The results of each judge of an audit: how often it was right, wrong, or abstained, and examples of wrong answers."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field

from .audited_subject import SLOW
from .findings import UNSETTLED_CODES, RowVerdict
from .ledger_reading import Queryable, place_of, stored_settings
from .questions import covered_verdicts

SHOWN_EXAMPLES = 3
"""Number of examples for each judge, unless it has more kinds of faults; the first of each kind comes first."""

RIGHT, ABSTAINED, NOT_ASKED = "right", "abstained", "not asked"
"""Results of a judge beside its faults. `not asked`: crosscover gave up running the solver, as it did not answer."""


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


def summarize_judges(ledger: Queryable) -> list[JudgeSummary]:
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
            covered[name] += count * (verdict in covered_verdicts(contract) and code not in UNSETTLED_CODES)
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


def _examples(ledger: Queryable, judge: str) -> Iterator[JudgeExample]:
    query = """
    WITH wrong AS (
        SELECT *, row_number() OVER (PARTITION BY fault ORDER BY number) AS place FROM answer
        WHERE judge = ? AND fault <> ?
    )
    SELECT number, input.name, line, puzzle, shape, fault, answer, wrong.complaint, verdict, solution
    FROM wrong JOIN puzzle USING (number) JOIN input USING (file)
    ORDER BY place, number LIMIT max(?, (SELECT count(DISTINCT fault) FROM wrong))
    """
    found = ledger.execute(query, (judge, SLOW, SHOWN_EXAMPLES))
    for number, name, line, puzzle, shape, fault, received, complaint, verdict, solution in found:
        expected = _expected_words(verdict, solution)
        yield JudgeExample(number, place_of(name, line), puzzle, shape, fault, received, complaint, expected)


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
