"""Judging of responses."""

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.harness.judging import Counterexample, failures
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects.subject import Transcript

from .fakes import EASY, OTHER, SOLUTION, TIMED_OUT

EMPTY = Grid.empty()
SECOND = Grid.from_rows(zip(*SOLUTION.rows, strict=True))
CLASH = EMPTY.with_cell(0, 1).with_cell(1, 1)
UNIQUE = Unique(SOLUTION)
SEVERAL = Several(SOLUTION, SECOND)


@pytest.mark.parametrize(
    ("puzzle", "verdict", "response", "contract", "cause"),
    [
        (EASY, UNIQUE, Answered(SOLUTION), contracts.PROPER, None),
        (EMPTY, SEVERAL, Answered(SECOND), contracts.ANY, None),
        (CLASH, NoSolution(), Declined(), contracts.ANY, None),
        (CLASH, NoSolution(), Counted(0), contracts.COUNT, None),
        (EASY, UNIQUE, Counted(1), contracts.COUNT, None),
        (EMPTY, SEVERAL, Counted(1000), contracts.COUNT, None),
        (EASY, UNIQUE, Answered(SOLUTION), contracts.UNIQUE, None),
        (EMPTY, SEVERAL, Stated(), contracts.UNIQUE, None),
        (EASY, UNIQUE, Answered(SECOND), contracts.PROPER, "wrong answer"),
        (EASY, UNIQUE, Declined(), contracts.PROPER, "refusal"),
        (EASY, UNIQUE, TIMED_OUT, contracts.PROPER, "timed out"),
        (EMPTY, SEVERAL, Declined(), contracts.ANY, "refusal"),
        (CLASH, NoSolution(), Answered(SOLUTION), contracts.ANY, "answer to an unsolvable puzzle"),
        (EMPTY, SEVERAL, Stated(), contracts.ANY, "wrong word"),
        (EMPTY, SEVERAL, Counted(1), contracts.COUNT, "wrong number"),
        (EASY, UNIQUE, Answered(SOLUTION), contracts.COUNT, "wrong number"),
        (EMPTY, SEVERAL, Answered(SOLUTION), contracts.UNIQUE, "answer to an ambiguous puzzle"),
        (EMPTY, SEVERAL, Declined(), contracts.UNIQUE, "refusal"),
        (CLASH, NoSolution(), Stated(), contracts.UNIQUE, "wrong word"),
        (EASY, UNIQUE, Stated(), contracts.UNIQUE, "wrong word"),
    ],
)
def test_responses(puzzle: Grid, verdict: Verdict, response: Response, contract: Contract, cause: str | None) -> None:
    """A response is correct by the number of solutions and the contract, or wrong for a cause."""
    mismatch = contract.explain(puzzle, verdict, response)
    assert (mismatch.kind.value if mismatch else None) == cause


def failure(response: Response, *batch: Grid) -> Counterexample:
    """The counterexample of one response to all puzzles of a batch, each with the same solution."""
    batch = batch or (EASY,)
    verdicts, transcript = [UNIQUE] * len(batch), Transcript((response,) * len(batch))
    return next(failures(batch, verdicts, transcript, contracts.PROPER))


def test_failures() -> None:
    """Each puzzle with a wrong answer is a failure, and last the run as a whole."""
    transcript = Transcript((Declined(), Answered(SOLUTION), Declined()), Failed(Fault.CRASHED, "exited with status 1"))
    found = list(failures([EASY, EASY, OTHER], [UNIQUE] * 3, transcript, contracts.PROPER))
    assert [(one.failing_index, one.cause) for one in found] == [(0, "refusal"), (2, "refusal"), (None, "crashed")]
    assert (found[2].puzzle, found[2].response, found[2].reason) == (EASY, None, "exited with status 1")


@pytest.mark.parametrize(
    ("one", "other", "is_one_cause"),
    [
        (Answered(SOLUTION.with_cell(8, 2)), Answered(SOLUTION.with_cell(8, 3)), True),
        (Failed(Fault.MISSING, "line 2 of 3"), Failed(Fault.MISSING, "line 117 of 500"), True),
        (Failed(Fault.CRASHED, "at 1", variant="SIGKILL"), Failed(Fault.CRASHED, "at 7", variant="SIGKILL"), True),
        (Answered(SOLUTION.with_cell(8, 2)), Answered(SOLUTION.with_cell(8, 0)), False),
        (Answered(SOLUTION.with_cell(1, 0)), Answered(SOLUTION.with_cell(1, 3)), False),
        (Failed(Fault.CRASHED, "", variant="SIGSEGV"), Failed(Fault.CRASHED, "", variant="SIGKILL"), False),
        (Failed(Fault.RAISED, "", "KeyError"), Failed(Fault.RAISED, "", "ValueError"), False),
    ],
)
def test_causes(one: Response, other: Response, is_one_cause: bool) -> None:
    """Failures have one cause unless they differ in the violated rule, the signal or the type of exception."""
    assert (failure(one).cause_key == failure(other).cause_key) == is_one_cause
    assert failure(other).shrink_key == (failure(other).cause, failure(other).mismatch.exception, False)
