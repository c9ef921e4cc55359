"""The formula of the table in every encoding."""

from dataclasses import replace
from itertools import islice

import pytest

from crosscover.harness.judging import PropertyViolatedError
from crosscover.oracles.cnf import ENCODINGS, cnf
from crosscover.oracles.sat import SatEngine
from crosscover.properties.test_table import at_most_ones, is_at_most_one
from crosscover.reference import CELL_LAST, CoverTable, Grid, Shape

from .puzzles import SMALL


def test_pairwise_size() -> None:
    """For 3x3 boxes there are 324 long and 10,206 binary clauses without duplicates."""
    lengths = [len(clause) for clause in cnf().clauses]
    assert (lengths.count(9), lengths.count(2), len(lengths)) == (324, 10_206, 10_530)


def test_long_clauses() -> None:
    """The long clauses are the items of the table in order, with options counted from 1."""
    table = CoverTable(order=CELL_LAST, cell_shift=1)
    assert [tuple(option + 1 for option in item) for item in table.covering] == list(cnf(table).long)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_auxiliaries(encoding: str) -> None:
    """Auxiliary variables come after the options, in equal numbers for each item, and are all used."""
    formula = cnf(encoding=encoding)
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    assert (formula.variables - 729) % len(formula.long) == 0
    assert used == set(range(1, formula.variables + 1))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(1, 2), SMALL, Shape(2, 3), Shape(4, 4)])
def test_every_shape(encoding: str, shape: Shape) -> None:
    """Every encoding works for every shape."""
    assert len(cnf(CoverTable(shape), encoding).long) == 4 * shape.cells


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_wrong_clauses_are_found(encoding: str) -> None:
    """The property of encodings notices an option without clauses, one that is forbidden, and a wrong sign."""
    clauses = at_most_ones(cnf(encoding=encoding))[7]
    first = min(clause for clause in clauses if -1 in clause)
    without_option = {clause for clause in clauses if -5 not in clause}
    forbidding_option = clauses | {(-5,)}
    wrong_sign = (clauses - {first}) | {tuple(-literal for literal in first)}
    assert is_at_most_one(9, clauses)
    for wrong in (without_option, forbidding_option, wrong_sign):
        assert not is_at_most_one(9, wrong)


def test_a_clause_of_two_items_is_found() -> None:
    """The property of encodings notices a clause whose variables share no item."""
    formula = cnf()
    wrong = replace(formula, clauses=(*formula.clauses, (-1, -729)))
    with pytest.raises(PropertyViolatedError, match="share no item"):
        at_most_ones(wrong)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_missing_long_clause_is_found(encoding: str) -> None:
    """The property of encodings notices an item that no clause requires."""
    formula = cnf(encoding=encoding)
    wrong = replace(formula, clauses=formula.clauses[1:])
    with pytest.raises(PropertyViolatedError, match="a long clause is missing"):
        at_most_ones(wrong)


def test_unknown() -> None:
    """An unknown encoding is refused with a list of all encodings."""
    with pytest.raises(ValueError, match="no encoding 'native'; there are pairwise, ladder, bitwise"):
        cnf(encoding="native")


def test_dimacs() -> None:
    """The DIMACS text has the formula, the clues as unit clauses, and a clause for each excluded grid."""
    puzzle = Grid.parse("1...............", SMALL)
    grids = list(islice(SatEngine("minisat22", "pairwise")(puzzle), 2))
    formula = cnf(CoverTable(SMALL), "ladder")
    header, *clauses = [line for line in formula.dimacs(puzzle, grids).splitlines() if not line.startswith("c ")]
    assert header == f"p cnf {formula.variables} {len(formula.clauses) + 3}"
    read = [tuple(map(int, line.split())) for line in clauses]
    differs = [tuple(-literal for literal in formula.units(grid)) for grid in grids]
    assert [(*clause, 0) for clause in (*formula.clauses, (1,), *differs)] == read


def test_dimacs_comments() -> None:
    """The comments contain the claim and the puzzle, and explain the clauses and the variables."""
    puzzle = Grid.parse("1...............", SMALL)
    formula = cnf(CoverTable(SMALL))
    comments = [line for line in formula.dimacs(puzzle, claim="nothing").splitlines() if line.startswith("c ")]
    assert comments == [
        "c claim: nothing",
        "c puzzle 1...............",
        "c unsatisfiable if and only if the puzzle has no solution",
        "c the first 64 clauses: each cell has a digit; each row, column and box has each digit",
        f"c up to clause {len(formula.clauses)}: no cell has two digits; no row, column or box has a digit twice",
        "c then the clues as unit clauses, and for each excluded grid a clause: some cell differs from it",
        "c variable 4 * CELL + DIGIT: the cell has the digit; cells count from 0, row by row",
    ]
