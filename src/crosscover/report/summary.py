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

from crosscover.contracts import SOLUTION
from crosscover.dialects import LineEnd, Spacing
from crosscover.exit_code import ExitCode, combine
from crosscover.harness.judging import Counterexample
from crosscover.harness.property_result import (
    CONFIDENCE,
    DERIVED,
    FEWEST_PUZZLES,
    FoundFailure,
    PropertyResult,
    rarer_than,
)
from crosscover.oracles.certificate import SHAPES
from crosscover.output import escape_line
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered
from crosscover.result import CheckedProperty, CheckResult, Failure, Gap, GapKind, Grade, RunEnd, Setup, Speed, Status

from .words import describe_bound, list_some, pluralize

TIMES = {"2m": 120, "5m": 300, "10m": 600, "30m": 1800}
"""Suggested run times in seconds, by the argument of `--time`."""

LONGER_LIMIT = 5
"""Factor by which a suggested time or memory limit exceeds the current limit."""

RANDOM_KINDS = ("17 clues", "top95", "top1465", "forum hardest", "easy", "minimal", "symmetric pattern")
"""The kinds of `volume` that count as random proper puzzles; kinds made to break a solver do not count."""

LEAST_BOUND = 10
"""Smallest N for which a report states that errors are rarer than 1 in N."""

MAX_CERTIFICATES = 7
"""Maximum number of certificates per failure in a report."""


def summarize(
    setup: Setup,
    results: Sequence[PropertyResult],
    end: RunEnd,
    *,
    seconds: float = 0.0,
    rounds: int = 1,
    stale: Sequence[str] = (),
    remarks: Iterable[str] = (),
    speed: Speed | None = None,
    decided: int = 0,
    certified: int = 0,
) -> CheckResult:
    """Return the result of a run; `stale` holds notes on expected failures that pass, `remarks` other notes."""
    properties = tuple(checked(one, time_is_up=end is RunEnd.TIME) for one in results)
    grade = _grade(properties, end, is_stale=bool(stale))
    failures = failures_of(results)
    code = combine([ExitCode.FAULT if end is RunEnd.FAULT else ExitCode.GOOD, grade.exit_code])
    labels = sum((one.labels for one in results), Counter[str]())
    bound = None if any(one.status.has_failed for one in properties) else rarer_than(_random_proper(results))
    result = CheckResult(
        setup=setup,
        grade=grade,
        exit_code=code,
        repeat=repeat_command(setup, rounds if setup.time_limit is not None else None),
        complete=end.is_complete,
        time_is_up=end is RunEnd.TIME,
        rounds=rounds,
        seconds=round(seconds, 3),
        judged=sum(one.judged for one in results if one.unit == "puzzles"),
        derived=sum(number for name, number in labels.items() if name.startswith(DERIVED)),
        decided=decided,
        certified=certified,
        rarer_than=bound,
        failures=failures,
        properties=properties,
        speed=speed,
    )
    gaps = [(one, gap) for one in properties for gap in one.gaps]
    is_open = grade in (Grade.NOT_DECIDED, Grade.SLOW, Grade.NO_ERRORS, Grade.TIMED_OUT)
    return replace(
        result,
        sentence=escape_line(_sentence(result)),
        meaning=_meaning(result),
        not_covered=escape_line(_not_covered(gaps)) if is_open else "",
        to_cover=_to_cover(result, [gap for _, gap in gaps]) if is_open else "",
        notes=tuple(map(escape_line, chain(_notes(result), remarks, stale))),
    )


def not_started(setup: Setup, reason: str) -> CheckResult:
    """Return the result of a run whose solver could not be started."""
    result = CheckResult(setup, Grade.NOT_STARTED, ExitCode.NOT_STARTED, repeat=repeat_command(setup))
    return replace(result, sentence=escape_line(_sentence(result)), notes=(escape_line(reason),))


def _grade(properties: Sequence[CheckedProperty], end: RunEnd, *, is_stale: bool) -> Grade:
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


def checked(result: PropertyResult, *, time_is_up: bool = False) -> CheckedProperty:
    """Return the result of a property as reports show it."""
    return CheckedProperty(
        name=result.name,
        statement=result.statement,
        status=result.status,
        expected=result.expected,
        judged=result.judged,
        unit=result.unit,
        distinct=result.distinct,
        rarer_than=rarer_than(result.distinct) if result.is_sample else None,
        cases=result.facets,
        runs=result.runs,
        seconds=round(result.seconds, 3),
        failed_after=result.failed_after,
        reason=result.failure.reason.split("\n")[0] if result.failure else "",
        gaps=tuple(_gaps(result, time_is_up=time_is_up)),
        labels=dict(result.labels),
    )


