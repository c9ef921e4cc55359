"""A small collection of known proper puzzles with their solutions, included in every installation.

Random masks of random grids are easy: propagation alone solves nearly all of them. Most known puzzles are harder:

- *easy*: from Norvig's easy50 and from qqwing (norvig/pytudes, MIT);
- *backtracking*: a puzzle against brute force, from Wikipedia's "Sudoku solving algorithms", first row 987654321;
- *magictour*: a sample of Norvig's top95 (norvig/pytudes, MIT) and of the magictour set "top1465";
- *17 clues*: a sample of Gordon Royle's collection of puzzles with 17 clues, the minimum;
- *hardest*: Norvig's hardest (norvig/pytudes, MIT) and a sample from the Sudoku players' forum, rated 11 and above.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations, product

from crosscover.reference import Grid, Shape

SMALL_SHAPE = Shape(2, 2)

ESSENTIAL = (Grid.parse("1234341221434321", SMALL_SHAPE), Grid.parse("1234341223414123", SMALL_SHAPE))
"""The two essentially different grids of 2x2 boxes; each of the 288 grids is an image of one of them."""

_MINIMAL_SMALL = """
......12....4..3 ......12....41.. ......12...14... ......12..4..1.. .....41.....4..3 .....41...4....3
.....41..3....2. .....41.2......3 .....41.2..3.... ...4..1..3....2. ...43......14... ...43.....4..1..
...43....1....2. ......12.....123 ......12.1.34... ......12.14..3.. ......12.14.4... .....41.....412.
.....41....14.2. .....41...4..12. .....41...41..2. .....41..1.3..2. .....41..1.34... .....41..14...2.
...4..1....14.2. ...4..1..1..4.2. ...4..1..1..43.. ...4..1..3..41.. ...4..1..3.14... ...4..1..34....3
...4..1..34..1.. ...4..1.2....3.1 ...4..1.2...43.. ...4..1.23...1.. ...4.41.2......1 ......12.1.3.32.
"""

MINIMAL_SMALL = tuple(Grid.parse(text, SMALL_SHAPE) for text in _MINIMAL_SMALL.split())
"""The 36 minimal puzzles of 2x2 boxes up to symmetry, fewest clues first; together they have 85,632 images."""


@dataclass(frozen=True, slots=True)
class KnownPuzzle:
    """A proper puzzle and its solution."""

    kind: str
    puzzle: Grid
    solution: Grid


@cache
def known_puzzles() -> tuple[KnownPuzzle, ...]:
    """Return all embedded puzzles, the easy puzzles first."""
    text = files(__name__).joinpath("known_puzzles.csv").read_text(encoding="ascii")
    return tuple(
        KnownPuzzle(row["kind"], Grid.parse(row["puzzle"]), Grid.parse(row["solution"]))
        for row in csv.DictReader(text.splitlines())
    )


def indices_of(*kinds: str) -> list[int]:
    """Return the indices of the known puzzles of some kinds, kind by kind."""
    return [index for kind in kinds for index, known in enumerate(known_puzzles()) if known.kind == kind]


@cache
def known_grids() -> tuple[Grid, ...]:
    """Return essentially different solved grids: the canonical grid, then the solutions of the known puzzles."""
    return (Grid.simplest(), *dict.fromkeys(known.solution for known in known_puzzles()))


@cache
def small_grids() -> tuple[Grid, ...]:
    """Return all 288 grids of 2x2 boxes, found without an engine by trying all combinations of four rows."""
    side = SMALL_SHAPE.side
    choices = product(permutations(range(1, side + 1)), repeat=side)
    latin_squares = (rows for rows in choices if all(len(set(column)) == side for column in zip(*rows, strict=True)))
    grids = (Grid.from_rows(rows, SMALL_SHAPE) for rows in latin_squares)
    return tuple(
        grid for grid in grids if all(len({grid.values[cell] for cell in box}) == side for box in SMALL_SHAPE.boxes)
    )
