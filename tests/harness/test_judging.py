"""Judging of responses."""

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import Claim
from crosscover.harness.judging import Counterexample, failures, first_failure
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects.subject import Transcript

from .fakes import EASY, OTHER, SOLUTION, TIMED_OUT

EMPTY = Grid.empty()
SECOND = Grid.from_rows(zip(*SOLUTION.rows, strict=True))
CLASH = EMPTY.with_cell(0, 1).with_cell(1, 1)
SEVERAL = Several(SOLUTION, SECOND)


@pytest.mark.parametrize(
    ("puzzle", "verdict", "response", "contract"),
    [
        (EASY, Unique(SOLUTION), Answered(SOLUTION), contracts.PROPER),
        (EMPTY, SEVERAL, Answered(SECOND), contracts.ANY),
        (CLASH, NoSolution(), Declined(), contracts.ANY),
        (CLASH, NoSolution(), Counted(0), contracts.COUNT),
        (EASY, Unique(SOLUTION), Counted(1), contracts.COUNT),
        (EMPTY, SEVERAL, Counted(2), contracts.COUNT),
        (EMPTY, SEVERAL, Counted(1000), contracts.COUNT),
        (EASY, Unique(SOLUTION), Answered(SOLUTION), contracts.UNIQUE),
        (EMPTY, SEVERAL, Stated(Claim.SEVERAL), contracts.UNIQUE),
        (CLASH, NoSolution(), Declined(), contracts.UNIQUE),
    ],
)
def test_right(puzzle: Grid, verdict: Verdict, response: Response, contract: Contract) -> None:
    """Any right completion, a refusal if there is none, and the count up to two are right."""
    assert contract.explain(puzzle, verdict, response) is None


@pytest.mark.parametrize(
    ("puzzle", "verdict", "response", "contract", "cause"),
    [
        (EASY, Unique(SOLUTION), Answered(EASY), contracts.PROPER, "wrong answer"),
        (EASY, Unique(SOLUTION), Answered(SECOND), contracts.PROPER, "wrong answer"),
        (EASY, Unique(SOLUTION), Declined(), contracts.PROPER, "refusal"),
        (EASY, Unique(SOLUTION), Counted(1), contracts.PROPER, "wrong answer"),
        (EMPTY, SEVERAL, Declined(), contracts.ANY, "refusal"),
        (CLASH, NoSolution(), Answered(SOLUTION), contracts.ANY, "answer to an unsolvable puzzle"),
        (EMPTY, SEVERAL, Counted(1), contracts.COUNT, "wrong number"),
        (EASY, Unique(SOLUTION), Answered(SOLUTION), contracts.COUNT, "wrong number"),
        (CLASH, NoSolution(), Declined(), contracts.COUNT, "wrong number"),
        (EASY, Unique(SOLUTION), TIMED_OUT, contracts.PROPER, "timed out"),
        (EMPTY, SEVERAL, Answered(SOLUTION), contracts.UNIQUE, "answer to an ambiguous puzzle"),
        (EMPTY, SEVERAL, Declined(), contracts.UNIQUE, "refusal"),
        (CLASH, NoSolution(), Stated(Claim.SEVERAL), contracts.UNIQUE, "wrong word"),
        (EASY, Unique(SOLUTION), Stated(Claim.SEVERAL), contracts.UNIQUE, "wrong word"),
        (EMPTY, SEVERAL, Stated(Claim.SEVERAL), contracts.ANY, "wrong word"),
    ],
)
def test_wrong(puzzle: Grid, verdict: Verdict, response: Response, contract: Contract, cause: str) -> None:
    """All other responses are wrong and have a cause."""
    mismatch = contract.explain(puzzle, verdict, response)
    assert mismatch is not None
    assert mismatch.kind.value == cause


def failure(response: Response, *batch: Grid) -> Counterexample:
    """The counterexample of one response to all puzzles of a batch, each with the same solution."""
    batch = batch or (EASY,)
    verdicts, transcript = [Unique(SOLUTION)] * len(batch), Transcript((response,) * len(batch))
    found = first_failure(batch, verdicts, transcript, contracts.PROPER)
    assert found is not None
    return found


