"""The zoo's own judgement of one run, apart from the properties that the zoo is to prove."""

from collections.abc import Sequence
from contextlib import closing
from functools import cache

from crosscover.dialects import Formatting
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Unique, Verdict, verdict
from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Options
from crosscover.subjects.response import Answered, Counted, Declined, Response
from crosscover.subjects.specification import subject

NUMBER = {NoSolution: 0, Unique: 1, Several: 2}


@cache
def truth(puzzle: str) -> Verdict:
    """What is true of a puzzle."""
    return verdict(DlxEngine(), Grid.parse(puzzle))


def fits(puzzles: Sequence[str], contract: Contract) -> bool:
    """Whether a contract lets these puzzles be asked."""
    return contract is not Contract.PROPER or all(isinstance(truth(puzzle), Unique) for puzzle in puzzles)


def faults(spec: str, options: Options, puzzles: Sequence[str], formatting: Formatting = Formatting()) -> list[str]:
    """Ask a solver a batch and tell what is wrong, in words; nothing where everything is right."""
    batch = [Grid.parse(puzzle) for puzzle in puzzles]
    with closing(subject(spec, options)) as asked:
        transcript = asked.ask(batch, formatting)
    found = [
        f"puzzle {place} of {len(batch)}, {puzzle}: {response}"
        for place, (puzzle, response) in enumerate(zip(batch, transcript.responses, strict=True), 1)
        if not is_right(puzzle, response, options.contract)
    ]
    return found if transcript.run_failure is None else [*found, str(transcript.run_failure)]


def is_right(puzzle: Grid, response: Response, contract: Contract) -> bool:
    """Whether a response is what the contract owes for a puzzle."""
    known = truth(str(puzzle))
    match response:
        case Counted(number):
            return contract is Contract.COUNT and number == NUMBER[type(known)]
        case Answered(grid):
            return contract is not Contract.COUNT and first_violation(grid, puzzle) is None
        case Declined():
            return contract is Contract.ANY and isinstance(known, NoSolution)
        case _:
            return False
