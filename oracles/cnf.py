"""The exact-cover table as a formula in conjunctive normal form.

Every item is one long clause, "some option", and an at-most-one over its options, written in one of nine encodings.
Variable `option + 1` is the option; variables above the number of options are auxiliaries, and each belongs to the
at-most-one of one item. All encodings have the same solutions, apart from the auxiliaries; tests certify that from the
clauses themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations

from crosscover.reference.grid import Grid
from crosscover.reference.table import CoverTable

from .pysat import at_most_one

Clause = tuple[int, ...]
"""A disjunction of literals: a variable, or minus the variable."""

ENCODINGS = (
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
)
"""The encodings of at-most-ones: `pairwise` is made here, the others by `pysat.card` under these names.

The tenth name there, `native`, is a constraint of Minicard, not a clause.
"""


@dataclass(frozen=True, slots=True)
class AtMostOne:
    """The clauses by which no two options of one item are taken.

    No other item uses its `auxiliaries`. Each encoding has the same layout for every item, up to an offset.
    """

    item: int
    options: Clause
    auxiliaries: range
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Cnf:
    """A formula: the clauses of all items.

    `long` are the "some option" clauses in the order of items, `parts` the at-most-ones in the same order. Parts repeat
    clauses of each other, for two options that share a row and a box; `clauses` does not.
    """

    table: CoverTable
    encoding: str
    long: tuple[Clause, ...]
    parts: tuple[AtMostOne, ...]

    @property
    def options(self) -> int:
        """The number of variables for options, which come first."""
        return self.table.shape.options

    @cached_property
    def variables(self) -> int:
        """The number of variables, auxiliaries included."""
        return self.parts[-1].auxiliaries.stop - 1

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause once, the long ones first: 324 long and 10,206 binary ones for 3x3 boxes and `pairwise`."""
        return tuple(dict.fromkeys(chain(self.long, chain.from_iterable(part.clauses for part in self.parts))))

    def units(self, puzzle: Grid) -> list[int]:
        """The clues of a puzzle as literals: assumptions, or unit clauses."""
        return [option + 1 for option in self.table.given(puzzle)]

    def dimacs(self, puzzle: Grid, excluded: Sequence[Grid] = (), claim: str = "") -> str:
        """The problem of finding a solution of the puzzle, other than the excluded grids, as a DIMACS file.

        The clues follow the formula as unit clauses, and then a clause for each excluded grid: some cell differs.
        Comments explain the clauses and the variables, and repeat the `claim` that the file serves to prove.
        """
        units = self.units(puzzle)
        differs = [[-literal for literal in self.units(grid)] for grid in excluded]
        once = "no cell has two digits; no row, column or box has a digit twice"
        parts = (
            (len(self.long), "each cell has a digit; each row, column and box has each digit"),
            (len(self.clauses) - len(self.long), f"{once} (encoding: {self.encoding})"),
            (len(units), "the clues of the puzzle"),
            (len(differs), "for each excluded grid, some cell differs from it"),
        )
        other = f" other than the excluded grid{'s' * (len(differs) > 1)}" if differs else ""
        last = 0
        explained: list[str] = []
        for size, meaning in parts:
            if size:
                explained.append(f"clauses {last + 1} to {last + size}: {meaning}")
            last += size
        comments = [
            *([f"claim: {claim}"] if claim else []),
            f"puzzle {puzzle}",
            *(f"excluded {grid}" for grid in excluded),
            f"unsatisfiable if and only if the puzzle has no solution{other}",
            f"Sudoku with {self.table.shape} boxes; docs/explanation/encoding.md of crosscover derives the clauses",
            *explained,
        ]
        header = f"p cnf {self.variables} {last}"
        lines = [*(f"c {line}" for line in comments), *self._variables, header, *self._lines]
        return "\n".join([*lines, *(dimacs_line([literal]) for literal in units), *map(dimacs_line, differs), ""])

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return tuple(map(dimacs_line, self.clauses))

    @cached_property
    def _variables(self) -> tuple[str, ...]:
        """A comment for each variable."""
        shape = self.table.shape
        candidates = map(self.table.candidate, range(shape.options))
        options = [
            f"c variable {number} is {shape.cell_name(cell)}={digit}"
            for number, (cell, digit) in enumerate(candidates, 1)
        ]
        auxiliaries = [
            f"c variables {part.auxiliaries[0]} to {part.auxiliaries[-1]} serve the item "
            f"{self.table.item_name(part.item)!r}"
            for part in self.parts
            if part.auxiliaries
        ]
        return (*options, *auxiliaries)


@cache
def cnf(table: CoverTable = CoverTable(), encoding: str = "pairwise") -> Cnf:  # noqa: B008 - a frozen value
    """The formula of a table in the encoding of that name.

    Raises ValueError for a name not in `ENCODINGS`. Every encoding but `pairwise` needs python-sat.

    >>> formula = cnf()
    >>> len(formula.long), len(formula.clauses), formula.variables
    (324, 10530, 729)
    """
    if encoding not in ENCODINGS:
        raise ValueError(f"there is no encoding {encoding!r}; there are {', '.join(ENCODINGS)}")
    long = tuple(tuple(option + 1 for option in options) for options in table.covering)
    parts: list[AtMostOne] = []
    top = table.shape.options
    for item, options in enumerate(long):
        pairs = combinations([-option for option in options], 2)
        clauses = tuple(pairs) if encoding == "pairwise" else at_most_one(encoding, options, top)
        last = max([top, *(abs(literal) for clause in clauses for literal in clause)])
        parts.append(AtMostOne(item, options, range(top + 1, last + 1), clauses))
        top = last
    return Cnf(table, encoding, long, tuple(parts))


def dimacs_line(clause: Iterable[int]) -> str:
    """A clause as DIMACS and DRAT write it."""
    return " ".join(map(str, (*clause, 0)))
