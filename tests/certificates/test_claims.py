"""The claims of certificates: true ones are accepted for all shapes, false ones are refused with the reason."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crosscover.oracles import certificate as certificates
from crosscover.oracles.certificate import NUMBERS_OF_GRIDS, SHAPES, Certificate, FalseCertificateError, check
from crosscover.oracles.proofs.certification import certify_claim, statement
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.reference import Shape, VerdictKind
from tests.attack import claims
from tests.attack.claims import accepted, attack_claims, is_true, made

EXAMPLES = [(claim, shape) for claim in NUMBERS_OF_GRIDS for shape in (*SHAPES[:2], Shape(3, 3), Shape(4, 4))]


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
