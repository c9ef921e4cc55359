"""`python -m tests.corpus.building 3x3+x`: build the certified corpus of a diagonal Sudoku, and its certificates.

A kind tells how a puzzle was found; two producers prove its verdict afterwards. The corpora of 2x2 and 2x3 boxes were
built with `--share 0.2`. For 3x3 boxes, the program starts from the puzzles with 13 clues in `few_clues.txt`. They were
found from random minimal puzzles: without one or two clues, such a puzzle has several solutions, and a candidate that
occurs in just one of them makes it proper again. Redundant clues of the new puzzle are removed, and so on from the
puzzles with the fewest clues.
"""

import argparse
import lzma
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.plain_search import baseline_nodes, search_nodes
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.oracles.rules import clashes
from crosscover.properties.corpus import certified
from crosscover.properties.corpus.certified import MAX_NODES, file_name, places_of
from crosscover.properties.strategies.improper import with_wrong_clue
from crosscover.properties.strategies.masking import (
    bitmask,
    chain_of,
    delete_clues_while,
    every_cell,
    kempe_chain,
    mask_of,
    proper,
    solved_grid,
)
from crosscover.properties.strategies.proper import EASED, LAST, RESOLVED
from crosscover.reference import Grid, Shape, count
from crosscover.workers import map_in_order

from .checking import PRODUCERS, certificates_of

FEW_CLUES = Path(__file__).with_name("few_clues.txt")
FEW = (2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128)
"""Target numbers of solutions; 256 and 257, at which a byte wraps, have kinds of their own."""
MAX_TRIES = 100
"""Maximum number of draws per puzzle of a kind, since small grids have few different puzzles."""
MAX_SOLUTIONS = 3000
"""Maximum number of solutions from which a further clue is chosen."""
REFUTED = 400
"""Maximum number of nodes in which a plain search must refute a contradiction, so that its proof is short."""

Draw = Callable[[Random, Shape], Grid | None]


def random_grid(random: Random, shape: Shape) -> Grid:
    """A solved grid around random clues."""
    puzzle, clues = Grid.empty(shape), 0
    while clues < shape.cells // 4:
        further = puzzle.with_cell(random.randrange(shape.cells), random.randint(1, shape.side))
        if further.clue_count > clues and count(bitmask, further, 1):
            puzzle, clues = further, further.clue_count
    return next(bitmask(puzzle, 1))


def without(puzzle: Grid, cells: Iterable[int]) -> Grid:
    """The puzzle with some cells emptied."""
    return puzzle.keeping(every_cell(puzzle.shape) & ~mask_of(cells))


def is_proper(puzzle: Grid) -> bool:
    """Whether there is just one solution."""
    return count(bitmask, puzzle, 2) == 1


def is_refuted(puzzle: Grid) -> bool:
    """Whether there is no solution, and a short search proves it."""
    return not count(bitmask, puzzle, 1) and search_nodes(puzzle, puzzle.empty_cells(), 1, REFUTED) <= REFUTED


def reshaped(grid: Grid, shape: Shape) -> Grid:
    """The same digits with or without diagonals."""
    return Grid(grid.values, shape)


def minimal_puzzle(random: Random, shape: Shape) -> Grid:
    """A puzzle that needs each clue."""
    return delete_clues_while(random_grid(random, shape), is_proper, random)


def eased(random: Random, shape: Shape) -> Grid | None:
    """A minimal puzzle with as few further clues as keep a plain search below a limit; it needs the diagonals."""
    puzzle, limit = minimal_puzzle(random, shape), random.choice((50, 100, 200, 400))
    solution = next(bitmask(puzzle, 1))
    cells = random.sample(puzzle.empty_cells(), len(puzzle.empty_cells()))

    def is_easy(number: int) -> bool:
        return baseline_nodes(puzzle.with_cells_of(solution, cells[:number]), 2, limit) <= limit

    fuller = puzzle.with_cells_of(solution, cells[: bisect_left(range(len(cells)), True, key=is_easy)])
    return None if is_proper(reshaped(fuller, shape.plain)) else fuller


def symmetric_pattern(random: Random, shape: Shape) -> Grid:
    """A puzzle whose pattern of clues is symmetric, and in which no orbit of clues is redundant."""
    last, puzzle = shape.side - 1, random_grid(random, shape)
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (last - row, last - column),
        lambda row, column: (row, last - column),
        lambda row, column: (last - row, column),
        lambda row, column: (column, row),
        lambda row, column: (last - column, last - row),
    ]
    turn = random.choice(maps)
    for cell in random.sample(range(shape.cells), shape.cells):
        fewer = without(puzzle, [cell, shape.cell(*turn(shape.row(cell), shape.column(cell)))])
        puzzle = fewer if is_proper(fewer) else puzzle
    return puzzle


