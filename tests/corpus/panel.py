"""What the engines of the default panel say of puzzles, for tests of what the corpus and its derivations claim."""

from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.properties.corpus.derivation import Derived
from crosscover.subjects.blocks import grids

ENGINES = {name: engine(name) for name in DEFAULT_PANEL}


def disagreements(derived: Derived, name: str) -> list[str]:
    """Each puzzle of which the engine of that name says another verdict than what is claimed, with what it says."""
    complaints: list[str] = []
    for puzzle, solutions, count in zip(
        grids(derived.puzzles), derived.solutions, derived.counts.tolist(), strict=True
    ):
        found = list(ENGINES[name](puzzle, 2))
        if len(found) != count or (count == 1 and found != grids(solutions[:1])):
            complaints.append(f"{puzzle}: {len(found)} solutions, not {count}")
    return complaints
