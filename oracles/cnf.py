"""The exact-cover table as a formula in conjunctive normal form.

Every item becomes one long clause, "some option", and an at-most-one constraint over its options, in one of three
encodings. Variable `option + 1` stands for the option. Higher variables are auxiliaries, and each belongs to the
at-most-one constraint of one item. All encodings have the same solutions, except for the auxiliaries: the property
`every_encoding` derives this from the clauses.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable

from .pysat import at_most_one

Clause = tuple[int, ...]
"""A disjunction of literals; a literal is a variable or its negative."""

ENCODINGS = ("pairwise", "ladder", "bitwise")
"""At-most-one encodings: without auxiliaries and, by `pysat.card`, with a chain of auxiliaries or a binary number."""


@dataclass(frozen=True)
class Cnf:
    """A formula: the clauses of all items.

    `long` holds the "some option" clauses in item order. `clauses` holds every clause once, first the long ones: 324
    long and 10,206 binary clauses for 3x3 boxes and `pairwise`. `variables` counts options and auxiliaries.
    """

    table: CoverTable
    variables: int
    long: tuple[Clause, ...]
    clauses: tuple[Clause, ...]

    @property
    def options(self) -> int:
        """The number of variables for options, which come first."""
        return self.table.shape.options

    def units(self, puzzle: Grid) -> list[int]:
        """Return the clues of a puzzle as literals, for assumptions or unit clauses."""
        return [option + 1 for option in self.table.given(puzzle)]

    def dimacs(self, puzzle: Grid, excluded: Sequence[Grid] = (), claim: str = "") -> str:
        """Return a DIMACS file: the problem of finding a solution of the puzzle other than the excluded grids.

        After the formula come the clues as unit clauses, and one clause per excluded grid: some cell differs. Comments
        explain clauses and variables, and repeat the `claim` to prove.
        """
        extra = [[literal] for literal in self.units(puzzle)]
        extra += [[-literal for literal in self.units(grid)] for grid in excluded]
        side = self.table.shape.side
        kinds, last = ("row, column, box", "diagonal") if self.table.shape.diagonals else ("row, column", "box")
        others = " other than these" if excluded else ""
        comments = [
            *([f"claim: {claim}"] if claim else []),
            f"puzzle {puzzle}",
            *(f"excluded {grid}" for grid in excluded),
            f"unsatisfiable if and only if the puzzle has no solution{others}",
            f"the first {len(self.long)} clauses: each cell has a digit; each {kinds} and {last} has each digit",
            f"up to clause {len(self.clauses)}: no cell has two digits; no {kinds} or {last} has a digit twice",
            "then the clues as unit clauses, and for each excluded grid a clause: some cell differs from it",
            f"variable {side} * CELL + DIGIT: the cell has the digit; cells count from 0, row by row",
        ]
        header = f"p cnf {self.variables} {len(self.clauses) + len(extra)}"
        return "\n".join([*(f"c {line}" for line in comments), header, *self._lines, *map(dimacs_line, extra), ""])

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return tuple(map(dimacs_line, self.clauses))


@cache
def cnf(table: CoverTable = CoverTable(), encoding: str = "pairwise") -> Cnf:  # noqa: B008 - a frozen value
    """Return the formula of a table in an encoding.

    Raises ValueError for a name not in `ENCODINGS`. Every encoding except `pairwise` needs python-sat.

    >>> formula = cnf()
    >>> len(formula.long), len(formula.clauses), formula.variables
    (324, 10530, 729)
    """
    if encoding not in ENCODINGS:
        raise ValueError(f"there is no encoding {encoding!r}; there are {', '.join(ENCODINGS)}")
    long = tuple(tuple(option + 1 for option in options) for options in table.covering)
    clauses = dict.fromkeys(long)  # two items can share two options, and so a clause of `pairwise`
    variables = table.shape.options
    for options in long:
        if encoding == "pairwise":
            clauses.update(dict.fromkeys(combinations([-option for option in options], 2)))
        else:
            added = at_most_one(encoding, options, variables)
            clauses.update(dict.fromkeys(added))
            variables = max([variables, *(abs(literal) for clause in added for literal in clause)])
    return Cnf(table, variables, long, tuple(clauses))


def dimacs_line(clause: Iterable[int]) -> str:
    """Return a clause in the syntax of DIMACS and DRAT."""
    return " ".join(map(str, (*clause, 0)))
