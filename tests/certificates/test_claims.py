"""The claims of certificates: true ones are accepted for all shapes, false ones are refused with the reason."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crosscover.oracles import certificate as certificates
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError, check
from crosscover.oracles.proofs.certification import certify_claim, statement
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.reference import Grid, Shape, symmetry
from tests.attack.claims import accepted, attack_claims, is_true, made

SMALL = [Shape(2, 2), Shape(2, 3), Shape(3, 3)]
LARGE = [Shape(3, 4), Shape(4, 4)]
EXAMPLES = [(claim, shape) for claim in ClaimKind for shape in SMALL + LARGE * (claim is not ClaimKind.MINIMAL)]


@pytest.mark.parametrize(("claim", "shape"), EXAMPLES, ids=lambda value: str(getattr(value, "value", value)))
def test_every_claim_is_certified_for_every_shape(claim: ClaimKind, shape: Shape) -> None:
    """A certificate of each claim survives its text, is accepted and says what search confirms."""
    one = made(claim, shape, Random(str(shape)))
    assert accepted(one.line()) == one
    assert is_true(one)


MADE = {claim: made(claim, Shape(2, 2), Random(1)) for claim in ClaimKind}
MINIMAL = MADE[ClaimKind.MINIMAL]
FOREIGN = made(ClaimKind.UNIQUE, Shape(2, 2), Random(2)).solutions
NO_SYMMETRY = symmetry.Symmetry((0, 0, 1, 1), (0, 1, 2, 3), (0, 1, 2, 3, 4), Shape(2, 2))


@pytest.mark.parametrize(
    ("claim", "change", "message"),
    [
        (ClaimKind.MINIMAL, {"solutions": MINIMAL.solutions[:-1]}, "'minimal' needs 6 solutions, not 5"),
        (ClaimKind.MINIMAL, {"solutions": MINIMAL.solutions[:1] * 6}, "solution 2 repeats the first"),
        (
            ClaimKind.MINIMAL,
            {"solutions": MINIMAL.solutions[:1] + MINIMAL.solutions[:0:-1]},
            "solution 2 is wrong",
        ),
        (ClaimKind.UNIQUE, {"solutions": FOREIGN}, "solution 1 is wrong: clue"),
        (ClaimKind.UNIQUE, {"solutions": ()}, "'unique' needs 1 solution, not 0"),
        (ClaimKind.SEVERAL, {"claim": ClaimKind.UNIQUE}, "'unique' needs 1 solution, not 2"),
        (ClaimKind.SEVERAL, {"solutions": MADE[ClaimKind.SEVERAL].solutions[:1] * 2}, "a solution is repeated"),
        (ClaimKind.SEVERAL, {"lemmas": ((1,),)}, "lemma 1: the claim 'several' needs no lemma"),
        (ClaimKind.EXACTLY, {"solutions": MADE[ClaimKind.EXACTLY].solutions[:1] * 2}, "a solution is repeated"),
        (ClaimKind.EXACTLY, {"solutions": FOREIGN}, "'exactly' needs 2 to 100,000 solutions, not 1"),
        (ClaimKind.AT_LEAST, {"solutions": ()}, "'at least' needs 1 to 100,000 solutions, not 0"),
        (ClaimKind.AT_LEAST, {"solutions": FOREIGN}, "solution 1 is wrong: clue"),
        (ClaimKind.AT_LEAST, {"lemmas": ((1,),)}, "lemma 1: the claim 'at least' needs no lemma"),
        (ClaimKind.AT_LEAST, {"clue": 0}, "the claim 'redundant', and no other, is about a clue"),
        (ClaimKind.REDUNDANT, {"clue": None}, "the claim 'redundant', and no other, is about a clue"),
        (ClaimKind.REDUNDANT, {"clue": 1}, "r1c2 is not a clue"),
        (ClaimKind.REDUNDANT, {"clue": 0}, "the proof ends without a conflict"),
        (ClaimKind.REDUNDANT, {"solutions": FOREIGN}, "solution 1 is wrong: clue"),
        (ClaimKind.ISOMORPHIC, {"image": Grid.empty(Shape(2, 2))}, "the symmetry maps the puzzle to "),
        (ClaimKind.ISOMORPHIC, {"symmetry": NO_SYMMETRY}, "it is not a symmetry of 2x2 boxes: column 4"),
        (ClaimKind.ISOMORPHIC, {"symmetry": None}, "'isomorphic', and no other, needs an image and a symmetry"),
        (ClaimKind.ISOMORPHIC, {"lemmas": ((1,),)}, "lemma 1: the claim 'isomorphic' needs no lemma"),
        (ClaimKind.UNIQUE, {"image": FOREIGN[0]}, "'isomorphic', and no other, needs an image and a symmetry"),
    ],
)
def test_false_claims_are_refused(claim: ClaimKind, change: dict[str, Any], message: str) -> None:
    """What does not prove a claim is named."""
    with pytest.raises(FalseCertificateError, match=message):
        check(replace(MADE[claim], **change))


def test_a_number_of_solutions_is_exact() -> None:
    """With one grid less, the producer finds it; what has no other solution needs no lemma of its own."""
    grids = MADE[ClaimKind.EXACTLY].solutions
    puzzle = MADE[ClaimKind.EXACTLY].puzzle
    with pytest.raises(FalseCertificateError, match=f"dlx finds another solution of {puzzle}: {grids[-1]}"):
        certify_claim(Certificate.of_solutions(puzzle, grids[:-1], exact=True), DlxProducer())
    fewer = Certificate.of_solutions(puzzle, grids[:-1], exact=False)
    assert certify_claim(fewer, DlxProducer()).claim is ClaimKind.AT_LEAST


def test_statements() -> None:
    """Each claim has a sentence."""
    said = {claim: statement(certificate).removeprefix(str(certificate.puzzle)) for claim, certificate in MADE.items()}
    assert said == {
        ClaimKind.NONE: " has no solution.",
        ClaimKind.UNIQUE: " has exactly one solution.",
        ClaimKind.SEVERAL: " has at least two solutions.",
        ClaimKind.EXACTLY: " has exactly 2 solutions.",
        ClaimKind.AT_LEAST: " has at least 2 solutions.",
        ClaimKind.MINIMAL: " has exactly one solution, and several without any one of its 5 clues.",
        ClaimKind.REDUNDANT: " has exactly one solution, even without its clue at r2c3.",
        ClaimKind.ISOMORPHIC: " becomes ...1..2.3...41.. under the symmetry r:2134:3412:1423.",
    }


def test_forgeries_are_refused(tmp_path: Path) -> None:
    """Of some hundred forged certificates of all claims and shapes, only true ones are accepted."""
    assert list(attack_claims(Random(4), tmp_path)) == []


@pytest.mark.parametrize("missing", ["_check_solutions", "_check_symmetry", "_check_extent"])
def test_forgeries_would_be_found(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a part of the check some are accepted, and the attack reports them."""
    monkeypatch.setattr(certificates, missing, id)
    assert any("a false certificate is accepted" in finding for finding in attack_claims(Random(4), tmp_path))
