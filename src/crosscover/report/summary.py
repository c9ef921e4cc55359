"""What a run comes to, in words: the verdict that people read last, and machines read first."""

import shlex
from collections import Counter
from collections.abc import Iterator

from .grouping import grouped
from .events import Footer, Header, Outcome, Status
from .plural import pluralize
from .words import escape_unprintable


def verdict(header: Header, footer: Footer) -> Iterator[str]:
    """The closing lines; the first one begins with the verdict in capitals."""
    outcomes = footer.outcomes
    known = sum(outcome.known for outcome in outcomes)
    number = Counter(outcome.status for outcome in outcomes if not outcome.known)
    subject = escape_unprintable(header.subject)
    seen = f"{_judged(outcomes)} in {footer.seconds:.1f} s"
    total = _properties(len(outcomes))
    wrong, late, faults, vacuous = (
        number[status] for status in (Status.WRONG, Status.TIMED_OUT, Status.FAULT, Status.VACUOUS)
    )
    late_words = f"{late} got no answer in time" if late else ""
    if wrong:
        causes = len([group for group in grouped(outcomes) if group.shown.status is Status.WRONG])
        of_causes = f", for {pluralize(causes, 'causes')} as far as can be told" if causes < wrong else ""
        yield f"WRONG: {subject} fails {wrong} of {total}{of_causes}; {_joined(late_words, seen)}."
    elif late:
        yield (
            f"NO ANSWER IN TIME: nothing wrong was seen, but {late} of {total} got no answer in time; "
            "raise --time-limit / --puzzle-time if the solver is only slow"
            f"; {seen}."
        )
    elif not outcomes or vacuous == len(outcomes):
        yield f"NOTHING JUDGED: nothing is known of {subject}."
    elif faults or vacuous or not footer.complete:
        yield f"NOT DECIDED: nothing wrong was seen of {subject}; {seen}."
    else:
        holds = f"{number[Status.PASSED]} of {total} {'holds' if number[Status.PASSED] == 1 else 'hold'}; {seen}."
        if footer.notes:
            yield f"NOT AS EXPECTED: the list of known failures is out of date; {holds}"
        else:
            yield f"AS EXPECTED: {holds}" if known else f"RIGHT, as far as was seen: {holds}"
    yield from _remarks(number, sum(outcome.simplified_or_skipped for outcome in outcomes))
    if known:
        yield f"{_properties(known)} failed as expected."
    if not footer.complete:
        yield "The run is not complete: it was cut short."
    yield from map(escape_unprintable, footer.notes)


def _remarks(number: Counter[Status], simplified_or_skipped: int) -> Iterator[str]:
    """What the verdict does not rest on."""
    faults, vacuous = number[Status.FAULT], number[Status.VACUOUS]
    if faults:
        yield f"{_properties(faults)} could not be decided, for a fault of crosscover, not of the solver."
    if vacuous:
        yield f"{_properties(vacuous)} judged nothing, so nothing is known of {'it' if vacuous == 1 else 'them'}."
    if number[Status.NOT_RUN]:
        yield f"{_properties(number[Status.NOT_RUN])} had no turn."
    if simplified_or_skipped:
        yield (
            f"Spared {pluralize(simplified_or_skipped, 'puzzles')}, made easier or left out: at this solver's pace a plain search is no "
            "faster. --time-limit holds it to the clock."
        )


def repeating(header: Header) -> str:
    """The command line that draws the same puzzles again."""
    seeded = any(word == "--seed" or word.startswith("--seed=") for word in header.command)
    seed = () if seeded else ("--seed", str(header.seed))
    return escape_unprintable(shlex.join((*header.command, *seed)))


def _judged(outcomes: tuple[Outcome, ...]) -> str:
    puzzles = sum(outcome.judged for outcome in outcomes if outcome.unit == "puzzles")
    return f"{pluralize(puzzles, 'puzzles')} judged"


def _properties(number: int) -> str:
    return "1 property" if number == 1 else f"{number} properties"


def _joined(*parts: str) -> str:
    return "; ".join(filter(None, parts))
