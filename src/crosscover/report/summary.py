"""Combines the results of properties into the result of a check: the grade, its sentences, and failures by cause.

"No errors found" requires a run in which every property covered everything that it must cover. Otherwise the run is not
decided, and the result states in one sentence what was not covered, and which command covers it.
"""

import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from crosscover.contracts import WrongResponse
from crosscover.errors import ExitCode, combine
from crosscover.harness.failure import Cause
from crosscover.harness.property_result import (
    CONFIDENCE,
    DERIVED,
    MIN_PUZZLES,
    PropertyResult,
    rarer_than,
)
from crosscover.oracles.certificate import SHAPES
from crosscover.output import escape_line
from crosscover.reference import Shape
from crosscover.result import CheckedProperty, CheckResult, Failure, Gap, GapKind, Grade, RunEnd, Setup, Status

from .words import describe_bound, list_some, pluralize

TIMES = {"2m": 120, "5m": 300, "10m": 600, "30m": 1800}
"""Suggested run times in seconds, by the argument of `--time`."""

LONGER_LIMIT = 5
"""Factor by which a suggested time or memory limit exceeds the current limit."""

RANDOM_KINDS = ("17 clues", "top95", "top1465", "forum hardest", "easy", "minimal", "symmetric pattern")
"""The kinds of `volume` that count as random proper puzzles; kinds made to break a solver do not count."""

PUZZLE_GAPS: dict[GapKind, tuple[str, str]] = {
    "may hang": ("easy puzzles", "without an answer in time"),
    "no answer": ("puzzles", "without an answer in time"),
    "memory": ("puzzles", "without an answer within the memory limit"),
    "undecided": ("puzzles", "that crosscover's engines could not decide"),
    "not reached": ("given puzzles", "not judged in time"),
    "skipped": ("puzzles", "left out for lack of time"),
}
"""The kinds of gaps that consist of puzzles, each as a noun and what follows it."""

CONVINCING = {kind.value for kind in WrongResponse} - {WrongResponse.REFUSAL.value}
"""Kinds of failures with an answer; a refusal or a crash may be intended."""

MIN_BOUND = 10
"""Smallest N for which a report states that errors are rarer than 1 in N."""


def summarize(
    run: CheckResult,
    results: Sequence[PropertyResult],
    end: RunEnd,
    *,
    stale: Sequence[str] = (),
    remarks: Iterable[str] = (),
) -> CheckResult:
    """Return the result of a run, whose rounds, seconds and counts are known, with the results of the properties.

    `stale` holds notes on expected failures that pass, `remarks` other notes.
    """
    properties = tuple(result.report(time_is_up=end is RunEnd.TIME) for result in results)
    grade = grade_of(properties, end, is_stale=bool(stale))
    result = replace(
        run,
        grade=grade,
        exit_code=combine([ExitCode.FAULT if end is RunEnd.FAULT else ExitCode.GOOD, grade.exit_code]),
        repeat=repeat_command(run.setup, run.rounds if run.setup.time_limit is not None else None),
        complete=end.is_complete,
        time_is_up=end is RunEnd.TIME,
        judged=sum(prop.judged for prop in properties if prop.unit == "puzzles"),
        derived=sum(_count(prop, DERIVED) for prop in properties),
        rarer_than=_bound(results),
        failures=failures_of(results),
        properties=properties,
    )
    return with_words(result, end, (*remarks, *stale))


def with_words(result: CheckResult, end: RunEnd, remarks: Iterable[str]) -> CheckResult:
    """Return a result with sentences about its grade, its gaps and its evidence; `remarks` are further notes."""
    gaps = [(one, gap) for one in result.properties for gap in one.gaps]
    is_open = result.grade in (Grade.NOT_DECIDED, Grade.SLOW, Grade.NO_ERRORS, Grade.TIMED_OUT)
    return replace(
        result,
        sentence=escape_line(_sentence(result)),
        meaning=_meaning(result),
        not_covered=escape_line(_not_covered(gaps, result.setup.noun)) if is_open else "",
        to_cover=_to_cover(result, [gap for _, gap in gaps]) if is_open else "",
        notes=tuple(map(escape_line, chain(_notes(result, end), remarks))),
    )


def not_started(setup: Setup, reason: str) -> CheckResult:
    """Return the result of a run whose solver could not be started."""
    result = CheckResult(setup, Grade.NOT_STARTED, ExitCode.NOT_STARTED, repeat=repeat_command(setup))
    return replace(result, sentence=escape_line(_sentence(result)), notes=(escape_line(reason),))


