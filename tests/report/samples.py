"""Sample counterexamples, results of properties, checks and comparisons for reports."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as replace_struct

from crosscover import contracts
from crosscover.dialects import DIALECTS, Formatting
from crosscover.harness.failure import Cause, failure_of
from crosscover.harness.judging import Counterexample, failures
from crosscover.harness.property_result import Ended, PropertyResult, rarer_than
from crosscover.options import Options
from crosscover.properties.performance import notable
from crosscover.reference import Grid, Unique
from crosscover.report.summary import summarize
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.result import (
    CheckedProperty,
    CheckResult,
    ComparedAnswer,
    ComparedInput,
    Comparison,
    Failure,
    Rate,
    RunEnd,
    Setup,
    Speed,
    Status,
)
from crosscover.runner.comparing import compare
from crosscover.subjects.subject import Transcript

PUZZLE = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle at the beginning of Wikipedia's article on Sudoku."""

SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

WRONG_ANSWER = SOLUTION.with_cell(8, 7).with_cell(2, 2)
"""A wrong solution: row 1 is 532678917, with 4 and 2 replaced by clashing digits."""

NASTY = "\x00\x85\u200b\u2066\u202e\ufeff\x1b[31mred\x1b[0m ]]> <&'\" \ud800 \ufffe ::error:: %0A | ` é"

SETUP = Setup(
    subject="exec:./a.out --flag",
    solver="exec:./a.out --flag --dialect=poj3074",
    contract="proper",
    shape="3x3",
    seed=4711,
    command=("crosscover", "check", "exec:./a.out --flag", "--time", "60"),
    panel=("bitmask", "cpsat"),
    versions={"crosscover": "1.2.3"},
    started="2030-01-02T03:04:05+00:00",
    machine={"cores": "2", "memory": "24.0 GiB", "system": "Linux", "python": "CPython 3.11.2"},
    time_limit=60.0,
    options=Options().to_plain(),
)

CIRCUMSTANCES = (
    "All 41 wrong grids have a digit twice in a box, never in a row or column: inspect the check of boxes.",
    "Fails on 212 of 230 puzzles with at most 22 clues, on 0 of 1,310 others.",
)

RATES = (
    Rate("easy", 4096, 0.00006, 0.00004),
    Rate("hard", 32, 0.0008, 0.0001),
    Rate("17 clues", 1, 1.25, 0.00005, is_bound=True),
)

SPEED = Speed(RATES, 0.0018, ("hard: still running",), tuple(notable(RATES)))


def counterexample(
    *responses: Response,
    batch: Sequence[Grid] | None = None,
    formatting: Formatting = Formatting(),
    received: str = "",
    run_failure: Failed | None = None,
) -> Counterexample:
    """The counterexample of these responses to a batch, by default copies of the puzzle."""
    puzzles = tuple(batch or [PUZZLE] * len(responses))
    transcript = Transcript(responses, run_failure, DIALECTS["lines"].write(puzzles, formatting), received)
    verdicts = [Unique(SOLUTION)] * len(puzzles)
    found = next(failures(puzzles, verdicts, transcript, contracts.PROPER, formatting), None)
    assert found is not None
    return found


def with_failures(prop: CheckedProperty, *failures: tuple[object, Failure]) -> PropertyResult:
    """The result of a property with these failures, each with its cause."""
    _, first = failures[0]
    reported = replace_struct(prop, status=first.status, reason=first.reason)
    by_cause: dict[Cause, Failure] = {(failure.status, cause): failure for cause, failure in failures}
    return PropertyResult(reported, by_cause, ended=Ended.FAILED)


def wrong(name: str = "patterns", *counterexamples: Counterexample) -> PropertyResult:
    """A property with a wrong answer, or with these failures, each from another cause."""
    shown = counterexamples or [counterexample(Answered(WRONG_ANSWER), received=f"{WRONG_ANSWER}\n")]
    prop = CheckedProperty(
        name, f"What {name} says.", judged=96, runs=12, seconds=1.5, failed_after=17, labels={"1 puzzle": 4}
    )
    return with_failures(prop, *((one.cause_key, failure_of(one, name, prop.statement)) for one in shown))


