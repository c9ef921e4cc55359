"""Sample counterexamples, results of properties, checks and comparisons for reports."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as replace_struct

from crosscover import contracts
from crosscover.dialects import DIALECTS, Formatting
from crosscover.harness.judging import Counterexample, failures
from crosscover.harness.performance import notable
from crosscover.harness.property_result import FoundFailure, PropertyResult
from crosscover.options import Options
from crosscover.reference import Grid, Unique
from crosscover.report.summary import summarize
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.result import CheckResult, ComparedAnswer, ComparedInput, Comparison, Rate, RunEnd, Setup, Speed, Status
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


def wrong(name: str = "patterns", found: Counterexample | None = None) -> PropertyResult:
    """A property with a wrong answer."""
    found = found or counterexample(Answered(WRONG_ANSWER), received=f"{WRONG_ANSWER}\n")
    failure = FoundFailure(found.reason, found)
    return PropertyResult(
        name, f"What {name} says.", Status.WRONG, 96, "puzzles", 12, 1.5, 17, Counter({"1 puzzle": 4}), failure
    )


def several_causes(name: str = "long_runs") -> PropertyResult:
    """A property that failed for two causes: one puzzle has a wrong answer, and another one only after it."""
    found = replace(counterexample(Answered(SOLUTION), Declined()), right_alone=True)
    outcome = wrong(name)
    assert outcome.failure is not None
    return replace(outcome, failure=replace(outcome.failure, others=(FoundFailure(found.reason, found),)))


def timed_out(name: str = "long_runs") -> PropertyResult:
    """A property that timed out."""
    found = counterexample(Failed(Fault.TIMED_OUT, "still running after 10 s, with 0 of 1 puzzle answered"))
    return replace(wrong(name, found), status=Status.TIMED_OUT)


def fault(name: str = "sound") -> PropertyResult:
    """A property that was not judged because of a fault of crosscover."""
    failure = FoundFailure("DisagreementError: cpsat and bitmask", detail="Traceback\n  somewhere")
    return PropertyResult(name, "It is sound.", Status.FAULT, 3, failure=failure)


def vacuous(name: str = "forms") -> PropertyResult:
    """A property that judged nothing."""
    return PropertyResult(name, "Forms do not matter.", Status.VACUOUS, failure=FoundFailure("judged nothing"))


def passed(name: str = "full_grids") -> PropertyResult:
    """A property that passed."""
    return PropertyResult(name, "A full grid is its own answer.", Status.PASSED, 1200, runs=40, seconds=2.25)


def left_open(name: str = "clashing_clues") -> PropertyResult:
    """A property that passed without being asked everything."""
    facets = tuple(f"a clash in row {number}" for number in range(1, 10))
    return replace(passed(name), distinct=1100, not_asked=facets, unanswered=[PUZZLE, SOLUTION])


def not_decided(name: str = "clashing_clues") -> PropertyResult:
    """A property with two easy puzzles that were not answered, one for lack of memory."""
    return replace(
        passed(name),
        status=Status.NOT_DECIDED,
        unanswered=[PUZZLE, SOLUTION],
        suspects=[PUZZLE, SOLUTION],
        out_of_memory=[SOLUTION],
    )


def not_run(name: str = "complete") -> PropertyResult:
    """A property that was not run."""
    return PropertyResult(name, "All are found.", Status.NOT_RUN)


def check_result(
    *results: PropertyResult,
    setup: Setup = SETUP,
    complete: bool = True,
    stale: Sequence[str] = (),
    speed: Speed | None = None,
) -> CheckResult:
    """The result of a check with these results of properties."""
    return summarize(
        setup,
        results,
        RunEnd.TIME if complete else RunEnd.INTERRUPTED,
        seconds=42.0,
        rounds=3,
        stale=stale,
        speed=speed,
        decided=90,
        certified=88,
    )


def comparison(hostile: str = "") -> Comparison:
    """A wrong solver, a right one, and one that times out on an input of the first."""
    good = passed(), passed("patterns"), passed("long_runs")
    first = check_result(passed(), wrong(), not_run())
    second = check_result(*good, setup=replace_struct(SETUP, solver="python:b.py:solve", seed=5), speed=SPEED)
    third = check_result(*good, setup=replace_struct(SETUP, solver=f"exec:./c {hostile}", seed=5))
    answers = ComparedAnswer(Status.WRONG, str(WRONG_ANSWER), (4, 8), (2,)), ComparedAnswer(Status.PASSED)
    inputs = [ComparedInput(one, (*answers, ComparedAnswer(Status.TIMED_OUT, hostile))) for one in first.failures]
    return compare([first, second, third], inputs, left_out=2)
