"""Proofs, for all grids, that the encodings are equivalent and that the items are equivalent to the rules."""

from dataclasses import replace
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any

import pytest

from crosscover.oracles.cnf import ENCODINGS, AtMostOne, Clause, Cnf, cnf
from crosscover.oracles.refutation import check, formula_problem
from crosscover.reference import CELL_LAST, CoverTable, Shape
from tests.reference.items import item_name

from .equivalence import Miter, NotEquivalentError, miters

AUXILIARY = [name for name in ENCODINGS if name != "pairwise"]
TABLES = [CoverTable(), CoverTable(order=CELL_LAST, cell_shift=1), CoverTable(Shape(2, 3))]


def check_miter(miter: Miter) -> None:
    """Check the refutation of a miter."""
    check(formula_problem(miter.variables, miter.clauses), miter.lemmas)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_encoding_is_neither_weaker_nor_stronger(encoding: str) -> None:
    """Both miters of every kind of item are refuted with valid refutations; all items are of one kind."""
    made = list(miters(cnf(CoverTable(), encoding)))
    assert len(made) == 1
    for _, weaker, stronger in made:
        check_miter(weaker)
        check_miter(stronger)


@pytest.mark.parametrize("encoding", AUXILIARY)
def test_other_shapes_have_the_same_encodings(encoding: str) -> None:
    """The encodings are equivalent for the smallest boxes."""
    assert list(miters(cnf(CoverTable(Shape(2, 2)), encoding)))


def with_wrong_literal(formula: Cnf, number: int) -> Cnf:
    """The formula with one wrong literal in a clause of item 200."""
    random = Random(number)
    part = formula.parts[200]
    place = random.randrange(len(part.clauses))
    clause = list(part.clauses[place])
    changed = random.randrange(len(clause))
    variable = random.choice([*part.options, *part.auxiliaries])
    clause[changed] = random.choice([-clause[changed], variable, -variable])
    return with_part(formula, replace(part, clauses=(*part.clauses[:place], tuple(clause), *part.clauses[place + 1 :])))


def is_at_most_one(part: AtMostOne) -> bool:
    """Whether an item allows each option alone and no two together, decided by another solver."""
    solvers: Any = import_module("pysat.solvers")
    solver = solvers.Solver("glucose4", bootstrap_with=part.clauses)
    try:
        alone = [[one, *(-other for other in part.options if other != one)] for one in part.options]
        return all(solver.solve(option) for option in alone) and not any(
            map(solver.solve, combinations(part.options, 2))
        )
    finally:
        solver.delete()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_wrong_index_is_found(encoding: str) -> None:
    """One wrong literal in one clause of the 324 items is found, unless the literal is redundant."""
    formula = cnf(CoverTable(), encoding)
    found = 0
    for number in range(4):
        wrong = with_wrong_literal(formula, number)
        if is_at_most_one(wrong.parts[200]):
            list(miters(wrong))
        else:
            found += 1
            with pytest.raises(NotEquivalentError, match=item_name(formula.table, 200)):
                list(miters(wrong))
    assert found


def test_a_variable_of_another_item_is_found() -> None:
    """A clause with an option of another item belongs to no item."""
    formula = cnf()
    part = formula.parts[200]
    foreign = (part.clauses[0][0], -formula.parts[201].options[0])
    with pytest.raises(NotEquivalentError, match="which is not the item's"):
        list(miters(with_part(formula, replace(part, clauses=(foreign, *part.clauses[1:])))))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_missing_clause_is_found(encoding: str) -> None:
    """Without the clauses of one option, an item allows that option together with another."""
    formula = cnf(CoverTable(), encoding)
    part = formula.parts[7]
    kept = tuple(clause for clause in part.clauses if -part.options[4] not in clause)
    with pytest.raises(NotEquivalentError, match=f"{item_name(formula.table, 7)!r} lets two options be taken together"):
        list(miters(with_part(formula, replace(part, clauses=kept))))


def test_an_extra_clause_is_found() -> None:
    """An item that forbids one of its options is too strong."""
    formula = cnf()
    part = formula.parts[7]
    clauses: tuple[Clause, ...] = (*part.clauses, (-part.options[4],))
    with pytest.raises(NotEquivalentError, match="'r1c8 is filled' forbids its option number 5"):
        list(miters(with_part(formula, replace(part, clauses=clauses))))


def test_a_missing_item_is_found() -> None:
    """A formula without one "some option" clause differs from the table."""
    formula = cnf()
    with pytest.raises(NotEquivalentError, match="the items of the formula are not those of the table"):
        list(miters(Cnf(formula.table, formula.encoding, formula.long[1:], formula.parts)))


def with_part(formula: Cnf, part: AtMostOne) -> Cnf:
    """The formula with the clauses of one item replaced."""
    parts = (*formula.parts[: part.item], part, *formula.parts[part.item + 1 :])
    return Cnf(formula.table, formula.encoding, formula.long, parts)
