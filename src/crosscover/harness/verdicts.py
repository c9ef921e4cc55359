"""The verdicts that a subject is judged by: cached answers of the panel, certified as far as there is time.

    panel ──► verdict ──► cache ──► the subject is judged
                │
                └──► queue ──► certificate: accepted ──► counted
                                            refuted  ──► a fault of crosscover, raised at the end of the task

Certificates take at most `CERTIFICATION_SHARE` of the time of a run. When a verdict is reached, or a task ends, those
that wait are certified in order while the share lasts.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from crosscover.exit_code import message_of
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import Panel
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Grid, Verdict
from crosscover.time_limit import time_limit

from .deadline import Clock
from .limits import CERTIFICATE_SECONDS, CERTIFICATION_SHARE

MAX_CACHED_VERDICTS = 50_000
"""Maximum number of cached verdicts, and of those that wait for a certificate."""


class RefutedVerdictError(Exception):
    """A proof contradicts the panel's verdict: a fault of crosscover, never of the subject."""


class UncertifiedError(Exception):
    """No proof of a verdict was found, or not in time."""


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """The number of verdicts that a panel reached, and of those that were certified."""

    decided: int = 0
    certified: int = 0


class VerdictCache:
    """The verdicts of a panel, the oldest dropped first when there are too many.

    Certificates take at most this `share` of the time since the cache was made. `abstained` has the engines that timed
    out on a puzzle.
    """

    def __init__(self, panel: Panel, *, share: float = CERTIFICATION_SHARE, clock: Clock = time.monotonic) -> None:
        self.panel = panel
        self._share = share
        self._clock = clock
        self._started = clock()
        self._certifying_seconds = 0.0
        self._uncertified: deque[tuple[Grid, Verdict]] = deque(maxlen=MAX_CACHED_VERDICTS)
        self._decided = self._certified = 0
        self._refuted: RefutedVerdictError | None = None
        self.abstained: dict[Grid, tuple[str, ...]] = {}
        self._verdicts: dict[Grid, Verdict] = {}

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """The panel's verdict on a puzzle; raises DisagreementError and UndecidedError."""
        if puzzle not in self._verdicts:
            verdict, abstained = self.panel.judge(puzzle)
            self.add(puzzle, verdict)
            if abstained:
                self.abstained[puzzle] = abstained
        return self._verdicts[puzzle]

    def add(self, puzzle: Grid, verdict: Verdict) -> None:
        """Keep a verdict that was reached elsewhere."""
        if puzzle not in self._verdicts:
            self._verdicts[puzzle] = verdict
            if len(self._verdicts) > MAX_CACHED_VERDICTS:
                oldest = next(iter(self._verdicts))
                del self._verdicts[oldest]
                self.abstained.pop(oldest, None)
            self._uncertified.append((puzzle, verdict))
            self._decided += 1
            self.certify_in_time()

    def decided(self) -> Mapping[Grid, Verdict]:
        """The cached verdicts in the order in which the panel reached them."""
        return MappingProxyType(self._verdicts)

    def certify_in_time(self) -> None:
        """Certify the verdicts that wait, while certificates take less than their share of the time.

        The last one may take as long again, at most `CERTIFICATE_SECONDS`. A verdict without a proof is not tried
        again.
        """
        now = self._clock()
        while self._uncertified and self._certifying_seconds < self._share * (now - self._started):
            waiting, started = self._uncertified.popleft(), now
            try:
                for _ in certify([waiting], CERTIFICATE_SECONDS):
                    self._certified += 1
            except UncertifiedError:
                pass
            except RefutedVerdictError as error:
                self._refuted = error
            now = self._clock()
            self._certifying_seconds += now - started

    @property
    def tally(self) -> VerdictTally:
        """The number of verdicts that were decided and certified so far."""
        return VerdictTally(self._decided, self._certified)

    def take_refuted(self) -> RefutedVerdictError | None:
        """The last verdict since the last call whose certificate is false, None if there is none."""
        refuted, self._refuted = self._refuted, None
        return refuted


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float) -> Iterator[Certificate]:
    """Yield the certificate of each verdict as soon as it is checked; the checker uses no solver.

    Raises RefutedVerdictError, and UncertifiedError if a proof is missing after these seconds, or for shapes without
    certificates.
    """
    deadline = time.monotonic() + seconds
    for puzzle, verdict in verdicts:
        try:
            with time_limit(deadline - time.monotonic()):
                certificate = certify_claim(Certificate.of(puzzle, verdict), producer(DEFAULT_PRODUCER))
        except FalseCertificateError as error:
            reason = f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}"
            raise RefutedVerdictError(reason) from None
        except TimeoutError:
            raise UncertifiedError(f"{seconds:g} s were not enough; {puzzle} and others have no certificate") from None
        except (ProofError, UnavailableEngineError, OSError, ValueError) as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {message_of(error)}") from None
        yield certificate
