"""Compares solvers: runs each solver with the same seed, then on the inputs that other solvers failed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace as replace_settings

from msgspec.structs import replace

from crosscover.contracts import PROPER
from crosscover.errors import ExitCode, NotStartedError, combine, refusing
from crosscover.harness.limits import AFTER_FAILURE_SECONDS, COMPARED_SECONDS
from crosscover.options import COMPARE, ENGINE, OPTIONS
from crosscover.output import escape_line
from crosscover.report.summary import describe_gap
from crosscover.report.words import pluralize
from crosscover.result import CheckResult, ComparedAnswer, ComparedInput, Comparison, Failure, Grade, Speed, Status
from crosscover.subjects.specification import meanings

from .opening import open_run, rerun, resolve, why_not_run
from .saved import input_of
from .settings import COMPARED_ROUNDS, RunSettings, fresh_seed, read_settings

MAX_INPUTS = 30
"""Maximum number of failing inputs to run all solvers on."""


def settings_of(solvers: Sequence[tuple[str, Mapping[str, object]]], given: Mapping[str, object]) -> list[RunSettings]:
    """Return the settings of each solver: the applicable common options and the solver's own options.

    Engines get the contract of functions, unless only engines are compared. Raises UsageError.
    """
    common = {"seed": fresh_seed(), "time": COMPARED_SECONDS, "rounds": COMPARED_ROUNDS, **given}
    are_engines = all(meanings(spec)[0].startswith("engine:") for spec, _ in solvers)
    settings: list[RunSettings] = []
    for spec, own in solvers:
        kinds = {meaning.partition(":")[0] for meaning in meanings(spec)}
        values = {
            name: value for name, value in common.items() if name not in OPTIONS or kinds & {*OPTIONS[name].kinds}
        }
        values |= own
        if kinds == {ENGINE} and not are_engines:
            values.setdefault("contract", PROPER)
        with refusing(f"{spec!r}: "):
            read = read_settings(spec, values, COMPARE)
        is_limited = given.get("time") is not None or given.get("rounds") is not None
        settings.append(read if is_limited else replace_settings(read, after_failure=AFTER_FAILURE_SECONDS))
    return settings


def compare_solvers(
    solvers: Sequence[RunSettings], announce: Callable[[str], None] = lambda _line: None
) -> tuple[Comparison, BaseException | None]:
    """Run the solvers one after another, then on inputs that other solvers failed; an interrupt ends the comparison.

    Announces each run. An internal error is a fault of its run; the first one is returned, too. Raises NotStartedError,
    which names the solver, and UsageError.
    """
    names = [settings.subject for settings in solvers]
    found: list[RunSettings] = []
    for name, settings in zip(names, solvers, strict=True):
        with refusing(f"{name!r}: "):
            found.append(resolve(settings))
    runs: list[CheckResult] = []
    error: BaseException | None = None
    for number, (name, settings) in enumerate(zip(names, found, strict=True), 1):
        announce(f"{number} of {len(found)}  {name}")
        without_store = replace_settings(settings, store=None)  # other solvers do not have its saved failures
        with refusing(f"{name!r}: "), closing(open_run(without_store, [], settings.check_command())) as judged:
            runs.append(judged.run())
            error = error or judged.error
        if not runs[-1].complete and judged.error is None:
            return compare_runs(runs, ()), error
    return compare_runs(runs, found), error


def compare_runs(results: Sequence[CheckResult], solvers: Sequence[RunSettings]) -> Comparison:
    """Run each solver on inputs that other solvers failed, and compare; without `solvers`, only compare the runs."""
    found = failing_inputs(results)
    inputs: list[ComparedInput] = []
    is_interrupted = False
    for failure, own in found[:MAX_INPUTS]:
        answers = [own.get(place, ComparedAnswer(Status.NOT_RUN)) for place in range(len(results))]
        try:
            for place, settings in enumerate(() if is_interrupted else solvers):
                answers[place] = own.get(place) or answer_of(settings, failure)
        except KeyboardInterrupt:  # the results so far are still shown
            is_interrupted = True
        inputs.append(ComparedInput(failure, tuple(answers)))
    inputs.sort(key=lambda compared: all(answer.status is not Status.PASSED for answer in compared.answers))
    return compare(results, inputs, left_out=max(0, len(found) - MAX_INPUTS))


def compare(results: Sequence[CheckResult], inputs: Sequence[ComparedInput], *, left_out: int = 0) -> Comparison:
    """Compare solvers by their own runs and by their answers to the inputs that other solvers failed."""
    graded = tuple(_graded(result, place, inputs) for place, result in enumerate(results))
    worst, sentence = _verdict(graded)
    code = combine(result.exit_code for result in graded)
    notes = tuple(map(escape_line, _notes(graded)))
    return Comparison(worst.title, worst.tone, code, escape_line(sentence), graded, tuple(inputs), left_out, notes)


def failing_inputs(results: Sequence[CheckResult]) -> list[tuple[Failure, dict[int, ComparedAnswer]]]:
    """Return each input that a solver failed, shortest first, with the answers of the failing solvers by index."""
    inputs: dict[object, tuple[Failure, dict[int, ComparedAnswer]]] = {}
    for place, result in enumerate(results):
        for failure in result.failures:
            if failure.formatting and failure.status is not Status.FAULT:
                key = failure.puzzles, failure.shape, tuple(failure.formatting.items())
                inputs.setdefault(key, (failure, {}))[1].setdefault(place, _answer(failure))
    return sorted(inputs.values(), key=lambda found: (len(found[0].puzzles), "".join(found[0].puzzles).count(".")))


def _answer(failure: Failure) -> ComparedAnswer:
    words = failure.answer or failure.received or failure.reason
    return ComparedAnswer(failure.status, words, failure.wrong_cells, failure.differing_cells)


def answer_of(settings: RunSettings, failure: Failure) -> ComparedAnswer:
    """Return a solver's answer to an input that another solver failed, without shrinking; raises KeyboardInterrupt."""
    given = input_of(failure)
    if reason := why_not_run(settings.options, given):
        return ComparedAnswer(Status.NOT_RUN, reason)
    try:
        result, stopped_by = rerun(settings.subject, settings.options, given)
    except NotStartedError as error:
        return ComparedAnswer(Status.NOT_RUN, str(error))
    if stopped_by is not None:
        return ComparedAnswer(Status.FAULT, f"{type(stopped_by).__name__}: {stopped_by}")
    if not result.complete:
        raise KeyboardInterrupt
    if result.failures:
        return _answer(result.failures[0])
    [prop] = result.properties
    if prop.status is Status.VACUOUS:
        return ComparedAnswer(Status.NOT_RUN, "its contract does not cover the puzzles")
    gaps = [gap for gap in prop.gaps if gap.kind != "few puzzles"]
    return ComparedAnswer(Status.NOT_RUN, describe_gap(gaps[-1])) if gaps else ComparedAnswer(prop.status)


