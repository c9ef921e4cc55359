"""Certificates: content, format and refusals."""

import json
from dataclasses import replace
from typing import Any

import pytest

from crosscover.dialects import MalformedInputError
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.reference import Grid, Shape, Unique, VerdictKind

from .puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, UNSOLVABLE

EVERY_KIND = {
    "none, by propagation": CLASHING,
    "none, by lemmas": UNSOLVABLE,
    "unique, by propagation": EASY,
    "unique, by lemmas": BRIEF,
    "several": AMBIGUOUS,
}


def certificate(puzzle: Grid) -> Certificate:
    """A valid certificate."""
    return certify_puzzle(puzzle, DlxProducer())


def with_fitting_digest(false: Certificate) -> Certificate:
    """The certificate with a matching digest."""
    return replace(false, digest=false.expected_digest())


@pytest.mark.parametrize("puzzle", EVERY_KIND.values(), ids=EVERY_KIND)
def test_a_certificate_survives_its_text(puzzle: Grid) -> None:
    """A certificate survives a round trip through its line, and is valid."""
    made = certificate(puzzle)
    read = parse(made.line())
    assert read == made
    check(read)


def test_the_line_is_the_documented_object() -> None:
    """Keys and values are as documented, without blanks."""
    made = certificate(CLASHING)
    assert made.line() == (
        f'{{"version":1,"puzzle":"{CLASHING}","verdict":"none","solutions":[],"lemmas":[],"producer":"dlx",'
        f'"digest":"{made.digest}"}}'
    )


def test_a_second_grid_must_differ() -> None:
    """Two equal grids do not prove several solutions."""
    made = certificate(AMBIGUOUS)
    twin = with_fitting_digest(replace(made, solutions=(made.solutions[0], made.solutions[0])))
    with pytest.raises(FalseCertificateError, match="the two solutions are the same grid"):
        check(twin)


def test_a_solution_must_keep_the_clues() -> None:
    """A grid that lacks a clue is not a solution, and the clue is named."""
    made = certificate(EASY)
    other = certificate(BRIEF).solutions
    with pytest.raises(FalseCertificateError, match="solution 1 is wrong: clue r"):
        check(with_fitting_digest(replace(made, solutions=other)))


def test_the_number_of_solutions_must_fit_the_verdict() -> None:
    """A verdict with a wrong number of grids is false."""
    made = certificate(AMBIGUOUS)
    with pytest.raises(FalseCertificateError, match="the verdict 'unique' needs 1 solutions, not 2"):
        check(with_fitting_digest(replace(made, kind=VerdictKind.UNIQUE)))


def test_several_is_not_unique() -> None:
    """One of two solutions cannot be certified as unique."""
    made = certificate(AMBIGUOUS)
    lie = Certificate.of(AMBIGUOUS, Unique(made.solutions[0]), [], "a liar")
    with pytest.raises(FalseCertificateError, match="without a conflict"):
        check(lie)


def test_two_solutions_need_no_lemma() -> None:
    """A certificate with two solutions and a lemma is refused."""
    made = certificate(AMBIGUOUS)
    with pytest.raises(FalseCertificateError, match="two solutions need no lemma"):
        check(with_fitting_digest(replace(made, lemmas=((1,),))))


def test_a_proof_of_another_puzzle_is_refused() -> None:
    """The lemmas of one puzzle do not refute another."""
    foreign = certificate(UNSOLVABLE).lemmas
    with pytest.raises(FalseCertificateError, match=r"does not follow|without a conflict"):
        check(with_fitting_digest(replace(certificate(BRIEF), lemmas=foreign)))


def test_a_changed_lemma_is_named() -> None:
    """The wrong lemma is named by its number."""
    made = certificate(UNSOLVABLE)
    middle = len(made.lemmas) // 2
    lemmas = (*made.lemmas[:middle], (made.lemmas[middle][0],), *made.lemmas[middle + 1 :])
    with pytest.raises(FalseCertificateError, match=f"lemma {middle + 1}: .* does not follow") as false:
        check(with_fitting_digest(replace(made, lemmas=lemmas)))
    assert false.value.lemma == middle + 1


def test_a_damaged_certificate_is_detected() -> None:
    """The digest covers all fields, even the name of the producer."""
    with pytest.raises(FalseCertificateError, match="the digest is"):
        check(replace(certificate(EASY), producer="somebody else"))


def test_certificates_are_for_common_boxes() -> None:
    """Other shapes cannot be certified."""
    with pytest.raises(ValueError, match="certificates are for 3x3 boxes, not 2x2"):
        certificate(Grid.empty(Shape(2, 2)))


GOOD: dict[str, Any] = json.loads(certificate(EASY).line())


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected a JSON object, found invalid JSON: Expecting value"),
        ('{"version":1', 13, "expected a JSON object, found invalid JSON: Expecting ',' delimiter"),
        ("[]", 1, r"expected a JSON object, found \[\]"),
        ("{}", 1, "expected the key 'version', found no key"),
        ('{"version":1,"version":1}', 1, "found one that cannot be read: it has a key twice"),
        ("9" * 5000, 1, "found one that cannot be read: "),
        ("[" * 100_000, 1, "found one that cannot be read: "),
        ({"version": 2}, 2, "expected 1 for 'version', found 2"),
        ({"version": True}, 2, "expected 1 for 'version', found True"),
        ({"puzzle": "1" * 80}, 14, "expected 81 characters .* cells, not 80"),
        ({"puzzle": "0" * 81}, 14, "expected 81 characters"),
        ({"puzzle": 5}, 14, "expected 81 characters from 1 to 9 and '.' for 'puzzle', found 5"),
        ({"verdict": "maybe"}, None, "expected 'none', 'unique' or 'several' for 'verdict', found maybe"),
        ({"verdict": []}, None, "expected 'none', 'unique' or 'several'"),
        ({"solutions": {}}, None, "expected a list for 'solutions', found {}"),
        ({"lemmas": [5]}, None, "expected a list for 'lemmas', found 5"),
        ({"lemmas": [[5, 1.0]]}, None, "expected a list of lists of integers for 'lemmas', found 1.0"),
        ({"lemmas": [[True]]}, None, "expected a list of lists of integers for 'lemmas', found True"),
        ({"producer": None}, None, "expected text for 'producer', found None"),
        ({"digest": 1}, None, "expected text for 'digest', found 1"),
        ({"more": 1}, None, "expected no key but .*, found more"),
    ],
)
def test_malformed_certificates(text: str | dict[str, object], column: int | None, message: str) -> None:
    """A malformed certificate is refused with the place and the expected text."""
    line = text if isinstance(text, str) else json.dumps({**GOOD, **text}, separators=(",", ":"))
    with pytest.raises(MalformedInputError, match=message) as malformed:
        parse(line, 7)
    assert malformed.value.line == 7
    assert malformed.value.column == column or column is None
