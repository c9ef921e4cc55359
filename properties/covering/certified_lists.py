"""Covering lists of diagonal Sudoku: for each facet, the easiest certified puzzle that has it.

The easiest puzzle needs the fewest nodes of a plain search. A facet is a condition on the arrays of the corpus, so no
engine is needed; all lists together take about 200 ms.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.judging import CoverBatch
from crosscover.harness.property_result import CLUE_RANGES
from crosscover.options import CERTIFIED_SHAPES
from crosscover.properties.corpus.certified import MAX_NODES, corpus, nodes_of_corpus
from crosscover.properties.strategies.improper import BROKEN, COUNTS, ON_DIAGONALS
from crosscover.properties.strategies.proper import EASED, LAST, RESOLVED, minimal_kinds
from crosscover.reference import Grid, Shape

RUN = 6
"""Number of puzzles per run."""

ALONE = ("ordinary_puzzles", "hard_puzzles_alone")
"""Properties that give a solver one puzzle per run."""

Flags = NDArray[np.bool_]
"""Whether each row of the corpus has a facet."""

Bits = NDArray[np.uint16]
"""A set of digits, as bits."""

Facets = Iterator[tuple[str, Flags]]


class Facts:
    """The certified puzzles of a shape, and what their clues forbid, in arrays with a row for each puzzle."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.known = shape, corpus(shape)
        self.names = [shape.house_name(number) for number in range(len(shape.houses))]
        self.diagonals = range(3 * shape.side, len(shape.houses))
        self.nodes = nodes_of_corpus(shape)
        self.empty: Flags = self.known.puzzles == 0
        self.clues: NDArray[np.intp] = (~self.empty).sum(axis=1)
        self.proper: Flags = self.known.counts == 1
        self.bits: Bits = np.array([0, *(1 << digit for digit in range(shape.side))], np.uint16)
        self.used = self.of_houses(self.bits[self.known.puzzles])
        self.candidates = self.allowed(range(len(shape.houses)))
        self.missing: Bits = self.bits.sum(dtype=np.uint16) & ~(self.of_houses(self.candidates) | self.used)
        self.blocked: Flags = self.empty & (self.candidates == 0)

    def of(self, *kinds: str) -> Flags:
        """Return whether each puzzle is of one of these kinds; the shape may lack some of the kinds."""
        names = self.known.kind_names
        has: Flags = np.isin(self.known.kinds, [names.index(kind) for kind in kinds if kind in names])
        return has

    def of_houses(self, bits: Bits) -> Bits:
        """Return the digits in each house from the digits in each cell."""
        union: Bits = np.bitwise_or.reduce(bits[:, np.array(self.shape.houses)], axis=2)
        return union

    def allowed(self, houses: Iterable[int]) -> Bits:
        """Return the digits that no clue in some houses forbids in each empty cell."""
        candidates = np.where(self.empty, (1 << self.shape.side) - 1, 0).astype(np.uint16)
        for number in houses:
            candidates[:, list(self.shape.houses[number])] &= ~self.used[:, [number]]
        return candidates

    def singles(self, candidates: Bits) -> Bits:
        """Return the digits with one place in each house."""
        some, more = np.zeros_like(self.used), np.zeros_like(self.used)
        for cells in np.array(self.shape.houses).T:
            more |= some & candidates[:, cells]
            some |= candidates[:, cells]
        return some & ~more

    def crossed(self) -> Facets:
        """Yield a facet for each set of diagonals with empty cells."""
        puzzles, diagonals = self.known.puzzles, self.shape.houses[self.diagonals.start :]
        one, other = ((puzzles[:, list(cells)] == 0).any(axis=1) for cells in diagonals)
        yield "on diagonal 1", one & ~other
        yield "on diagonal 2", other & ~one
        yield "on both diagonals", one & other


facts_of = cache(Facts)
"""Return the facts of a shape, from a cache."""


