"""Both builds of the checker, and its specification, accept and refuse the same proofs."""

from itertools import islice
from random import Random

from .mutants import disagreement, mutants


def test_builds_and_specification_agree_on_mutants() -> None:
    """Proofs with mistakes are accepted, or refused at the same lemma, by all three."""
    disagreements = [disagreement(one.problem, one.lemmas) for one in islice(mutants(Random(1)), 150)]
    assert not list(filter(None, disagreements))
