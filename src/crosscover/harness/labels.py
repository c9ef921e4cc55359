"""Labels: the numbers of clues and of solutions that a run has covered, and what it left out."""

from collections.abc import Iterator

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict

CLUE_RANGES = ((0, 16), (17, 17), (18, 22), (23, 26), (27, 35), (36, 50), (51, 70), (71, 79), (80, 80), (81, 81))

DERIVED = "derived: "
"""Prefix of the labels of puzzles that were derived from certified ones, without the panel."""

ABSTAINED = " abstained"
"""Suffix of the labels that count timeouts of an engine, which depend on the machine."""


def puzzle_labels(puzzle: Grid, verdict: Verdict) -> Iterator[str]:
    """Yield the labels of one puzzle."""
    clues = puzzle.clue_count
    if puzzle.shape == Shape():
        yield from (f"clues {low}-{high}" for low, high in CLUE_RANGES if low <= clues <= high)
    match verdict:
        case Unique():
            yield "one solution"
        case Several():
            yield "several solutions"
        case NoSolution():
            yield "clashing clues" if next(clashes(puzzle), None) else "no solution without a clash"