def saved(name: str = "patterns") -> PropertyResult:
    """A property with a wrong answer that was saved."""
    result = wrong(name)
    result.failures = {
        cause: replace_struct(failure, saved_as="1234567890") for cause, failure in result.failures.items()
    }
    return result


def several_causes(name: str = "long_runs") -> PropertyResult:
    """A property that failed for two causes: one puzzle has a wrong answer, and another one only after it."""
    first = counterexample(Answered(WRONG_ANSWER), received=f"{WRONG_ANSWER}\n")
    second = counterexample(Answered(SOLUTION), Declined())
    return wrong(name, first, replace(second, right_alone=True))


def timed_out(name: str = "long_runs") -> PropertyResult:
    """A property that timed out."""
    reason = "still running after 10 s, with 0 of 1 puzzle answered"
    return wrong(name, counterexample(Failed(Fault.TIMED_OUT, reason)))


def without_puzzle(prop: CheckedProperty, status: Status, reason: str, detail: str) -> PropertyResult:
    """A property with a failure that no puzzle shows."""
    return with_failures(prop, (reason, Failure(prop.name, prop.statement, status, reason, detail=detail)))


def fault(name: str = "sound") -> PropertyResult:
    """A property that was not judged because of a fault of crosscover."""
    prop = CheckedProperty(name, "It is sound.", judged=3)
    return without_puzzle(prop, Status.FAULT, "DisagreementError: cpsat and bitmask", "Traceback\n  somewhere")


def vacuous(name: str = "forms") -> PropertyResult:
    """A property that judged nothing."""
    return PropertyResult(CheckedProperty(name, "Forms do not matter.", Status.VACUOUS, reason="judged nothing"))


def passed(name: str = "full_grids", *, judged: int = 1200, distinct: int = 0, **gaps: Any) -> PropertyResult:
    """A property that passed, with these gaps."""
    prop = CheckedProperty(name, "A full grid is its own answer.", Status.PASSED, runs=40, seconds=2.25)
    prop.judged, prop.distinct, prop.rarer_than = judged, distinct, rarer_than(distinct)
    return PropertyResult(prop, **gaps)


def left_open(name: str = "clashing_clues") -> PropertyResult:
    """A property that passed without being run on every facet."""
    facets = tuple(f"a clash in row {number}" for number in range(1, 10))
    return passed(name, distinct=1100, not_covered=facets, unanswered=[PUZZLE, SOLUTION])


def not_decided(name: str = "clashing_clues") -> PropertyResult:
    """A property with two easy puzzles that were not answered, one for lack of memory."""
    grids = [PUZZLE, SOLUTION]
    result = passed(name, unanswered=grids, suspects=grids, out_of_memory=[SOLUTION])
    result.reported.status = Status.NOT_DECIDED
    return result


def not_run(name: str = "complete") -> PropertyResult:
    """A property that was not run."""
    return PropertyResult(CheckedProperty(name, "All are found."))


def check_result(
    *results: PropertyResult,
    setup: Setup = SETUP,
    complete: bool = True,
    stale: Sequence[str] = (),
    speed: Speed | None = None,
    circumstances: tuple[str, ...] = (),
) -> CheckResult:
    """The result of a check with these results of properties."""
    end = RunEnd.TIME if complete else RunEnd.INTERRUPTED
    run = CheckResult(setup, rounds=3, seconds=42.0, decided=90, certified=88, speed=speed, circumstances=circumstances)
    return summarize(run, results, end, stale=stale)


def comparison(hostile: str = "") -> Comparison:
    """A wrong solver, a right one, and one that times out on an input of the first."""
    good = passed(), passed("patterns"), passed("long_runs")
    first = check_result(passed(), wrong(), not_run())
    second = check_result(*good, setup=replace_struct(SETUP, solver="python:b.py:solve", seed=5), speed=SPEED)
    third = check_result(*good, setup=replace_struct(SETUP, solver=f"exec:./c {hostile}", seed=5))
    answers = ComparedAnswer(Status.WRONG, str(WRONG_ANSWER), (4, 8), (2,)), ComparedAnswer(Status.PASSED)
    inputs = [ComparedInput(one, (*answers, ComparedAnswer(Status.TIMED_OUT, hostile))) for one in first.failures]
    return compare([first, second, third], inputs, left_out=2)
