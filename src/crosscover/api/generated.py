"""Generates puzzles, with their verdict, certificate and difficulty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import Any

from crosscover.engines import panel_of
from crosscover.harness.examples import TimeIsUpError, run_examples
from crosscover.option_values import one_of
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.certification import certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.properties import strategies
from crosscover.reference import Grid, Shape, Verdict, verdict
from crosscover.reference.dlx import DlxEngine
from crosscover.reference.shape import expect_type

from .puzzles import to_shape

MAX_DRAWS = 50
"""Maximum number of draws per puzzle, since a kind may have too few puzzles and repeat them."""

KINDS: Mapping[str, Callable[[Shape], Any]] = {
    "proper": strategies.proper_puzzles,
    "minimal": strategies.minimal_puzzles,
    "hard": strategies.hard_puzzles,
    "against backtracking": strategies.anti_backtracking_puzzles,
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

ONLY_9X9 = ("hard", "against backtracking")


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A generated puzzle; verdict, certificate and nodes are computed on first access."""

    puzzle: Grid
    kind: str

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the panel of independent engines; raises RuntimeError if they disagree."""
        return panel_of().verdict(self.puzzle)

    @cached_property
    def certificate(self) -> Certificate:
        """The checked certificate of the verdict; raises ValueError for boxes larger than 4x4."""
        return certify_claim(Certificate.of(self.puzzle, self.verdict), producer(DEFAULT_PRODUCER))

    @cached_property
    def nodes(self) -> int:
        """The difficulty: nodes that dancing links visits to decide between none, one and several solutions."""
        engine = DlxEngine()
        verdict(engine, self.puzzle)
        return engine.visited


def generate(
    kind: str = "proper",
    number: int = 1,
    *,
    seed: int | None = None,
    shape: Shape | str | None = None,
    variant: str | None = None,
) -> Sequence[GeneratedPuzzle]:
    """Return distinct puzzles of a kind, drawn as for the properties; fewer than `number` if the kind runs out.

    Kinds with one solution are "proper", "minimal", "hard", "against backtracking" (slow for a search that starts at
    the first cell), "patterned", "empty houses", "missing digits", "known" (images of known puzzles) and "full" (at
    most a few empty cells). The other kinds are "several solutions", "deadly pattern" (also with several solutions),
    "no solution" and "clashing clues". "hard" and "against backtracking" exist only for 9x9 cells.

    A seed gives the same puzzles with the same version of Hypothesis; without a seed, puzzles differ each time. Raises
    ValueError for an unknown kind, a number below 1, and a shape that the kind does not support.
    """
    expect_type(kind, str, "the name of a kind")
    expect_type(number, int, "a number from 1")
    if seed is not None:
        expect_type(seed, int, "a number as the seed")
    one_of(KINDS, kind)
    if number < 1:
        raise ValueError(f"expected a number from 1, not {number}")
    wanted = to_shape(shape, variant) or Shape()
    if kind in ONLY_9X9 and wanted.plain != Shape():
        raise ValueError(f"puzzles of the kind {kind!r} exist only for 9x9 cells, not for {wanted}")
    random_seed = SystemRandom().getrandbits(64) if seed is None else seed
    return [GeneratedPuzzle(puzzle, kind) for puzzle in _draw(kind, number, random_seed, wanted)]


def _draw(kind: str, number: int, random_seed: int, shape: Shape) -> list[Grid]:
    found: dict[Grid, None] = {}

    def take(puzzle: Grid) -> None:
        if len(found) > number:
            raise TimeIsUpError
        found[puzzle] = None

    run_examples(KINDS[kind](shape), take, seed=random_seed, count=number * MAX_DRAWS, shrink=False)
    return list(found)[1:]  # the first one is the simplest, regardless of the seed