def _gaps(result: PropertyResult, *, time_is_up: bool) -> Iterator[Gap]:
    """Yield the gaps in the coverage of a property; a failed property has only gaps of unanswered puzzles."""
    if result.status is Status.NOT_RUN:
        yield Gap("not run", 1, decisive=True)
    if result.status is Status.PASSED and result.not_asked:
        yield Gap("not asked", len(result.not_asked), result.not_asked, decisive=True)
    if result.is_thin:
        is_short = time_is_up or bool(result.unanswered or result.skipped)
        yield Gap("few puzzles", result.judged, decisive=is_short)
    suspects = [] if result.has_failed else [one for one in result.suspects if one not in result.out_of_memory]
    others = [one for one in result.unanswered if one not in result.out_of_memory and one not in suspects]
    is_suspect = not result.has_failed and not set(result.suspects).isdisjoint(result.out_of_memory)
    unanswered: list[tuple[GapKind, list[Grid], bool]] = [
        ("may hang", suspects, True),
        ("no answer", others, result.is_given),
        ("memory", result.out_of_memory, is_suspect or result.is_given),
        ("undecided", result.undecided, True),
    ]
    for kind, puzzles, decisive in unanswered:
        if puzzles:
            yield Gap(kind, len(puzzles), tuple(map(str, puzzles)), decisive)
    if result.skipped:
        yield Gap("not reached" if result.is_given else "skipped", result.skipped, decisive=result.is_given)


def describe_gap(gap: Gap, most: int = 3) -> str:
    """Return a gap in words, with at most `most` names."""
    first = f"{'; the first' * (gap.number > 1)}: {gap.what[0]}" if gap.what else ""
    puzzles = pluralize(gap.number, "puzzles")
    words: dict[GapKind, str] = {
        "not run": "not run",
        "not asked": f"not covered: {list_some(gap.what, most)}",
        "few puzzles": f"fewer than {FEWEST_PUZZLES} puzzles",
        "may hang": f"it may hang: no answer to {pluralize(gap.number, 'easy puzzles')} in time{first}",
        "no answer": f"no answer to {puzzles} in time{first}",
        "memory": f"no answer to {puzzles} within the memory limit{first}",
        "undecided": f"crosscover's engines could not decide {puzzles}{first}",
        "not reached": f"{puzzles} not judged in time",
        "skipped": f"{puzzles} left out, since the solver is slow",
    }
    return words[gap.kind]


def _not_covered(gaps: Sequence[tuple[CheckedProperty, Gap]]) -> str:
    """Return one sentence about what was not covered; a reason that rules out a verdict stands alone."""
    decisive = [pair for pair in gaps if pair[1].decisive] or gaps
    parts: list[str] = []
    names = [one.name for one, gap in decisive if gap.kind == "not run"]
    cases = list(dict.fromkeys(case for _, gap in decisive if gap.kind == "not asked" for case in gap.what))
    if names or cases:
        parts.append(list_some([*(f"the property {name}" for name in names), *cases]))
    if thin := [one.name for one, gap in decisive if gap.kind == "few puzzles"]:
        parts.append(f"{FEWEST_PUZZLES} puzzles of {list_some(thin)}")
    for kind, words in (
        ("may hang", "easy puzzles without an answer in time"),
        ("no answer", "puzzles without an answer in time"),
        ("memory", "puzzles without an answer within the memory limit"),
        ("undecided", "puzzles that crosscover's engines could not decide"),
        ("not reached", "given puzzles that were not judged in time"),
        ("skipped", "puzzles that are too hard at this speed"),
    ):
        some = [gap for _, gap in decisive if gap.kind == kind]
        if some:
            noun = words if (number := sum(gap.number for gap in some)) != 1 else words.replace("puzzles", "puzzle", 1)
            example = f", such as {some[0].what[0]}" if some[0].what else ""
            parts.append(f"{number:,} {noun}{example}")
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
    """Return the sentence of the grade with its numbers."""
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
        unanswered=pluralize(sum(gap.number for gap in gaps), "puzzles"),
    )
    if result.grade is Grade.NOT_STARTED:
        return f"{words}."
    return f"{words}; {pluralize(result.judged, 'puzzles')} judged in {result.seconds:.1f} s."


def _meaning(result: CheckResult) -> str:
    """Return the evidence in a result without failures, in sentences; empty if there is none."""
    if result.grade not in (Grade.NO_ERRORS, Grade.SLOW, Grade.NOT_DECIDED, Grade.AS_EXPECTED):
        return ""
    sentences: list[str] = []
    if result.rarer_than is not None and result.rarer_than >= LEAST_BOUND:
        bound = describe_bound(result.rarer_than)
        sentences.append(f"Errors in random proper puzzles are rarer than {bound} ({100 * CONFIDENCE:g} % confidence).")
    if result.decided:
        shape = result.setup.shape
        reason = "" if Shape.parse(shape) in SHAPES else f"; there are no certificates for {shape} boxes"
        derived = f"; {pluralize(result.derived, 'puzzles')} derived from certified ones" if result.derived else ""
        certified = f"{result.certified:,} of {pluralize(result.decided, 'verdicts')} certified"
        sentences.append(f"{certified}{derived}{reason}.")
    return " ".join(sentences)


