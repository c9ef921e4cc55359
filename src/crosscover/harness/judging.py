"""Judging: which answers are acceptable, and what is wrong with the others.

An answer is never compared with a stored solution: it is correct if it is a full grid that obeys the rules and keeps
the clues. Only refusals, numbers and words are compared with the verdict.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, assert_never

from crosscover.dialects import Claim, Formatting
from crosscover.options import TELLS_SEVERAL, Contract
from crosscover.oracles.rules import Rule, Violation, clashes, first_violation
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.subjects.subject import Answered, Counted, Declined, Failed, Fault, Response, Stated, Transcript

Batch = tuple[Grid, ...]
"""Puzzles that a subject receives in one run, in order."""


class WrongResponse(Enum):
    """The kinds of response that can be read and are not acceptable."""

    ANSWER = "wrong answer"
    REFUSAL = "refusal"
    UNSOLVABLE = "answer to an unsolvable puzzle"
    AMBIGUOUS = "answer to an ambiguous puzzle"
    NUMBER = "wrong number"
    WORD = "wrong word"


FailureKind = WrongResponse | Fault
"""The kind of a failure; its `value` is the `cause` in reports."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What is wrong with a response, as data; `reason` says it in a sentence, which no code reads.

    `cells` are the wrong cells of an answer: those that break the first violated rule, or the first cell that is not
    that of the least solution. `digits` are the repeated digit, or what a cell holds after what it should hold. `house`
    is the house with a repeated digit, such as "row 5". `exception` is the type of a raised exception, empty if none
    was raised. `variant` tells failures of one kind apart, whatever the cells, digits and numbers. `expected` and
    `received` describe the answers; they are empty if a run failed as a whole.
    """

    kind: FailureKind
    reason: str
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    house: str | None = None
    exception: str = ""
    variant: str = ""
    expected: str = ""
    received: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for mismatches with the same explanation but for cells, digits and numbers."""
        return self.kind.value, self.exception, self.variant


