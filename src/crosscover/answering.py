"""The answers of `crosscover solve`, and the engine for them without the registry, whose imports take longer."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from crosscover.contracts import CONTRACTS, Contract
from crosscover.dialects import Claim, dialect
from crosscover.reference import DlxEngine, Engine, Grid
from crosscover.responses import Answered, Stated


@cache
def engine_of(name: str) -> Engine:
    """The engine of that name; the reference comes without the registry."""
    if name == "dlx":
        return DlxEngine()
    from crosscover.engines import engine  # noqa: PLC0415 - as above

    return engine(name)


@dataclass(frozen=True, slots=True)
class SolveTask:
    """A picklable function that solves a puzzle, with its number, and returns the text of the answer.

    If the judge of the dialect has a contract, the answer is the one that it requires, whatever the limit.
    """

    engine: str
    dialect: str
    limit: int = 1

    def answers(self, task: tuple[int, Grid]) -> Iterator[str]:
        """The answers to a puzzle, up to the limit, each as soon as it is found; a refusal if there is none."""
        number, puzzle = task
        form = dialect(self.dialect)
        if form.contract:
            yield form.write_answer(_answer(CONTRACTS[form.contract], engine_of(self.engine), puzzle), puzzle, number)
            return
        solution = None
        for solution in engine_of(self.engine)(puzzle, self.limit):
            yield form.write_answer(solution, puzzle, number)
        if solution is None:
            yield form.write_answer(None, puzzle, number)

    def __call__(self, task: tuple[int, Grid]) -> str:
        """The answers to a puzzle, joined."""
        return "".join(self.answers(task))


def _answer(contract: Contract, engine: Engine, puzzle: Grid) -> Grid | Claim:
    """What a judge requires."""
    match contract.solve(engine, puzzle):
        case Answered(grid):
            return grid
        case Stated(claim):
            return claim
        case _:
            return Claim.NONE
