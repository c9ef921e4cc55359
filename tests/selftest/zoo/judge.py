"""The zoo's own judgement of one run, independent of the properties that the zoo measures."""

from collections.abc import Sequence
from contextlib import closing
from functools import cache

from crosscover.dialects import Formatting
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Unique, Verdict, verdict
from crosscover.subjects.options import Contract, Options
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Answered, Counted, Declined, Response

SOLUTIONS = {NoSolution: 0, Unique: 1, Several: 2}


@cache
def true_verdict(puzzle: Grid) -> Verdict:
    """The verdict on a puzzle, by the reference."""
    return verdict(DlxEngine(), puzzle)


def allows(options: Options, puzzles: Sequence[str]) -> bool:
    """Whether the contract allows these puzzles to be asked."""
    verdicts = (true_verdict(Grid.parse(puzzle, options.shape)) for puzzle in puzzles)
    return options.contract is not Contract.PROPER or all(isinstance(one, Unique) for one in verdicts)


def mistakes(spec: str, options: Options, puzzles: Sequence[str], formatting: Formatting = Formatting()) -> list[str]:
    """Ask a solver a batch, and say in words what is wrong; nothing where everything is right."""
    batch = [Grid.parse(puzzle, options.shape) for puzzle in puzzles]
    with closing(subject(spec, options)) as asked:
        transcript = asked.ask(batch, formatting)
    found = [
        f"puzzle {place} of {len(batch)}, {puzzle}: {response}"
        for place, (puzzle, response) in enumerate(zip(batch, transcript.responses, strict=True), 1)
        if not is_right(puzzle, response, options.contract)
    ]
    return found if transcript.run_failure is None else [*found, str(transcript.run_failure)]


def is_right(puzzle: Grid, response: Response, contract: Contract) -> bool:
    """Whether a response is what the contract demands for a puzzle."""
    known = true_verdict(puzzle)
    match response:
        case Counted(number):
            return contract is Contract.COUNT and number == SOLUTIONS[type(known)]
        case Answered(grid):
            return contract is not Contract.COUNT and first_violation(grid, puzzle) is None
        case Declined():
            return contract is Contract.ANY and isinstance(known, NoSolution)
        case _:
            return False
