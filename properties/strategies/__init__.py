"""Hypothesis strategies for grids, puzzles and batches of puzzles.

Random masks of random grids are easy and alike, and real solvers break on the rare. So every strategy here reaches for
one rare thing on purpose, and draws few, wide integers: a grid is one, a mask is one, a symmetry is one. An example
shrinks as its integers do: towards the first known grid, the identity, and fewer empty cells.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting, LineEnd
from crosscover.reference import Grid, Shape

from . import symmetry
from .known import known_puzzles
from .masking import (
    bitmask,
    clashing,
    contradicting,
    every_cell,
    known_core,
    least,
    mask_of,
    minimal,
    proper,
    shuffled_clues,
    solved_grid,
    thinned,
    with_clues_of,
)
from .symmetry import Symmetry


def uniform_integers(most: int) -> SearchStrategy[int]:
    """Integers from 0 to `most`, each about as likely as another, where `st.integers` prefers small ones by far.

    Shrinks towards 0.
    """
    size = most.bit_length() // 8 + 2
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: int.from_bytes(drawn, "big") * (most + 1) >> 8 * size
    )


SEEDS = st.integers(0, 2**32 - 1)
SMALL = uniform_integers(2**16 - 1)


def solved_grids() -> SearchStrategy[Grid]:
    """Full grids that obey the rules, essentially different from each other.

    Shrinks towards the first known grid.
    """
    return SEEDS.map(solved_grid)


def symmetries(shape: Shape = Shape()) -> SearchStrategy[Symmetry]:
    """Every symmetry of a shape, each as likely as another.

    Shrinks towards the identity.
    """
    return uniform_integers(symmetry.order(shape) - 1).map(lambda number: symmetry.numbered(number, shape))


def masks(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of cells to empty: of any size, of whole houses, in patterns.

    Shrinks towards fewer cells.
    """
    anything = uniform_integers(every_cell(shape))
    sized = st.builds(_sized, st.integers(0, shape.cells), SEEDS, st.just(shape))
    return st.one_of(anything, sized, houses(shape), patterns(shape))


