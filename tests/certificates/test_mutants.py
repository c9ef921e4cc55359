"""Proofs with mistakes: both builds of the checker agree with its specification, and accept only true proofs."""

from itertools import islice
from random import Random

import pytest

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.cnf import cnf, dimacs_line
from crosscover.reference import CoverTable

from .mutants import disagreement, mutants
from .specification import outcome
from .test_exporting import dratify_accepts

numbers = pytest.mark.parametrize("number", [20, pytest.param(150, marks=pytest.mark.slow)])


@numbers
def test_builds_and_specification_agree(number: int) -> None:
    """All three accept a proof, or refuse it at the same lemma."""
    disagreements = [disagreement(mutant.problem, mutant.lemmas) for mutant in islice(mutants(Random(1)), number)]
    assert not list(filter(None, disagreements))


@numbers
def test_an_accepted_proof_is_true(number: int) -> None:
    """If the checker accepts a proof, a search finds no other solution, and a general DRAT checker accepts it."""
    made = [
        mutant for mutant in islice(mutants(Random(2)), number) if outcome(mutant.problem, mutant.lemmas) == "accepted"
    ]
    assert made
    for mutant in made:
        assert set(BitmaskEngine()(mutant.puzzle, len(mutant.excluded) + 1)) <= set(mutant.excluded)
        formula = cnf(CoverTable(mutant.puzzle.shape)).dimacs(mutant.puzzle, mutant.excluded)
        assert dratify_accepts(formula, "".join(f"{dimacs_line(lemma)}\n" for lemma in (*mutant.lemmas, ())))
