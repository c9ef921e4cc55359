"""From a puzzle to a checked certificate: this package gives out no others."""

from crosscover.oracles import certificate, refutation
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Several, Verdict, same_verdict

from .producer import Claim, Producer
from .trimming import trim

PROPAGATION = "propagation"
"""The producer of a certificate that needed none: two grids, or a refutation without a lemma."""


def certify_puzzle(puzzle: Grid, producer: Producer) -> Certificate:
    """Let a producer decide and prove a puzzle; raises ProofError, or FalseCertificateError for a worthless proof."""
    return _prove(puzzle, producer.claim(puzzle), producer.name)


def certify_verdict(puzzle: Grid, verdict: Verdict, producer: Producer) -> Certificate:
    """Prove a verdict that was reached elsewhere.

    Raises FalseCertificateError where it is wrong or the proof worthless, ProofError where the producer gave up. The
    producer is asked only where unit propagation does not get there by itself, which is seldom for puzzles drawn at
    random: these cost less than a millisecond each, the others 5 to 100.
    """
    attempt = Certificate.of(puzzle, verdict, (), PROPAGATION)
    try:
        certificate.check(attempt)
    except FalseCertificateError as false:
        if isinstance(verdict, Several):
            raise
        claim = producer.claim(puzzle)
        if not same_verdict(claim.verdict, verdict):
            raise FalseCertificateError(f"{producer.name} says {claim.verdict}, not {verdict}") from false
        return _prove(puzzle, claim, producer.name)
    return attempt


def _prove(puzzle: Grid, claim: Claim, producer: str) -> Certificate:
    lemmas = claim.lemmas
    if not isinstance(claim.verdict, Several):
        short = trim(refutation.puzzle_problem(puzzle, *claim.verdict.solutions), lemmas)
        lemmas = lemmas if short is None else short  # what cannot be trimmed is for the checker to reject
    made = Certificate.of(puzzle, claim.verdict, lemmas, producer)
    certificate.check(made)
    return made