def empty_houses(random: Random, shape: Shape) -> Grid:
    """A puzzle with several houses without clues."""
    puzzle = random_grid(random, shape)
    for house in random.sample(shape.houses, random.randint(2, 8)):
        fewer = without(puzzle, house)
        puzzle = fewer if is_proper(fewer) else puzzle
    return fewer_clues(puzzle, random)


def missing_digits(number: int, random: Random, shape: Shape) -> Grid | None:
    """A puzzle in which one or two digits do not occur; two can be exchanged in each solution."""
    solution, missing = random_grid(random, shape), random.sample(range(1, shape.side + 1), number)
    puzzle = without(solution, [cell for cell, digit in solution.clues() if digit in missing])
    if number == 1:
        return fewer_clues(puzzle, random) if is_proper(puzzle) else None
    most = random.choice((2, 2, 4, 8))
    return delete_clues_while(puzzle, lambda fewer: count(bitmask, fewer, most + 1) <= most, random)


def fewer_clues(puzzle: Grid, random: Random) -> Grid:
    """A proper puzzle without some or all of its redundant clues."""
    kept = random.choice((0, 20, 26, 32)) * puzzle.shape.cells // 81
    return delete_clues_while(puzzle, lambda fewer: fewer.clue_count >= kept and is_proper(fewer), random)


