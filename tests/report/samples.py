"""Sample counterexamples, outcomes and runs for reports."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from crosscover import contracts
from crosscover.dialects import Formatting, dialect
from crosscover.exit_code import ExitCode
from crosscover.harness.judging import Counterexample, first_failure
from crosscover.harness.performance import Performance, Rate
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.options import Options
from crosscover.reference import Grid, Unique
from crosscover.report.events import (
    Footer,
    Header,
    Listener,
    Progress,
    PropertyFinished,
    PropertyStarted,
    RunFinished,
    RunStarted,
)
from crosscover.responses import Answered, Declined, Failed, Fault, Response
from crosscover.subjects.subject import Transcript

PUZZLE = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle at the beginning of Wikipedia's article on Sudoku."""

SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

WRONG_ANSWER = SOLUTION.with_cell(8, 7).with_cell(2, 2)
"""A wrong solution: row 1 is 532678917, with 4 and 2 replaced by clashing digits."""

NASTY = "\x00\x85\u200b\u2066\u202e\ufeff\x1b[31mred\x1b[0m ]]> <&'\" \ud800 \ufffe ::error:: %0A | ` é"

HEADER = Header(
    started="2030-01-02T03:04:05+00:00",
    machine={"cores": "2", "memory": "24.0 GiB", "system": "Linux", "python": "CPython 3.11.2"},
    subject="exec:./a.out --flag",
    seed=4711,
    panel=("bitmask", "cpsat"),
    versions={"crosscover": "1.2.3"},
    command=("crosscover", "check", "exec:./a.out --flag"),
    options=Options(),
)


PERFORMANCE = Performance(
    5.0,
    0.0018,
    (
        Rate("easy", 4096, 0.00006, 0.00004),
        Rate("hard", 32, 0.0008, 0.0001),
        Rate("17 clues", 1, 1.25, 0.00005, is_bound=True),
    ),
    (f"17 clues: {NASTY}",),
)


def counterexample(
    *responses: Response,
    batch: Sequence[Grid] | None = None,
    formatting: Formatting = Formatting(),
    received: str = "",
    run_failure: Failed | None = None,
) -> Counterexample:
    """The counterexample of these responses to a batch, by default copies of the puzzle."""
    puzzles = tuple(batch or [PUZZLE] * len(responses))
    transcript = Transcript(responses, run_failure, dialect("lines").write(puzzles, formatting), received)
    verdicts = [Unique(SOLUTION)] * len(puzzles)
    found = first_failure(puzzles, verdicts, transcript, contracts.PROPER, formatting)
    assert found is not None
    return found


def wrong(name: str = "patterns", found: Counterexample | None = None) -> PropertyResult:
    """A property with a wrong answer."""
    found = found or counterexample(Answered(WRONG_ANSWER), received=f"{WRONG_ANSWER}\n")
    failure = Failure(found.reason, found)
    return PropertyResult(
        name, f"What {name} says.", Status.WRONG, 96, "puzzles", 12, 1.5, 17, Counter({"1 puzzle": 4}), failure
    )


def several_causes(name: str = "long_runs") -> PropertyResult:
    """A property that failed for two causes: one puzzle has a wrong answer, and another one only after it."""
    found = replace(counterexample(Answered(SOLUTION), Declined()), right_alone=True)
    outcome = wrong(name)
    assert outcome.failure is not None
    return replace(outcome, failure=replace(outcome.failure, others=(Failure(found.reason, found),)))


def timed_out(name: str = "long_runs") -> PropertyResult:
    """A property that timed out."""
    found = counterexample(Failed(Fault.TIMED_OUT, "still running after 10 s, with 0 of 1 puzzle answered"))
    return replace(wrong(name, found), status=Status.TIMED_OUT)


def fault(name: str = "sound") -> PropertyResult:
    """A property that was not judged because of a fault of crosscover."""
    failure = Failure("DisagreementError: cpsat and bitmask", detail="Traceback\n  somewhere")
    return PropertyResult(name, "It is sound.", Status.FAULT, 3, failure=failure)


def vacuous(name: str = "forms") -> PropertyResult:
    """A property that judged nothing."""
    return PropertyResult(name, "Forms do not matter.", Status.VACUOUS, failure=Failure("judged nothing"))


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


def footer(
    *outcomes: PropertyResult, complete: bool = True, exit_code: ExitCode = ExitCode.WRONG, notes: tuple[str, ...] = ()
) -> Footer:
    """The end of a run with these outcomes."""
    return Footer(outcomes, 42.0, exit_code, complete, notes)


def tell(listener: Listener, end: Footer, header: Header = HEADER) -> None:
    """Send the events of a whole run to a listener."""
    listener(RunStarted(header, tuple(outcome.name for outcome in end.outcomes)))
    for outcome in end.outcomes:
        if outcome.status is not Status.NOT_RUN:
            listener(PropertyStarted(outcome.name))
            listener(Progress(outcome.name, 1))
        listener(PropertyFinished(outcome))
    listener(RunFinished(header, end))
