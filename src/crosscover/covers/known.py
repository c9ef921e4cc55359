"""Exact-cover problems whose number of covers is published or follows from a formula.

They check solvers, and the engines that judge them, against numbers that no program here computed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations, permutations, product
from operator import add, sub
from random import Random
from string import ascii_lowercase

from .problem import Problem

Cell = tuple[int, ...]
"""A unit cube: the numbers of its layer, row and column."""


@dataclass(frozen=True)
class KnownProblem:
    """A problem, built when it is needed, and the number of its covers with a source."""

    name: str
    build: Callable[[], Problem]
    covers: int
    source: str

    @cached_property
    def problem(self) -> Problem:
        """The problem, built once."""
        return self.build()

    @property
    def cost(self) -> int:
        """A rough measure of the time that a search takes: the number of covers and of nodes."""
        return self.covers + self.problem.nodes


def all_primary(options: Sequence[Sequence[str]]) -> Problem:
    """A problem whose items are all primary, in the order in which they occur first."""
    return Problem(dict.fromkeys(chain.from_iterable(options)), options)


def queens(size: int) -> Problem:
    """Queens on a chess board: one on each rank and file, at most one on each diagonal."""
    squares = list(product(range(1, size + 1), repeat=2))
    return Problem(
        [f"{line}{number}" for line in "rf" for number in range(1, size + 1)],
        [[f"r{rank}", f"f{file}", f"a{rank + file}", f"b{rank - file}"] for rank, file in squares],
        dict.fromkeys([f"a{rank + file}" for rank, file in squares] + [f"b{rank - file}" for rank, file in squares]),
    )


def langford_pairs(size: int) -> Problem:
    """Two copies of each number in a row, with as many slots between them as the number says; up to reversal.

    One number has only the placements that begin in the left half of its places, as in exercise 7.2.2.1-15.
    """
    halved = size - 1 if size % 2 == 0 else size
    return all_primary(
        [
            [str(number), f"s{first}", f"s{first + number + 1}"]
            for number in range(1, size + 1)
            for first in range(1, 2 * size - number)
            if number != halved or first <= size // 2
        ]
    )


def perfect_matchings(size: int) -> Problem:
    """Perfect matchings of the complete graph."""
    return all_primary([[str(first), str(second)] for first, second in combinations(range(1, size + 1), 2)])


def set_partitions(size: int) -> Problem:
    """Partitions of a set: each subset that is not empty is an option."""
    elements = [str(number) for number in range(1, size + 1)]
    return all_primary([block for length in range(1, size + 1) for block in combinations(elements, length)])


def latin_squares(size: int, box: int = 0) -> Problem:
    """Latin squares, or Sudoku grids if `box` is the side of a box."""
    options: list[list[str]] = []
    for row, column, digit in product(range(1, size + 1), repeat=3):
        option = [f"r{row}c{column}", f"r{row}d{digit}", f"c{column}d{digit}"]
        if box:
            option.append(f"b{(row - 1) // box}{(column - 1) // box}d{digit}")
        options.append(option)
    return all_primary(options)


def proper_colorings(edges: Iterable[tuple[int, int]], colors: str) -> Problem:
    """Proper colorings of the vertices of a graph: an option of an edge colors its two ends differently."""
    links = [(f"v{first}", f"v{second}") for first, second in edges]
    return Problem(
        [f"{first}{second}" for first, second in links],
        [
            [f"{first}{second}", f"{first}:{one}", f"{second}:{other}"]
            for first, second in links
            for one, other in permutations(colors, 2)
        ],
        dict.fromkeys(chain.from_iterable(links)),
        colors=True,
    )


def drawn_cells(drawing: str) -> list[Cell]:
    """The cells `#` of a drawing: layers separated by `/`, rows by spaces."""
    return [
        (layer, row, column)
        for layer, rows in enumerate(drawing.split("/"))
        for row, marks in enumerate(rows.split())
        for column, mark in enumerate(marks)
        if mark == "#"
    ]


def placements(piece: Sequence[Cell], board: frozenset[Cell]) -> list[list[Cell]]:
    """All places of a piece on a board, rotated in space, so a flat piece may be turned over."""
    shapes: set[frozenset[Cell]] = set()
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(first > second for first, second in combinations(axes, 2))
        if (swaps + signs.count(-1)) % 2 == 0:  # no reflection
            turned = [tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)) for cell in piece]
            corner = min(turned)
            shapes.add(frozenset(tuple(map(sub, cell, corner)) for cell in turned))
    places = [frozenset(tuple(map(add, cell, corner)) for cell in shape) for shape in shapes for corner in board]
    return sorted(sorted(cells) for cells in places if cells <= board)


def tilings(board: frozenset[Cell], pieces: Mapping[str, str], *, reuse: bool = False) -> Problem:
    """Tilings of a board: each piece once, or any number of times if `reuse` is true."""
    return all_primary(
        [
            [*(() if reuse else (name,)), *(",".join(map(str, cell)) for cell in cells)]
            for name, drawing in pieces.items()
            for cells in placements(drawn_cells(drawing), board)
        ]
    )


def box_of_cells(layers: int, rows: int, columns: int) -> frozenset[Cell]:
    """The cells of a cuboid."""
    return frozenset(product(range(layers), range(rows), range(columns)))


PENTOMINOES = {
    "F": ".## ##. .#.", "I": "#####", "L": "#### #...", "N": "###. ..##", "P": "### ##.", "T": "### .#. .#.",
    "U": "### #.#", "V": "### #.. #..", "W": "#.. ##. .##", "X": ".#. ### .#.", "Y": "#### .#..", "Z": "##. .#. .##",
}  # fmt: skip
SOMA = {
    "V": "## #.", "L": "### #..", "T": "### .#.", "Z": "##. .##", "A": "## #./.#", "B": "## #./.. #.", "P": "## #./#."
}  # fmt: skip
SCOTT = box_of_cells(1, 8, 8) - {(0, 3, 3), (0, 3, 4), (0, 4, 3), (0, 4, 4)}
CUBE = box_of_cells(3, 3, 3)
TOY = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"


def dominoes(size: int) -> Problem:
    """Tilings of a square with dominoes."""
    return tilings(box_of_cells(1, size, size), {"domino": "##"}, reuse=True)


def pentominoes(rows: int) -> Problem:
    """Tilings of a rectangle of 60 cells with the twelve pentominoes."""
    return tilings(box_of_cells(1, rows, 60 // rows), PENTOMINOES)


def cycle(size: int) -> Problem:
    """Proper colorings of a cycle with three colors."""
    return proper_colorings([(corner, (corner + 1) % size) for corner in range(size)], "RGB")


def petersen() -> Problem:
    """Proper colorings of the Petersen graph with three colors: a pentagon, spokes, and a pentagram."""
    corners = range(5)
    edges = [(corner, (corner + 1) % 5) for corner in corners] + [(corner, corner + 5) for corner in corners]
    return proper_colorings(edges + [(corner + 5, (corner + 2) % 5 + 5) for corner in corners], "RGB")


def family(name: str, source: str, build: Callable[[int], Problem], covers: Mapping[int, int]) -> list[KnownProblem]:
    """Known problems of several sizes, with the number of covers for each size."""
    return [KnownProblem(f"{name} {size}", partial(build, size), number, source) for size, number in covers.items()]


def single_options(size: int) -> Problem:
    """An option for each item: a cover of many options."""
    return all_primary([[f"i{number}"] for number in range(size)])


def twin_options(size: int) -> Problem:
    """Two options for each item: many covers of few options."""
    return all_primary([[f"i{number}"] for number in range(size) for _ in range(2)])


KNOWN: tuple[KnownProblem, ...] = (
    *family("single options", "by construction", single_options, {40: 1, 70: 1, 140: 1, 300: 1}),
    *family("twin options", "2^n", twin_options, {11: 2_048, 16: 65_536}),
    *family("queens", "OEIS A000170", queens, {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}),
    *family("Langford pairs", "OEIS A014552", langford_pairs, {3: 1, 4: 1, 5: 0, 6: 0, 7: 26, 8: 150, 11: 17_792}),
    *family("matchings of K", "OEIS A001147", perfect_matchings, {6: 15, 8: 105, 10: 945, 12: 10_395}),
    *family("dominoes", "OEIS A004003", dominoes, {4: 36, 6: 6_728}),
    *family("partitions", "OEIS A000110", set_partitions, {1: 1, 2: 2, 3: 5, 4: 15, 5: 52, 6: 203, 7: 877}),
    *family("Latin squares", "OEIS A002860", latin_squares, {2: 2, 3: 12, 4: 576, 5: 161_280}),
    KnownProblem("Sudoku 4", partial(latin_squares, 4, 2), 288, "OEIS A107739"),
    *family("pentominoes", "S. Golomb, Polyominoes; times 4 symmetries", pentominoes, {3: 8, 4: 1_472, 6: 9_356}),
    KnownProblem("Scott", partial(tilings, SCOTT, PENTOMINOES), 520, "D. Scott, 1958; 65 times 8 symmetries"),
    KnownProblem("Soma", partial(tilings, CUBE, SOMA), 11_520, "Conway and Guy, 1961; 240 times 48 symmetries"),
    KnownProblem("colors", partial(Problem.from_knuth, TOY), 1, "TAOCP 7.2.2.1, (49)"),
    *family("colorings of cycle", "2^n + 2 (-1)^n", cycle, {3: 6, 4: 18, 5: 30, 6: 66, 7: 126}),
    KnownProblem("colorings of the Petersen graph", petersen, 120, "N. Biggs, Algebraic Graph Theory"),
)
"""All known problems; most are small."""


def large_problem(size: int, length: int, members: int) -> Problem:
    """A problem with this number of options of this length. Nearly all conflict with the only option of the first item.

    Besides two items, there are groups of items. An option covers each group; two others cover each of the first four.
    """
    groups = [[f"{letter}{number:x}" for number in range(members)] for letter in ascii_lowercase[: length - 1]]
    planted = [part for group in groups[:4] for part in (group, group[: members // 2], group[members // 2 :])]
    planted += groups[4:]
    draw = Random(size).choice
    clashing = [["x", *map(draw, groups)] for _ in range(size - 1 - len(planted))]
    return Problem(["w", "x", *chain(*groups)], [["w", "x"], *clashing, *planted])


LARGE = tuple(
    KnownProblem(
        f"{size:,} options of {length}",
        partial(large_problem, size, length, members),
        16,
        "two ways to cover each of four groups of items",
    )
    for size, length, members in ((2_800, 24, 4), (1_400, 24, 4), (65_536, 5, 16))
)
"""Problems of 66,500 and 33,000 nodes, and of 65,536 options; the first one reveals most errors."""
