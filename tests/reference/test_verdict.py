"""Verdicts and their agreement."""

from itertools import product

import pytest

from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict, VerdictKind, same_verdict
from crosscover.reference.verdict import verdict_of

SMALL = Shape(2, 2)
ONE, OTHER, THIRD = (Grid.parse(text, SMALL) for text in ("1234341221434321", "1234341243212143", "1243431234212134"))
DIFFERENT: list[Verdict] = [NoSolution(), Unique(ONE), Unique(OTHER), Several(ONE, OTHER)]


@pytest.mark.parametrize(
    ("solutions", "kind"),
    [([], VerdictKind.NONE), ([ONE], VerdictKind.UNIQUE), ([ONE, OTHER], VerdictKind.SEVERAL)],
)
def test_a_verdict_has_its_solutions(solutions: list[Grid], kind: VerdictKind) -> None:
    """No, one and two grids make the three kinds of verdicts, which contain them."""
    verdict = verdict_of(solutions)
    assert (verdict.kind, list(verdict.solutions)) == (kind, solutions)


def test_different_verdicts_do_not_agree() -> None:
    """Verdicts of different kinds, or with different unique solutions, do not agree."""
    for one, other in product(DIFFERENT, repeat=2):
        assert same_verdict(one, other) == (one is other)


def test_several_solutions_may_be_any_two() -> None:
    """Verdicts with different pairs of solutions agree."""
    assert same_verdict(Several(ONE, OTHER), Several(THIRD, ONE))
