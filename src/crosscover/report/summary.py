"""The summary of a run: failures by cause, the result in sentences, and the command that repeats it."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from crosscover.harness.result import CONFIDENCE, SAVED_FAILURES, PropertyResult, Status
from crosscover.oracles.certificate import is_certifiable
from crosscover.output import escape_line

from .events import Footer, Header
from .grade import Grade, advice, grade_of, shortfalls
from .words import describe_bound, pluralize

HEADINGS = {
    Status.WRONG: "What is wrong",
    Status.TIMED_OUT: "What timed out",
    Status.FAULT: "What could not be decided",
}
"""The headings of failures by status, in their order."""


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failures with one cause: the outcome to show, and the names of the other properties that failed for it."""

    outcome: PropertyResult
    same_cause: tuple[str, ...] = ()


def group_failures(outcomes: Iterable[PropertyResult]) -> list[FailureGroup]:
    """Return every unexpected failure by its cause, in the order of `HEADINGS`; then few puzzles and empty cells first.

    A property that failed for several causes is in several groups.
    """
    causes: dict[tuple[object, ...], list[PropertyResult]] = {}
    for outcome in sorted(chain.from_iterable(one.by_cause() for one in outcomes), key=_rank):
        if outcome.failure is not None and not outcome.expected and outcome.status is not Status.VACUOUS:
            causes.setdefault(cause_of(outcome), []).append(outcome)
    return [
        FailureGroup(one, tuple(dict.fromkeys(other.name for other in others if other.name != one.name)))
        for one, *others in causes.values()
    ]


def cause_of(outcome: PropertyResult) -> tuple[object, ...]:
    """Return a key that is equal for failures of one cause."""
    failure = outcome.failure
    if failure is None or failure.counterexample is None:
        return outcome.status, failure and failure.cause
    return outcome.status, failure.counterexample.cause_key


def _rank(outcome: PropertyResult) -> tuple[int, int, int, bool]:
    """Return a key that sorts by status, and small puzzles first."""
    puzzles = outcome.failure.puzzles if outcome.failure else ()
    is_saved = outcome.name == SAVED_FAILURES
    return outcome.status.rank, len(puzzles), sum(len(puzzle.empty_cells()) for puzzle in puzzles), is_saved


def closing_lines(header: Header, footer: Footer) -> Iterator[str]:
    """Yield the closing lines; the first one begins with the grade in capitals, then comes what is notable."""
    yield from map(escape_line, _closing_lines(header, footer))


def _closing_lines(header: Header, footer: Footer) -> Iterator[str]:
    grade = grade_of(footer)
    yield f"{grade.title}: {_result(grade, header, footer)}."
    yield from footer.notable
    if grade is not Grade.NOT_STARTED:
        if grade in (Grade.NO_ERRORS, Grade.SLOW, Grade.NOT_DECIDED) and footer.rarer_than is not None:
            confidence, bound = f"{100 * CONFIDENCE:g} % confidence", describe_bound(footer.rarer_than)
            yield f"With {confidence}, errors in puzzles of these kinds are rarer than {bound}."
        yield from _remarks(footer.outcomes)
        if footer.verdicts.decided:
            derived = pluralize(footer.derived, "puzzles") if footer.derived else ""
            shape = header.options.shape
            reason = "" if is_certifiable(shape) else f"; there are no certificates for {shape} boxes"
            yield f"{footer.certified}{derived and f'; {derived} derived from certified ones'}{reason}."
        if not footer.complete:
            yield "The run is not complete: it was cut short."
    yield from (*footer.remarks, *footer.notes)


def repeat_command(header: Header, rounds: int | None = None) -> str:
    """Return the command that draws the same puzzles again, on slower machines too if the number of rounds is known."""
    words = list(header.command)
    if rounds is not None and header.time_limit is not None and words[:2] == ["crosscover", "check"]:
        words = [*_without_option("--rounds", _without_option("--time", words)), "--rounds", str(rounds)]
    option = "--crosscover-seed" if words[:1] == ["pytest"] else "--seed"
    if not any(word == option or word.startswith(f"{option}=") for word in words):
        words += [option, str(header.seed)]
    return escape_line(shlex.join(words))


