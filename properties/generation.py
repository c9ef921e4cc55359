"""Draws puzzles of a given kind outside of tests."""

from collections.abc import Callable
from types import MappingProxyType

from hypothesis.strategies import SearchStrategy

from crosscover.harness.examples import TimeIsUpError, run_examples
from crosscover.reference import Grid, Shape

from . import strategies

MAX_DRAWS = 50
"""Maximum number of draws per puzzle, since a kind may have too few puzzles and repeat them."""

KINDS = MappingProxyType[str, Callable[[Shape], SearchStrategy[Grid]]](
    {
        "proper": strategies.proper_puzzles,
        "minimal": strategies.minimal_puzzles,
        "hard": lambda _: strategies.hard_puzzles(),
        "against backtracking": lambda _: strategies.anti_backtracking_puzzles(),
        "patterned": strategies.patterned_puzzles,
        "empty houses": strategies.puzzles_with_empty_houses,
        "missing digits": strategies.puzzles_without_digits,
        "known": strategies.symmetric_images_of_known,
        "full": strategies.full_grids,
        "several solutions": strategies.puzzles_with_multiple_solutions,
        "deadly pattern": strategies.deadly_patterns,
        "no solution": strategies.contradicting_puzzles,
        "clashing clues": strategies.clashing_puzzles,
    }
)
"""Strategies by kind of puzzle."""

ONLY_9X9 = ("hard", "against backtracking")
"""Kinds that only exist for 9x9 cells."""


def draw(kind: str, number: int, random_seed: int, shape: Shape) -> list[Grid]:
    """Return distinct puzzles of one of the `KINDS`; fewer than `number` if the kind runs out."""
    found: dict[Grid, None] = {}

    def take(puzzle: Grid) -> None:
        if len(found) > number:
            raise TimeIsUpError
        found[puzzle] = None

    run_examples(KINDS[kind](shape), take, seed=random_seed, count=number * MAX_DRAWS, shrink=False)
    return list(found)[1:]  # the first one is the simplest, regardless of the seed
