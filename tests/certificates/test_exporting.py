"""Public checkers accept exported proofs."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import dratify
import pytest

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.exporting import dimacs, drat, export, lrat
from crosscover.oracles.proofs.producers import PRODUCERS, producer
from crosscover.oracles.refutation import RefutationRejectedError
from crosscover.reference import Grid, Shape, VerdictKind
from tests.attack import claims

from . import lrat_checker
from .puzzles import AMBIGUOUS, BY_DIAGONALS, CLASHING, EASY, HARD, UNSOLVABLE

PUZZLES = [
    pytest.param(UNSOLVABLE, id="no solution"),
    pytest.param(CLASHING, id="clashing clues", marks=pytest.mark.slow),
    pytest.param(HARD[0], id="one solution", marks=pytest.mark.slow),
    pytest.param(AMBIGUOUS, id="two solutions", marks=pytest.mark.slow),
    pytest.param(Grid(BY_DIAGONALS.values, Shape(3, 3, diagonals=True)), id="diagonal"),
]
each_claim = pytest.mark.parametrize("claim", ["none", "unique", "exactly"])
each_shape = pytest.mark.parametrize("shape", ["2x3", "3x3", "3x3+x", pytest.param("4x4", marks=pytest.mark.slow)])


def dratify_accepts(problem: str, proof: str) -> bool:
    """Whether dratify accepts a problem in DIMACS with a proof in DRAT."""
    checker: Any = dratify  # its parameters have no types
    return bool(checker.check_proof(checker.parse_dimacs(problem), proof).ok)


def verdicts_of_dratify(made: Certificate) -> list[bool]:
    """Whether dratify accepts a certificate, with half of its lemmas if it has any, and for an empty grid."""
    half = replace(made, lemmas=made.lemmas[: len(made.lemmas) // 2])
    other = replace(made, puzzle=Grid.empty(made.puzzle.shape))
    return [dratify_accepts(dimacs(one), drat(one)) for one in (made, *([half] if made.lemmas else []), other)]


@pytest.mark.parametrize("name", PRODUCERS)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_dratify_and_each_producer(puzzle: Grid, name: str) -> None:
    """A public DRAT checker accepts the certificates of each producer, but neither incomplete nor misplaced ones."""
    accepted, *others = verdicts_of_dratify(certify_puzzle(puzzle, producer(name), most=2))
    assert (accepted, any(others)) == (True, False)


@each_shape
@each_claim
def test_dratify_and_each_shape(claim: str, shape: str) -> None:
    """A public DRAT checker accepts certificates of each claim and shape, but neither incomplete nor misplaced ones."""
    accepted, *others = verdicts_of_dratify(example(claim, shape))
    assert (accepted, any(others)) == (True, False)


def test_the_files_have_comments() -> None:
    """The problem names its puzzle and its variables, and the proof ends with the empty clause."""
    files = export(certify_puzzle(EASY, producer("dlx")), 12)
    problem = files["000012.cnf"].splitlines()
    assert f"c puzzle {EASY}" in problem
    assert "c variable 9 * CELL + DIGIT: the cell has the digit; cells count from 0, row by row" in problem
    assert f"p cnf 729 {324 + 10206 + EASY.clue_count + 1}" in problem
    assert files["000012.drat"] == "0\n"


def example(claim: str, shape: str) -> Certificate:
    """A certificate of a claim, for a puzzle drawn at random."""
    drawn = (claims.made(VerdictKind(claim), Shape.parse(shape), Random(seed)) for seed in count())
    return next(one for one in drawn if one.claim.value == claim)


@each_shape
@each_claim
def test_the_hints_lead_to_the_empty_clause(claim: str, shape: str) -> None:
    """A strict checker of LRAT accepts the files of each claim and shape."""
    made = example(claim, shape)
    assert lrat_checker.accepts(dimacs(made), lrat(made))


def test_wrong_lemmas_have_no_hints() -> None:
    """A proof with a wrong lemma cannot be exported as LRAT."""
    made = certify_puzzle(HARD[0], producer("dlx"))
    with pytest.raises(RefutationRejectedError, match="lemma 4"):
        lrat(replace(made, lemmas=(*made.lemmas[:3], (1,), *made.lemmas[3:])))


def test_two_solutions_leave_nothing_to_export() -> None:
    """Certificates with two solutions have no proof to export."""
    assert export(certify_puzzle(AMBIGUOUS, producer("dlx")), 1) == {}