@cache
def certified_list(name: str, shape: Shape) -> tuple[CoverBatch, ...]:
    """Return the covering list of a property for diagonal Sudoku, empty if it has none."""
    if name not in LISTS or not shape.diagonals or shape not in CERTIFIED_SHAPES:
        return ()
    facts = facts_of(shape)
    easiest = np.argsort(facts.nodes, kind="stable")
    chosen: dict[int, list[str]] = {}
    for facet, has in LISTS[name](facts):
        rows = easiest[has[easiest]].tolist()
        if rows:
            row = next((row for row in rows if row in chosen and name not in ALONE), rows[0])
            chosen.setdefault(row, []).append(facet)
    size = 1 if name in ALONE else RUN
    return tuple(
        CoverBatch(
            tuple(Grid(facts.known.puzzles[row].tobytes(), shape) for row in part),
            tuple(facet for row in part for facet in chosen[row]),
            runs_alone=name in ALONE,
        )
        for part in (list(chosen)[start : start + size] for start in range(0, len(chosen), size))
    )


def _decided_by_diagonals(facts: Facts) -> Facets:
    shape, proper = facts.shape, facts.of(RESOLVED, LAST, EASED)
    plain = facts.allowed(range(facts.diagonals.start))
    by_plain = np.bitwise_or.reduce(facts.singles(plain)[:, : facts.diagonals.start], axis=1)
    hidden = facts.singles(facts.candidates)
    naked = np.bitwise_or.reduce(np.where(np.bitwise_count(facts.candidates) == 1, facts.candidates, 0), axis=1)
    elsewhere = naked | np.bitwise_or.reduce(hidden[:, : facts.diagonals.start], axis=1)
    answers = facts.bits[facts.known.solutions[:, 0]]
    for number in facts.diagonals:
        name, cells = facts.names[number], list(shape.houses[number])
        is_last = proper & (facts.empty[:, cells].sum(axis=1) == 1)
        for cell in cells:
            is_single = (np.bitwise_count(plain[:, cell]) == 1) | (by_plain & answers[:, cell] > 0)
            has = is_last & facts.empty[:, cell] & ~is_single
            yield f"{shape.cell_name(cell)} as the last empty cell of {name}", has
        only = proper[:, None] & (hidden[:, [number]] & ~elsewhere[:, None] & facts.bits > 0)
        for digit in range(1, shape.side + 1):
            yield f"a single place for {digit} on {name}, and in no other house", only[:, digit]
    for facet, crosses in facts.crossed():
        yield f"a deadly pattern, resolved {facet}", facts.of(RESOLVED) & crosses


def _ordinary(facts: Facts) -> Facets:
    yield "an easy puzzle alone in a run", facts.of(EASED)
    yield "a puzzle of about 45 clues alone in a run", facts.proper & (abs(facts.clues - 45) < 4)
    yield "a puzzle with one empty cell alone in a run", facts.proper & (facts.clues == facts.shape.cells - 1)
    yield "a full grid alone in a run", facts.proper & (facts.clues == facts.shape.cells)


def _wrong_guesses(facts: Facts) -> Facets:
    sizes = np.where(facts.empty, np.bitwise_count(facts.candidates), 99)
    rows, first = np.arange(len(sizes)), sizes.argmin(axis=1)
    answers = facts.bits[facts.known.solutions[rows, 0, first]]
    before = np.bitwise_count(facts.candidates[rows, first] & answers - 1)
    for size, place in ((2, 0), (2, 1), (3, 0), (3, 1), (3, 2)):
        name = f"{size} candidates in the cell with the fewest, the correct one at place {place + 1}"
        yield name, facts.proper & (sizes.min(axis=1) == size) & (before == place)


def _numbers_of_clues(facts: Facts) -> Facets:
    for low, high in CLUE_RANGES:
        yield f"{low} to {high} clues", facts.proper & (low <= facts.clues) & (facts.clues <= high)
    yield "one solution even without the diagonals", facts.of("proper without the diagonals")


def _minimal(facts: Facts) -> Facets:
    minimal = facts.of(*minimal_kinds(facts.shape))
    for number in range(facts.shape.cells):
        yield f"a minimal puzzle of {number} clues", minimal & (facts.clues == number)


def _alone(facts: Facts) -> Facets:
    for kind in minimal_kinds(facts.shape):
        yield f"a puzzle of the kind {kind!r} alone in a run", facts.of(kind)


def _deep(facts: Facts) -> Facets:
    for low, high in ((100, 1000), (1000, 3000), (3000, MAX_NODES)):
        has = facts.proper & (low <= facts.nodes) & (facts.nodes < high)
        yield f"{low:,} to {high:,} nodes of a plain search", has


