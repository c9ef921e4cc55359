"""Proves the verdicts that a subject is judged by, with certificates that no solver has a hand in checking."""

import time
from collections.abc import Iterable, Iterator

from crosscover.oracles.certificate import FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.proofs.registry import DEFAULT, producer
from crosscover.oracles.proofs.certified import certified
from crosscover.oracles.proofs.producer import ProofError
from crosscover.reference import Grid, Verdict


class RefutedVerdictError(Exception):  # noqa: N818 - a verdict on a verdict
    """What the panel said of a puzzle is not what can be proved: our fault, never the subject's."""


class UncertifiedError(Exception):  # noqa: N818 - as above
    """A verdict is without a proof: nobody found one, or not in time."""


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float) -> Iterator[Grid]:
    """Yield each puzzle as soon as there is a checked certificate of its verdict.

    Raises RefutedVerdictError, UncertifiedError where a proof is missing once the seconds are over, ValueError for boxes that are
    not 3x3. Costs less than a millisecond a puzzle that unit propagation settles, 5 to 100 for others.
    """
    deadline = time.monotonic() + seconds
    try:
        prover = producer(DEFAULT)
    except UnavailableEngineError as error:
        raise UncertifiedError(str(error)) from None
    for puzzle, verdict in verdicts:
        if time.monotonic() > deadline:
            raise UncertifiedError(f"{seconds:g} s were not enough; {puzzle} and others are without a certificate")
        try:
            certified(puzzle, verdict, prover)
        except FalseCertificateError as error:
            raise RefutedVerdictError(
                f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}"
            ) from None
        except ProofError as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {error}") from None
        yield puzzle
