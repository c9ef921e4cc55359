"""Judge one run of a solver independently of the properties that the zoo measures."""

from collections.abc import Sequence
from functools import cache

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Unique, Verdict, verdict
from crosscover.responses import Answered, Counted, Declined, Response, Stated
from crosscover.subjects.subject import Subject


@cache
def true_verdict(puzzle: Grid) -> Verdict:
    """Return the verdict of the reference solver on a puzzle."""
    return verdict(DlxEngine(), puzzle)


def allows(options: Options, puzzles: Sequence[str]) -> bool:
    """Whether the contract admits all of these puzzles."""
    verdicts = (true_verdict(Grid.parse(puzzle, options.shape)) for puzzle in puzzles)
    return options.contract is not contracts.PROPER or all(isinstance(one, Unique) for one in verdicts)


def mistakes_of(asked: Subject, puzzles: Sequence[str], formatting: Formatting = Formatting()) -> list[str]:
    """Run a subject on a batch and describe each mistake; the list is empty if there is none."""
    batch = [Grid.parse(puzzle, asked.options.shape) for puzzle in puzzles]
    transcript = asked.run(batch, formatting)
    found = [
        f"puzzle {place} of {len(batch)}, {puzzle}: {response}"
        for place, (puzzle, response) in enumerate(zip(batch, transcript.responses, strict=True), 1)
        if not is_right(puzzle, response, asked.options)
    ]
    return found if transcript.run_failure is None else [*found, str(transcript.run_failure)]


def is_right(puzzle: Grid, response: Response, options: Options) -> bool:
    """Whether a response to a puzzle satisfies the contract."""
    known, contract = true_verdict(puzzle), options.contract
    if contract is contracts.UNIQUE:
        return _is_true(known, response)
    match response:
        case Counted(number):
            return contract is contracts.COUNT and min(number, 2) == len(known.solutions)
        case Answered(grid):
            return contract is not contracts.COUNT and first_violation(grid, puzzle) is None
        case Declined():
            return contract is contracts.ANY and isinstance(known, NoSolution)
        case _:
            return False


def _is_true(known: Verdict, response: Response) -> bool:
    """Whether a refusal, a word or the unique solution is true."""
    match response, known:
        case Declined(), NoSolution():
            return True
        case Stated(), Several():
            return True
        case Answered(grid), Unique(solution):
            return grid == solution
        case _:
            return False