def grade_of(properties: Sequence[CheckedProperty], end: RunEnd, *, is_stale: bool = False) -> Grade:
    """Return the grade of a run; it `is_stale` if its list of expected failures is out of date."""
    statuses = {one.status for one in properties if not one.expected}
    gaps = [gap for one in properties for gap in one.gaps]
    is_fault = end is RunEnd.FAULT or Status.FAULT in statuses
    grades = {
        Grade.WRONG: Status.WRONG in statuses,
        Grade.TIMED_OUT: Status.TIMED_OUT in statuses,
        Grade.NOT_AS_EXPECTED: is_stale and not is_fault,  # a run with a fault cannot tell
        Grade.FAULT: is_fault,
        Grade.INTERRUPTED: not end.is_complete,
        Grade.NOTHING_JUDGED: all(one.status is Status.VACUOUS for one in properties),
        Grade.NOT_DECIDED: Status.VACUOUS in statuses or any(gap.decisive for gap in gaps),
        Grade.AS_EXPECTED: any(one.expected for one in properties),
        Grade.SLOW: any(gap.kind in ("no answer", "memory") for gap in gaps),
    }
    return next((grade for grade, applies in grades.items() if applies), Grade.NO_ERRORS)


def describe_gap(gap: Gap, most: int = 3, noun: str = "puzzles") -> str:
    """Return a gap in words, with at most `most` facets; `noun` is what the solver solves."""
    match gap.kind:
        case "not run":
            return gap.kind
        case "not covered":
            return f"not covered: {list_some(gap.what, most)}"
        case "few puzzles":
            return f"fewer than {MIN_PUZZLES} puzzles"
        case "may hang":
            return f"it may hang: {_describe_puzzles([gap], noun)}"
        case _:
            return _describe_puzzles([gap], noun)


def _describe_puzzles(gaps: Sequence[Gap], noun: str) -> str:
    """Describe gaps of one kind that consist of puzzles, or of what else the noun names."""
    kind, words = PUZZLE_GAPS[gaps[0].kind]
    number = sum(gap.number for gap in gaps)
    text = f"{pluralize(number, kind.replace('puzzles', noun))} {words}"
    if not gaps[0].what:
        return text
    return f"{text}: {gaps[0].what[0]}" if number == 1 else f"{text}, such as {gaps[0].what[0]}"


def _not_covered(gaps: Sequence[tuple[CheckedProperty, Gap]], noun: str) -> str:
    names: dict[GapKind, list[str]] = {}
    kinds: dict[GapKind, list[Gap]] = {}
    is_decided = not any(gap.decisive for _, gap in gaps)
    for prop, gap in [pair for pair in gaps if is_decided or pair[1].decisive or pair[1].kind == "memory"]:
        names.setdefault(gap.kind, []).append(prop.name)
        kinds.setdefault(gap.kind, []).append(gap)
    facets = dict.fromkeys(facet for gap in kinds.get("not covered", ()) for facet in gap.what)
    parts = [_describe_puzzles(kinds.pop("memory"), noun)] if "memory" in kinds else []
    if whole := [*(f"the property {name}" for name in names.get("not run", ())), *facets]:
        parts.append(list_some(whole))
    if "few puzzles" in names:
        parts.append(f"{MIN_PUZZLES} puzzles of {list_some(names['few puzzles'])}")
    parts += [_describe_puzzles(kinds[kind], noun) for kind in PUZZLE_GAPS if kind in kinds]
    return f"Not covered: {'; '.join(parts)}." if parts else ""


def _to_cover(result: CheckResult, gaps: Sequence[Gap]) -> str:
    """Return the command that covers more; empty if no option helps."""
    setup, kinds = result.setup, {gap.kind for gap in gaps if gap.decisive} or {gap.kind for gap in gaps}
    if result.grade is Grade.TIMED_OUT:
        kinds.add("no answer")
    options: dict[str, str] = {}
    longer = [word for word, seconds in TIMES.items() if setup.time_limit is not None and seconds > setup.time_limit]
    if longer and kinds:
        options["--time"] = longer[0]
    limit, memory = setup.options.get("time_limit"), setup.options.get("memory_limit")
    if not kinds.isdisjoint({"may hang", "no answer", "skipped"}) and isinstance(limit, float):
        options["--time-limit"] = f"{limit * LONGER_LIMIT:g}"
    if "memory" in kinds and isinstance(memory, int):
        options["--memory-limit"] = str(memory * LONGER_LIMIT)
    return _with_options(setup.command, options) if options else ""


def repeat_command(setup: Setup, rounds: int | None = None) -> str:
    """Return the command that draws the same puzzles again; a known number of rounds replaces the time."""
    words = setup.command
    options = {"--seed": str(setup.seed)}
    if rounds is not None:
        words, options = _without(words, "--time"), {**options, "--rounds": str(rounds)}
    return _with_options(words, options)


def _with_options(words: tuple[str, ...], options: dict[str, str]) -> str:
    for name in options:
        words = _without(words, name)
    return escape_line(shlex.join([*words, *chain.from_iterable(options.items())]))


def _without(words: tuple[str, ...], name: str) -> tuple[str, ...]:
    if name in words:
        place = words.index(name)
        words = words[:place] + words[place + 2 :]
    return tuple(word for word in words if not word.startswith(f"{name}="))


