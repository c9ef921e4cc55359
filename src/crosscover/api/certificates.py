"""Certificates in Python, made and checked, and the verdicts that they prove."""

from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Shape, Verdict
from crosscover.reference.shape import expect_type
from crosscover.reference.verdict import verdict_of

from .puzzles import Puzzle, to_grid


def certify(puzzle: Puzzle, most: int = 1, *, shape: Shape | str | None = None) -> Certificate:
    """A checked certificate of the number of solutions, if it is at most `most`; else one that there are more.

    The puzzle may have any form that `solve` takes, with boxes from 2x2 to 4x4. Raises ValueError for a malformed
    puzzle, another shape, or a number below 1 or above 99,999 (64,772 for 4x4 boxes), and RuntimeError if no proof is
    found.

    >>> certify("1.3.34....4..3.1", 20, shape="2x2").claim.value
    'unique'
    """
    expect_type(most, int, "a number of solutions")
    return certify_puzzle(to_grid(puzzle, shape), producer(DEFAULT_PRODUCER), most)


def unique(puzzle: Puzzle, *, shape: Shape | str | None = None) -> Verdict:
    """Whether a puzzle has no solution, exactly one or several, with a checked proof, as `crosscover unique` finds it.

    The puzzle may have any form that `solve` takes, with boxes from 2x2 to 4x4. Returns `NoSolution`, `Unique` with its
    `solution`, or `Several` with two `solutions`; `certify` also returns the proof. Raises ValueError for a malformed
    puzzle or another shape.

    >>> str(unique("1.3.34....4..3.1", shape="2x2"))
    'one solution, 1234342121434312'
    """
    return verdict_of(list(certify(puzzle, shape=shape).solutions))


def verify(line: str) -> Certificate:
    """The certificate in a line of text, checked without a solver.

    Raises ValueError if it is malformed or false.
    """
    expect_type(line, str, "the line of a certificate")
    certificate = parse(line)
    check(certificate)
    return certificate