def _without_option(name: str, words: list[str]) -> list[str]:
    if name in words:
        place = words.index(name)
        return words[:place] + words[place + 2 :]
    return [word for word in words if not word.startswith(f"{name}=")]


def _result(grade: Grade, header: Header, footer: Footer) -> str:
    """Return the result without its grade."""
    subject, outcomes = header.subject, footer.outcomes
    number = Counter(outcome.status for outcome in outcomes if not outcome.expected)
    total = pluralize(len(outcomes), "selected properties" if header.selected else "properties")
    passed, wrong, timed_out = number[Status.PASSED], number[Status.WRONG], number[Status.TIMED_OUT]
    rounds = f" in {pluralize(footer.rounds, 'rounds')}" if header.time_limit is None else ""
    holds = f"{passed} of {total} {'holds' if passed == 1 else 'hold'}{rounds}"
    judged = f"{pluralize(footer.judged, 'puzzles')} judged in {footer.seconds:.1f} s"
    match grade:
        case Grade.NOT_STARTED:
            return f"{subject} could not be started"
        case Grade.WRONG:
            causes = sum(group.outcome.status is Status.WRONG for group in group_failures(outcomes))
            probable = f", probably {pluralize(causes, 'causes')}" if causes != wrong else ""
            words = f"{subject} fails {wrong} of {total}{probable}{f'; {timed_out} timed out' if timed_out else ''}"
        case Grade.TIMED_OUT:
            words = (
                f"no wrong answer was seen, but {timed_out} of {total} timed out; "
                "raise --time-limit if the solver is merely slow"
            )
        case Grade.FAULT:
            words = f"crosscover itself failed; {holds}"
        case Grade.NOTHING_JUDGED:
            words = f"nothing is known about {subject}"
        case Grade.NOT_DECIDED if not number[Status.VACUOUS]:
            judged = f"{pluralize(footer.judged, 'puzzles')} judged without an error"
            words = f"{subject} was not judged fully in {footer.seconds:.1f} s; {judged}"
            return "; ".join((words, *shortfalls(outcomes, time_is_up=footer.time_is_up), *advice(header)))
        case Grade.NOT_DECIDED | Grade.INTERRUPTED:
            words = f"no error was seen in {subject} so far"
        case Grade.NOT_AS_EXPECTED:
            words = f"the list of expected failures is out of date; {holds}"
        case Grade.SLOW:
            unanswered = sum(len(outcome.unanswered) for outcome in outcomes)
            limit = " or memory (--memory-limit)" if any(outcome.out_of_memory for outcome in outcomes) else ""
            words = f"{holds}; {pluralize(unanswered, 'puzzles')} not answered in time{limit}"
        case Grade.AS_EXPECTED | Grade.NO_ERRORS:
            words = holds
        case other:
            assert_never(other)
    return f"{words}; {judged}"


def _remarks(outcomes: Sequence[PropertyResult]) -> Iterator[str]:
    """Yield what limits the result."""
    number = Counter(outcome.status for outcome in outcomes if not outcome.expected)
    faults, vacuous, not_run = number[Status.FAULT], number[Status.VACUOUS], number[Status.NOT_RUN]
    if faults:
        yield f"{pluralize(faults, 'properties')} could not be decided because of a fault in crosscover itself."
    if vacuous:
        them = "it" if vacuous == 1 else "them"
        yield f"{pluralize(vacuous, 'properties')} judged nothing, so nothing is known about {them}."
    if not_run:
        yield f"{pluralize(not_run, 'properties')} {'was' if not_run == 1 else 'were'} not run."
    simplified_or_skipped = sum(outcome.simplified_or_skipped for outcome in outcomes)
    if simplified_or_skipped:
        was, them = ("was", "it") if simplified_or_skipped == 1 else ("were", "them")
        yield (
            f"{pluralize(simplified_or_skipped, 'puzzles')} {was} simplified or skipped: at the speed of this run "
            f"there was no time for {them}. --time-limit enforces the limit strictly."
        )
    expected = sum(outcome.expected for outcome in outcomes)
    if expected:
        yield f"{pluralize(expected, 'properties')} failed as expected."
