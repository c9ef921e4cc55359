"""Measure how the cost grows with the number of puzzles, the box size, and the number of solutions.

An engine's curve ends when the next point would exceed the remaining time.
"""

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle, islice

from crosscover.engines import engine
from crosscover.reference import Engine, Grid, Shape, verdict

from .measuring import cpu_seconds
from .sets import relabeled_halves

ENGINES = ("dlx", "bitmask", "sat:cadical195", "cpsat")
NUMBERS = (100, 1_000, 10_000, 100_000)
SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(4, 5), Shape(5, 5))
SOLUTIONS = (1, 10, 100, 1_000, 10_000, 100_000)

Curve = list[tuple[int, float]]
"""Points: the amount of work, and its CPU time in seconds."""


def growth(puzzles: list[Grid], seconds: float) -> dict[str, dict[str, Curve]]:
    """Return the three curves of every engine; a curve is named after its x axis."""
    return {
        "puzzles": {name: over_puzzles(engine(name), puzzles, seconds) for name in ENGINES},
        "digits of the grid": {name: over_shapes(engine(name), seconds) for name in ENGINES},
        "solutions of one puzzle": {name: over_solutions(engine(name), seconds) for name in ENGINES},
    }


def over_puzzles(solver: Engine, puzzles: list[Grid], seconds: float) -> Curve:
    """Measure verdicts on increasing numbers of puzzles, repeating the set if needed, excluding the first verdict."""
    verdict(solver, puzzles[0])
    return _climb(NUMBERS, lambda number: _judge(solver, islice(cycle(puzzles), number)), seconds)


def over_shapes(solver: Engine, seconds: float) -> Curve:
    """Measure the mean verdict on puzzles with increasing numbers of digits, excluding preparations for each shape."""
    curve: Curve = []
    for shape in SHAPES:
        puzzles = relabeled_halves(shape, 10)
        verdict(solver, puzzles[0])
        spent = cpu_seconds(partial(_judge, solver, puzzles))
        curve.append((shape.side, spent / len(puzzles)))
        if spent > seconds / 4:
            break
    return curve


def over_solutions(solver: Engine, seconds: float) -> Curve:
    """Measure increasing numbers of solutions of the empty grid, excluding preparations."""
    next(solver(Grid.empty(), 1))
    return _climb(SOLUTIONS, lambda number: deque(solver(Grid.empty(), number), maxlen=0), seconds)


def _judge(solver: Engine, puzzles: Iterable[Grid]) -> None:
    for puzzle in puzzles:
        verdict(solver, puzzle)


def _climb(amounts: Iterable[int], work: Callable[[int], object], seconds: float) -> Curve:
    curve: Curve = []
    for amount in amounts:
        curve.append((amount, cpu_seconds(partial(work, amount))))
        if curve[-1][1] > seconds / 10:  # the next point takes ten times as long
            break
    return curve