def _graded(result: CheckResult, place: int, inputs: Sequence[ComparedInput]) -> CheckResult:
    """Return a result with the worst grade of the run and of the answers to inputs that other solvers failed."""
    expected = {prop.name for prop in result.properties if prop.expected}
    statuses = {
        compared.answers[place].status
        for compared in inputs
        if expected.isdisjoint((compared.failure.property_name, *compared.failure.same_cause))
    }
    failed = statuses & {Status.WRONG, Status.TIMED_OUT, Status.FAULT}
    grade = min([result.grade, *(Grade(status.word) for status in failed)], key=lambda grade: grade.rank)
    code = combine([result.exit_code, grade.exit_code])
    return replace(result, grade=grade, exit_code=code)


def _verdict(results: Sequence[CheckResult]) -> tuple[Grade, str]:
    """Return the worst grade, and the rest of the sentence that starts with it."""
    total = pluralize(len(results), "solvers")
    solvers: dict[Grade, list[str]] = {grade: [] for grade in Grade}
    for result in results:
        solvers[result.grade].append(result.setup.solver)
    good = Grade.AS_EXPECTED, Grade.NO_ERRORS
    found = [(grade, names) for grade, names in solvers.items() if names and grade not in good]
    rest = [f"{grade.word}: {', '.join(names)}" for grade, names in found]
    if all(grade.exit_code is ExitCode.GOOD for grade, _ in found):
        return Grade.NO_ERRORS, "; ".join((f"in {total}", *rest)) + "."
    (worst, names), *_ = found
    return worst, "; ".join((f"{len(names)} of {total}: {', '.join(names)}", *rest[1:])) + "."


def _notes(results: Sequence[CheckResult]) -> Iterator[str]:
    contracts = dict.fromkeys(result.setup.contract for result in results)
    if len(contracts) > 1:
        yield f"The solvers have different contracts: {', '.join(contracts)}."
    if len({result.setup.shape for result in results}) > 1:
        yield "The solvers have puzzles of different shapes."
    for result in results:
        speed = result.speed or Speed()
        reasons = [f"Speed not measured: {reason}." for reason in speed.unmeasured[:1] if not speed.rates]
        lines = filter(None, (result.not_covered, *reasons, *speed.notable, *result.notes))
        yield from (f"{result.setup.solver}: {line}" for line in lines)
