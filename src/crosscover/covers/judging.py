"""Judges the answer of a solver in a step against the expected covers."""

from collections import Counter
from dataclasses import dataclass
from math import prod

from crosscover.report.words import pluralize
from crosscover.responses import Failed, Fault

from .forms import Answer, Key, Promise
from .panel import Expected
from .problem import Cover, Problem
from .rules import violation
from .subject import CoverSubject, SearchOutcome, SearchStep

MAX_NODES = 70_000
MAX_SEARCH = 30_000
"""Maximum number of nodes, and of options that a plain search tries, of a problem for which a timeout is a failure."""

MAX_SHOWN, MAX_NUMBERS = 3, 20
"""Maximum number of covers in a sentence, and of options of a cover."""

REPEATED = "gives a cover twice"
"""The kind of the objection that a solver gives a cover more often than it exists."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an answer is wrong: the kind of mistake, the reason, the received and the expected answer in words.

    `received_cover` and `expected_cover` are covers to show, if there are any. With `is_timeout`, the solver may
    only be slow.
    """

    kind: str
    reason: str
    received: str = ""
    expected: str = ""
    received_cover: Cover | None = None
    expected_cover: Cover | None = None
    is_timeout: bool = False


def objection_to(
    subject: CoverSubject, step: SearchStep, outcome: SearchOutcome, expected: Expected
) -> Objection | None:
    """Return what is wrong with the outcome of a step, None if it is right."""
    answer = subject.read(outcome, step.problem)
    wanted = _in_words(expected)
    if isinstance(answer, Failed):
        kind = f"{answer.fault.value} {answer.variant}".strip()
        return Objection(kind, answer.reason, str(answer), wanted, is_timeout=answer.fault is Fault.TIMED_OUT)
    if outcome.changed:
        return Objection("changes its input", "changes its arguments", "", "unchanged arguments")
    if answer.covers is not None:
        return _of_covers(subject, step, outcome, answer, expected)
    said, right = (answer.exists, expected.number > 0) if answer.count is None else (answer.count, expected.number)
    if said == right:
        return None
    words = f"{said}" if answer.count is not None else "a cover" if said else "no cover"
    return Objection("wrong number", f"answers {words}, expected {wanted}", words, wanted)


def is_easy(problem: Problem) -> bool:
    """Whether a search that takes the items in their order tries few options."""
    if problem.nodes > MAX_NODES:
        return False
    left = MAX_SEARCH
    containing: dict[int, list[set[int]]] = {}
    for row in problem.rows:
        for item in row:
            containing.setdefault(item, []).append(set(row))

    def search(covered: set[int]) -> None:
        nonlocal left
        item = next((item for item in range(len(problem.primary)) if item not in covered), None)
        for row in containing.get(item, ()) if item is not None else ():
            if left > 0 and covered.isdisjoint(row):
                left -= 1
                search(covered | row)

    search(set())
    return left > 0


def _of_covers(
    subject: CoverSubject, step: SearchStep, outcome: SearchOutcome, answer: Answer, expected: Expected
) -> Objection | None:
    """Compare covers; equal options make equal covers if an answer contains the options themselves."""
    problem, key = step.problem, subject.reading.key
    covers = Counter(answer.covers or ())
    known = {} if expected.covers is None else {key(problem, cover): cover for cover in expected.covers}
    equal = Counter(tuple(sorted(option)) for option in problem.options)
    numbers = {tuple(sorted(option)): number for number, option in reversed(list(enumerate(problem.options)))}

    def chosen_in(cover: tuple[Key, ...]) -> Cover | None:
        """Return the option numbers of a cover as it was read; None if it contains an unknown option."""
        found = [each if isinstance(each, int) else numbers.get(each, -1) for each in cover]
        return tuple(sorted(found)) if all(0 <= each < len(problem.options) for each in found) else None

    def times(cover: tuple[Key, ...]) -> int:
        return prod(1 if isinstance(each, int) else equal[each] for each in cover)

    wanted = _in_words(expected)
    shown = ["?" if (chosen := chosen_in(cover)) is None else _words(chosen) for cover in list(covers)[:MAX_SHOWN]]
    more = f" and {len(covers) - MAX_SHOWN} more" if len(covers) > MAX_SHOWN else ""
    received = ", ".join(shown) + more if covers else "no cover"
    for found, number in covers.items():
        chosen = chosen_in(found)
        wrong = "" if found in known or chosen is None else violation(problem, chosen)
        if chosen is None or wrong or (expected.covers is not None and found not in known):
            reason = "gives an option that does not exist"
            if chosen is not None:
                reason = f"gives {_words(chosen)}, which is no cover: {wrong or 'the engines do not find it'}"
            first = expected.covers[0] if expected.covers else None
            return Objection("gives what is no cover", reason, received, wanted, chosen, first)
        if number > times(found):
            reason = f"gives the cover {_words(chosen)} {number} times"
            return Objection(REPEATED, reason, received, wanted, chosen)
    if subject.reading.promise is Promise.ONE:
        enough = min(1, expected.number) if problem.primary else 0  # the only cover may be empty, as is a refusal
    elif step.take and outcome.is_iterator:
        enough = min(step.take, expected.number)
    else:
        enough = expected.number
    total = sum(map(times, covers)) if outcome.is_set else covers.total()
    if total >= enough:
        return None
    missing = next((cover for found, cover in known.items() if covers[found] < times(found)), None)
    which = f"the cover {_words(missing)}" if missing is not None else pluralize(enough - total, "covers")
    gives = f", gives {received}" if covers else ", gives none"
    return Objection("misses a cover", f"misses {which}{gives}", received, wanted, None, missing)


def _in_words(expected: Expected) -> str:
    if expected.covers is None:
        return f"{pluralize(expected.number, 'covers')} (known)"
    few = expected.covers if len(expected.covers) <= MAX_SHOWN else ()
    return f"{', '.join(map(_words, few)) or pluralize(expected.number, 'covers')} (4 engines)"


def _words(cover: Cover) -> str:
    shown = " ".join(map(str, cover[:MAX_NUMBERS]))
    return f"{shown} ... ({len(cover)} options)" if len(cover) > MAX_NUMBERS else shown or "()"
