"""Verdicts of the default panel's engines, to test the claims of the corpus and its derivations."""

from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.harness.block import Block
from crosscover.subjects.blocks import grids

ENGINES = {name: engine(name) for name in DEFAULT_PANEL}


def disagreements(derived: Block, name: str) -> list[str]:
    """The puzzles on which an engine has another verdict than claimed, with its verdict."""
    complaints: list[str] = []
    for puzzle, solutions, count in zip(
        grids(derived.puzzles), derived.solutions, derived.counts.tolist(), strict=True
    ):
        found = list(ENGINES[name](puzzle, 2))
        if len(found) != count or (count == 1 and found != grids(solutions[:1])):
            complaints.append(f"{puzzle}: {len(found)} solutions, not {count}")
    return complaints
