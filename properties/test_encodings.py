"""Properties of the encodings: their clauses and protos, read back, are the table, and nothing else.

They are compared with items that are derived from the houses, not with the encoder's input.
"""

from collections.abc import Iterable
from functools import partial
from itertools import combinations, permutations

from hypothesis import strategies as st

from crosscover.harness.applies import Requires, applies_to, nine_by_nine
from crosscover.harness.harness import Harness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.oracles.cnf import ENCODINGS, AtMostOne, Clause, cnf
from crosscover.oracles.cpsat import exactly_one_model
from crosscover.reference import CoverTable, Family, Shape

from .test_table import the_items


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_pairwise_clauses(harness: Harness) -> None:
    """The pairwise formula requires exactly one option of each item, and nothing else."""

    def exactly_the_items(drawn: tuple[Shape, tuple[Family, ...]]) -> None:
        formula = cnf(CoverTable(*drawn))
        harness.count(len(formula.clauses), "clauses")
        items = the_items(drawn[0])
        positive = {tuple(option + 1 for option in item) for item in items}
        negative = {(-one - 1, -other - 1) for item in items for one, other in combinations(sorted(item), 2)}
        read = {tuple(sorted(clause, reverse=clause[0] < 0)) for clause in formula.clauses}
        if len(formula.clauses) != len(positive) + len(negative) or read != positive | negative:
            raise PropertyViolatedError(f"the clauses of {drawn} are not those of the items")

    shapes = st.sampled_from((Shape(2, 2), Shape(2, 3), Shape(3, 3)))
    orders = st.sampled_from(tuple(permutations(Family)))
    harness.for_each_example(st.tuples(shapes, orders), exactly_the_items, example_ratio=0.25)


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_clause_counts(harness: Harness) -> None:
    """The pairwise formula of 3x3 boxes has 324 long and 10,206 binary clauses."""
    lengths = [len(clause) for clause in cnf().clauses]
    harness.count(len(lengths), "clauses")
    if (lengths.count(9), lengths.count(2), len(lengths)) != (324, 10_206, 324 + 10_206):
        raise PropertyViolatedError(f"{lengths.count(9)} long and {lengths.count(2)} binary clauses of {len(lengths)}")


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_every_encoding(harness: Harness) -> None:
    """In every encoding, each item allows each of its options alone, but neither two together nor none."""
    for encoding in ENCODINGS:
        formula = cnf(CoverTable(), encoding)
        harness.count(len(formula.clauses), "clauses")
        if sorted(formula.long) != sorted(tuple(option + 1 for option in item) for item in the_items(Shape())):
            raise PropertyViolatedError(f"{encoding}: the long clauses are not the items")
        if {clause for part in formula.parts for clause in part.clauses} | set(formula.long) != set(formula.clauses):
            raise PropertyViolatedError(f"{encoding}: the clauses are not those of the items' parts")
        if [part.options for part in formula.parts] != list(formula.long):
            raise PropertyViolatedError(f"{encoding}: the at-most-ones are not those of the items")
        for layout in {layout_of(part) for part in formula.parts}:
            if not is_at_most_one(layout):
                raise PropertyViolatedError(f"{encoding}: {layout} is not an at-most-one")
        used = [variable for part in formula.parts for variable in part.auxiliaries]
        if len(set(used)) < len(used) or any(variable <= formula.options for variable in used):
            raise PropertyViolatedError(f"{encoding}: two items share an auxiliary variable")


@applies_to(requires=Requires.ENGINE, shapes=nine_by_nine)
def test_exactly_ones_of_cp_sat(harness: Harness) -> None:
    """The CP-SAT model, read back from its proto, is one exactly-one for each item over as many Booleans as options."""
    for order in permutations(Family):
        table = CoverTable(order=order)
        proto = exactly_one_model(table).proto
        booleans = sum(list(variable.domain) == [0, 1] for variable in proto.variables)
        exactly_ones = [tuple(one.exactly_one.literals) for one in proto.constraints if one.has_exactly_one()]
        others = len(proto.constraints) - len(exactly_ones)
        harness.count(len(exactly_ones), "constraints")
        if booleans != len(table.options) or others:
            raise PropertyViolatedError(f"{booleans} Booleans, and {others} constraints besides the exactly-ones")
        if sorted(tuple(sorted(literals)) for literals in exactly_ones) != sorted(the_items(table.shape)):
            raise PropertyViolatedError("the exactly-ones are not the items")


def layout_of(part: AtMostOne) -> tuple[int, tuple[Clause, ...]]:
    """The clauses with variables renumbered from 1, the options first: equal for items with equal layouts."""
    names = {variable: place for place, variable in enumerate((*part.options, *part.auxiliaries), 1)}
    clauses = (tuple(names[abs(literal)] * (1 if literal > 0 else -1) for literal in clause) for clause in part.clauses)
    return len(part.options), tuple(clauses)


def is_at_most_one(layout: tuple[int, tuple[Clause, ...]]) -> bool:
    """Whether the clauses allow each of the options alone, and none of them, but no two together."""
    options = range(1, layout[0] + 1)
    allows = partial(_satisfiable, layout[1])
    one_or_none = ([option if option == taken else -option for option in options] for taken in (0, *options))
    return all(map(allows, one_or_none)) and not any(map(allows, combinations(options, 2)))


def _satisfiable(clauses: Iterable[Clause], literals: Iterable[int]) -> bool:
    """Whether some assignment makes all clauses and literals true: by case analysis, for a few variables."""
    for literal in literals:
        clauses = [tuple(other for other in clause if other != -literal) for clause in clauses if literal not in clause]
    left = sorted(clauses, key=len)
    if not left:
        return True
    return any(_satisfiable(left, (literal,)) for literal in left[0])
