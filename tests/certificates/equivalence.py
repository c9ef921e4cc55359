"""Proves for all grids that an encoding is equivalent to the pairwise one.

Two *miters* are refuted for each item. A miter is a formula that is satisfiable only if two formulas differ:

- *weaker*: the encoding holds, and two options of the item are taken together;
- *stronger*: exactly one option is taken, each auxiliary variable is what its definition makes it, and some clause of
  the encoding is false.

If neither can be satisfied, every choice of options that obeys the encoding obeys the pairwise clauses, and every
choice that obeys these, and the item's "some option", extends to the auxiliaries. The definition of an auxiliary is
"one of these options is taken"; these options are found from a solution for each option. The argument holds for any
definition, but only fitting ones give miters that can be refuted.

The refutations come from a SAT solver and pass the same checker as those of puzzles. Items whose clauses differ only in
the names of variables share them, so that a whole encoding takes less than a second.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from crosscover.oracles.cnf import AtMostOne, Clause, Cnf
from crosscover.oracles.proofs.producers import parse_drup
from crosscover.oracles.proofs.trimming import trim
from crosscover.oracles.pysat import DEFAULT_BACKEND, SatSolver, model_of
from crosscover.oracles.refutation import Lemma, check, formula_problem
from tests.reference.items import item_name


class NotEquivalentError(ValueError):
    """The encoding of an item is weaker or stronger than it should be; the message says which and where."""


@dataclass(frozen=True, slots=True)
class Miter:
    """A formula with a checked refutation."""

    variables: int
    clauses: tuple[Clause, ...]
    lemmas: tuple[Lemma, ...]


def miters(formula: Cnf) -> Iterator[tuple[AtMostOne, Miter, Miter]]:
    """The two refuted miters of each kind of item, with the first item of the kind; raises NotEquivalentError.

    A clause of the formula that belongs to no item raises NotEquivalentError, too.
    """
    _check_structure(formula)
    seen: set[tuple[Clause, ...]] = set()
    for part in formula.parts:
        local = _local(formula, part)
        if local not in seen:
            seen.add(local)
            name = item_name(formula.table, part.item)
            size = len(part.options)
            yield part, _weaker(local, size, name), _stronger(local, size, len(part.auxiliaries), name)


def _check_structure(formula: Cnf) -> None:
    """Raise NotEquivalentError unless each item has its own auxiliaries and "some option", with no clause left over."""
    expected = [tuple(option + 1 for option in options) for options in formula.table.covering]
    if list(formula.long) != expected or [part.options for part in formula.parts] != expected:
        raise NotEquivalentError("the items of the formula are not those of the table")
    taken = [auxiliary for part in formula.parts for auxiliary in part.auxiliaries]
    if len(set(taken)) < len(taken) or any(auxiliary <= formula.options for auxiliary in taken):
        raise NotEquivalentError("two items share an auxiliary variable")
    clauses = {*formula.long, *(clause for part in formula.parts for clause in part.clauses)}
    if clauses != set(formula.clauses):
        raise NotEquivalentError("the clauses of the formula are not those of its items")


def _local(formula: Cnf, part: AtMostOne) -> tuple[Clause, ...]:
    """The clauses of an item with its options renamed to 1, 2, 3 and so on, followed by its auxiliaries."""
    names = {variable: name for name, variable in enumerate((*part.options, *part.auxiliaries), 1)}
    for clause in part.clauses:
        for literal in clause:
            if abs(literal) not in names:
                item = item_name(formula.table, part.item)
                raise NotEquivalentError(
                    f"{item!r}: {clause} holds the variable {abs(literal)}, which is not the item's"
                )
    return tuple(
        tuple(names[abs(literal)] if literal > 0 else -names[abs(literal)] for literal in clause)
        for clause in part.clauses
    )


def _weaker(local: Sequence[Clause], size: int, name: str) -> Miter:
    pairs = [(-one, -other) for one, other in combinations(range(1, size + 1), 2)]
    return _refute(local, pairs, f"{name!r} lets two options be taken together")


def _stronger(local: Sequence[Clause], size: int, auxiliaries: int, name: str) -> Miter:
    options = range(1, size + 1)
    one_of = [tuple(options), *((-one, -other) for one, other in combinations(options, 2))]
    definitions: list[Clause] = []
    models = {option: _model(local, option, size, name) for option in options}
    for auxiliary in range(size + 1, size + auxiliaries + 1):
        true_options = [option for option in options if auxiliary in models[option]]
        definitions += [(-auxiliary, *true_options), *((-option, auxiliary) for option in true_options)]
    return _refute([*one_of, *definitions], local, f"{name!r} forbids an option")


def _model(local: Sequence[Clause], option: int, size: int, name: str) -> set[int]:
    others = [(-other,) for other in range(1, size + 1) if other != option]
    variables = max(size, *(abs(literal) for clause in local for literal in clause))
    solver = SatSolver(DEFAULT_BACKEND, [*local, (option,), *others])
    try:
        model = model_of(solver, (), variables)
        if model is None:
            raise NotEquivalentError(f"{name!r} forbids its option number {option}")
        return set(model)
    finally:
        solver.delete()


def _refute(given: Sequence[Clause], claimed: Sequence[Clause], otherwise: str) -> Miter:
    """The miter "the given clauses hold and some claimed clause is false", if it can be refuted."""
    top = max(abs(literal) for clause in (*given, *claimed) for literal in clause)
    falsified = range(top + 1, top + len(claimed) + 1)
    parts = [(-one, -literal) for one, clause in zip(falsified, claimed, strict=True) for literal in clause]
    clauses = (*given, *parts, tuple(falsified))
    variables = top + len(claimed)
    solver = SatSolver(DEFAULT_BACKEND, clauses, with_proof=True)
    try:
        model = model_of(solver, (), variables)
        if model is not None:
            clause = next(clause for one, clause in zip(falsified, claimed, strict=True) if one in model)
            raise NotEquivalentError(f"{otherwise}: {clause} can be false, in variables of its own")
        log = parse_drup(solver.get_proof() or ())
    finally:
        solver.delete()
    problem = formula_problem(variables, clauses)
    lemmas = trim(problem, log)
    lemmas = log if lemmas is None else lemmas
    check(problem, lemmas)
    return Miter(variables, clauses, lemmas)