def _sentence(result: CheckResult) -> str:
    properties, setup = result.properties, result.setup
    number = Counter(one.status for one in properties if not one.expected)
    total = pluralize(len(properties), "selected properties" if setup.selected else "properties")
    passed, wrong, timed_out = number[Status.PASSED], number[Status.WRONG], number[Status.TIMED_OUT]
    causes = sum(failure.status is Status.WRONG for failure in result.failures)
    gaps = [gap for one in properties for gap in one.gaps if gap.kind in ("no answer", "memory", "may hang")]
    rounds = f" in {pluralize(result.rounds, 'rounds')}" if setup.time_limit is None else ""
    words = result.grade.sentence.format(
        subject=setup.subject,
        total=total,
        wrong=wrong,
        timed_out=timed_out,
        causes=(f", probably from {pluralize(causes, 'causes')}" if causes != wrong else "")
        + (f"; {timed_out} timed out" if timed_out else ""),
        holds=f"{passed} of {total} {'holds' if passed == 1 else 'hold'}{rounds}",
        unanswered=pluralize(sum(gap.number for gap in gaps), setup.noun),
    )
    if result.grade is Grade.NOT_STARTED:
        return f"{words}."
    return f"{words}; {pluralize(result.judged, setup.noun)} judged in {result.seconds:.1f} s."


def _meaning(result: CheckResult) -> str:
    """Return the evidence in a result without failures, in sentences; empty if there is none."""
    if result.grade not in (Grade.NO_ERRORS, Grade.SLOW, Grade.NOT_DECIDED, Grade.AS_EXPECTED):
        return ""
    sentences: list[str] = []
    if result.rarer_than is not None and result.rarer_than >= MIN_BOUND:
        bound = describe_bound(result.rarer_than)
        sentences.append(f"Errors in random proper puzzles are rarer than {bound} ({100 * CONFIDENCE:g} % confidence).")
    if result.decided:
        shape = result.setup.shape
        reason = "" if Shape.parse(shape) in SHAPES else f"; there are no certificates for {shape} boxes"
        derived = f"; {pluralize(result.derived, 'puzzles')} derived from certified ones" if result.derived else ""
        certified = f"{result.certified:,} of {pluralize(result.decided, 'verdicts')} certified"
        sentences.append(f"{certified}{derived}{reason}.")
    return " ".join(sentences)


def _notes(result: CheckResult, end: RunEnd) -> Iterator[str]:
    number = Counter(one.status for one in result.properties if not one.expected)
    faults, vacuous = number[Status.FAULT], number[Status.VACUOUS]
    if faults:
        yield f"{pluralize(faults, 'properties')} could not be decided because of a fault in crosscover itself."
    if vacuous:
        yield f"{pluralize(vacuous, 'properties')} judged nothing."
    if not result.complete:
        yield f"The run is not complete: {end.value}."


def _bound(results: Sequence[PropertyResult]) -> int | None:
    """Return N such that errors in random proper puzzles are rarer than 1 in N; None if nothing is known."""
    if any(result.reported.status.has_failed for result in results):
        return None
    number = 0
    for result in results:
        if result.is_random_proper and result.is_sample:
            number += result.reported.distinct
        elif result.is_sample:
            number += _count(result.reported, *(f"{DERIVED}{kind}" for kind in RANDOM_KINDS))
    return rarer_than(number)


def _count(prop: CheckedProperty, *prefixes: str) -> int:
    return sum(number for label, number in prop.labels.items() if label.startswith(prefixes))


def failures_of(results: Iterable[PropertyResult]) -> tuple[Failure, ...]:
    """Return one unexpected failure per cause, the most convincing first."""
    causes: dict[Cause, list[Failure]] = {}
    drawn_first = sorted(results, key=lambda result: result.is_given)
    found = [pair for result in drawn_first if not result.reported.expected for pair in result.failures.items()]
    for cause, failure in sorted(found, key=lambda pair: _doubts(pair[1])):
        causes.setdefault(cause, []).append(failure)
    return tuple(_combined(*failures) for failures in causes.values())


def _combined(first: Failure, *others: Failure) -> Failure:
    names = dict.fromkeys(other.property_name for other in others)
    return replace(first, same_cause=tuple(name for name in names if name != first.property_name))


def _doubts(failure: Failure) -> tuple[int, ...]:
    """Return the sort key of failures: an answer that breaks a rule convinces most, and then a short, usual input."""
    return (
        failure.status.rank,
        failure.kind not in CONVINCING or "." in (failure.answer or ""),
        failure.is_flaky,
        len(failure.solutions) != 1 or "." not in failure.puzzle,  # nobody promises to solve full grids
        len(failure.puzzles) or sys.maxsize,
        sum(puzzle.count(".") for puzzle in failure.puzzles),
    )
