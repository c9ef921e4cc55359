"""Whether a response is right: what a subject owes for a puzzle, and what is wrong with what it gave.

A right answer is never compared with a stored one: it is a full grid that obeys the rules and keeps the clues. Only a
refusal and a number are held against the verdict. What a property raises when it does not hold stands here as well.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from crosscover.dialects import Claim, Formatting
from crosscover.oracles.rules import clashes, first_violation
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.subjects.options import TELLS_SEVERAL, Contract
from crosscover.subjects.subject import Answered, Counted, Declined, Failed, Fault, Response, Stated, Transcript

Batch = tuple[Grid, ...]
"""Puzzles that a subject is given in one run, in order."""

WRONG_NUMBER = "wrong number"

WRONG_WORD = "wrong word"

_EXCEPTION = re.compile(r"raised ([\w.]+)")


class CauseKey(NamedTuple):
    """What counterexamples of one cause have in common, whatever the puzzles.

    `kind` is the `cause` of the counterexample, `exception` the type of what was raised, empty where nothing was.
    """

    kind: str
    exception: str
    right_alone: bool


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A batch on which a subject is wrong: which puzzle, what was due, and what is wrong with what came back.

    `failing_index` is the place of the puzzle in the batch, None where the whole run is at fault. `cause` is short and
    the same for counterexamples of one kind: `wrong answer`, `refusal`, `wrong number`, or the name of a `Fault`.
    `right_alone` says that the same puzzle was answered rightly when it was asked alone: the failure needs the puzzles
    before it. It is False where that is not known, as for a late answer and a run that failed as a whole. Under the
    `contract` `least` the first of several solutions is the least.
    """

    batch: Batch
    verdicts: tuple[Verdict, ...]
    transcript: Transcript
    formatting: Formatting
    failing_index: int | None
    cause: str
    reason: str
    right_alone: bool = False
    contract: Contract = Contract.PROPER

    @property
    def cause_key(self) -> CauseKey:
        """What tells its cause from another."""
        raised = _EXCEPTION.match(self.reason) if self.cause == Fault.RAISED.value else None
        return CauseKey(self.cause, raised[1] if raised else "", self.right_alone)

    @property
    def expected_answers(self) -> tuple[str, ...]:
        """What was due for each puzzle, in words or as a line of digits."""
        return tuple(expected_answer(verdict, self.contract) for verdict in self.verdicts)

    @property
    def size(self) -> tuple[bool, int, int, int]:
        """The smaller it is, the better the counterexample: puzzles, different ones, and what makes them large.

        That is empty cells, and for a puzzle without a solution its clues. A late answer is larger than anything else.
        """
        weights = [
            puzzle.clue_count if isinstance(verdict, NoSolution) else len(puzzle.empty_cells())
            for puzzle, verdict in zip(self.batch, self.verdicts, strict=True)
        ]
        return self.is_timeout, len(self.batch), len(set(self.batch)), sum(weights)

    @property
    def wants_count(self) -> bool:
        """Whether numbers were due, not grids."""
        return self.cause == WRONG_NUMBER

    @property
    def is_timeout(self) -> bool:
        """Whether nothing worse was seen than that an answer did not come in time."""
        return self.cause == Fault.TIMED_OUT.value


class SubjectFailedError(AssertionError):
    """The subject is wrong about a batch, and the counterexample shows it; `others` show other causes."""

    def __init__(self, counterexample: Counterexample, others: Sequence[Counterexample] = ()) -> None:
        super().__init__(counterexample.reason)
        self.counterexample = counterexample
        self.others = tuple(others)


class PropertyViolatedError(AssertionError):
    """A property of an engine, of the table or of the links does not hold; the puzzle shows it, where there is one.

    `late` says that nothing worse was seen than that an answer did not come in time.
    """

    def __init__(self, reason: str, puzzle: Grid | None = None, *, late: bool = False) -> None:
        super().__init__(reason if puzzle is None else f"{reason}\n{puzzle}\n{puzzle.to_diagram()}")
        self.reason = reason
        self.puzzle = puzzle
        self.late = late


class InvalidExampleError(Exception):
    """A strategy drew a puzzle that the contract does not allow: our fault, never the subject's."""


def expected_answer(verdict: Verdict, contract: Contract) -> str:
    """What a solver owes for a puzzle, in words."""
    match verdict:
        case NoSolution():
            return "no solution"
        case Unique(solution):
            return str(solution)
        case Several(first, _) if contract is Contract.LEAST:
            return f"several solutions, {first} the least of them"
        case Several(first, second):
            return f"several solutions, {first} and {second} among them"
        case other:
            assert_never(other)


