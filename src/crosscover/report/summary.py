"""What a run comes to, in words: the result that people read last, and that stands first in a job's summary."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from crosscover.harness.outcome import FEWEST_PUZZLES, Status

from .events import Footer, Header
from .grouping import group_failures
from .plural import pluralize
from .words import escape_unprintable


def closing_lines(header: Header, footer: Footer) -> Iterator[str]:
    """The closing lines; the first one begins with the result in capitals."""
    number = Counter(outcome.status for outcome in footer.outcomes if not outcome.expected)
    expected = sum(outcome.expected for outcome in footer.outcomes)
    judged = sum(outcome.judged for outcome in footer.outcomes if outcome.unit == "puzzles")
    yield f"{_result(header, footer, number)}; {pluralize(judged, 'puzzles')} judged in {footer.seconds:.1f} s."
    yield from _remarks(number, sum(outcome.simplified_or_skipped for outcome in footer.outcomes))
    thin = [f"{outcome.name} ({outcome.judged})" for outcome in footer.outcomes if outcome.is_thin]
    if thin:
        yield f"Fewer than {FEWEST_PUZZLES} puzzles, too few to say anything of their kind: {', '.join(thin)}."
    if expected:
        yield f"{pluralize(expected, 'properties')} failed as expected."
    if not footer.complete:
        yield "The run is not complete: it was cut short."
    yield from map(escape_unprintable, (*footer.remarks, *footer.notes))


def repeat_command(header: Header, rounds: int | None = None) -> str:
    """The command line that draws the same puzzles again.

    Once it is known how many rounds there was time for, it asks for so many, on a slower machine too.
    """
    return repeat_line(header.command, header.seed, None if header.time_limit is None else rounds)


def repeat_line(command: Sequence[str], seed: int, rounds: int | None) -> str:
    """The same out of the words of a command, its seed, and the rounds that there was time for, None for no limit."""
    words = list(command)
    if rounds is not None and words[:2] == ["crosscover", "check"]:
        words = [*_without_option("--time", words), "--rounds", str(rounds)]
    option = "--crosscover-seed" if words[:1] == ["pytest"] else "--seed"
    if not any(word == option or word.startswith(f"{option}=") for word in words):
        words += [option, str(seed)]
    return escape_unprintable(shlex.join(words))


def _without_option(name: str, words: list[str]) -> list[str]:
    if name in words:
        place = words.index(name)
        return words[:place] + words[place + 2 :]
    return [word for word in words if not word.startswith(f"{name}=")]


def _result(header: Header, footer: Footer, number: Counter[Status]) -> str:
    subject, outcomes = escape_unprintable(header.subject), footer.outcomes
    total = pluralize(len(outcomes), "properties")
    passed, wrong, late = number[Status.PASSED], number[Status.WRONG], number[Status.TIMED_OUT]
    vacuous = number[Status.VACUOUS]
    if wrong:
        causes = sum(group.outcome.status is Status.WRONG for group in group_failures(outcomes))
        apparently = f", apparently for {pluralize(causes, 'causes')}" if causes != wrong else ""
        others = f"; {late} timed out" if late else ""
        return f"{Status.WRONG.title}: {subject} fails {wrong} of {total}{apparently}{others}"
    if late:
        return (
            f"{Status.TIMED_OUT.title}: no wrong answer was seen, but {late} of {total} timed out; "
            "raise --time-limit / --puzzle-time if the solver is merely slow"
        )
    if vacuous == len(outcomes):
        return f"{Status.VACUOUS.title}: nothing is known about {subject}"
    if number[Status.FAULT] or vacuous or not footer.complete:
        return f"NOT DECIDED: no errors found in {subject} so far"
    holds = f"{passed} of {total} {'holds' if passed == 1 else 'hold'}"
    if footer.notes:
        return f"NOT AS EXPECTED: the list of expected failures is out of date; {holds}"
    return f"AS EXPECTED: {holds}" if any(outcome.expected for outcome in outcomes) else f"NO ERRORS FOUND: {holds}"


def _remarks(number: Counter[Status], simplified_or_skipped: int) -> Iterator[str]:
    """What the result does not rest on."""
    faults, vacuous, not_run = number[Status.FAULT], number[Status.VACUOUS], number[Status.NOT_RUN]
    if faults:
        yield f"{pluralize(faults, 'properties')} could not be decided because of a fault in crosscover itself."
    if vacuous:
        them = "it" if vacuous == 1 else "them"
        yield f"{pluralize(vacuous, 'properties')} judged nothing, so nothing is known about {them}."
    if not_run:
        yield f"{pluralize(not_run, 'properties')} {'was' if not_run == 1 else 'were'} not run."
    if simplified_or_skipped:
        was, them = ("was", "it") if simplified_or_skipped == 1 else ("were", "them")
        yield (
            f"{pluralize(simplified_or_skipped, 'puzzles')} {was} simplified or skipped: at this solver's speed a "
            f"plain backtracking search would not have answered {them} in time either. --time-limit enforces the limit "
            "strictly."
        )
