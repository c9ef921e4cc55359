"""Candidates and facets of the property `clashing_clues`.

A solver that compares too few clues is caught by a puzzle that has a solution if the clashes are ignored. So two cells
of a solved grid are exchanged, which breaks one, two or three kinds of house, and only cells outside the clashes are
emptied:

| the two cells share | broken |
| --- | --- |
| row and box | columns |
| column and box | rows |
| a box | rows and columns |
| a row | columns and boxes |
| a column | rows and boxes |
| nothing | all three |

Boxes alone break if two digits change places in the corners of a rectangle that lies in four boxes.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from crosscover.oracles.rules import Violation, clashes
from crosscover.properties.strategies.masking import solved_grid
from crosscover.reference import Grid, Shape

from .selection import Candidate

SHAPE = Shape()

FULLNESS = ("in a full grid", "in a nearly full grid", "in an ordinary puzzle", "among few clues")
"""The names of the levels: no, at most 3, about 50, and at least 73 empty cells."""

KINDS = ("rows", "columns", "boxes")

COSTS = (1.0, 1.0, 2.0, 4.0)
"""Costs by level: a solver that misses the clash searches for longer if fewer cells are filled."""

GRIDS = 60
"""Number of solved grids to make candidates from."""


def level(puzzle: Grid) -> int:
    """The index into `FULLNESS`."""
    empty = puzzle.values.count(0)
    return 0 if empty == 0 else 1 if empty <= 3 else 2 if empty < 73 else 3


def clash_facets(puzzle: Grid) -> frozenset[str]:
    """The facets of a puzzle with clashing clues."""
    return frozenset(_clash_facets(puzzle, list(clashes(puzzle))))


def _clash_facets(puzzle: Grid, found: list[Violation]) -> Iterator[str]:
    fullness = level(puzzle)
    where = FULLNESS[fullness]
    kinds = [kind for kind in KINDS if any(kind[:3] == one.house[:3] for one in found)]
    alone = " only" if len(kinds) < len(KINDS) else ""
    yield f"a clash in {_listed(kinds)}{alone} {where}"
    if fullness < 2:
        yield from (f"a clash in {one.house}" for one in found)
        if len(kinds) == 2 or kinds == ["boxes"]:
            yield from (f"a clash in {one.house} while other kinds of house have none" for one in found)
        for crossing, line in (("rows", SHAPE.column), ("columns", SHAPE.row)):
            common = set(range(SHAPE.side)).intersection(*({line(cell) for cell in one.cells} for one in found))
            if kinds == [crossing] and len(common) == 1:
                yield f"a clash in {crossing} only at {'column' if crossing == 'rows' else 'row'} {common.pop() + 1}"
        if len(kinds) == 2 and (place := _place_of_common_clues(found)):
            yield f"clashes in {_listed(kinds)}, always at the {place} of the clues"
    if fullness == 3:
        yield from (f"a clash in {one.house} {where}" for one in found)
    for one in found:
        yield f"{one.digits[0]} twice in a house"
        house = SHAPE.houses[_house(one)]
        places = [house.index(cell) for cell in one.cells]
        if places == [0, SHAPE.side - 1]:
            yield f"a clash between the first and the last cell of a {one.house[:-2]}"
        if len(places) == 2 and places[1] == places[0] + 1:
            yield f"a clash between neighbours in a {one.house[:-2]}"


def _place_of_common_clues(found: list[Violation]) -> str | None:
    """Where the clues that are part of two clashes lie, if that is the same in each clash: "first" or "last".

    Flags that are combined by a wrong operator, such as exclusive or, miss a clue that repeats two earlier ones.
    """
    times = Counter(cell for one in found for cell in one.cells)
    for place, of in (("first", min), ("last", max)):
        if all(times[of(one.cells)] == 2 for one in found):
            return place
    return None


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _house(violation: Violation) -> int:
    return next(number for number in range(len(SHAPE.houses)) if SHAPE.house_name(number) == violation.house)


def clash_candidates(grids: int = GRIDS) -> Iterator[Candidate]:
    """Puzzles that have a solution if their clashes are ignored, and then few clues with one to three clashes."""
    for number in range(grids):
        random = Random(number)
        solution = solved_grid(number)
        for broken in (*_exchanges(solution, random), *_box_breakers(solution, random)):
            found = list(clashes(broken))
            clashing = {cell for one in found for cell in one.cells}
            others = [cell for cell in range(SHAPE.cells) if cell not in clashing]
            kept = [others, *(random.sample(others, size) for size in (len(others) - random.randint(1, 3), 20))]
            yield from (_candidate(broken, clashing | set(cells)) for cells in kept)
            few = {cell for one in random.sample(found, random.randint(1, min(3, len(found)))) for cell in one.cells}
            yield _candidate(broken, few | set(random.sample(others, random.randint(0, 8 - min(8, len(few))))))


def _candidate(broken: Grid, kept: set[int]) -> Candidate:
    puzzle = Grid(bytes(digit if cell in kept else 0 for cell, digit in enumerate(broken.values)))
    return Candidate(puzzle, clash_facets(puzzle), COSTS[level(puzzle)])


def _exchanges(solution: Grid, random: Random) -> Iterator[Grid]:
    """The grid with two cells exchanged: three pairs of cells for each kind of common houses."""
    pairs = [pair for pair in combinations(range(SHAPE.cells), 2) if len({solution.values[cell] for cell in pair}) == 2]
    random.shuffle(pairs)
    by_kind: dict[tuple[bool, ...], list[tuple[int, int]]] = {}
    for one, other in pairs:
        common = tuple(of(one) == of(other) for of in (SHAPE.row, SHAPE.column, SHAPE.box))
        by_kind.setdefault(common, []).append((one, other))
    for _, chosen in sorted(by_kind.items()):
        for one, other in chosen[:3]:
            yield solution.with_cell(one, solution.values[other]).with_cell(other, solution.values[one])


def _box_breakers(solution: Grid, random: Random) -> Iterator[Grid]:
    """The grid with two digits exchanged in the corners of a rectangle in four boxes, which breaks boxes alone."""
    values = solution.values
    rectangles = [
        (one, other, left, right)
        for one, other in combinations(range(SHAPE.cells), 2)
        if SHAPE.row(one) // 3 < SHAPE.row(other) // 3 and SHAPE.column(one) // 3 != SHAPE.column(other) // 3
        if values[one] == values[other]
        if values[left := SHAPE.cell(SHAPE.row(one), SHAPE.column(other))]
        == values[right := SHAPE.cell(SHAPE.row(other), SHAPE.column(one))]
    ]
    for one, other, left, right in random.sample(rectangles, min(3, len(rectangles))):
        changed = bytearray(values)
        changed[one] = changed[other] = values[left]
        changed[left] = changed[right] = values[one]
        yield Grid(bytes(changed))