def test_failures() -> None:
    """Each puzzle with a wrong answer is a failure, and last the run as a whole; the first one counts."""
    transcript = Transcript((Declined(), Answered(SOLUTION), Declined()), Failed(Fault.EXTRA, "a line too many"))
    given = [EASY, EASY, OTHER], [Unique(SOLUTION)] * 3, transcript, contracts.PROPER
    found = list(failures(*given))
    assert [(one.failing_index, one.cause) for one in found] == [(0, "refusal"), (2, "refusal"), (None, "extra output")]
    assert first_failure(*given) == found[0]
    assert (found[2].puzzle, found[2].response, found[2].reason) == (EASY, None, "a line too many")


def test_shrinking_keeps_the_type_of_an_exception() -> None:
    """The key for shrinking has the type of the exception that was raised, without its message."""
    failed = Failed(Fault.RAISED, "raised ValueError: 7 at my.py:3 in f", "ValueError", "ValueError:")
    assert failure(failed).shrink_key == ("raised", "ValueError", False)


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (Answered(SOLUTION.with_cell(0, 2)), ((0, 1), (2,), "row 1", "repeated digit")),
        (Answered(EASY), ((0,), (), None, "empty cell")),
        (Answered(SOLUTION.with_cell(1, 0)), ((1,), (2, 0), None, "lost clue")),
        (Declined(), ((), (), None, "")),
    ],
)
def test_a_mismatch_has_the_wrong_cells(
    response: Response, expected: tuple[tuple[int, ...], tuple[int, ...], str | None, str]
) -> None:
    """The cells of the violated rule, their digits and the house are data, not only words."""
    found = failure(response).mismatch
    assert (found.cells, found.digits, found.house, found.variant) == expected
    assert (found.expected, found.received) == (str(SOLUTION), str(response))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Answered(SOLUTION.with_cell(8, 2)), Answered(SOLUTION.with_cell(8, 3))),
        (
            Failed(Fault.MISSING, "line 2 of 3 is missing"),
            Failed(Fault.MISSING, "line 117 of 500 is missing"),
        ),
        (Failed(Fault.CRASHED, "after 1 puzzle", variant="SIGKILL"), Failed(Fault.CRASHED, "at 7", variant="SIGKILL")),
    ],
)
def test_one_cause(one: Response, other: Response) -> None:
    """Failures that differ in cells, digits and numbers alone have one cause."""
    assert failure(one).cause_key == failure(other).cause_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Answered(SOLUTION.with_cell(8, 2)), Answered(SOLUTION.with_cell(8, 0))),
        (Answered(SOLUTION.with_cell(1, 0)), Answered(SOLUTION.with_cell(1, 3))),
        (Failed(Fault.CRASHED, "", variant="SIGSEGV"), Failed(Fault.CRASHED, "", variant="SIGKILL")),
        (Failed(Fault.RAISED, "", "KeyError"), Failed(Fault.RAISED, "", "ValueError")),
    ],
)
def test_two_causes(one: Response, other: Response) -> None:
    """Another violated rule, another signal and another type of exception are another cause."""
    assert failure(one).cause_key != failure(other).cause_key


def test_the_size_of_a_counterexample() -> None:
    """Size is ordered by puzzles, then by different ones, then by empty cells; timeouts are always larger."""
    two_empty = EASY.with_cell(40, 0)
    batches = [(EASY,), (two_empty,), (EASY, EASY), (SOLUTION, EASY)]
    ordered = [*(failure(Declined(), *batch) for batch in batches), failure(TIMED_OUT, SOLUTION)]
    assert sorted(ordered[::-1], key=lambda one: one.size) == ordered


def test_expected_answers() -> None:
    """The expected answer is shown in words or as a line of digits."""
    judged: list[tuple[Grid, Verdict]] = [(EMPTY, NoSolution()), (CLASH, NoSolution()), (EASY, Unique(SOLUTION))]
    several = f"several solutions, {SOLUTION} and {SECOND} among them"
    clash = "1 twice in row 1, so there is no solution"
    assert [contracts.ANY.expected_answer(*one) for one in judged] == ["no solution", clash, str(SOLUTION)]
    assert [contracts.COUNT.expected_answer(*one) for one in judged] == ["0: no solution", f"0: {clash}", "1"]
    of_several = [contract.expected_answer(EMPTY, SEVERAL) for contract in (contracts.ANY, contracts.COUNT)]
    assert of_several == [several, "2 or more"]
