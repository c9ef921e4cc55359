"""Certificates in Python."""

import pytest

import crosscover
from crosscover import Certificate


def test_a_certificate_is_made_checked_and_read() -> None:
    """A puzzle of any shape has a certificate, which survives its text and says what it proves."""
    puzzle = "3....1........21"
    made = crosscover.certify(puzzle, 5, shape="2x2")
    read: Certificate = crosscover.verify(made.line())

    assert read == made
    assert crosscover.statement(read) == f"{puzzle} has exactly 2 solutions."
    assert crosscover.statement(crosscover.certify(puzzle, shape="2x2")) == f"{puzzle} has at least two solutions."


def test_false_and_malformed_certificates() -> None:
    """A false certificate is a ValueError with the reason, a malformed one with the place, a wrong limit too."""
    line = crosscover.certify("." * 16, shape="2x2").line()

    with pytest.raises(ValueError, match="solution 1 is wrong"):
        crosscover.verify(line.replace('"puzzle":"....', '"puzzle":"1111'))
    with pytest.raises(ValueError, match="column 1: expected a JSON object"):
        crosscover.verify("")
    with pytest.raises(ValueError, match="from 1 to 99,999 for 3x3 boxes, not 0"):
        crosscover.certify("." * 81, 0)


def test_grids_that_would_not_fit() -> None:
    """A number of solutions whose certificate would be too large is refused before the search."""
    with pytest.raises(ValueError, match="from 1 to 64,772 for 4x4 boxes, not 99,999"):
        crosscover.certify("." * 256, 99_999, shape="4x4")
