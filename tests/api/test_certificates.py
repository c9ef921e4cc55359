"""Certificates in Python."""

import pytest

import crosscover
from crosscover import Certificate, Grid, NoSolution, Several, Unique

from .solvers import PUZZLE, SOLUTION


def test_a_certificate_is_made_checked_and_read() -> None:
    """A puzzle of any shape has a certificate of the number of its solutions, which survives its text."""
    made = crosscover.certify("3....1........21", 5, shape="2x2")
    read: Certificate = crosscover.verify(made.line())
    assert read == made
    assert (read.claim.value, len(read.solutions)) == ("exactly", 2)


def test_unique() -> None:
    """A puzzle has no solution, one or several; larger boxes than 4x4 have no certificates."""
    assert crosscover.unique("11" + "." * 79) == NoSolution()
    assert crosscover.unique(PUZZLE) == Unique(Grid.parse(SOLUTION))
    assert isinstance(crosscover.unique("." * 16, shape="2x2"), Several)
    with pytest.raises(ValueError, match="certificates are for boxes from 2x2 to 4x4"):
        crosscover.unique("." * 625, shape="5x5")


def test_false_and_malformed_certificates() -> None:
    """A false certificate is a ValueError with the reason, a malformed one with the place, a wrong limit too."""
    line = crosscover.certify("." * 16, shape="2x2").line()

    with pytest.raises(ValueError, match="solution 1 is wrong"):
        crosscover.verify(line.replace('"puzzle":"....', '"puzzle":"1111'))
    with pytest.raises(ValueError, match="column 1: expected a JSON object"):
        crosscover.verify("")
    with pytest.raises(ValueError, match="from 1 to 99,999 for 3x3 boxes, not 0"):
        crosscover.certify("." * 81, 0)