def _missing_digits(facts: Facts) -> Facets:
    for digit in range(1, facts.shape.side + 1):
        number = (facts.known.puzzles == digit).sum(axis=1)
        yield f"no {digit} among the clues", facts.proper & (number == 0)
        yield f"a single {digit} among the clues", facts.proper & (number == 1)


def _empty_houses(facts: Facts) -> Facets:
    for name, used in zip(facts.names, facts.used.T, strict=True):
        yield f"no clue in {name}", facts.proper & (used == 0)


def _full(facts: Facts) -> Facets:
    single = facts.proper & (facts.clues == facts.shape.cells - 1)
    for digit in range(1, facts.shape.side + 1):
        has = ((facts.known.solutions[:, 0] == digit) & facts.empty).any(axis=1)
        yield f"{digit} in the last empty cell", single & has


def _clashing(facts: Facts) -> Facets:
    shape, puzzles, broken = facts.shape, facts.known.puzzles, facts.of(*BROKEN)
    full = broken & (facts.clues == shape.cells)
    for number in facts.diagonals:
        name, cells = facts.names[number], list(shape.houses[number])
        for one, other in combinations(cells, 2):
            if shape.box(one) != shape.box(other):
                places = f"{shape.cell_name(one)} and {shape.cell_name(other)}"
                equal = puzzles[:, one] == puzzles[:, other]
                yield f"a full grid in which only {places} clash, on {name}", full & equal
        for digit in range(1, shape.side + 1):
            twice = (puzzles[:, cells] == digit).sum(axis=1) > 1
            yield f"{digit} twice on {name} and nowhere else", broken & twice
            yield f"{digit} twice on {name} and nowhere else, in a full grid", full & twice
    for name, number in (("few", 20), ("many", 60)):
        yield f"a clash on a diagonal among {name} clues", broken & (abs(facts.clues - number) < 10)
    for number in range(facts.diagonals.start):
        clues = (~facts.empty[:, list(shape.houses[number])]).sum(axis=1)
        repeated = facts.of("clashing clues") & (clues > np.bitwise_count(facts.used[:, number]))
        yield f"a clash in {facts.names[number]} while other houses have none", repeated


def _contradictions(facts: Facts) -> Facets:
    contradicting = facts.of("contradiction", *ON_DIAGONALS)
    missing, is_blocked = facts.missing > 0, facts.blocked.any(axis=1)
    for name, here in zip(facts.names, missing.T, strict=True):
        yield f"a digit without a place in {name}", contradicting & here
    for number in facts.diagonals:
        only = missing[:, number] & (missing.sum(axis=1) == 1) & ~is_blocked
        yield f"a digit without a place on {facts.names[number]}, and no other dead end", contradicting & only
    by_diagonals = (facts.blocked & (facts.allowed(range(facts.diagonals.start)) > 0)).any(axis=1)
    yield "a cell without a candidate because of a diagonal", contradicting & by_diagonals
    hidden = ~is_blocked & ~missing.any(axis=1)
    yield "a contradiction that only search finds", contradicting & hidden
    yield "a contradiction of the diagonals that only search finds", facts.of(*ON_DIAGONALS) & hidden


def _deadly(facts: Facts) -> Facets:
    deadly = facts.of("deadly pattern")
    for facet, crosses in facts.crossed():
        yield f"a deadly pattern {facet}", deadly & crosses
    yield "a deadly pattern beside the diagonals", deadly & ~np.any([has for _, has in facts.crossed()], axis=0)


def _several(facts: Facts) -> Facets:
    for kind in ("few solutions", *COUNTS, "two digits missing", "few clues"):
        yield kind, facts.of(kind)
    yield "no clues", facts.clues == 0


LISTS: Mapping[str, Callable[[Facts], Facets]] = {
    "diagonals": _decided_by_diagonals,
    "ordinary_puzzles": _ordinary,
    "wrong_guesses": _wrong_guesses,
    "any_number_of_clues": _numbers_of_clues,
    "minimal_puzzles": _minimal,
    "hard_puzzles_alone": _alone,
    "deep_search": _deep,
    "missing_digits": _missing_digits,
    "empty_houses": _empty_houses,
    "full_grids": _full,
    "clashing_clues": _clashing,
    "contradictions": _contradictions,
    "deadly_patterns": _deadly,
    "several_solutions": _several,
}
"""The facets of each property's list; puzzles of the last four have no solution, or several."""
