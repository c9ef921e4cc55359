"""Solves a puzzle, tells how many solutions it has, and counts them."""

from crosscover.answering import engine_of
from crosscover.puzzle_values import Puzzle, to_grid
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict
from crosscover.reference import count as count_with
from crosscover.reference import verdict as verdict_with

REFERENCE = "dlx"


class ImproperPuzzleError(ValueError):
    """A puzzle that has not just one solution; `verdict` says whether it has none or several."""

    def __init__(self, verdict: NoSolution | Several) -> None:
        self.verdict = verdict
        super().__init__(f"expected a puzzle with one solution, found one with {verdict}")


def solve(puzzle: Puzzle, *, engine: str = REFERENCE, shape: Shape | str | None = None) -> Grid:
    """The one solution of a puzzle, as an engine finds it; `crosscover engines` lists them.

    The puzzle is text in any dialect that tells itself, such as 81 characters or a drawing of many lines, a `Grid`, or
    9 rows of 9 numbers, 0 for an empty cell, also as an array of numpy. It has boxes of 3x3 cells unless `shape` says
    otherwise, such as `"2x3"`. Raises ImproperPuzzleError where there is no solution or more than one, and ValueError,
    which names the line and column, for what is no puzzle.
    """
    found = verdict(puzzle, engine=engine, shape=shape)
    if isinstance(found, Unique):
        return found.solution
    raise ImproperPuzzleError(found)


def verdict(puzzle: Puzzle, *, engine: str | None = None, shape: Shape | str | None = None) -> Verdict:
    """Whether a puzzle, in any form that `solve` takes, has no solution, one or several: the solutions are in it.

    The panel of independent engines decides, which have to agree, unless one engine is named. The first verdict takes
    half a second, since libraries are loaded, others some milliseconds. Raises ValueError for what is no puzzle, and
    RuntimeError where the panel disagrees, or decides nothing within 10 s for each engine.
    """
    grid = to_grid(puzzle, shape)
    if engine is not None:
        return verdict_with(engine_of(engine), grid)
    from crosscover.engines import panel_of  # noqa: PLC0415 - a single engine need not pay for it

    return panel_of().verdict(grid)


def count(puzzle: Puzzle, limit: int | None = 2, *, engine: str = REFERENCE, shape: Shape | str | None = None) -> int:
    """The number of solutions of a puzzle, in any form that `solve` takes, counted up to the limit.

    Without a limit, None, it takes as long as it takes: an empty grid has 6,670,903,752,021,072,936,960. Raises
    ValueError for what is no puzzle, and for a limit below 1.
    """
    if limit is not None and limit < 1:
        raise ValueError(f"expected a limit from 1, or None, not {limit}")
    return count_with(engine_of(engine), to_grid(puzzle, shape), limit)
