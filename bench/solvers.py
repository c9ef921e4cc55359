"""The solvers of the benchmark: crosscover's engines, naive uses of SAT and CP-SAT, and peers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from crosscover.engines import engine, panel_of
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid

BASELINE = "dlx"
ENGINES = (
    BASELINE,
    "dlx:pure",
    "bitmask",
    "sat:cadical195",
    "sat:minisat22",
    "cpsat",
    "cpsat-alldiff",
)
TRIO = ("dlx", "sat:cadical195", "cpsat")
"""One engine of each kind, the panel of the benchmark."""

Solve = Callable[[Grid], Iterable[Grid]]


@dataclass(frozen=True, slots=True)
class Solver:
    """A function from a proper puzzle to its solutions.

    `proves` is true if it searches for a second solution, as an engine does; stopping at the first one is less work.
    """

    name: str
    solve: Solve
    proves: bool = True


def ours() -> Iterator[Solver]:
    """Yield the available engines, and a panel of three that also compares and checks their results."""
    for name in ENGINES:
        try:
            yield Solver(name, to_two(engine(name)))
        except UnavailableEngineError as error:
            print(f"left out: {name}, {error}")
    panel = panel_of(TRIO)
    yield Solver(f"panel: {', '.join(TRIO)}", lambda puzzle: panel.solutions(puzzle, 2))


def to_two(solver: Engine) -> Solve:
    """Return a function that searches for two solutions, to find out whether there is only one."""
    return lambda puzzle: list(islice(solver(puzzle, 2), 2))


def check(solver: Solver, puzzle: Grid, answer: list[Grid]) -> None:
    """Raise ValueError unless a solver found the only solution of a proper puzzle."""
    if len(answer) != 1:
        raise ValueError(f"{solver.name} finds {len(answer)} solutions of the proper puzzle {puzzle}")
    if fault := first_violation(answer[0], puzzle):
        raise ValueError(f"{solver.name} is wrong about {puzzle}: {fault}")