def _notes(result: CheckResult) -> Iterator[str]:
    number = Counter(one.status for one in result.properties if not one.expected)
    faults, vacuous = number[Status.FAULT], number[Status.VACUOUS]
    if faults:
        yield f"{pluralize(faults, 'properties')} could not be decided because of a fault in crosscover itself."
    if vacuous:
        yield f"{pluralize(vacuous, 'properties')} judged nothing."
    if not result.complete:
        yield "The run is not complete: it was cut short."


def _random_proper(results: Iterable[PropertyResult]) -> int:
    """Return the number of different random proper puzzles that passed."""
    number = 0
    for result in results:
        if result.is_random_proper and result.is_sample:
            number += result.distinct
        elif result.is_sample:
            names = tuple(f"{DERIVED}{kind}" for kind in RANDOM_KINDS)
            number += sum(count for name, count in result.labels.items() if name.startswith(names))
    return number


def failures_of(results: Iterable[PropertyResult]) -> tuple[Failure, ...]:
    """Return one unexpected failure per cause, sorted by status, number of puzzles and number of empty cells."""
    causes: dict[tuple[object, ...], list[PropertyResult]] = {}
    for one in sorted(chain.from_iterable(one.by_cause() for one in results), key=_size):
        if one.failure is not None and not one.expected and one.status is not Status.VACUOUS:
            causes.setdefault(cause_of(one), []).append(one)
    return tuple(
        replace(failure_of(first), same_cause=tuple(dict.fromkeys(one.name for one in more if one.name != first.name)))
        for first, *more in causes.values()
    )


def cause_of(result: PropertyResult) -> tuple[object, ...]:
    """Return a key that failures with the same cause share."""
    failure = result.failure
    if failure is None or failure.counterexample is None:
        return result.status, failure and failure.cause
    return result.status, failure.counterexample.cause_key


def _size(result: PropertyResult) -> tuple[int, int, int, bool]:
    puzzles = result.failure.puzzles if result.failure else ()
    empty = sum(len(puzzle.empty_cells()) for puzzle in puzzles)
    return result.status.rank, len(puzzles) or sys.maxsize, empty, result.is_given


def failure_of(result: PropertyResult) -> Failure:
    """Return the failure of a property; of several failures, the first."""
    failure = result.failure or FoundFailure("")
    found = failure.counterexample
    base = Failure(
        property_name=result.name,
        statement=result.statement,
        status=result.status,
        reason=failure.reason,
        detail=failure.detail,
        shape=str(failure.puzzles[0].shape) if failure.puzzles else str(Shape()),
        puzzles=tuple(map(str, failure.puzzles)),
        certified=failure.certified,
        certificates=tuple(certificate.line() for certificate in failure.certificates[:MAX_CERTIFICATES]),
        saved_as=failure.saved_as,
    )
    return base if found is None else _with_counterexample(base, found)


def _with_counterexample(failure: Failure, found: Counterexample) -> Failure:
    response, transcript, mismatch = found.response, found.transcript, found.mismatch
    solutions = found.verdict.solutions if found.failing_index is not None or len(found.batch) == 1 else ()
    return replace(
        failure,
        failing_index=found.failing_index,
        right_alone=found.right_alone,
        answer_of=_answer_of(found),
        repeats=found.repeats,
        failed_repeats=found.failed_repeats,
        received="" if response is None else str(response),
        expected=() if found.failing_index is None else found.expected_lines,
        answer=str(response.grid) if isinstance(response, Answered) else None,
        wrong_cells=mismatch.cells,
        wrong_house=mismatch.house,
        differing_cells=found.differing_cells,
        solutions=tuple(map(str, solutions)),
        wants_text=found.contract.requirements[len(solutions)] is not SOLUTION,
        written=tuple(_describe_formatting(found)),
        formatting=found.formatting.to_plain(),
        hash_seed=transcript.hash_seed,
        input=transcript.sent,
        output=transcript.received,
    )


def _answer_of(found: Counterexample) -> int | None:
    """Return the index of the last earlier puzzle with the same answer, if the failing puzzle passes alone."""
    place, responses = found.failing_index, found.transcript.responses
    if place is None or not found.right_alone or not isinstance(responses[place], Answered):
        return None
    same = [index for index in range(place) if responses[index] == responses[place]]
    return next((index for index in reversed(same) if found.batch[index] != found.batch[place]), None)


def _describe_formatting(found: Counterexample) -> Iterator[str]:
    formatting = found.formatting
    if formatting.empty is not None:
        yield f"{formatting.empty!r} for an empty cell"
    if formatting.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not formatting.final_newline:
        yield "no line end after the last line"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value
