"""The verdicts that a subject is judged by: what the panel says, kept, and proved where a run certifies."""

import time
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from crosscover.oracles.certificate import FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import Panel
from crosscover.oracles.proofs.certified import certify_verdict
from crosscover.oracles.proofs.producer import ProofError
from crosscover.oracles.proofs.registry import DEFAULT, producer
from crosscover.reference import Grid, Verdict

MAX_CACHED_VERDICTS = 50_000
"""So many verdicts are kept, so that a puzzle that comes again is not solved again."""


class RefutedVerdictError(Exception):
    """What the panel said of a puzzle is not what can be proved: our fault, never the subject's."""


class UncertifiedError(Exception):
    """A verdict is without a proof: nobody found one, or not in time."""


class VerdictCache:
    """The verdicts of a panel.

    With `certify` none is dropped before it has been certified. `abstained` has the engines that took too long, where
    any did.
    """

    def __init__(self, panel: Panel, *, certify: bool = False) -> None:
        self.panel = panel
        self.certify = certify
        self.abstained: dict[Grid, tuple[str, ...]] = {}
        self._verdicts: dict[Grid, Verdict] = {}
        self._certified: set[Grid] = set()

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """What the panel says of a puzzle; raises DisagreementError and UndecidedError."""
        if puzzle not in self._verdicts:
            if not self.certify:
                self._evict()
            self._verdicts[puzzle], abstained = self.panel.judge(puzzle)
            if abstained:
                self.abstained[puzzle] = abstained
        return self._verdicts[puzzle]

    def decided(self) -> Mapping[Grid, Verdict]:
        """What the panel has said so far, in the order in which it was asked, as far as it is kept."""
        return MappingProxyType(self._verdicts)

    def has_uncertified(self) -> bool:
        """Whether a verdict that the subject was judged by is not certified yet."""
        return len(self._certified) < len(self._verdicts)

    def certify_all(self, seconds: float) -> Iterator[Grid]:
        """Certify what is not certified yet, and yield each puzzle; raises what `certify` raises."""
        pending = [(puzzle, verdict) for puzzle, verdict in self._verdicts.items() if puzzle not in self._certified]
        for puzzle in certify(pending, seconds):
            self._certified.add(puzzle)
            yield puzzle
        self._evict()

    def _evict(self) -> None:
        if len(self._verdicts) >= MAX_CACHED_VERDICTS:
            self._verdicts.clear()
            self.abstained.clear()
            self._certified.clear()


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float) -> Iterator[Grid]:
    """Yield each puzzle as soon as there is a checked certificate of its verdict; no solver has a hand in checking.

    Raises RefutedVerdictError, UncertifiedError where a proof is missing once the seconds are over, ValueError for
    boxes that are not 3x3. Costs less than a millisecond a puzzle that unit propagation settles, 5 to 100 for others.
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
            certify_verdict(puzzle, verdict, prover)
        except FalseCertificateError as error:
            raise RefutedVerdictError(
                f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}"
            ) from None
        except ProofError as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {error}") from None
        yield puzzle
