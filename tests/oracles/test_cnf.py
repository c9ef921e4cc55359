"""The formula of the table in every encoding."""

from itertools import combinations, islice

import pytest

from crosscover.oracles.cnf import ENCODINGS, AtMostOne, cnf
from crosscover.oracles.pysat import model_of, new_solver
from crosscover.oracles.sat import SatEngine
from crosscover.reference import CELL_LAST, CoverTable, Grid, Shape

from .puzzles import SMALL, SOLVED


def test_pairwise_size() -> None:
    """For 3x3 boxes there are 324 long and 10,206 binary clauses without duplicates."""
    lengths = [len(clause) for clause in cnf().clauses]
    assert (lengths.count(9), lengths.count(2), len(lengths)) == (324, 10_206, 10_530)


def test_long_clauses() -> None:
    """The long clauses are the items of the table in order, with options counted from 1."""
    table = CoverTable(order=CELL_LAST, cell_shift=1)
    assert [tuple(option + 1 for option in item) for item in table.covering] == list(cnf(table).long)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_at_most_one(encoding: str) -> None:
    """A solver confirms for each item that none or one of its options may be true, but no two."""
    part = cnf(encoding=encoding).parts[200]
    assert _allows(part, ())
    assert all(_allows(part, (option,)) for option in part.options)
    assert not any(_allows(part, pair, others=False) for pair in combinations(part.options, 2))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_auxiliaries(encoding: str) -> None:
    """Auxiliary variables come after the options, belong to one item each, and are all used."""
    formula = cnf(encoding=encoding)
    numbered = [variable for part in formula.parts for variable in part.auxiliaries]
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    assert numbered == list(range(730, formula.variables + 1))
    assert used == set(range(1, formula.variables + 1))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_same_layout(encoding: str) -> None:
    """An encoding writes all items alike apart from the numbers."""
    layouts = {_normal(part) for part in cnf(encoding=encoding).parts}
    assert len(layouts) == 1


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(1, 2), SMALL, Shape(2, 3), Shape(4, 4)])
def test_every_shape(encoding: str, shape: Shape) -> None:
    """Every encoding works for every shape."""
    assert len(cnf(CoverTable(shape), encoding).parts) == 4 * shape.cells


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_small_grids(encoding: str) -> None:
    """The solutions of every encoding, restricted to the options, are the 288 grids of 2x2 boxes."""
    solutions = list(SatEngine("minisat22", encoding)(Grid.empty(SMALL)))
    assert (len(solutions), len(set(solutions))) == (288, 288)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_golden(encoding: str) -> None:
    """Every encoding gives the published answer."""
    puzzle, answer = next(iter(SOLVED.items()))
    assert [answer] == [str(grid) for grid in SatEngine("cadical195", encoding)(Grid.parse(puzzle))]


def test_unknown() -> None:
    """An unknown encoding is refused with a list of all encodings."""
    with pytest.raises(ValueError, match="no encoding 'native'; there are pairwise, seqcounter"):
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
    """The comments contain the claim and the puzzle, and explain all clauses, variables and auxiliaries."""
    puzzle = Grid.parse("1...............", SMALL)
    formula = cnf(CoverTable(SMALL), "bitwise")
    rules = len(formula.clauses)
    comments = [line for line in formula.dimacs(puzzle, claim="nothing").splitlines() if line.startswith("c ")]
    assert comments[:3] == [
        "c claim: nothing",
        "c puzzle 1...............",
        "c unsatisfiable if and only if the puzzle has no solution",
    ]
    assert comments[4:7] == [
        "c clauses 1 to 64: each cell has a digit; each row, column and box has each digit",
        f"c clauses 65 to {rules}: no cell has two digits; no row, column or box has a digit twice (encoding: bitwise)",
        f"c clauses {rules + 1} to {rules + 1}: the clues of the puzzle",
    ]
    assert {"c variable 64 is r4c4=4", "c variables 65 to 66 serve the item 'r1c1 is filled'"} <= set(comments)


def _allows(part: AtMostOne, taken: tuple[int, ...], *, others: bool = True) -> bool:
    """Whether the clauses allow these options, with all others false if `others` is set."""
    solver = new_solver("minisat22", part.clauses)
    rest = [-option for option in part.options if option not in taken] if others else []
    try:
        return model_of(solver, [*taken, *rest], 0) is not None
    finally:
        solver.delete()


def _normal(part: AtMostOne) -> tuple[tuple[int, ...], ...]:
    place = {variable: number for number, variable in enumerate((*part.options, *part.auxiliaries), 1)}
    return tuple(
        tuple(place[abs(literal)] * (1 if literal > 0 else -1) for literal in clause) for clause in part.clauses
    )
