"""From a puzzle to a certificate that has been checked: the only way in which this package gives any out."""

from typing import assert_never

from crosscover.oracles import certificate, refutation
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.refutation import Lemma
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import NoSolution, Several, Unique, Verdict

from .producer import Claim, Producer
from .trimming import trimmed

PROPAGATION = "propagation"
"""The producer of a certificate that needed none: two grids, or a refutation without a lemma."""


def certify(puzzle: Grid, producer: Producer) -> Certificate:
    """Let a producer decide a puzzle, and prove it; raises ProofError, or FalseCertificateError for a worthless proof."""
    return _proved(puzzle, producer.claim(puzzle), producer.name)


def certified(puzzle: Grid, verdict: Verdict, producer: Producer) -> Certificate:
    """Prove a verdict that somebody else reached.

    Raises FalseCertificateError where it is wrong or the proof worthless, ProofError where the producer gave up. The producer
    is asked only where unit propagation does not get there by itself, which is seldom for puzzles drawn at random:
    these cost less than a millisecond each, the others 5 to 100.
    """
    attempt = Certificate.of(puzzle, verdict, (), PROPAGATION)
    try:
        certificate.check(attempt)
    except FalseCertificateError as false:
        if isinstance(verdict, Several):
            raise
        claim = producer.claim(puzzle)
        if not _agree(claim.verdict, verdict):
            raise FalseCertificateError(f"{producer.name} says {claim.verdict}, not {verdict}") from false
        return _proved(puzzle, claim, producer.name)
    return attempt


def _proved(puzzle: Grid, claim: Claim, producer: str) -> Certificate:
    made = Certificate.of(puzzle, claim.verdict, _short(puzzle, claim), producer)
    certificate.check(made)
    return made


def _short(puzzle: Grid, claim: Claim) -> tuple[Lemma, ...]:
    match claim.verdict:
        case Several():
            return ()
        case Unique(solution):
            problem = refutation.puzzle_problem(puzzle, solution)
        case NoSolution():
            problem = refutation.puzzle_problem(puzzle)
        case other:
            assert_never(other)
    short = trimmed(problem, claim.lemmas)
    return claim.lemmas if short is None else short  # what cannot be trimmed is for the checker to refuse


def _agree(one: Verdict, other: Verdict) -> bool:
    return type(one) is type(other) and not (isinstance(one, Unique) and one != other)
