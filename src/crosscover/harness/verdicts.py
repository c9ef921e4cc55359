"""The verdicts that a subject is judged by: what the panel says, kept, and proved where a run certifies."""

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.least import lesser_puzzles
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.oracles.proofs.certified import certify_verdict
from crosscover.oracles.proofs.producer import ProofError
from crosscover.oracles.proofs.registry import DEFAULT, producer
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Verdict

MAX_CACHED_VERDICTS = 50_000
"""So many verdicts are kept, so that a puzzle that comes again is not solved again."""


class RefutedVerdictError(Exception):
    """What the panel said of a puzzle is not what can be proved: our fault, never the subject's."""


class UncertifiedError(Exception):
    """A verdict is without a proof: nobody found one, or not in time."""


class VerdictCache:
    """The verdicts of a panel.

    With `certify` none is dropped before it has been certified. With `least` the first of several solutions is the
    lexicographically least one. `abstained` has the engines that took too long, where any did; `nodes` the search nodes
    of the dancing links, where they are in the panel.
    """

    def __init__(self, panel: Panel, *, certify: bool = False, least: bool = False) -> None:
        self.panel = panel
        self.certify = certify
        self._least = least
        self.abstained: dict[Grid, tuple[str, ...]] = {}
        self.nodes: dict[Grid, int] = {}
        self._verdicts: dict[Grid, Verdict] = {}
        self._certified: set[Grid] = set()

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """What the panel says of a puzzle; raises DisagreementError and UndecidedError."""
        if puzzle not in self._verdicts:
            verdict, abstained = self.panel.judge(puzzle)
            self.add(puzzle, verdict)
            if abstained:
                self.abstained[puzzle] = abstained
            links = self.panel.engines.get("dlx")
            if isinstance(links, DlxEngine) and "dlx" not in abstained:
                self.nodes[puzzle] = links.visited
        return self._verdicts[puzzle]

    def add(self, puzzle: Grid, verdict: Verdict) -> None:
        """Keep what the panel has said of a puzzle elsewhere; raises as asking it does, for the least solution."""
        if puzzle not in self._verdicts:
            if not self.certify:
                self._evict()
            self._verdicts[puzzle] = self._with_least(puzzle, verdict) if self._least else verdict

    def decided(self) -> Mapping[Grid, Verdict]:
        """What the panel has said so far, in the order in which it was asked, as far as it is kept."""
        return MappingProxyType(self._verdicts)

    def has_uncertified(self) -> bool:
        """Whether a verdict that the subject was judged by is not certified yet."""
        return len(self._certified) < len(self._verdicts)

    def certify_all(self, seconds: float) -> Iterator[Grid]:
        """Certify what is not certified yet, and yield each puzzle; raises what `certify` raises."""
        pending = [(puzzle, verdict) for puzzle, verdict in self._verdicts.items() if puzzle not in self._certified]
        for certificate in certify(pending, seconds, least=self._least):
            self._certified.add(certificate.puzzle)
            yield certificate.puzzle
        self._evict()

    def _with_least(self, puzzle: Grid, verdict: Verdict) -> Verdict:
        """The verdict with the least solution first; raises DisagreementError where another one is less."""
        if not isinstance(verdict, Several):
            return verdict
        least = self.panel.least(puzzle)
        if least is None or any(solution.values < least.values for solution in verdict.solutions):
            raise DisagreementError(puzzle, {"the panel": str(verdict), "its least solution": str(least)})
        return Several(least, next(other for other in verdict.solutions if other != least))

    def _evict(self) -> None:
        if len(self._verdicts) >= MAX_CACHED_VERDICTS:
            self._verdicts.clear()
            self.abstained.clear()
            self.nodes.clear()
            self._certified.clear()


@contextmanager
def refuting(puzzle: Grid, verdict: Verdict) -> Generator[None]:
    """Raises RefutedVerdictError where a certificate turns out to be false that was to prove a verdict of the panel."""
    try:
        yield
    except FalseCertificateError as error:
        raise RefutedVerdictError(
            f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}"
        ) from None


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float, *, least: bool = False) -> Iterator[Certificate]:
    """Yield the checked certificate of each verdict as soon as there is one; no solver has a hand in checking.

    With `least` it is also proved that no solution is less than the first of several: each puzzle that a lesser digit
    makes of it has none.

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
            with refuting(puzzle, verdict):
                certificate = certify_verdict(puzzle, verdict, prover)
                if least and isinstance(verdict, Several):
                    for lesser in lesser_puzzles(puzzle, verdict.first):
                        certify_verdict(lesser, NoSolution(), prover)
        except ProofError as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {error}") from None
        yield certificate
