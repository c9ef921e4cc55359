"""The exact-cover table as a formula in conjunctive normal form.

Every item is one long clause, "some option", and an at-most-one over its options, written in one of nine encodings.
Variable `option + 1` is the option; variables above the number of options are auxiliaries, and each belongs to the
at-most-one of one item. All encodings have the same solutions, apart from the auxiliaries; tests certify that from the
clauses themselves.
"""

from collections.abc import Iterable, Iterator
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

    def dimacs(self, puzzle: Grid, more: Iterable[Clause] = ()) -> str:
        """The formula as a DIMACS file, with comments that explain each variable.

        The clues of the puzzle follow as unit clauses, and `more` clauses after them.
        """
        clauses = [*self.clauses, *((literal,) for literal in self.units(puzzle)), *more]
        header = f"p cnf {self.variables} {len(clauses)}"
        return "\n".join([*self._comments(puzzle), header, *map(dimacs_line, clauses), ""])

    def _comments(self, puzzle: Grid) -> Iterator[str]:
        shape = self.table.shape
        yield f"c Sudoku with {shape} boxes: {self.table.items} items, at most one of each by {self.encoding}"
        yield f"c puzzle {puzzle}"
        for option in range(shape.options):
            cell, digit = self.table.candidate(option)
            yield f"c variable {option + 1} is {shape.cell_name(cell)}={digit}"
        for part in self.parts:
            if part.auxiliaries:
                first, last = part.auxiliaries[0], part.auxiliaries[-1]
                yield f"c variables {first} to {last} serve the item {self.table.item_name(part.item)!r}"


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