def first_failure(
    batch: Sequence[Grid],
    verdicts: Sequence[Verdict],
    transcript: Transcript,
    contract: Contract,
    formatting: Formatting = Formatting(),
) -> Counterexample | None:
    """The first thing that is wrong in a run; None where everything is right."""
    return next(failures(batch, verdicts, transcript, contract, formatting), None)


def failures(
    batch: Sequence[Grid],
    verdicts: Sequence[Verdict],
    transcript: Transcript,
    contract: Contract,
    formatting: Formatting = Formatting(),
) -> Iterator[Counterexample]:
    """All that is wrong in a run, puzzle by puzzle, and last the run as a whole."""

    def counterexample(failing_index: int | None, cause: str, reason: str) -> Counterexample:
        return Counterexample(
            tuple(batch), tuple(verdicts), transcript, formatting, failing_index, cause, reason, contract=contract
        )

    for place, (puzzle, verdict, response) in enumerate(zip(batch, verdicts, transcript.responses, strict=True)):
        mismatch = explain_mismatch(puzzle, verdict, response, contract)
        if mismatch is not None:
            yield counterexample(place, *mismatch)
    failed = transcript.run_failure
    if failed is not None:
        yield counterexample(None, failed.fault.value, failed.reason)


def explain_mismatch(  # noqa: PLR0911, PLR0912 - one case a line reads better than one return
    puzzle: Grid, verdict: Verdict, response: Response, contract: Contract
) -> tuple[str, str] | None:
    """The cause and the reason why a response is wrong; None where it is right."""
    match response, verdict:
        case Failed(kind, reason), _:
            return kind.value, reason
        case Counted(number), _ if contract is Contract.COUNT:
            right = len(verdict.solutions)
            return None if number == right else (WRONG_NUMBER, f"said {number} where {right} is due")
        case Counted(number), _:
            return "wrong answer", f"answered with the number {number} where a grid is due"
        case ((Answered() | Declined() | Stated()), _) if contract is Contract.COUNT:
            return WRONG_NUMBER, f"no number where {len(verdict.solutions)} is due"
        case Stated(claim), _:
            return _explain_wrong_word(puzzle, verdict, claim, contract)
        case Answered(), _ if contract is Contract.CLASSIFY:
            return WRONG_WORD, "answered with a grid where a word is due"
        case Declined(), NoSolution():
            return None
        case Declined(), Several() if contract in TELLS_SEVERAL:
            return "refusal", "said that a puzzle has no solution; it has several"
        case Declined(), _:
            return "refusal", "refused a puzzle that has a solution"
        case Answered(grid), NoSolution():
            return "answer to an unsolvable puzzle", (
                f"answered a puzzle that has no solution; {first_violation(grid, puzzle)}"
            )
        case Answered(), Several() if contract is Contract.UNIQUE:
            return "answer to an ambiguous puzzle", "answered a puzzle that has several solutions"
        case Answered(grid), _:
            wrong = first_violation(grid, puzzle)
            if wrong is None and contract is Contract.LEAST:
                wrong = _explain_not_least(grid, verdict)
            return None if wrong is None else ("wrong answer", wrong)
        case other:
            assert_never(other)


def _explain_wrong_word(puzzle: Grid, verdict: Verdict, claim: Claim, contract: Contract) -> tuple[str, str] | None:
    """The cause and the reason why a claim is wrong, or not what is due; None where it is right."""
    clash = next(clashes(puzzle), None)
    if clash is not None:
        true, known = {Claim.NONE, Claim.CLASH}, f"its clues clash: {clash}"
    else:
        match verdict:
            case NoSolution():
                true, known = {Claim.NONE, Claim.IMPOSSIBLE}, "it has no solution, and no clues clash"
            case Unique():
                true, known = {Claim.ONE}, "it has one solution"
            case Several():
                true, known = {Claim.SEVERAL}, "it has several solutions"
            case other:
                assert_never(other)
    if claim not in true:
        return WRONG_WORD, f"said {claim.value!r} of a puzzle; {known}"
    if isinstance(verdict, NoSolution) or contract is Contract.CLASSIFY:
        return None
    if contract is Contract.UNIQUE and claim is Claim.SEVERAL:
        return None
    return WRONG_WORD, f"said {claim.value!r} where a grid is due"


def _explain_not_least(solution: Grid, verdict: Verdict) -> str | None:
    """Where the first of the known solutions is less than another one, in words; None where they are the same."""
    least = verdict.solutions[0]
    if solution == least:
        return None
    cell = next(cell for cell, digit in enumerate(least.values) if digit != solution.values[cell])
    name = solution.shape.cell_name(cell)
    return f"not the least solution: {name} is {solution.values[cell]} where the least has {least.values[cell]}"
