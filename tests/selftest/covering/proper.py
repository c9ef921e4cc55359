"""Candidates and facets of the properties whose puzzles are proper, except for sequences of puzzles."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from random import Random

from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.labels import CLUE_RANGES
from crosscover.properties.corpus import indices_of, known_puzzles
from crosscover.properties.corpus.certified import corpus
from crosscover.properties.strategies.masking import mask_of, minimal, proper, random_cells, solved_grid
from crosscover.properties.techniques import techniques
from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry
from crosscover.subjects.blocks import grids

from .selection import Candidate

SHAPE = Shape()
LINES = range(SHAPE.side)
CORNERS = (0, 8, 72, 80)
CENTRE = 40

ORDINARY_NODES = 2000
"""Number of nodes of a plain search beyond which a puzzle is not a candidate, unless search is the point."""

NODES_PER_COST = 200
"""Number of nodes of a plain search that cost as much as the input and output of a puzzle."""


def certified(kind: str, number: int) -> list[Grid]:
    """About `number` puzzles of a kind of the certified corpus, evenly spaced."""
    rows = corpus().indices_of(kind)
    return list(grids(corpus().puzzles[rows[:: max(1, len(rows) // number)]]))


def image(puzzle: Grid, random: Random) -> Grid:
    """The image of a puzzle under a random symmetry."""
    return symmetry.unrank(random.randrange(symmetry.group_order()))(puzzle)


def weighed(
    puzzles: Iterable[Grid], facets: Callable[[Grid], Iterable[str]], most: int = ORDINARY_NODES
) -> Iterator[Candidate]:
    """The puzzles that have a facet and take a plain search at most so many nodes, with their costs."""
    for puzzle in dict.fromkeys(puzzles):
        if covered := frozenset(facets(puzzle)):
            nodes = baseline_nodes(puzzle, 2, most)
            if nodes <= most:
                yield Candidate(puzzle, covered, 1 + nodes / NODES_PER_COST)


def named(puzzles: Iterable[Grid], facet: str) -> Iterator[Candidate]:
    """The puzzles that do not take a plain search too long, all with one facet."""
    return weighed(puzzles, lambda _: (facet,))


def clue_facets(puzzle: Grid) -> Iterator[str]:
    """The number of clues, and the techniques that the puzzle needs."""
    low, high = next(bounds for bounds in CLUE_RANGES if bounds[0] <= puzzle.clue_count <= bounds[1])
    yield f"{low} clues" if low == high else f"{low} to {high} clues"
    needed = techniques(puzzle)
    yield from (f"a puzzle that needs {name}" for name in needed or ["naked singles alone"])


def clue_candidates() -> Iterator[Candidate]:
    """Puzzles of all numbers of clues, among them some that need each technique."""
    emptied = (0, 1, 4, 8, 15, 25, 35, 44, 50, 56, 62)
    masked = [
        proper(solved_grid(number), mask_of(random_cells(size, number))) for size in emptied for number in range(9)
    ]
    known = [*_seventeen(), *certified("minimal, 20 to 28 clues", 60)]
    rated = [*certified("top1465", 120), *certified("easy", 60), *certified("symmetric pattern", 120)]
    return weighed([*masked, *known, *rated], clue_facets)


def filling_facets(puzzle: Grid) -> Iterator[str]:
    """The facets of a full grid less at most three cells."""
    cells = puzzle.empty_cells()
    if not cells:
        yield "a full grid"
    if len(cells) == 1:
        yield f"{45 - sum(puzzle.rows[SHAPE.row(cells[0])])} in the last empty cell"
        if cells[0] in CORNERS:
            yield f"{SHAPE.cell_name(cells[0])} as the last empty cell"
    for kind, houses in (("row", SHAPE.rows), ("column", SHAPE.columns), ("box", SHAPE.boxes)):
        if len(cells) > 1 and any(set(cells) <= set(house) for house in houses):
            yield f"{('two', 'three')[len(cells) - 2]} empty cells in a {kind}"


def filling_candidates() -> Iterator[Candidate]:
    """Full grids, and those less a corner, or one to three cells of a house."""
    for number in range(300):
        random = Random(number)
        cells, size = (random.choice(SHAPE.houses), random.randint(0, 3)) if number % 2 else (CORNERS, 1)
        puzzle = proper(solved_grid(number), mask_of(random.sample(cells, size)))
        yield Candidate(puzzle, frozenset(filling_facets(puzzle)), 1)


def house_facets(puzzle: Grid) -> Iterator[str]:
    """The houses without clues, and the cells with all nine candidates."""
    empty = [number for number, house in enumerate(SHAPE.houses) if not any(puzzle.values[cell] for cell in house)]
    yield from (f"an empty {SHAPE.house_name(number)}" for number in empty)
    for kind, name in enumerate(("rows", "columns", "boxes")):
        if sum(number // SHAPE.side == kind for number in empty) > 1:
            yield f"several empty {name}"
    for cell in (*CORNERS, CENTRE):
        if all(number in empty for number, house in enumerate(SHAPE.houses) if cell in house):
            yield f"all nine candidates in {SHAPE.cell_name(cell)}"
    if not any(puzzle.values[cell] for cell in CORNERS):
        yield "four empty corners"
    if not any(puzzle.values[cell] for box in SHAPE.corner_boxes for cell in box):
        yield "four empty corner boxes"


def house_candidates() -> Iterator[Candidate]:
    """Puzzles with empty houses and further clues, and images of them."""
    puzzles: list[Grid] = []
    for number in range(400):
        random = Random(number)
        solution = solved_grid(number)
        match number % 4:
            case 0:
                cell = random.choice((*CORNERS, CENTRE))
                solution = _with_nine_in(cell, solution)
                houses = [house for house in SHAPE.houses if cell in house]
            case 1:
                houses = list(SHAPE.corner_boxes)
            case _:
                houses = random.sample(SHAPE.houses, random.randint(1, 3))
        forbidden = mask_of(cell for house in houses for cell in house)
        puzzles.append(proper(solution, mask_of(random_cells(random.randint(0, 40), number)), forbidden))
    return weighed(puzzles, house_facets)


def _with_nine_in(cell: int, solution: Grid) -> Grid:
    """The solved grid with digits exchanged so that a cell has 9, the last of nine candidates."""
    exchanged = {9: solution.values[cell], solution.values[cell]: 9}
    return Grid(bytes(exchanged.get(digit, digit) for digit in solution.values))


def digit_facets(puzzle: Grid) -> Iterator[str]:
    """The digits that do not occur in the clues, or only once."""
    for digit in range(1, SHAPE.side + 1):
        if (occurrences := puzzle.values.count(digit)) < 2:
            yield f"{('no', 'a single')[occurrences]} {digit} among the clues"


def digit_candidates() -> Iterator[Candidate]:
    """Puzzles without one digit and with few of another."""
    puzzles: list[Grid] = []
    for number in range(250):
        random = Random(number)
        solution = solved_grid(number)
        missing, rare = random.sample(range(1, SHAPE.side + 1), 2)
        cells = [cell for cell, digit in solution.clues() if digit == rare]
        cells = [cell for cell, digit in solution.clues() if digit == missing] + random.sample(cells, 8)
        emptied = mask_of(random_cells(random.randint(0, 30), number))
        puzzles.append(proper(solution, emptied & ~mask_of(cells), mask_of(cells)))
    return weighed(puzzles, digit_facets)


def orientations() -> Iterator[tuple[str, Symmetry]]:
    """The eight rotations and reflections, with their names."""
    identity = Symmetry.identity()
    for transposed, rows, columns in product((False, True), repeat=3):
        parts = ["rows and columns exchanged"] * transposed
        if rows or columns:
            parts.append(" and ".join(["rows"] * rows + ["columns"] * columns) + " reversed")
        lines = [tuple(reversed(LINES)) if turned else tuple(LINES) for turned in (rows, columns)]
        name = ", ".join(parts) or "nothing changed"
        yield name, replace(identity, rows=lines[0], columns=lines[1], transposed=transposed)


PATTERNS = {
    name: turned
    for name, turned in orientations()
    if turned(turned(Grid.canonical())) == Grid.canonical() != turned(Grid.canonical())
}
"""The rotations and reflections that are their own inverses, by name."""


def pattern_facets(puzzle: Grid) -> Iterator[str]:
    """The symmetries of the pattern of the clues, and the houses that read 1 to 9."""
    pattern = Grid(bytes(map(bool, puzzle.values)))
    if 17 < puzzle.clue_count < 60:
        yield from (
            f"a pattern that stays the same with {name}"
            for name, turned in PATTERNS.items()
            if turned(pattern) == pattern
        )
    for name, house in (("row", SHAPE.rows[0]), ("column", SHAPE.columns[0]), ("box", SHAPE.boxes[0])):
        if bytes(puzzle.values[cell] for cell in house) == bytes(range(1, 10)):
            yield f"1 to 9 in the first {name}"


def pattern_candidates() -> Iterator[Candidate]:
    """Puzzles with symmetric clues, and with a first house that reads 1 to 9."""
    puzzles = [turned(puzzle) for puzzle in certified("symmetric pattern", 100) for turned in PATTERNS.values()]
    for number in range(60):
        Random(number)
        solution = solved_grid(number)
        for turned in PATTERNS.values():
            cells = Symmetry(turned.rows, turned.columns, turned.digits, SHAPE, turned.transposed).cells
            emptied = mask_of(cell for cell in random_cells(30, number) for cell in (cell, cells[cell]))
            puzzles.append(proper(solution, emptied))
        for house in (SHAPE.rows[0], SHAPE.columns[0], SHAPE.boxes[0]):
            digits = [0] * (SHAPE.side + 1)
            for place, cell in enumerate(house, 1):
                digits[solution.values[cell]] = place
            renamed = replace(Symmetry.identity(), digits=tuple(digits))(solution)
            puzzles.append(proper(renamed, mask_of(random_cells(55, number)) & ~mask_of(house)))
    return weighed(puzzles, pattern_facets)


def minimal_facets(puzzle: Grid) -> Iterator[str]:
    """The number of clues, if the puzzle is minimal."""
    if minimal(puzzle) == puzzle:
        yield f"a minimal puzzle of {puzzle.clue_count} clues"


def minimal_candidates() -> Iterator[Candidate]:
    """Minimal puzzles of 17 and of 20 to 28 clues."""
    return weighed([*_seventeen(), *certified("minimal, 20 to 28 clues", 400)], minimal_facets)


def _seventeen() -> list[Grid]:
    """Two puzzles of 17 clues, the easiest for a plain search among a hundred."""
    nodes = {puzzle: baseline_nodes(puzzle, 2, ORDINARY_NODES) for puzzle in certified("17 clues", 100)}
    return sorted(nodes, key=nodes.__getitem__)[:2]


def known_candidates() -> Iterator[Candidate]:
    """Each rotation and reflection of a known easy puzzle with its digits shifted, and one known puzzle per kind."""
    base = known_puzzles()[indices_of("easy")[0]].puzzle
    for shift, (name, turned) in enumerate(orientations()):
        digits = (0, *((digit + shift) % SHAPE.side + 1 for digit in LINES))
        puzzle = replace(turned, digits=digits)(base)
        yield Candidate(
            puzzle, frozenset({f"a known puzzle with {name}", f"a known puzzle with digits shifted by {shift + 1}"}), 1
        )
    for kind in dict.fromkeys(known.kind for known in known_puzzles()):
        for index, further in product(indices_of(kind)[:20], (0, 3)):
            known = known_puzzles()[index]
            puzzle = known.puzzle.with_cells_of(known.solution, random_cells(further, index))
            yield from named([image(puzzle, Random(index))], f"an image of a known puzzle ({kind})")


SEARCHES = (100, 1000, 3000, 10_000)
"""Numbers of nodes of a plain search between which a facet of `deep_search` lies."""


def search_facets(puzzle: Grid) -> Iterator[str]:
    """The number of nodes that a plain search visits."""
    nodes = baseline_nodes(puzzle, 2, SEARCHES[-1])
    for low, high in pairwise(SEARCHES):
        if low < nodes <= high and "search" in techniques(puzzle):
            yield f"{low:,} to {high:,} nodes of a plain search"
            yield "a puzzle rated among the hardest" if puzzle in _hardest() else "a puzzle that needs search"


def _hardest() -> Sequence[Grid]:
    return [known_puzzles()[index].puzzle for index in indices_of("hardest")]


def search_candidates() -> Iterator[Candidate]:
    """Known hard puzzles."""
    return weighed(
        [*_hardest(), *certified("top1465", 100), *certified("forum hardest", 30)], search_facets, SEARCHES[-1]
    )


IN_ORDER = (2000, 20_000)
"""Minimum and maximum number of nodes of a search cell by cell for `adversaries_of_backtracking`."""


def adversary_candidates() -> Iterator[Candidate]:
    """Images of known puzzles with few clues in the first rows and high digits there, one per orientation."""
    bases = (puzzle for puzzle in _sorted_images() if _takes_long_from_the_first_row(puzzle))
    for puzzle, (name, turned) in zip(bases, orientations(), strict=False):
        nodes = baseline_nodes(puzzle, 1, IN_ORDER[1], in_order=True)
        facet = f"a puzzle against search cell by cell, with {name}"
        yield Candidate(turned(puzzle), frozenset({facet}), 1 + nodes / NODES_PER_COST)


def _takes_long_from_the_first_row(puzzle: Grid) -> bool:
    """Whether a search cell by cell takes long, and in no other orientation too long."""
    first, *others = (turned(puzzle) for _, turned in orientations())
    low, high = IN_ORDER
    return low <= baseline_nodes(first, 1, high, in_order=True) <= high and all(
        baseline_nodes(other, 1, high, in_order=True) <= high for other in others
    )


def _sorted_images() -> Iterator[Grid]:
    """Known puzzles with further clues, their bands in the order of clues, and 9 to 1 in the first row when solved."""
    for index, further in product(indices_of("easy", "magictour", "17 clues"), (0, 4)):
        known = known_puzzles()[index]
        puzzle = known.puzzle.with_cells_of(known.solution, random_cells(further, index))
        bands = sorted(range(3), key=lambda band: sum(puzzle.values[cell] > 0 for cell in SHAPE.band_cells[band]))
        rows = tuple(row for band in bands for row in SHAPE.bands[band])
        digits = [0] * (SHAPE.side + 1)
        for place, cell in enumerate(SHAPE.rows[rows[0]]):
            digits[known.solution.values[cell]] = SHAPE.side - place
        yield Symmetry(rows, tuple(LINES), tuple(digits))(puzzle)
