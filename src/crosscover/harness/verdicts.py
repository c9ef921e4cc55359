"""The verdicts by which a subject is judged: the panel's verdicts, cached, and certified if there is time.

panel ──► verdict ──► certificate, if there is time: accepted ──► counted
            │                                        refuted  ──► a fault of crosscover
            └──► cache ──► the subject is judged
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

from crosscover.errors import message_of
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import Panel
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Grid, Verdict
from crosscover.time_limit import TimeLimit

from .budget import Clock
from .limits import CERTIFICATE_SECONDS, CERTIFICATION_SHARE

MAX_CACHED_VERDICTS = 50_000
"""Maximum number of cached verdicts."""


class RefutedVerdictError(Exception):
    """A proof contradicts the panel's verdict: a fault of crosscover, never of the subject."""


class UncertifiedError(Exception):
    """No proof of a verdict was found in time."""


class VerdictCache:
    """A cache of a panel's verdicts, which drops the oldest verdicts if it is full.

    Certifies a new verdict if certificates have taken less than `share` of the time since the cache was created.
    `decided` and `certified` count the verdicts so far.
    """

    def __init__(self, panel: Panel, *, share: float = CERTIFICATION_SHARE, clock: Clock = time.monotonic) -> None:
        self.panel = panel
        self._verdicts: dict[Grid, Verdict] = {}
        self._share = share
        self._clock = clock
        self._started = clock()
        self._certifying_seconds = 0.0
        self.decided = self.certified = 0

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """Return the panel's verdict on a puzzle; raises DisagreementError, UndecidedError and RefutedVerdictError."""
        if puzzle not in self._verdicts:
            self.add(puzzle, self.panel.judge(puzzle)[0])
        return self._verdicts[puzzle]

    def add(self, puzzle: Grid, verdict: Verdict) -> None:
        """Store a verdict, possibly from another panel; raises RefutedVerdictError."""
        if puzzle in self._verdicts:
            return
        self._verdicts[puzzle] = verdict
        if len(self._verdicts) > MAX_CACHED_VERDICTS:
            del self._verdicts[next(iter(self._verdicts))]
        self.decided += 1
        started = self._clock()
        if self._certifying_seconds < self._share * (started - self._started):
            with suppress(UncertifiedError):
                self.certified += len(list(certify([(puzzle, verdict)])))
            self._certifying_seconds += self._clock() - started


def certify(verdicts: Iterable[tuple[Grid, Verdict]]) -> Iterator[Certificate]:
    """Yield the certificate of each verdict as soon as it is checked; the checker uses no solver.

    Raises RefutedVerdictError, and UncertifiedError if proofs take longer than `CERTIFICATE_SECONDS` or the shape has
    no certificates.
    """
    deadline = time.monotonic() + CERTIFICATE_SECONDS
    for puzzle, verdict in verdicts:
        try:
            with TimeLimit(deadline - time.monotonic()):
                certificate = certify_claim(Certificate.of(puzzle, verdict), producer(DEFAULT_PRODUCER))
        except FalseCertificateError as error:
            reason = f"the panel finds that {puzzle} has {verdict}, but the certificate is false: {error}"
            raise RefutedVerdictError(reason) from None
        except (TimeoutError, ProofError, UnavailableEngineError, OSError, ValueError) as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {message_of(error)}") from None
        yield certificate
