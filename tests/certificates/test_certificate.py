"""Certificates: content, format and refusals."""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from crosscover.dialects import MalformedInputError
from crosscover.oracles.certificate import Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.reference import Grid, Shape, Unique

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


@pytest.mark.parametrize("puzzle", EVERY_KIND.values(), ids=EVERY_KIND)
def test_a_certificate_survives_its_text(puzzle: Grid) -> None:
    """A certificate survives a round trip through its line, and is valid."""
    made = certificate(puzzle)
    read = parse(made.line())
    assert read == made
    check(read)


def test_the_line_is_the_documented_object() -> None:
    """Keys and values are as documented, without blanks."""
    bare = (
        f'{{"version":2,"claim":"none","shape":"3x3","puzzle":"{CLASHING}","solutions":[],"lemmas":[],"producer":"dlx"'
    )
    digest = sha256(f"{bare}}}".encode()).hexdigest()
    assert certificate(CLASHING).line() == f'{bare},"digest":"{digest}"}}'


def test_version_1_is_read() -> None:
    """A certificate of version 1 is read as one of version 2, with its own digest."""
    bare = f'{{"version":1,"puzzle":"{CLASHING}","verdict":"none","solutions":[],"lemmas":[],"producer":"dlx"'
    read = parse(f'{bare},"digest":"{sha256(f"{bare}}}".encode()).hexdigest()}"}}')
    check(read)
    assert read == certificate(CLASHING)


def test_several_is_not_unique() -> None:
    """One of two solutions cannot be certified as unique."""
    made = certificate(AMBIGUOUS)
    lie = replace(Certificate.of(AMBIGUOUS, Unique(made.solutions[0])), producer="a liar")
    with pytest.raises(FalseCertificateError, match="without a conflict"):
        check(lie)


def test_a_proof_of_another_puzzle_is_refused() -> None:
    """The lemmas of one puzzle do not refute another."""
    foreign = certificate(UNSOLVABLE).lemmas
    with pytest.raises(FalseCertificateError, match=r"does not follow|without a conflict"):
        check(replace(certificate(BRIEF), lemmas=foreign))


def test_a_changed_lemma_is_named() -> None:
    """The wrong lemma is named by its number."""
    made = certificate(UNSOLVABLE)
    middle = len(made.lemmas) // 2
    lemmas = (*made.lemmas[:middle], (made.lemmas[middle][0],), *made.lemmas[middle + 1 :])
    with pytest.raises(FalseCertificateError, match=f"lemma {middle + 1}: .* does not follow") as false:
        check(replace(made, lemmas=lemmas))
    assert false.value.lemma == middle + 1


def test_a_damaged_certificate_is_detected() -> None:
    """The digest covers all fields, even the name of the producer."""
    with pytest.raises(FalseCertificateError, match="the digest is"):
        check(parse(certificate(EASY).line().replace('"dlx"', '"me"')))


@pytest.mark.parametrize("shape", [Shape(1, 4), Shape(4, 5)], ids=str)
def test_certificates_are_for_common_boxes(shape: Shape) -> None:
    """Other shapes cannot be certified."""
    with pytest.raises(ValueError, match=f"certificates are for boxes from 2x2 to 4x4, not {shape}"):
        certificate(Grid.empty(shape))


GOOD: dict[str, Any] = json.loads(certificate(EASY).line())


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected a JSON object, found invalid JSON: Expecting value"),
        ('{"version":1', 13, "expected a JSON object, found invalid JSON: Expecting ',' delimiter"),
        ("[]", 1, r"expected a JSON object, found \[\]"),
        ("{}", 1, "expected 2 or 1 for 'version', found None"),
        ('{"version":2}', 1, "expected the keys version, claim, .* found version"),
        ('{"version":1,"version":1}', 1, "found one that cannot be read: a key is repeated"),
        ("9" * 5000, 1, "found one that cannot be read: "),
        ("[" * 100_000, 1, "found one that cannot be read: "),
        ({"version": 3}, 2, "expected 2 or 1 for 'version', found 3"),
        ({"version": True}, 2, "expected 2 or 1 for 'version', found True"),
        ({"puzzle": "1" * 80}, 45, "expected 81 characters"),
        ({"puzzle": "0" * 81}, 45, "expected 81 characters"),
        ({"puzzle": 5}, 45, "expected 81 characters from 1 to 9 and '.' for 'puzzle', found 5"),
        ({"claim": "maybe"}, 14, "expected 'none', 'unique', 'several', 'exactly' for 'claim', found maybe"),
        ({"claim": []}, 14, "expected text for 'claim'"),
        ({"shape": "9x9"}, None, "expected the rows and columns of a box from 2x2 to 4x4 for 'shape', found 9x9"),
        ({"shape": "03x3"}, None, "expected the rows and columns of a box from 2x2 to 4x4 for 'shape', found 03x3"),
        ({"shape": "4x4"}, None, "expected 256 characters from 1 to G and '.' for 'puzzle'"),
        ({"version": 1}, None, "expected the keys version, puzzle, verdict, "),
        ("[" * 500_001, 1, "expected at most 500,000 lemmas, found more"),
        ({"solutions": {}}, None, "expected a list for 'solutions', found {}"),
        ({"lemmas": [5]}, None, "expected a list for 'lemmas', found 5"),
        ({"lemmas": [[5, 1.0]]}, None, "expected a list of lists of integers for 'lemmas', found 1.0"),
        ({"lemmas": [[True]]}, None, "expected a list of lists of integers for 'lemmas', found True"),
        ({"producer": None}, None, "expected text for 'producer', found None"),
        ({"digest": 1}, None, "expected text for 'digest', found 1"),
        ({"more": 1}, None, "expected the keys version, .*, found version, .*, more"),
    ],
)
def test_malformed_certificates(text: str | dict[str, object], column: int | None, message: str) -> None:
    """A malformed certificate is refused with the place and the expected text."""
    line = text if isinstance(text, str) else json.dumps({**GOOD, **text}, separators=(",", ":"))
    with pytest.raises(MalformedInputError, match=message) as malformed:
        parse(line, 7)
    assert malformed.value.line == 7
    assert malformed.value.column == column or column is None
