"""A default check catches the known bugs of published solvers, which right answers to ordinary puzzles hide."""

from pathlib import Path

import pytest

from .judging import Case, MutantResult, judge
from .zoo import MUTANTS

KNOWN = ("a-hundred-thousand-steps", "slow-second-search")


@pytest.mark.parametrize("name", KNOWN)
def test_a_default_check_catches_it(name: str, tmp_path: Path) -> None:
    """The check of a minute fails with a wrong answer."""
    [mutant] = [mutant for mutant in MUTANTS if mutant.name == name]
    assert judge(Case(mutant, seed=1), tmp_path, first=True).result is MutantResult.KILLED
