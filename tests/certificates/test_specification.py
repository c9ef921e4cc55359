"""Both builds of the checker, and its specification, accept and refuse the same proofs."""

from itertools import islice
from random import Random

import pytest

from .mutants import disagreement, mutants


@pytest.mark.parametrize("number", [20, pytest.param(150, marks=pytest.mark.slow)])
def test_builds_and_specification_agree_on_mutants(number: int) -> None:
    """Proofs with mistakes are accepted, or refused at the same lemma, by all three."""
    disagreements = [disagreement(one.problem, one.lemmas) for one in islice(mutants(Random(1)), number)]
    assert not list(filter(None, disagreements))
