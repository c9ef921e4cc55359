"""The grade of a run: its result in words, its exit code, and how much it says.

"No errors found" needs a run that asked every property all it has to ask. Otherwise the run is not decided, and the
result names what was not asked, and what would help.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Self

from crosscover.exit_code import ExitCode, Tone, combine
from crosscover.harness.result import FEWEST_PUZZLES, PropertyResult, Status

from .events import Footer, Header
from .words import list_some, pluralize

TIMES = {"2m": 120, "5m": 300, "10m": 600, "30m": 1800}
"""The advised times of a run in seconds, by the words for `--time`."""

IN_MEMORY = "within the default memory limit (--memory-limit)"
"""The limit of an unanswered puzzle, beside "in time"."""


class Grade(Enum):
    """The result of a run, the worst first; the value is the word for it in every report."""

    exit_code: ExitCode
    tone: Tone

    WRONG = "wrong", ExitCode.WRONG, Tone.BAD
    TIMED_OUT = "timed out", ExitCode.WRONG
    """No answer was wrong, but an easy puzzle was not answered in time."""
    NOT_AS_EXPECTED = "not as expected", ExitCode.WRONG, Tone.BAD
    """An expected failure passes."""
    FAULT = "fault", ExitCode.FAULT
    NOT_STARTED = "not started", ExitCode.NOT_STARTED
    INTERRUPTED = "interrupted", ExitCode.INTERRUPTED
    NOTHING_JUDGED = "nothing judged", ExitCode.NOT_DECIDED
    NOT_DECIDED = "not decided", ExitCode.NOT_DECIDED
    """No errors were found, but a property judged too little."""
    AS_EXPECTED = "as expected"
    """All failures were expected."""
    SLOW = "no errors found, but slow"
    """The same as below, except that some puzzles were not answered in time."""
    NO_ERRORS = "no errors found", ExitCode.GOOD, Tone.GOOD

    def __new__(cls, word: str, exit_code: ExitCode = ExitCode.GOOD, tone: Tone = Tone.UNDECIDED) -> Self:
        """Keep exit code and tone beside the word."""
        member = object.__new__(cls)
        member._value_ = word
        member.exit_code = exit_code
        member.tone = tone
        return member

    @property
    def title(self) -> str:
        """The word in capitals."""
        return str(self.value).upper()


def grade_of(footer: Footer) -> Grade:
    """Return the grade of a run; its exit code may say that it was not started or cut short."""
    statuses = {outcome.status for outcome in footer.outcomes if not outcome.expected}
    is_vacuous = all(outcome.status is Status.VACUOUS for outcome in footer.outcomes)
    is_fault = Status.FAULT in statuses or footer.exit_code is ExitCode.FAULT
    grades = {
        Grade.WRONG: Status.WRONG in statuses,
        Grade.TIMED_OUT: Status.TIMED_OUT in statuses,
        Grade.NOT_AS_EXPECTED: bool(footer.notes) and not is_fault,  # a run with a fault cannot tell
        Grade.FAULT: is_fault,
        Grade.NOT_STARTED: footer.exit_code is ExitCode.NOT_STARTED,
        Grade.INTERRUPTED: not footer.complete or footer.exit_code is ExitCode.INTERRUPTED,
        Grade.NOTHING_JUDGED: is_vacuous,
        Grade.NOT_DECIDED: Status.VACUOUS in statuses or any(shortfalls(footer.outcomes, time_is_up=footer.time_is_up)),
        Grade.AS_EXPECTED: any(outcome.expected for outcome in footer.outcomes),
        Grade.SLOW: any(outcome.unanswered for outcome in footer.outcomes),
    }
    return next((grade for grade, applies in grades.items() if applies), Grade.NO_ERRORS)


def graded(footer: Footer) -> Footer:
    """Return the footer with the exit code of its grade, unless its own one counts first."""
    return replace(footer, exit_code=combine([footer.exit_code, grade_of(footer).exit_code]))


def shortfalls(outcomes: Sequence[PropertyResult], *, time_is_up: bool) -> Iterator[str]:
    """Yield what keeps a run without errors from being called so, in words.

    That is: an easy puzzle that was not answered, a property that was not run, a facet that was not asked, and a
    property with very few puzzles, if the time was up or the solver was too slow for others. An expected failure
    keeps no run from it.
    """
    passed = [outcome for outcome in outcomes if outcome.status is Status.PASSED]
    open_ones = [outcome for outcome in outcomes if not outcome.has_failed]
    hung = [puzzle for one in open_ones for puzzle in one.suspects if puzzle not in one.out_of_memory]
    full = [puzzle for one in open_ones for puzzle in one.suspects if puzzle in one.out_of_memory]
    for suspects, cause, limit in ((hung, "it may hang: ", "in time"), (full, "", IN_MEMORY)):
        if suspects:
            first = f"{', such as' if len(suspects) > 1 else ':'} {suspects[0]}"
            yield f"{cause}no answer to {pluralize(len(suspects), 'easy puzzles')} {limit}{first}"
    not_run = [f"the property {outcome.name}" for outcome in outcomes if outcome.status is Status.NOT_RUN]
    facets = dict.fromkeys(facet for outcome in passed for facet in outcome.not_asked)
    if not_run or facets:
        yield f"not asked: {list_some([*not_run, *facets])}"
    thin = [one.name for one in passed if one.is_thin and (time_is_up or one.unanswered or one.simplified_or_skipped)]
    if thin:
        yield f"fewer than {FEWEST_PUZZLES} puzzles: {list_some(thin)}"


def advice(header: Header) -> Iterator[str]:
    """Yield what would help a solver that was too slow, in words, if anything would."""
    option = "--crosscover-time" if header.command[:1] == ("pytest",) else "--time"
    longer = [word for word, seconds in TIMES.items() if header.time_limit is not None and seconds > header.time_limit]
    helpful = [f"{option} {word}" for word in longer[:1]]
    if header.subject.startswith("python:") and "pypy" not in str(header.options.python).lower():
        helpful.append("a faster interpreter, such as PyPy")
    if helpful:
        yield f"try {' or '.join(helpful)}"


def shortcomings(outcome: PropertyResult, most: int = 3) -> Iterator[str]:
    """Yield what a property that passed has left open: facets that were not asked, and puzzles without an answer."""
    if outcome.status is Status.PASSED and outcome.not_asked:
        yield f"not asked: {list_some(outcome.not_asked, most)}"
    slow = [puzzle for puzzle in outcome.unanswered if puzzle not in outcome.out_of_memory]
    for puzzles, limit in ((slow, "in time"), (outcome.out_of_memory, IN_MEMORY)):
        if puzzles:
            were = "was" if len(puzzles) == 1 else "were"
            first = f"{'; the first' * (len(puzzles) > 1)}: {puzzles[0]}"
            yield f"{pluralize(len(puzzles), 'puzzles')} {were} not answered {limit}{first}"
