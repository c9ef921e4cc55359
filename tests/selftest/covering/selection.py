"""Choose few and cheap puzzles that cover all facets: greedy set cover with costs (Chvatal 1979)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from crosscover.harness.covering import CoverBatch, facets_of
from crosscover.reference import Grid


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle, what it covers, and its cost: 1 for an ordinary one, which takes a plain search about 60 nodes.

    `facets` are the names that reports show; `kills` are the wrong solvers that the puzzle catches.
    """

    puzzle: Grid
    facets: frozenset[str]
    cost: float
    kills: frozenset[str] = frozenset()


def select(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates that cover every facet and kill that any of them covers, those that cover most per cost first.

    Equally good ones keep their order. Each chosen candidate covers something new, so the loop ends.
    """
    left: list[Candidate] = list(candidates)
    facets = set[str]().union(*(one.facets for one in left))
    kills = set[str]().union(*(one.kills for one in left))
    chosen: list[Candidate] = []

    def gain(one: Candidate) -> float:
        return (len(one.facets & facets) + len(one.kills & kills)) / one.cost

    while facets or kills:
        best = max(left, key=gain)
        chosen.append(best)
        facets -= best.facets
        kills -= best.kills
        left = [one for one in left if not (one.facets.isdisjoint(facets) and one.kills.isdisjoint(kills))]
    return chosen


def in_runs(chosen: Sequence[Candidate], size: int, level: Callable[[Grid], int] = lambda _: 0) -> list[CoverBatch]:
    """Put the chosen puzzles into runs of at most `size`, puzzles of one level each, the lowest level first.

    So a puzzle of a high level, which may hang a solver, does not hide those of a low one. A run names the facets that
    no earlier run has.
    """
    ordered = sorted(chosen, key=lambda one: level(one.puzzle))
    runs: list[CoverBatch] = []
    for _, group in groupby(ordered, key=lambda one: level(one.puzzle)):
        of_level = list(group)
        for start in range(0, len(of_level), size):
            part = of_level[start : start + size]
            facets = sorted(set[str]().union(*(one.facets for one in part)) - set(facets_of(runs)))
            runs.append(CoverBatch(tuple(one.puzzle for one in part), tuple(facets)))
    return runs