def any_number_of_clues(random: Random, shape: Shape) -> Grid:
    """A proper puzzle with a random number of clues."""
    emptied = random.sample(range(shape.cells), random.randint(shape.cells // 8, shape.cells))
    return proper(random_grid(random, shape), mask_of(emptied))


def proper_without_diagonals(random: Random, shape: Shape) -> Grid:
    """A puzzle that has one solution as plain Sudoku, too, and needs each clue there."""
    solution = reshaped(random_grid(random, shape), shape.plain)
    return reshaped(delete_clues_while(solution, is_proper, random), shape)


def nearly_full(random: Random, shape: Shape) -> Grid:
    """A grid with at most eight empty cells."""
    return without(random_grid(random, shape), random.sample(range(shape.cells), random.randint(0, 8)))


def without_a_chain(is_resolved: bool, random: Random, shape: Shape) -> Grid | None:
    """A grid without the cells of two digits that can be exchanged, and some others.

    They can be exchanged in the diagonal Sudoku, or only in the plain one: then the diagonals resolve the pattern.
    """
    solution = random_grid(random, shape)
    drawn = reshaped(solution, shape.plain if is_resolved else shape)
    chain = min((kempe_chain(drawn, random.randrange(10**6)) for _ in range(9)), key=len)
    others = random.sample(range(shape.cells), random.choice((0, 4, 20, 40)) * shape.cells // 81)
    puzzle = proper(solution, mask_of(others) & ~mask_of(chain))
    puzzle = without(puzzle, chain)
    return puzzle if is_proper(puzzle) is is_resolved else None


def last_cell(random: Random, shape: Shape) -> Grid | None:
    """A grid without two digits that can be exchanged in plain Sudoku; they occupy one cell of a diagonal."""
    solution, diagonal = random_grid(random, shape), random.choice(shape.houses[3 * shape.side :])
    cell = random.choice(diagonal)
    chain = chain_of(reshaped(solution, shape.plain), cell, random)
    return without(solution, chain) if set(chain) & set(diagonal) == {cell} else None


def clashing_clues(on_diagonals: bool, random: Random, shape: Shape) -> Grid | None:
    """A puzzle with a digit twice in just one house, from two clues to a nearly full grid."""
    solution, side = random_grid(random, shape), shape.side
    house = random.choice(shape.houses[3 * side :] if on_diagonals else shape.houses)
    one, other = random.sample(house, 2)
    emptied = random.sample(range(shape.cells), random.choice((0, 20, 40, 60, 70, 79)) * shape.cells // 81)
    puzzle = without(solution.with_cell(other, solution.values[one]), set(emptied) - {one, other})
    peers = {peer for peers in shape.houses if other in peers for peer in peers} - {one, other}
    puzzle = without(puzzle, [peer for peer in peers if puzzle.values[peer] == puzzle.values[one]])
    return puzzle if len(list(clashes(puzzle))) == 1 else None


def broken_diagonal(random: Random, shape: Shape) -> Grid | None:
    """A full grid with a digit twice on a diagonal, which breaks no other rule.

    Random digits on both diagonals are tried until a plain Sudoku has them.
    """
    diagonals = random.sample(shape.houses[3 * shape.side :], 2)
    one, other = random.sample(diagonals[0], 2)
    clues = dict.fromkeys((one, other), random.randint(1, shape.side))
    for diagonal in diagonals:
        places = [cell for cell in diagonal if cell not in clues]
        digits = set(range(1, shape.side + 1)) - {clues[cell] for cell in diagonal if cell in clues}
        clues |= dict(zip(places, random.sample(sorted(digits), len(places)), strict=True))
    found = next(bitmask(Grid.from_clues(clues, shape.plain), 1), None)
    return None if found is None else reshaped(found, shape)


def contradiction(random: Random, shape: Shape) -> Grid | None:
    """A proper puzzle with a wrong clue that does not clash, often with only the necessary clues."""
    solution = random_grid(random, shape)
    wrong = with_wrong_clue(fewer_clues(solution, random), solution, random.randrange(10**6))
    if next(clashes(wrong), None) or not is_refuted(wrong):
        return None
    return delete_clues_while(wrong, is_refuted, random) if random.random() < 0.7 else wrong


def contradiction_on_diagonals(random: Random, shape: Shape) -> Grid | None:
    """Clues of a plain Sudoku that no diagonal Sudoku has, though none of them clash."""
    solution = solved_grid(random.randrange(10**6, 10**9), shape.plain)
    plain = delete_clues_while(solution, is_proper, random)
    puzzle = reshaped(plain, shape)
    if next(clashes(puzzle), None) or not is_refuted(puzzle):
        return None
    return delete_clues_while(puzzle, is_refuted, random) if random.random() < 0.7 else puzzle


def with_solutions(numbers: Sequence[int], random: Random, shape: Shape) -> Grid | None:
    """A puzzle with exactly one of these numbers of solutions, since a further clue occurs in so many solutions."""
    number, puzzle = random.choice(numbers), minimal_puzzle(random, shape)
    while puzzle.clue_count and count(bitmask, puzzle, number + 1) <= number:
        puzzle = puzzle.with_cell(random.choice(list(puzzle.clues()))[0], 0)
    found = [list(solution.values) for solution in bitmask(puzzle, MAX_SOLUTIONS)]
    candidates = [
        puzzle.with_cell(int(cell), digit)
        for digit in range(1, shape.side + 1)
        for cell in np.flatnonzero((np.array(found) == digit).sum(axis=0) == number)
    ]
    return random.choice(candidates) if candidates and len(found) < MAX_SOLUTIONS else None


def few_clues(random: Random, shape: Shape) -> Grid:
    """A puzzle with at most an eighth of all cells as clues, usually with very many solutions."""
    return random_grid(random, shape).keeping(
        mask_of(random.sample(range(shape.cells), random.randint(0, shape.cells // 8)))
    )


KINDS: dict[str, tuple[int, Draw]] = {
    "minimal": (500, minimal_puzzle),
    EASED: (400, eased),
    "symmetric pattern": (250, symmetric_pattern),
    "empty houses": (250, empty_houses),
    "one digit missing": (150, partial(missing_digits, 1)),
    "any number of clues": (300, any_number_of_clues),
    "proper without the diagonals": (150, proper_without_diagonals),
    "nearly full": (200, nearly_full),
    RESOLVED: (150, partial(without_a_chain, True)),
    "deadly pattern": (150, partial(without_a_chain, False)),
    LAST: (150, last_cell),
    "two digits missing": (60, partial(missing_digits, 2)),
    "few solutions": (150, partial(with_solutions, FEW)),
    "256 solutions": (5, partial(with_solutions, [256])),
    "257 solutions": (3, partial(with_solutions, [257])),
    "few clues": (30, few_clues),
    "clashing clues": (150, partial(clashing_clues, False)),
    "clashing clues on a diagonal": (150, partial(clashing_clues, True)),
    "broken diagonal": (450, broken_diagonal),
    "contradiction": (250, contradiction),
    "contradiction on the diagonals": (250, contradiction_on_diagonals),
}
"""The number of puzzles of each kind for 3x3 boxes, and how to draw one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A puzzle of the corpus with its certificates, and the nodes of a plain search."""

    kind: str
    certificates: tuple[Certificate, ...]
    nodes: int


def draw(shape: Shape, task: tuple[str, int]) -> Row | None:
    """Draw and certify a puzzle of a kind, unless all tries fail."""
    kind, number = task
    random = Random(f"{kind} {number}")
    for _ in range(MAX_TRIES):
        puzzle = KINDS[kind][1](random, shape)
        if puzzle is not None:
            return row(kind, puzzle)
    return None


def row(kind: str, puzzle: Grid) -> Row:
    """Certify a puzzle; raises ValueError if the producers disagree."""
    certificates = tuple(certify_puzzle(puzzle, producer(name)) for name in PRODUCERS)
    if len({certificate.claim for certificate in certificates}) > 1:
        raise ValueError(f"the producers disagree on {puzzle}")
    named = (replace(certificate, producer=name) for certificate, name in zip(certificates, PRODUCERS, strict=True))
    return Row(kind, tuple(named), min(MAX_NODES, baseline_nodes(puzzle, 2, MAX_NODES)))


def build(shape: Shape, share: float, jobs: int | None) -> None:
    """Write the corpus and its certificates; a puzzle that is drawn again is left out."""
    tasks = [(kind, number) for kind, (size, _) in KINDS.items() for number in range(max(1, round(size * share)))]
    rows: dict[Grid, Row] = {}
    if shape == Shape(3, 3, diagonals=True):
        stored = [Grid.parse(line, shape) for line in FEW_CLUES.read_text(encoding="ascii").split()]
        named = [(f"{puzzle.clue_count} clues", puzzle) for puzzle in stored]
        rows = {made.certificates[0].puzzle: made for made in map_in_order(certified_row, named, jobs)}
    for made in map_in_order(partial(draw, shape), tasks, jobs, chunk_size=4):
        if made is not None:
            rows.setdefault(made.certificates[0].puzzle, made)
    write(Path(certified.__file__).with_name(file_name("certified.npz", shape)), [*rows.values()], shape)
    with lzma.open(certificates_of(shape), "wt", encoding="ascii", preset=9) as file:
        file.writelines(f"{certificate.line()}\n" for made in rows.values() for certificate in made.certificates)


def certified_row(task: tuple[str, Grid]) -> Row:
    """Certify a stored puzzle."""
    return row(*task)


def write(path: Path, rows: Sequence[Row], shape: Shape) -> None:
    """Write a corpus as compressed arrays, which `certified` reads.

    A puzzle is stored as the set of its clues and its first solution, whose digits make numbers of 16 bits. If it has
    none, the clues take its place.
    """
    kinds = list(dict.fromkeys(made.kind for made in rows))
    proofs = [made.certificates[0] for made in rows]
    puzzles = np.array([list(proof.puzzle.values) for proof in proofs], np.uint8)
    first = [(*proof.solutions, proof.puzzle)[0] for proof in proofs]
    np.savez_compressed(
        path,
        masks=np.packbits(puzzles > 0, axis=1),
        first=to_numbers(first, shape),
        second=to_numbers([proof.solutions[1] for proof in proofs if len(proof.solutions) == 2], shape),
        counts=np.array([len(proof.solutions) for proof in proofs], np.uint8),
        nodes=np.array([made.nodes for made in rows], np.uint16),
        kinds=np.array([kinds.index(made.kind) for made in rows], np.uint8),
        kind_names=np.array(kinds),
    )


def to_numbers(grids: Sequence[Grid], shape: Shape) -> NDArray[np.uint16]:
    """Pack the digits of each grid, several to a number; an empty cell is written as a 1."""
    places = places_of(shape)
    digits = np.zeros((len(grids), shape.cells + -shape.cells % len(places)), np.uint16)
    digits[:, : shape.cells] = np.maximum([list(grid.values) for grid in grids], 1) - 1
    packed: NDArray[np.uint16] = (digits.reshape(len(grids), -1, len(places)) * places).sum(axis=2, dtype=np.uint16)
    return packed


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.corpus.building", description="Build a certified corpus.")
    parser.add_argument("shape", type=Shape.parse, help="rows and columns of a box, such as 3x3+x")
    parser.add_argument("--share", type=float, default=1, help="share of each kind (default: 1)")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one per processor)")
    arguments = parser.parse_args()
    build(arguments.shape, arguments.share, arguments.jobs)


if __name__ == "__main__":
    main()
