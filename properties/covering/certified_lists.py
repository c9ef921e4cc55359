"""Covering lists of diagonal Sudoku: for each facet, the easiest certified puzzle that has it.

The easiest puzzle needs the fewest nodes of a plain search. A facet is a condition on the arrays of the corpus, so no
engine is needed; all lists together take about 200 ms.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.judging import CoverBatch
from crosscover.harness.property_result import CLUE_RANGES
from crosscover.options import CERTIFIED_SHAPES, Options
from crosscover.properties.corpus.certified import MAX_NODES, corpus, nodes_of_corpus
from crosscover.properties.strategies.improper import BROKEN, COUNTS
from crosscover.properties.strategies.proper import EASED, LAST, RESOLVED, minimal_kinds
from crosscover.reference import Grid, Shape

RUN = 6
"""Number of puzzles per run."""

HAS = NDArray[np.bool_]
"""Whether each row of the corpus has a facet."""

Bits = NDArray[np.uint16]
"""A set of digits, as bits."""

Facets = Iterator[tuple[str, HAS]]


def certified_list(name: str, options: Options) -> tuple[CoverBatch, ...]:
    """Return the covering list of a property for diagonal Sudoku, empty if it has none."""
    shape = options.shape
    if not shape.diagonals or shape not in CERTIFIED_SHAPES:
        return ()
    if name in PROPER:
        return _runs(name, PROPER[name], shape)
    if name in IMPROPER and not options.contract.proper_only:
        return _runs(name, IMPROPER[name], shape)
    return ()


@cache
def _runs(name: str, facets: Callable[[Shape], Facets], shape: Shape) -> tuple[CoverBatch, ...]:
    """Return runs of the easiest puzzles with all facets that the corpus of a shape has."""
    easiest = np.argsort(nodes_of_corpus(shape), kind="stable")
    chosen: dict[int, list[str]] = {}
    for facet, has in facets(shape):
        rows = easiest[has[easiest]].tolist()
        if rows:
            row = next((row for row in rows if row in chosen and name not in ALONE), rows[0])
            chosen.setdefault(row, []).append(facet)
    puzzles = {row: Grid(corpus(shape).puzzles[row].tobytes(), shape) for row in chosen}
    size = 1 if name in ALONE else RUN
    parts = [list(chosen)[start : start + size] for start in range(0, len(chosen), size)]
    return tuple(
        CoverBatch(
            tuple(puzzles[row] for row in part),
            tuple(facet for row in part for facet in chosen[row]),
            runs_alone=name in ALONE,
        )
        for part in parts
    )


def _of_kinds(shape: Shape, *kinds: str) -> HAS:
    known = corpus(shape)
    has: HAS = np.isin(known.kinds, [known.kind_names.index(kind) for kind in kinds if kind in known.kind_names])
    return has


def _clues(shape: Shape) -> NDArray[np.intp]:
    clues: NDArray[np.intp] = (corpus(shape).puzzles > 0).sum(axis=1)
    return clues


def _proper(shape: Shape) -> HAS:
    is_proper: HAS = corpus(shape).counts == 1
    return is_proper


@cache
def _used(shape: Shape) -> Bits:
    """Return the digits of the clues in each house of each puzzle."""
    puzzles = corpus(shape).puzzles.astype(np.uint16)
    bits = np.where(puzzles > 0, np.uint16(1) << np.maximum(puzzles, 1) - 1, 0).astype(np.uint16)
    used: Bits = np.bitwise_or.reduce(bits[:, np.array(shape.houses)], axis=2)
    return used


@cache
def _candidates(shape: Shape, houses: int) -> Bits:
    """Return the digits that no clue in the first `houses` houses forbids in each empty cell of each puzzle."""
    candidates = np.where(corpus(shape).puzzles > 0, 0, (1 << shape.side) - 1).astype(np.uint16)
    for cell, numbers in enumerate(shape.houses_of_cells):
        for number in numbers:
            if number < houses:
                candidates[:, cell] &= ~_used(shape)[:, number]
    return candidates


@cache
def _singles(shape: Shape, houses: int) -> Bits:
    """Return the digits with one place in each of the first `houses` houses; other houses forbid no candidates."""
    candidates = _candidates(shape, houses)
    some, more = np.zeros_like(_used(shape)), np.zeros_like(_used(shape))
    for number, house in enumerate(shape.houses):
        for cell in house:
            more[:, number] |= some[:, number] & candidates[:, cell]
            some[:, number] |= candidates[:, cell]
    return some & ~more


@cache
def _missing(shape: Shape) -> Bits:
    """Return the digits without a place in each house of each puzzle."""
    candidates = _candidates(shape, len(shape.houses))
    some = np.bitwise_or.reduce(candidates[:, np.array(shape.houses)], axis=2)
    missing: Bits = ~(some | _used(shape)) & (1 << shape.side) - 1
    return missing


def _decided_by_diagonals(shape: Shape) -> Facets:
    known, plain, houses = corpus(shape), 3 * shape.side, len(shape.houses)
    proper, empty = _of_kinds(shape, RESOLVED, LAST, EASED), known.puzzles == 0
    digits = np.uint16(1) << known.solutions[:, 0].astype(np.uint16) - 1
    hidden, candidates = _singles(shape, houses), _candidates(shape, houses)
    naked = np.bitwise_or.reduce(np.where(np.bitwise_count(candidates) == 1, candidates, 0), axis=1)
    elsewhere = naked | np.bitwise_or.reduce(hidden[:, :plain], axis=1)
    by_plain = np.bitwise_or.reduce(_singles(shape, plain)[:, :plain], axis=1)
    for number in range(plain, houses):
        name, cells = shape.house_name(number), list(shape.houses[number])
        is_last = proper & (empty[:, cells].sum(axis=1) == 1)
        for cell in cells:
            is_single = (np.bitwise_count(_candidates(shape, plain)[:, cell]) == 1) | (by_plain & digits[:, cell] > 0)
            yield f"{shape.cell_name(cell)} as the last empty cell of {name}", is_last & empty[:, cell] & ~is_single
        for digit in range(1, shape.side + 1):
            only = hidden[:, number] & ~elsewhere & 1 << digit - 1
            yield f"a single place for {digit} on {name}, and in no other house", proper & (only > 0)
    resolved = _of_kinds(shape, RESOLVED)
    for facet, crosses in _crossed(shape):
        yield f"a deadly pattern, resolved {facet}", resolved & crosses


def _crossed(shape: Shape) -> Facets:
    """Yield which diagonals have empty cells."""
    one, other = ((corpus(shape).puzzles[:, list(cells)] == 0).any(axis=1) for cells in shape.houses[3 * shape.side :])
    yield "on diagonal 1", one & ~other
    yield "on diagonal 2", other & ~one
    yield "on both diagonals", one & other


def _ordinary(shape: Shape) -> Facets:
    clues = _clues(shape)
    yield "an easy puzzle alone in a run", _of_kinds(shape, EASED)
    yield "a puzzle of about 45 clues alone in a run", _proper(shape) & (abs(clues - 45) < 4)
    yield "a puzzle with one empty cell alone in a run", _proper(shape) & (clues == shape.cells - 1)
    yield "a full grid alone in a run", _proper(shape) & (clues == shape.cells)


def _wrong_guesses(shape: Shape) -> Facets:
    known, candidates = corpus(shape), _candidates(shape, len(shape.houses))
    sizes = np.where(known.puzzles == 0, np.bitwise_count(candidates), 99)
    first = sizes.argmin(axis=1)
    rows = np.arange(len(known))
    lower = (1 << known.solutions[rows, 0, first].astype(np.uint16) - 1) - 1
    before = np.bitwise_count(candidates[rows, first] & lower.astype(np.uint16))
    for size, place in ((2, 0), (2, 1), (3, 0), (3, 1), (3, 2)):
        name = f"{size} candidates in the cell with the fewest, the correct one at place {place + 1}"
        yield name, _proper(shape) & (sizes.min(axis=1) == size) & (before == place)


def _numbers_of_clues(shape: Shape) -> Facets:
    clues = _clues(shape)
    for low, high in CLUE_RANGES:
        yield f"{low} to {high} clues", _proper(shape) & (low <= clues) & (clues <= high)
    yield "one solution even without the diagonals", _of_kinds(shape, "proper without the diagonals")


def _minimal(shape: Shape) -> Facets:
    clues, minimal = _clues(shape), _of_kinds(shape, *minimal_kinds(shape))
    for number in range(shape.cells):
        yield f"a minimal puzzle of {number} clues", minimal & (clues == number)


def _alone(shape: Shape) -> Facets:
    for kind in minimal_kinds(shape):
        yield f"a puzzle of the kind {kind!r} alone in a run", _of_kinds(shape, kind)


def _deep(shape: Shape) -> Facets:
    nodes = nodes_of_corpus(shape)
    for low, high in ((100, 1000), (1000, 3000), (3000, MAX_NODES)):
        yield f"{low:,} to {high:,} nodes of a plain search", _proper(shape) & (low <= nodes) & (nodes < high)


def _missing_digits(shape: Shape) -> Facets:
    for digit in range(1, shape.side + 1):
        number = (corpus(shape).puzzles == digit).sum(axis=1)
        yield f"no {digit} among the clues", _proper(shape) & (number == 0)
        yield f"a single {digit} among the clues", _proper(shape) & (number == 1)


def _empty_houses(shape: Shape) -> Facets:
    for number, _ in enumerate(shape.houses):
        yield f"no clue in {shape.house_name(number)}", _proper(shape) & (_used(shape)[:, number] == 0)


def _full(shape: Shape) -> Facets:
    known = corpus(shape)
    single = _proper(shape) & (_clues(shape) == shape.cells - 1)
    for digit in range(1, shape.side + 1):
        has = ((known.solutions[:, 0] == digit) & (known.puzzles == 0)).any(axis=1)
        yield f"{digit} in the last empty cell", single & has


def _clashing(shape: Shape) -> Facets:
    known, full = corpus(shape), _clues(shape) == shape.cells
    broken = _of_kinds(shape, *BROKEN)
    for number in range(3 * shape.side, len(shape.houses)):
        name = shape.house_name(number)
        for one, other in combinations(shape.houses[number], 2):
            if shape.box(one) != shape.box(other):
                equal = known.puzzles[:, one] == known.puzzles[:, other]
                cells = f"{shape.cell_name(one)} and {shape.cell_name(other)}"
                yield f"a full grid in which only {cells} clash, on {name}", broken & full & equal
        twice = [
            (known.puzzles[:, list(shape.houses[number])] == digit).sum(axis=1) > 1 for digit in range(shape.side + 1)
        ]
        for digit in range(1, shape.side + 1):
            yield f"{digit} twice on {name} and nowhere else", broken & twice[digit]
            yield f"{digit} twice on {name} and nowhere else, in a full grid", broken & full & twice[digit]
    for name, number in (("few", 20), ("many", 60)):
        yield f"a clash on a diagonal among {name} clues", broken & (abs(_clues(shape) - number) < 10)
    clashing = _of_kinds(shape, "clashing clues")
    for number, _ in enumerate(shape.houses[: 3 * shape.side]):
        repeated = _number_of_clues_in(shape, number) > np.bitwise_count(_used(shape)[:, number])
        yield f"a clash in {shape.house_name(number)} while other houses have none", clashing & repeated


def _number_of_clues_in(shape: Shape, number: int) -> NDArray[np.intp]:
    clues: NDArray[np.intp] = (corpus(shape).puzzles[:, list(shape.houses[number])] > 0).sum(axis=1)
    return clues


def _contradictions(shape: Shape) -> Facets:
    known, plain, houses = corpus(shape), 3 * shape.side, len(shape.houses)
    contradicting = _of_kinds(shape, "contradiction", "contradiction on the diagonals")
    missing, empty = _missing(shape), known.puzzles == 0
    blocked = empty & (_candidates(shape, houses) == 0)
    for number, _ in enumerate(shape.houses):
        has = contradicting & (missing[:, number] > 0)
        yield f"a digit without a place in {shape.house_name(number)}", has
    for number in range(plain, houses):
        others = missing[:, [other for other in range(houses) if other != number]].any(axis=1)
        only = (missing[:, number] > 0) & ~others & ~blocked.any(axis=1)
        yield f"a digit without a place on {shape.house_name(number)}, and no other dead end", contradicting & only
    by_diagonals = (blocked & (_candidates(shape, plain) > 0)).any(axis=1)
    yield "a cell without a candidate because of a diagonal", contradicting & by_diagonals
    hidden = ~blocked.any(axis=1) & ~missing.any(axis=1)
    yield "a contradiction that only search finds", contradicting & hidden
    yield (
        "a contradiction of the diagonals that only search finds",
        hidden & _of_kinds(shape, "contradiction on the diagonals"),
    )


def _deadly(shape: Shape) -> Facets:
    deadly, is_crossed = _of_kinds(shape, "deadly pattern"), np.zeros(len(corpus(shape)), np.bool_)
    for facet, crosses in _crossed(shape):
        is_crossed |= crosses
        yield f"a deadly pattern {facet}", deadly & crosses
    yield "a deadly pattern beside the diagonals", deadly & ~is_crossed


def _several(shape: Shape) -> Facets:
    for kind in ("few solutions", *COUNTS, "two digits missing", "few clues"):
        yield kind, _of_kinds(shape, kind)
    yield "no clues", _clues(shape) == 0


ALONE = ("ordinary_puzzles", "hard_puzzles_alone")
"""Properties that give a solver one puzzle per run."""

PROPER: Mapping[str, Callable[[Shape], Facets]] = {
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
}
"""The facets of lists whose puzzles have one solution."""

IMPROPER: Mapping[str, Callable[[Shape], Facets]] = {
    "clashing_clues": _clashing,
    "contradictions": _contradictions,
    "deadly_patterns": _deadly,
    "several_solutions": _several,
}
"""The facets of other lists."""
