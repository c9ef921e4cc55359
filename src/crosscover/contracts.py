"""Contracts: which puzzles a solver receives, and which responses to them are acceptable.

A contract holds one requirement each for puzzles with no, one and several solutions. Judging, answer readers, engines,
help and documentation query the contract; no other module distinguishes contracts.

A grid is never compared with a stored solution: it is correct if it is full, obeys the rules and keeps the clues. Only
refusals, numbers and words are compared with the verdict.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import assert_never

from crosscover.dialects import Dialect
from crosscover.option_values import one_of
from crosscover.oracles.rules import Rule, Violation, clashes, first_violation
from crosscover.reference import Engine, Grid, NoSolution, Several, Unique, Verdict

from .responses import Answered, Counted, Declined, Failed, Fault, Response, Stated


class WrongResponse(Enum):
    """Kinds of responses that can be read but are not acceptable."""

    ANSWER = "wrong answer"
    REFUSAL = "refusal"
    UNSOLVABLE = "answer to an unsolvable puzzle"
    AMBIGUOUS = "answer to an ambiguous puzzle"
    NUMBER = "wrong number"
    WORD = "wrong word"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The fault of a response, as data; `reason` describes it in a sentence that no code parses.

    The `value` of `kind` is the `cause` in reports.
    `cells` are the cells that break the first violated rule. `digits` holds the repeated digit, or the expected and the
    actual digit of a cell. `house` is the house with a repeated digit, such as "row 5". `exception` is the type of a
    raised exception, empty if none was raised. `variant` distinguishes failures of one kind, regardless of cells,
    digits and numbers. `expected` and `received` describe the answers; they are empty if a run failed as a whole.
    """

    kind: WrongResponse | Fault
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
        """A key that is equal for mismatches that differ only in cells, digits and numbers."""
        return self.kind.value, self.exception, self.variant

    @classmethod
    def of_failure(cls, failed: Failed) -> "Mismatch":
        """Describe a run that failed, or an answer that cannot be read."""
        advice = "; raise --memory-limit if the solver needs more" if failed.fault is Fault.OUT_OF_MEMORY else ""
        return cls(failed.fault, failed.reason + advice, exception=failed.exception, variant=failed.variant)


@dataclass(frozen=True, slots=True, eq=False)
class Requirement:
    """The acceptable responses to a puzzle, given its number of solutions.

    `explain` returns what is wrong with a response that can be read, or None if it is acceptable. `respond` makes a
    correct response from an engine's solutions.
    """

    explain: Callable[[Grid, Verdict, Response], Mismatch | None]
    respond: Callable[[Sequence[Grid]], Response]


def _explain_number(_puzzle: Grid, verdict: Verdict, response: Response) -> Mismatch | None:
    right = _number_words(verdict)
    if not isinstance(response, Counted):
        return Mismatch(WrongResponse.NUMBER, f"returned no number; expected {right}", variant="no number")
    if min(response.number, 2) == len(verdict.solutions):
        return None
    return Mismatch(WrongResponse.NUMBER, f"returned {response.number}; expected {right}")


def _number_words(verdict: Verdict) -> str:
    return ("0", "1", "2 or more")[len(verdict.solutions)]


def _explain_answer(  # noqa: PLR0911 - one case per line reads better than one return
    check: Callable[[Grid, Verdict, Grid], Mismatch | None],
    puzzle: Grid,
    verdict: Verdict,
    response: Response,
    *,
    with_words: bool = False,
) -> Mismatch | None:
    """Explain a grid by `check`, and a refusal or word by the verdict; the word for several only `with_words`."""
    match response, verdict:
        case Answered(grid, remark), _:
            mismatch = check(puzzle, verdict, grid)
            return replace(mismatch, reason=f"{mismatch.reason}; {remark}") if mismatch and remark else mismatch
        case Counted(number), _:
            reason = f"returned the number {number}; expected a grid"
            return Mismatch(WrongResponse.ANSWER, reason, variant="number")
        case Declined(), NoSolution():
            return None
        case Declined(), Several() if with_words:
            reason = "refused a puzzle that has several solutions"
            return Mismatch(WrongResponse.REFUSAL, reason, variant="several solutions")
        case Declined(beside=Grid() as grid), _:
            return check(puzzle, verdict, grid)
        case Declined(), _:
            return Mismatch(WrongResponse.REFUSAL, "refused a puzzle that has a solution")
        case Stated(), Several() if with_words:
            return None
        case Stated(), _:
            known = ("no solution", "one solution", "several solutions")[len(verdict.solutions)]
            reason = f"returned 'several' for a puzzle that has {known}"
            return Mismatch(WrongResponse.WORD, reason, variant=known)
        case Failed() as failed, _:
            return Mismatch.of_failure(failed)
        case other:
            assert_never(other)


def _broken_rule(kind: WrongResponse, violation: Violation | None, reason: str) -> Mismatch:
    if violation is None:  # a solution of a puzzle without one: the panel is wrong, as its certificate will show
        return Mismatch(kind, reason)
    house = violation.house if violation.rule is Rule.HOUSE else None
    return Mismatch(kind, reason, violation.cells, violation.digits, house, variant=violation.rule.value)


def _explain_unsolvable(puzzle: Grid, _verdict: Verdict, grid: Grid) -> Mismatch:
    violation = first_violation(grid, puzzle)
    return _broken_rule(WrongResponse.UNSOLVABLE, violation, f"answered a puzzle that has no solution; {violation}")


