"""Judges one run of a solver independently of the properties that the zoo measures."""

from collections.abc import Sequence
from contextlib import closing
from functools import cache

from crosscover import contracts
from crosscover.dialects import Claim, Formatting
from crosscover.options import Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Unique, Verdict, count, verdict
from crosscover.responses import Answered, Counted, Declined, Response, Stated
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Subject


@cache
def true_verdict(puzzle: Grid) -> Verdict:
    """The verdict of the reference solver on a puzzle."""
    return verdict(DlxEngine(), puzzle)


def allows(options: Options, puzzles: Sequence[str]) -> bool:
    """Whether the contract admits all of these puzzles."""
    verdicts = (true_verdict(Grid.parse(puzzle, options.shape)) for puzzle in puzzles)
    return options.contract is not contracts.PROPER or all(isinstance(one, Unique) for one in verdicts)


def mistakes(spec: str, options: Options, puzzles: Sequence[str], formatting: Formatting = Formatting()) -> list[str]:
    """Run a solver on a batch and describe each mistake; the list is empty if everything is right."""
    with closing(subject(spec, options)) as asked:
        return mistakes_of(asked, puzzles, formatting)


def mistakes_of(asked: Subject, puzzles: Sequence[str], formatting: Formatting = Formatting()) -> list[str]:
    """The same for an open subject."""
    batch = [Grid.parse(puzzle, asked.options.shape) for puzzle in puzzles]
    transcript = asked.ask(batch, formatting)
    found = [
        f"puzzle {place} of {len(batch)}, {puzzle}: {response}"
        for place, (puzzle, response) in enumerate(zip(batch, transcript.responses, strict=True), 1)
        if not is_right(puzzle, response, asked.options)
    ]
    return found if transcript.run_failure is None else [*found, str(transcript.run_failure)]


def is_right(puzzle: Grid, response: Response, options: Options) -> bool:
    """Whether a response to a puzzle satisfies the contract."""
    known, contract = true_verdict(puzzle), options.contract
    if contract in (contracts.UNIQUE, contracts.CLASSIFY):
        return _is_true(puzzle, known, response, says_one=contract is contracts.CLASSIFY)
    if contract is contracts.LEAST and isinstance(known, Several):
        return response == Answered(least_by_reading_order(puzzle))
    match response:
        case Counted(number):
            exact = options.count_to or 1
            solutions = count(DlxEngine(), puzzle, exact + 1)
            is_close = number == solutions if solutions <= exact else number >= max(2, exact)
            return contract is contracts.COUNT and is_close
        case Answered(grid):
            return contract is not contracts.COUNT and first_violation(grid, puzzle) is None
        case Declined():
            return contract in (contracts.ANY, contracts.LEAST) and isinstance(known, NoSolution)
        case _:
            return False


def _is_true(puzzle: Grid, known: Verdict, response: Response, *, says_one: bool) -> bool:
    """Whether a claim, or the unique solution if one solution is not a claim of its own, is true."""
    houses = [[puzzle.values[cell] for cell in house if puzzle.values[cell]] for house in puzzle.shape.houses]
    clash = any(len(set(digits)) < len(digits) for digits in houses)
    match response, known:
        case Declined(), NoSolution():
            return True
        case Stated(claim), NoSolution():
            return claim is (Claim.CLASH if clash else Claim.IMPOSSIBLE)
        case Stated(claim), Several():
            return claim is Claim.SEVERAL
        case Stated(claim), Unique():
            return says_one and claim is Claim.ONE
        case Answered(grid), Unique(solution):
            return not says_one and grid == solution
        case _:
            return False


def least_by_reading_order(puzzle: Grid) -> Grid:
    """The first solution of a search that tries cells and digits in ascending order.

    It is slow for puzzles with empty first rows and few solutions.
    """
    shape, values = puzzle.shape, list(puzzle.values)
    peers = [
        {other for house in shape.houses if cell in house for other in house} - {cell} for cell in range(shape.cells)
    ]
    empty = puzzle.empty_cells()

    def fill(place: int) -> bool:
        if place == len(empty):
            return True
        cell = empty[place]
        for digit in range(1, shape.side + 1):
            if all(values[peer] != digit for peer in peers[cell]):
                values[cell] = digit
                if fill(place + 1):
                    return True
        values[cell] = 0
        return False

    fill(0)
    return Grid(bytes(values))