def houses(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of one to three regions: rows, columns, boxes, bands, stacks, the corner boxes, the cross between.

    Shrinks towards one region, and that the first row.
    """
    return st.lists(st.sampled_from(_regions(shape)), min_size=1, max_size=3, unique=True).map(_union)


def patterns(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks that a rotation or a reflection of the grid leaves as they are.

    Shrinks towards fewer cells.
    """
    return st.builds(_mirrored, uniform_integers(every_cell(shape)), st.integers(0, 5), st.just(shape))


def proper_puzzles() -> SearchStrategy[Grid]:
    """Puzzles with one solution, by all kinds of mask, with 81 clues and down to the low twenties.

    Shrinks towards fewer empty cells, and the first known grid.
    """
    return st.builds(proper, solved_grids(), masks())


def full_grids() -> SearchStrategy[Grid]:
    """Solved grids with at most three cells empty, mostly none or one.

    Shrinks towards the first known grid, full.
    """
    emptied = st.lists(st.integers(0, Shape().cells - 1), max_size=3).map(mask_of)
    return st.builds(proper, solved_grids(), emptied)


def puzzles_with_empty_houses() -> SearchStrategy[Grid]:
    """Proper puzzles in which whole rows, columns, boxes, bands or corners hold no clue, as far as that can be.

    Shrinks towards an empty first row and no other empty cell.
    """
    return st.builds(_forbidding, solved_grids(), masks(), houses())


def puzzles_without_digits() -> SearchStrategy[Grid]:
    """Proper puzzles in which one digit does not occur among the clues, and others just once or twice.

    Shrinks towards fewer empty cells and no digit 1.
    """
    return st.builds(_digitless, solved_grids(), masks(), st.integers(1, 9), SMALL)


def patterned_puzzles() -> SearchStrategy[Grid]:
    """Proper puzzles whose clues, but for those needed, lie in a pattern, or whose first row or column is 1 to 9.

    Shrinks towards fewer empty cells.
    """
    return st.builds(_patterned, solved_grids(), patterns(), st.integers(0, 3))


def minimal_puzzles() -> SearchStrategy[Grid]:
    """Proper puzzles of which no clue can go: known ones of 17 clues, and minimised ones of 20 to 28.

    Shrinks towards the first known grid.
    """
    known = st.builds(_turned, st.sampled_from(_numbers("17 clues")), symmetries())
    return st.one_of(known, st.builds(_minimised, st.integers(0, 63), symmetries()))


def hard_puzzles() -> SearchStrategy[Grid]:
    """Images of known hard puzzles, some with a few more clues.

    Shrinks towards the first of the collection as it is printed, with more clues.
    """
    numbers = _numbers("magictour") + _numbers("17 clues") + _numbers("hardest") + _numbers("backtracking")
    return st.builds(_known_image, st.sampled_from(numbers), symmetries(), st.integers(0, 12), SEEDS)


def anti_backtracking_puzzles() -> SearchStrategy[Grid]:
    """Puzzles against solvers that fill the first empty cell first: few clues early, and the high digits due there.

    In each of the eight orientations, since solvers scan by rows or columns and from either end, and with digits in
    falling or rising order. Shrinks towards the first known puzzle against rows from the top.
    """
    return st.builds(_adversary, st.sampled_from(_numbers("backtracking") + _numbers("17 clues")), st.integers(0, 15))


def symmetric_images_of_known() -> SearchStrategy[Grid]:
    """Images of any known puzzle, with any number of further clues of its solution.

    Shrinks towards the first easy puzzle as it is printed, full.
    """
    count = len(known_puzzles())
    return st.builds(
        _known_image, st.integers(0, count - 1), symmetries(), st.integers(0, 81).map(lambda fewer: 81 - fewer), SEEDS
    )


def puzzles_with_multiple_solutions() -> SearchStrategy[Grid]:
    """Puzzles with several solutions: few clues, a minimal puzzle less a clue, or two digits that may change places.

    Among them some with just two solutions of which no clue can go without there being more. Shrinks towards fewer
    empty cells.
    """
    sparse = st.builds(_kept, solved_grids(), st.integers(0, 16), SEEDS)
    short = st.builds(_without_a_clue, minimal_puzzles(), SMALL)
    deadly = st.builds(_deadly, solved_grids(), SMALL)
    more = st.builds(_deadly_and_more, solved_grids(), SMALL, masks())
    two = st.builds(_just_two, st.integers(0, 31), symmetries())
    return st.one_of(deadly, more, two, short, sparse)


def clashing_puzzles() -> SearchStrategy[Grid]:
    """Puzzles in which a clue stands twice in a house.

    Among them full grids, and grids in which only the rows, only the columns or only the boxes clash. Shrinks towards
    fewer empty cells and a clash in the first row.
    """
    base = st.one_of(proper_puzzles(), st.builds(_kept, solved_grids(), st.integers(1, 16), SEEDS))
    spoiled = st.builds(_spoiled, solved_grids(), st.integers(0, 2), SMALL)
    return st.one_of(st.builds(clashing, base, SMALL), st.builds(_changed, solved_grids(), SMALL), spoiled)


def contradicting_puzzles() -> SearchStrategy[Grid]:
    """Puzzles without a solution in which no two clues clash, where the place allows it.

    Among them some with so few clues that each is needed for that. Shrinks towards fewer empty cells.
    """
    masked = st.builds(_contradicting_mask, solved_grids(), masks(), SMALL)
    known = st.builds(
        _contradicting_known, st.integers(0, len(known_puzzles()) - 1), symmetries(), st.integers(0, 40), SEEDS
    )
    bare = st.builds(_least_contradiction, st.integers(0, 63), symmetries())
    return st.one_of(masked, known, bare)


def any_puzzles() -> SearchStrategy[Grid]:
    """Puzzles with none, one or several solutions, any of the kinds above.

    Shrinks towards proper puzzles with few empty cells.
    """
    return st.one_of(
        proper_puzzles(), hard_puzzles(), puzzles_with_multiple_solutions(), clashing_puzzles(), contradicting_puzzles()
    )


def batches(puzzles: SearchStrategy[Grid], *, most: int = 12) -> SearchStrategy[list[Grid]]:
    """Lists of puzzles that a subject is given in one run.

    Shrinks towards one puzzle.
    """
    return st.lists(puzzles, min_size=1, max_size=most)


def related_batches(puzzles: SearchStrategy[Grid]) -> SearchStrategy[list[Grid]]:
    """A puzzle, its near relatives and itself again: state carried from one puzzle to the next shows here.

    Relatives have one more clue, another clue, the same cells with other digits, the same first or last rows, the same
    counts; or are its images; or are two that differ in one clue, and in their solutions. Between them stand strangers.
    Shrinks towards one puzzle, twice.
    """
    return st.builds(_related, puzzles, puzzles, st.integers(1, 10), SEEDS)


def minimal_with_clues_removed() -> SearchStrategy[list[Grid]]:
    """A minimal puzzle, and it less one of its clues, for up to eight of them.

    Shrinks towards one clue less.
    """
    return st.builds(_and_less, minimal_puzzles(), st.lists(SMALL, min_size=1, max_size=8))


def one_cell_every_digit() -> SearchStrategy[list[Grid]]:
    """A proper puzzle and the puzzles that it becomes when each digit in turn is put into one of its empty cells.

    Shrinks towards fewer empty cells.
    """
    return st.builds(_every_digit, st.one_of(proper_puzzles(), symmetric_images_of_known()), SMALL)


def long_batches(sizes: Sequence[int] = (130, 260, 520)) -> SearchStrategy[list[Grid]]:
    """About so many proper puzzles in one run, hundreds of them different, others again and again.

    Shrinks towards fewer puzzles.
    """
    return st.builds(_long, st.sampled_from(sizes), st.integers(0, 30), SEEDS)


def forms(empties: Sequence[str]) -> SearchStrategy[Formatting]:
    """The ways to write a batch down that a dialect allows.

    Shrinks towards the plain form.
    """
    return st.builds(Formatting, st.sampled_from(empties), st.sampled_from(LineEnd), st.sampled_from((True, False)))


@cache
def _regions(shape: Shape) -> tuple[int, ...]:
    single = [mask_of(house) for house in shape.houses]
    bands = [mask_of([shape.cell(row, column) for row in band for column in range(shape.side)]) for band in shape.bands]
    stacks = [
        mask_of([shape.cell(row, column) for row in range(shape.side) for column in stack]) for stack in shape.stacks
    ]
    across, down = len(shape.stacks), len(shape.bands)
    corners = mask_of(
        [cell for box in {0, across - 1, across * (down - 1), across * down - 1} for cell in shape.boxes[box]]
    )
    return (*single, *bands, *stacks, corners, every_cell(shape) & ~corners)


def _union(regions: list[int]) -> int:
    union = 0
    for region in regions:
        union |= region
    return union


def _turned(index: int, turned: Symmetry) -> Grid:
    return turned(known_puzzles()[index].puzzle)


def _and_less(puzzle: Grid, numbers: list[int]) -> list[Grid]:
    return [puzzle, *(_without_a_clue(puzzle, number) for number in numbers)]


def _sized(size: int, seed: int, shape: Shape) -> int:
    return mask_of(Random(seed).sample(range(shape.cells), size))


def _mirrored(mask: int, kind: int, shape: Shape) -> int:
    last = shape.side - 1
    images: tuple[Callable[[int, int], list[tuple[int, int]]], ...] = (
        lambda row, column: [(last - row, last - column)],
        lambda row, column: [(row, last - column)],
        lambda row, column: [(last - row, column)],
        lambda row, column: [(column, row)],
        lambda row, column: [(last - column, last - row)],
        lambda row, column: [(column, last - row), (last - row, last - column), (last - column, row)],
    )
    for cell in range(shape.cells):
        if mask >> cell & 1:
            for row, column in images[kind](shape.row(cell), shape.column(cell)):
                mask |= 1 << shape.cell(row, column)
    return mask


def _forbidding(solution: Grid, emptied: int, forbidden: int) -> Grid:
    return proper(solution, emptied, forbidden)


def _digitless(solution: Grid, emptied: int, missing: int, number: int) -> Grid:
    lonely = number % 9 + 1
    forbidden = mask_of([cell for cell, digit in enumerate(solution.values) if digit == missing])
    scarce = [cell for cell, digit in enumerate(solution.values) if digit == lonely != missing]
    simplified_or_skipped = scarce[number // 9 % len(scarce)] if scarce else -1
    return proper(solution, emptied, forbidden | mask_of([cell for cell in scarce if cell != simplified_or_skipped]))


def _patterned(solution: Grid, emptied: int, kind: int) -> Grid:
    shape = solution.shape
    line = {1: shape.rows[0], 2: shape.columns[0], 3: shape.boxes[0]}.get(kind)
    if line is None:
        return proper(solution, emptied)
    digits = [0] * (shape.side + 1)
    for place, cell in enumerate(line, 1):
        digits[solution.values[cell]] = place
    renamed = Symmetry(tuple(range(shape.cells)), tuple(digits), shape)(solution)
    return proper(renamed, emptied & ~mask_of(line))


def _numbers(kind: str) -> tuple[int, ...]:
    return tuple(number for number, known in enumerate(known_puzzles()) if known.kind == kind)


@cache
def _minimised_core(number: int) -> Grid:
    return minimal(proper(solved_grid(number), every_cell()))


def _minimised(number: int, turned: Symmetry) -> Grid:
    return turned(_minimised_core(number))


def _known_image(number: int, turned: Symmetry, clues: int, seed: int) -> Grid:
    puzzle, solution = known_core(number)
    kept = _sized(clues, seed, puzzle.shape) if clues else 0
    return turned(with_clues_of(solution, puzzle, kept))


@cache
def _adversary(number: int, kind: int) -> Grid:
    puzzle, solution = known_core(number)
    shape = puzzle.shape
    clues = [sum(puzzle.values[cell] > 0 for cell in row) for row in shape.rows]
    bands = sorted(shape.bands, key=lambda band: (sum(clues[row] for row in band), sorted(clues[row] for row in band)))
    rows = [row for band in bands for row in sorted(band, key=lambda row: clues[row])]
    first = [solution.values[cell] for cell in shape.rows[rows[0]]]
    renamed = [0] * (shape.side + 1)
    for place, digit in enumerate(first):
        renamed[digit] = place + 1 if kind & 8 else shape.side - place
    cells = [shape.rows[row][column] for row in rows for column in range(shape.side)]
    if kind & 1:
        cells.reverse()
    if kind & 2:
        cells = [
            cells[shape.cell(row, shape.side - 1 - column)] for row in range(shape.side) for column in range(shape.side)
        ]
    if kind & 4:
        cells = [cells[shape.cell(column, row)] for row in range(shape.side) for column in range(shape.side)]
    return Symmetry(tuple(cells), tuple(renamed), shape)(puzzle)


def _kept(solution: Grid, clues: int, seed: int) -> Grid:
    return solution.keeping(_sized(clues, seed, solution.shape))


def _without_a_clue(puzzle: Grid, number: int) -> Grid:
    clues = [cell for cell, _ in puzzle.clues()]
    return puzzle.with_cell(clues[number % len(clues)], 0)


def _every_digit(puzzle: Grid, number: int) -> list[Grid]:
    empties = [cell for cell, digit in enumerate(puzzle.values) if not digit] or [number % puzzle.shape.cells]
    cell = empties[number % len(empties)]
    return [puzzle, *(puzzle.with_cell(cell, digit) for digit in range(1, puzzle.shape.side + 1))]


def _deadly_cells(solution: Grid, number: int) -> list[int]:
    """Cells of two digits that can change places: a component of those that see each other."""
    shape = solution.shape
    pairs = list(combinations(range(1, shape.side + 1), 2))
    pair = pairs[number % len(pairs)]
    left = {cell for cell, digit in enumerate(solution.values) if digit in pair}
    component = [sorted(left)[number // len(pairs) % len(left)]]
    left -= set(component)
    for cell in component:
        seen = {peer for house in shape.houses if cell in house for peer in house} & left
        component += sorted(seen)
        left -= seen
    return component


def _deadly(solution: Grid, number: int) -> Grid:
    return solution.keeping(every_cell(solution.shape) & ~mask_of(_deadly_cells(solution, number)))


@cache
def _core_of_two(number: int) -> Grid:
    solution, random = solved_grid(number), Random(number)
    puzzle = _deadly(solution, random.randrange(2**16))
    return thinned(puzzle, shuffled_clues(puzzle, random), lambda fewer: len(list(bitmask(fewer, 3))) == 2)


def _just_two(number: int, turned: Symmetry) -> Grid:
    return turned(_core_of_two(number))


def _deadly_and_more(solution: Grid, number: int, emptied: int) -> Grid:
    gone = mask_of(_deadly_cells(solution, number))
    return Grid(
        bytes(0 if gone >> cell & 1 else digit for cell, digit in enumerate(proper(solution, emptied).values)),
        solution.shape,
    )


def _changed(solution: Grid, number: int) -> Grid:
    cell, other = divmod(number, solution.shape.side)
    cell %= solution.shape.cells
    return solution.with_cell(
        cell, (solution.values[cell] + other % (solution.shape.side - 1)) % solution.shape.side + 1
    )


def _spoiled(solution: Grid, kind: int, number: int) -> Grid:
    """A full grid that breaks the rules in one kind of house alone.

    Rows exchanged between bands break boxes. Rows exchanged within one box break rows, columns so exchanged columns.
    """
    shape = solution.shape
    box, number = number % shape.side, number // shape.side
    cells = list(range(shape.cells))
    if kind == 2:
        one, other = shape.bands[0][number % shape.box_rows], shape.bands[-1][number // shape.box_rows % shape.box_rows]
        pairs = zip(shape.rows[one], shape.rows[other], strict=True)
    else:
        lines = shape.rows if kind == 0 else shape.columns
        parts = [part for line in lines if (part := [cell for cell in line if cell in shape.boxes[box]])]
        one, other = list(combinations(range(len(parts)), 2))[number % (len(parts) * (len(parts) - 1) // 2)]
        pairs = zip(parts[one], parts[other], strict=True)
    for first, second in pairs:
        cells[first], cells[second] = second, first
    return Grid(bytes(solution.values[cell] for cell in cells), shape)


def _contradicting_mask(solution: Grid, emptied: int, number: int) -> Grid:
    puzzle = proper(solution, emptied | 1 << number % solution.shape.cells)
    return contradicting(puzzle, solution, number)


@cache
def _least_core(number: int) -> Grid:
    solution, random = solved_grid(number), Random(number)
    puzzle = proper(solution, random.getrandbits(solution.shape.cells))
    return least(contradicting(puzzle, solution, random.randrange(1000)), number)


def _least_contradiction(number: int, turned: Symmetry) -> Grid:
    return turned(_least_core(number))


def _contradicting_known(number: int, turned: Symmetry, clues: int, seed: int) -> Grid:
    puzzle, solution = known_core(number)
    more = with_clues_of(solution, puzzle, _sized(clues, seed, puzzle.shape))
    return turned(contradicting(more, solution, seed))


def _related(puzzle: Grid, stranger: Grid, relatives: int, seed: int) -> list[Grid]:
    batch = [puzzle]
    random = Random(seed)
    for _ in range(relatives):
        number = random.randrange(2**17)
        match random.randrange(8):
            case 0:
                batch.append(puzzle)
            case 1:
                batch.append(stranger)
            case 2:
                batch.append(symmetry.numbered(number * 2**21 % symmetry.order())(puzzle))
            case 3:
                batch.append(_renamed(puzzle, number))
            case 4:
                batch.append(_renamed(batch[-1], number))
            case 5:
                batch.append(_varied(puzzle, number))
            case 6:
                batch.append(_rearranged(puzzle, number))
            case _:
                batch += _told_apart(puzzle, number)
    return [*batch, puzzle]


def _renamed(puzzle: Grid, number: int) -> Grid:
    """The same cells with two digits exchanged, so that the first rows often stay as they are."""
    pairs = list(combinations(range(1, puzzle.shape.side + 1), 2))
    one, other = pairs[number % len(pairs)]
    digits = list(range(puzzle.shape.side + 1))
    digits[one], digits[other] = other, one
    return Symmetry(tuple(range(puzzle.shape.cells)), tuple(digits), puzzle.shape)(puzzle)


def _told_apart(puzzle: Grid, number: int) -> list[Grid]:
    """Two puzzles with different solutions, alike but for one clue, the last or the first in which these differ.

    Where that does not make each of them proper they have further clues, in the same cells. The puzzle itself where it
    is not proper.
    """
    solutions = list(bitmask(puzzle, 2))
    if len(solutions) != 1:
        return [puzzle]
    number, place = divmod(number, 2)
    solution, cells = solutions[0], _deadly_cells(solutions[0], number)
    pair = sorted({solution.values[cell] for cell in cells})
    swapped = Grid(
        bytes(sum(pair) - digit if cell in cells else digit for cell, digit in enumerate(solution.values)), puzzle.shape
    )
    told = max(cells) if place else min(cells)
    emptied = mask_of([*cells, *(cell for cell, digit in enumerate(puzzle.values) if not digit)]) & ~(1 << told)
    one = proper(solution, emptied)
    other = proper(swapped, mask_of([cell for cell, digit in enumerate(one.values) if not digit]))
    return [solution.keeping(mask_of([cell for cell, _ in other.clues()])), other]


def _rearranged(puzzle: Grid, number: int) -> Grid:
    """Two rows of a band exchanged, or two columns of a stack, two bands or two stacks: the rest is the same.

    So the first rows, or the last, are those of the puzzle, the solution is another one, and all counts are the same.
    """
    shape = puzzle.shape
    by_rows = number % 2
    strips = shape.bands if by_rows else shape.stacks
    lines_of = [((one,), (other,)) for strip in strips for one, other in combinations(strip, 2)]
    swaps: list[tuple[Sequence[int], Sequence[int]]] = [*lines_of, *combinations(strips, 2)]
    one, other = swaps[number // 2 % len(swaps)]
    lines = list(range(shape.side))
    for first, second in zip(one, other, strict=True):
        lines[first], lines[second] = second, first
    cells = [
        shape.cell(lines[row], column) if by_rows else shape.cell(row, lines[column])
        for row in range(shape.side)
        for column in range(shape.side)
    ]
    return Symmetry(tuple(cells), tuple(range(shape.side + 1)), shape)(puzzle)


def _varied(puzzle: Grid, number: int) -> Grid:
    """The puzzle with a clue more, or with one of its clues exchanged for another; proper where it was proper."""
    clues = [cell for cell, _ in puzzle.clues()]
    empties = [cell for cell, digit in enumerate(puzzle.values) if not digit]
    exchange, number = number % 4, number // 4
    if not clues:
        return puzzle.with_cell(number % puzzle.shape.cells, 1)
    late = clues[-1 - number % len(clues)]
    if not empties:
        return puzzle.with_cell(late, 0)
    place = empties[-1 - number // 8 % len(empties)]
    solutions = list(bitmask(puzzle, 2))
    base = puzzle.with_cell(late, 0) if exchange else puzzle
    if len(solutions) != 1:
        return base.with_cell(place, number % puzzle.shape.side + 1)
    kept = base.with_cell(place, solutions[0].values[place])
    return proper(solutions[0], mask_of([cell for cell, digit in enumerate(kept.values) if not digit]))


def _long(size: int, fewer: int, seed: int) -> list[Grid]:
    random = Random(seed)
    pool: list[Grid] = []
    for _ in range(min(size, 400)):
        puzzle, solution = known_core(random.randrange(len(known_puzzles())))
        turned = symmetry.numbered(random.randrange(symmetry.order()))
        kept = _sized(random.choice((0, 5, 20, 40, 60)), random.randrange(2**32), puzzle.shape)
        pool.append(turned(with_clues_of(solution, puzzle, kept)))
    again = [random.choice(pool) for _ in range(max(0, size - fewer - len(pool)))]
    return [*pool, *again][: size - fewer]
