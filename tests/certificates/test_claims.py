"""The claims of certificates: true ones are accepted for all shapes, false ones are refused with the reason."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crosscover.oracles import certificate as certificates
from crosscover.oracles.certificate import (
    NUMBERS_OF_GRIDS,
    Certificate,
    FalseCertificateError,
    check,
    check_lemmas,
)
from crosscover.oracles.proofs.certification import certify_claim, certify_puzzle, statement
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.oracles.refutation import Axioms, Formula, puzzle_problem
from crosscover.reference import Grid, Shape, VerdictKind
from tests.attack import claims
from tests.attack.claims import accepted, attack_claims, is_true, made

from .puzzles import BY_DIAGONALS

EXAMPLES = [
    (claim, Shape.parse(shape))
    for claim in NUMBERS_OF_GRIDS
    for shape in ("2x2", "2x2+x", "2x3", "3x3", "3x3+x", "4x4", "4x4+x")
]


@pytest.mark.parametrize(("claim", "shape"), EXAMPLES, ids=lambda value: str(getattr(value, "value", value)))
def test_every_claim_is_certified_for_every_shape(claim: VerdictKind, shape: Shape) -> None:
    """A certificate of each claim survives its text, is accepted and says what search confirms."""
    one = made(claim, shape, Random(str(shape)))
    assert accepted(one.line()) == one
    assert is_true(one)


MADE = {claim: made(claim, Shape(2, 2), Random(1)) for claim in NUMBERS_OF_GRIDS}
FOREIGN = made(VerdictKind.UNIQUE, Shape(2, 2), Random(2)).solutions


@pytest.mark.parametrize(
    ("claim", "change", "message"),
    [
        (VerdictKind.UNIQUE, {"solutions": FOREIGN}, "solution 1 is wrong: clue"),
        (VerdictKind.UNIQUE, {"solutions": ()}, "'unique' needs 1 solution, not 0"),
        (VerdictKind.SEVERAL, {"claim": VerdictKind.UNIQUE}, "'unique' needs 1 solution, not 2"),
        (VerdictKind.SEVERAL, {"solutions": MADE[VerdictKind.SEVERAL].solutions[:1] * 2}, "a solution is repeated"),
        (VerdictKind.SEVERAL, {"lemmas": ((1,),)}, "lemma 1: the claim 'several' needs no lemma"),
        (VerdictKind.EXACTLY, {"solutions": MADE[VerdictKind.EXACTLY].solutions[:1] * 2}, "a solution is repeated"),
        (VerdictKind.EXACTLY, {"solutions": FOREIGN}, "'exactly' needs 2 to 100,000 solutions, not 1"),
    ],
)
def test_false_claims_are_refused(claim: VerdictKind, change: dict[str, Any], message: str) -> None:
    """The message names the part that does not prove the claim."""
    with pytest.raises(FalseCertificateError, match=message):
        check(replace(MADE[claim], **change))


def test_a_certificate_says_whether_the_diagonals_count() -> None:
    """A certificate of a diagonal Sudoku is refused without its diagonals, and one of plain Sudoku with them."""
    diagonal = Grid(BY_DIAGONALS.values, Shape(3, 3, diagonals=True))
    unique = certify_puzzle(diagonal, DlxProducer())
    assert unique.claim is VerdictKind.UNIQUE
    assert '"shape":"3x3+x"' in unique.line()
    check(unique)
    solution = Grid(unique.solutions[0].values)
    with pytest.raises(FalseCertificateError, match="does not follow by unit propagation"):
        check(replace(unique, puzzle=BY_DIAGONALS, solutions=(solution,)))
    several = certify_puzzle(BY_DIAGONALS, DlxProducer())
    assert several.claim is VerdictKind.SEVERAL
    grids = tuple(Grid(grid.values, diagonal.shape) for grid in several.solutions)
    with pytest.raises(FalseCertificateError, match="solution 1 is wrong: diagonal"):
        check(replace(several, puzzle=diagonal, solutions=grids))


def test_a_proof_needs_both_diagonals() -> None:
    """A refutation that follows from the diagonals does not follow from the axioms without one of them."""
    diagonal = Grid(BY_DIAGONALS.values, Shape(3, 3, diagonals=True))
    certificate = certify_puzzle(diagonal, DlxProducer())
    problem = puzzle_problem(diagonal, certificate.solutions)
    for first in (324, 333):
        axioms = problem.axioms
        left_out = [set(clause) for clause in axioms.clauses[first : first + 9]]
        clauses = [clause for clause in axioms.clauses if set(clause) not in left_out]
        together = {frozenset(pair) for clause in clauses for pair in combinations(clause, 2)}
        rivals = [
            [other for other in others if frozenset((candidate, other)) in together]
            for candidate, others in enumerate(axioms.rivals)
        ]
        weaker = Formula(Axioms(axioms.variables, clauses, rivals), problem.further)
        with pytest.raises(FalseCertificateError, match=r"does not follow|without a conflict"):
            check_lemmas(weaker, certificate.lemmas)


def test_a_number_of_solutions_is_exact() -> None:
    """The producer finds a missing solution; a claim of several solutions needs no complete list."""
    grids = MADE[VerdictKind.EXACTLY].solutions
    puzzle = MADE[VerdictKind.EXACTLY].puzzle
    with pytest.raises(FalseCertificateError, match=f"dlx finds another solution of {puzzle}: {grids[-1]}"):
        certify_claim(Certificate.of_solutions(puzzle, grids[:-1], exact=True), DlxProducer())
    fewer = Certificate.of_solutions(puzzle, grids, exact=False)
    assert certify_claim(fewer, DlxProducer()).claim is VerdictKind.SEVERAL


def test_statements() -> None:
    """Each claim has a sentence."""
    said = {claim: statement(certificate).removeprefix(str(certificate.puzzle)) for claim, certificate in MADE.items()}
    assert said == {
        VerdictKind.NONE: " has no solution.",
        VerdictKind.UNIQUE: " has exactly one solution.",
        VerdictKind.SEVERAL: " has at least two solutions.",
        VerdictKind.EXACTLY: " has exactly 2 solutions.",
    }


def test_forgeries_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 forged certificates of all claims, only true ones are accepted."""
    monkeypatch.setattr(claims, "FORGERIES", 10)
    assert list(attack_claims(Random(4), tmp_path)) == []


@pytest.mark.parametrize("missing", ["check_grids", "check_lemmas"])
def test_forgeries_would_be_found(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a part of the check some are accepted, and the attack reports them."""

    def accept(*_: object) -> None:
        pass

    monkeypatch.setattr(certificates, missing, accept)
    assert any("a false certificate is accepted" in finding for finding in attack_claims(Random(4), tmp_path))