def _explain_solution(puzzle: Grid, _verdict: Verdict, grid: Grid) -> Mismatch | None:
    violation = first_violation(grid, puzzle)
    return None if violation is None else _broken_rule(WrongResponse.ANSWER, violation, str(violation))


def _explain_ambiguous(_puzzle: Grid, _verdict: Verdict, _grid: Grid) -> Mismatch:
    return Mismatch(WrongResponse.AMBIGUOUS, "answered a puzzle that has several solutions")


NUMBER = Requirement(_explain_number, lambda solutions: Counted(len(solutions)))
"""The number of solutions, or any number from 2 up if there are several."""

REFUSAL = Requirement(partial(_explain_answer, _explain_unsolvable), lambda _: Declined())

SOLUTION = Requirement(partial(_explain_answer, _explain_solution), lambda solutions: Answered(solutions[0]))

SEVERAL_WORD = Requirement(partial(_explain_answer, _explain_ambiguous, with_words=True), lambda _: Stated())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contract:
    """The puzzles that a solver receives, and the acceptable responses to them.

    `requirements` apply to puzzles with no, one and several solutions. `answer` describes the correct answer in the
    help; `program`, `jsonl` and `function` describe the answers of programs, of programs in the dialect `jsonl`, and of
    functions. `solutions_needed` is the number of solutions that a solver must search for.
    """

    name: str
    answer: str
    requirements: tuple[Requirement, Requirement, Requirement]
    program: str
    jsonl: str
    function: str
    proper_only: bool = False
    solutions_needed: int = 1

    def __reduce__(self) -> tuple[Callable[[str], "Contract"], tuple[str]]:
        return contract_named, (self.name,)

    def __str__(self) -> str:
        return self.name

    @property
    def puzzles(self) -> str:
        """The puzzles that a solver receives, as the help describes them."""
        return "puzzles with one solution" if self.proper_only else "any puzzle"

    @property
    def numbers(self) -> bool:
        """Whether all answers are numbers."""
        return self.requirements[1] is NUMBER

    @property
    def words(self) -> bool:
        """Whether an answer may be the word for several solutions."""
        return self.requirements[2] is SEVERAL_WORD

    def fits(self, dialect: Dialect) -> bool:
        """Return whether a dialect can express the answers that the contract requires."""
        return not dialect.contract if self.numbers else not self.words or bool(dialect.several)

    def explain(self, puzzle: Grid, verdict: Verdict, response: Response) -> Mismatch | None:
        """Return what is wrong with a response, or None if it is acceptable."""
        if isinstance(response, Failed):
            found: Mismatch | None = Mismatch.of_failure(response)
        else:
            found = self.requirements[len(verdict.solutions)].explain(puzzle, verdict, response)
        return found and replace(found, expected=self.expected_answer(puzzle, verdict), received=str(response))

    def expected_answer(self, puzzle: Grid, verdict: Verdict) -> str:
        """Describe the expected answer: a number, a line of digits, or words."""
        if self.numbers and verdict.solutions:
            return _number_words(verdict)
        if isinstance(verdict, Several):
            return f"several solutions, including {verdict.first} and {verdict.second}"
        return self.expected_lines(puzzle, verdict)[0]

    def expected_lines(self, puzzle: Grid, verdict: Verdict) -> tuple[str, ...]:
        """Return the expected answer in words, with the known solutions, one per line."""
        number = f"{_number_words(verdict)}: " if self.numbers else ""
        match verdict:
            case NoSolution():
                clash = next(clashes(puzzle), None)
                if clash is not None:
                    return (f"{number}{clash.repetition}, so there is no solution",)
                return (f"{number}no solution",)
            case Unique(solution):
                return (f"{number}the only solution is", str(solution)) if number else (str(solution),)
            case Several(first, second):
                return (f"{number}several solutions, such as", str(first), str(second))
            case other:
                assert_never(other)

    def solve(self, engine: Engine, puzzle: Grid) -> Response:
        """Return a correct response from the solutions of a correct engine; raises what the engine raises."""
        solutions = list(engine(puzzle, self.solutions_needed))
        return self.requirements[min(len(solutions), 2)].respond(solutions)


PROPER = Contract(
    name="proper",
    answer="the solution",
    requirements=(REFUSAL, SOLUTION, SOLUTION),
    proper_only=True,
    program="the solution",
    jsonl='{"solution": "53…"}',
    function="the solution",
)

ANY = Contract(
    name="any",
    answer="any solution, or a refusal if there is none",
    requirements=(REFUSAL, SOLUTION, SOLUTION),
    program="a solution, or a line without digits",
    jsonl='… or {"refusal": "none"}',
    function="a solution, or None",
)

COUNT = Contract(
    name="count",
    answer="the number of solutions, or any number from 2 up if there are several",
    requirements=(NUMBER, NUMBER, NUMBER),
    program="0, 1, or a number from 2 up",
    jsonl='{"count": 2}',
    function="0, 1, or a number from 2 up",
    solutions_needed=2,
)

UNIQUE = Contract(
    name="unique",
    answer="the only solution; otherwise whether there are none or several",
    requirements=(REFUSAL, SOLUTION, SEVERAL_WORD),
    program="the solution, or a word",
    jsonl='… or {"refusal": "several"}',
    function="the solution, 'none' or 'several'",
    solutions_needed=2,
)

CONTRACTS: Mapping[str, Contract] = {contract.name: contract for contract in (PROPER, ANY, COUNT, UNIQUE)}
"""The contracts by name, in the order of the help and the documentation."""


def contract_named(name: str) -> Contract:
    """Return the contract with this name; raises ValueError if there is none."""
    return CONTRACTS[one_of(CONTRACTS, name)]