class ShrinkKey(NamedTuple):
    """What stays the same while a counterexample is shrunk: `kind` and `exception` are those of its mismatch."""

    kind: str
    exception: str
    right_alone: bool


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A batch for which a subject is wrong: the failing puzzle, and what is wrong with the response.

    `failing_index` is the place of the puzzle in the batch, None if the whole run is at fault. `right_alone` says that
    the subject answers the same puzzle correctly in a run of its own: the failure needs the puzzles before it. It is
    False if that is not known, as for a timeout and a run that failed as a whole. Under the `contract` `least` the
    first of several solutions is the least.
    """

    batch: Batch
    verdicts: tuple[Verdict, ...]
    transcript: Transcript
    formatting: Formatting
    failing_index: int | None
    mismatch: Mismatch
    right_alone: bool = False
    contract: Contract = Contract.PROPER

    @property
    def cause(self) -> str:
        """The kind of failure, in words."""
        return str(self.mismatch.kind.value)

    @property
    def reason(self) -> str:
        """What is wrong, in a sentence."""
        return self.mismatch.reason

    @property
    def shrink_key(self) -> ShrinkKey:
        """Equal for failures that shrinking may exchange for each other."""
        raised = self.mismatch.exception if self.mismatch.kind is Fault.RAISED else ""
        return ShrinkKey(self.cause, raised, self.right_alone)

    @property
    def cause_key(self) -> tuple[object, ...]:
        """Equal for failures with one cause, which reports show as one.

        A counterexample has been shrunk: if it still has several puzzles, or an unusual formatting, the failure needs
        them, and differs from one that a single puzzle shows. A timeout is hardly shrunk, so there neither counts.
        """
        response = None if self.failing_index is None else type(self.transcript.responses[self.failing_index])
        needs = len(self.batch) > 1, self.formatting == Formatting(), self.right_alone
        return self.mismatch.key, response, () if self.is_timeout else needs

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
        return self.mismatch.kind is WrongResponse.NUMBER

    @property
    def is_timeout(self) -> bool:
        """Whether nothing worse was seen than that an answer did not come in time."""
        return self.mismatch.kind is Fault.TIMED_OUT


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

    def counterexample(failing_index: int | None, mismatch: Mismatch) -> Counterexample:
        return Counterexample(
            tuple(batch), tuple(verdicts), transcript, formatting, failing_index, mismatch, contract=contract
        )

    for place, (puzzle, verdict, response) in enumerate(zip(batch, verdicts, transcript.responses, strict=True)):
        mismatch = explain_mismatch(puzzle, verdict, response, contract)
        if mismatch is not None:
            yield counterexample(place, mismatch)
    if transcript.run_failure is not None:
        yield counterexample(None, failure_mismatch(transcript.run_failure))


def failure_mismatch(failed: Failed) -> Mismatch:
    """Describe a run that failed, or an answer that cannot be read."""
    return Mismatch(failed.fault, failed.reason, exception=failed.exception, variant=failed.variant)


def explain_mismatch(puzzle: Grid, verdict: Verdict, response: Response, contract: Contract) -> Mismatch | None:
    """Return what is wrong with a response, or None if it is acceptable."""
    found = _mismatch(puzzle, verdict, response, contract)
    return found and replace(found, expected=expected_answer(verdict, contract), received=str(response))


def _mismatch(  # noqa: PLR0911, PLR0912 - one case a line reads better than one return
    puzzle: Grid, verdict: Verdict, response: Response, contract: Contract
) -> Mismatch | None:
    match response, verdict:
        case Failed(), _:
            return failure_mismatch(response)
        case Counted(number), _ if contract is Contract.COUNT:
            right = len(verdict.solutions)
            reason = f"returned {number}; expected {right}"
            return None if number == right else Mismatch(WrongResponse.NUMBER, reason)
        case Counted(number), _:
            reason = f"returned the number {number}; expected a grid"
            return Mismatch(WrongResponse.ANSWER, reason, variant="number")
        case ((Answered() | Declined() | Stated()), _) if contract is Contract.COUNT:
            reason = f"returned no number; expected {len(verdict.solutions)}"
            return Mismatch(WrongResponse.NUMBER, reason, variant="no number")
        case Stated(claim), _:
            return _explain_wrong_word(puzzle, verdict, claim, contract)
        case Answered(), _ if contract is Contract.CLASSIFY:
            return Mismatch(WrongResponse.WORD, "returned a grid; expected a word", variant="grid")
        case Declined(), NoSolution():
            return None
        case Declined(), Several() if contract in TELLS_SEVERAL:
            reason = "refused a puzzle that has several solutions"
            return Mismatch(WrongResponse.REFUSAL, reason, variant="several solutions")
        case Declined(), _:
            return Mismatch(WrongResponse.REFUSAL, "refused a puzzle that has a solution")
        case Answered(grid), NoSolution():
            violation = first_violation(grid, puzzle)
            reason = f"answered a puzzle that has no solution; {violation}"
            return _broken_rule(WrongResponse.UNSOLVABLE, violation, reason)
        case Answered(), Several() if contract is Contract.UNIQUE:
            return Mismatch(WrongResponse.AMBIGUOUS, "answered a puzzle that has several solutions")
        case Answered(grid), _:
            violation = first_violation(grid, puzzle)
            if violation is not None:
                return _broken_rule(WrongResponse.ANSWER, violation, str(violation))
            return _explain_not_least(grid, verdict) if contract is Contract.LEAST else None
        case other:
            assert_never(other)


def _broken_rule(kind: WrongResponse, violation: Violation | None, reason: str) -> Mismatch:
    if violation is None:  # a solution of a puzzle without one: the panel is wrong, which its certificate will show
        return Mismatch(kind, reason)
    house = violation.house if violation.rule is Rule.HOUSE else None
    return Mismatch(kind, reason, violation.cells, violation.digits, house, variant=violation.rule.value)


def _explain_wrong_word(puzzle: Grid, verdict: Verdict, claim: Claim, contract: Contract) -> Mismatch | None:
    """Return what is wrong with a claim: that it is false, or that a grid was expected; None if it is acceptable."""
    clash = next(clashes(puzzle), None)
    if clash is not None:
        true, variant, known = {Claim.NONE, Claim.CLASH}, "clashing clues", f"its clues clash: {clash}"
    else:
        match verdict:
            case NoSolution():
                true, variant = {Claim.NONE, Claim.IMPOSSIBLE}, "no solution"
                known = "it has no solution, and no clues clash"
            case Unique():
                true, variant, known = {Claim.ONE}, "one solution", "it has one solution"
            case Several():
                true, variant, known = {Claim.SEVERAL}, "several solutions", "it has several solutions"
            case other:
                assert_never(other)
    if claim not in true:
        return Mismatch(WrongResponse.WORD, f"returned {claim.value!r} for a puzzle; {known}", variant=variant)
    if isinstance(verdict, NoSolution) or contract is Contract.CLASSIFY:
        return None
    if contract is Contract.UNIQUE and claim is Claim.SEVERAL:
        return None
    return Mismatch(WrongResponse.WORD, f"returned {claim.value!r}; expected a grid", variant="grid expected")


def _explain_not_least(solution: Grid, verdict: Verdict) -> Mismatch | None:
    """Return the first cell in which a solution is not the least one, or None if they are the same."""
    least = verdict.solutions[0]
    if solution == least:
        return None
    cell = next(cell for cell, digit in enumerate(least.values) if digit != solution.values[cell])
    found, wanted = solution.values[cell], least.values[cell]
    name = solution.shape.cell_name(cell)
    reason = f"not the least solution: {name} is {found}; the least solution has {wanted}"
    return Mismatch(WrongResponse.ANSWER, reason, (cell,), (wanted, found), variant="not least")
