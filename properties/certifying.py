"""Proves the verdicts that a subject is judged by, with certificates that no solver has a hand in checking."""

import time
from collections.abc import Iterable, Iterator

from crosscover.oracles.certificate import FalseCertificate
from crosscover.oracles.errors import UnavailableEngine
from crosscover.oracles.proofs.catalogue import DEFAULT, producer
from crosscover.oracles.proofs.certified import certified
from crosscover.oracles.proofs.producer import Unproved
from crosscover.reference import Grid, Verdict


class FalseVerdict(Exception):  # noqa: N818 - a verdict on a verdict
    """What the panel said of a puzzle is not what can be proved: our fault, never the subject's."""


class Uncertified(Exception):  # noqa: N818 - as above
    """A verdict is without a proof: nobody found one, or not in time."""


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float) -> Iterator[Grid]:
    """Yield each puzzle as soon as there is a checked certificate of its verdict.

    Raises FalseVerdict, Uncertified where a proof is missing once the seconds are over, ValueError for boxes that are
    not 3x3. Costs less than a millisecond a puzzle that unit propagation settles, 5 to 100 for others.
    """
    deadline = time.monotonic() + seconds
    try:
        prover = producer(DEFAULT)
    except UnavailableEngine as error:
        raise Uncertified(str(error)) from None
    for puzzle, verdict in verdicts:
        if time.monotonic() > deadline:
            raise Uncertified(f"{seconds:g} s were not enough; {puzzle} and others are without a certificate")
        try:
            certified(puzzle, verdict, prover)
        except FalseCertificate as error:
            raise FalseVerdict(f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}") from None
        except Unproved as error:
            raise Uncertified(f"no proof was found that {puzzle} has {verdict}: {error}") from None
        yield puzzle
