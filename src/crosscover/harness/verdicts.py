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
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType

from crosscover.exit_code import message_of
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.least import lesser_puzzles
from crosscover.oracles.panel import ENGINE_SECONDS, DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Verdict
from crosscover.time_limit import time_limit

from .deadline import Clock

MAX_CACHED_VERDICTS = 50_000
"""Maximum number of cached verdicts, and of those that wait for a certificate."""

MAX_SUITE_PUZZLES = 10_000
"""Maximum number of puzzles in a suite; the first verdicts of a run, as many as that, are never dropped."""


COUNT_ENGINES = 2
"""Number of engines, the first of the panel, that count several solutions; some take a millisecond for each."""

COUNT_SECONDS = 0.5
"""Time limit in seconds for each of them and a puzzle: some 25,000 solutions."""

CERTIFICATION_SHARE = 0.05
"""The largest part of the time of a run for certificates, beside those of failures."""

CERTIFICATE_SECONDS = 2.0
"""Time limit in seconds for the certificate of one verdict, beside those of failures."""


class RefutedVerdictError(Exception):
    """A proof contradicts the panel's verdict: a fault of crosscover, never of the subject."""


class UncountedError(UndecidedError):
    """The panel did not count the solutions of a puzzle in time."""


class UncertifiedError(Exception):
    """No proof of a verdict was found, or not in time."""


@dataclass(frozen=True, slots=True)
class VerdictTally:
    """The number of verdicts that a panel reached, and of those that were certified."""

    decided: int = 0
    certified: int = 0

    def __add__(self, other: "VerdictTally") -> "VerdictTally":
        return VerdictTally(self.decided + other.decided, self.certified + other.certified)


class VerdictCache:
    """The verdicts of a panel, the oldest dropped first when there are too many.

    With `least` the first of several solutions is the lexicographically least one. With `count_to` the number of
    several solutions is exact if it is at most that. Certificates take at most this `share` of the time since the cache
    was made. `abstained` has the engines that timed out on a puzzle; `nodes` the search nodes of the dancing links, if
    they are in the panel.
    """

    def __init__(
        self,
        panel: Panel,
        *,
        least: bool = False,
        count_to: int | None = None,
        share: float = CERTIFICATION_SHARE,
        clock: Clock = time.monotonic,
    ) -> None:
        self.panel = panel
        self._least = least
        self._count_to = count_to
        self._share = share
        self._clock = clock
        self._started = clock()
        self._certifying_seconds = 0.0
        self._uncertified: deque[tuple[Grid, Verdict]] = deque(maxlen=MAX_CACHED_VERDICTS)
        self._tally = VerdictTally()
        self._refuted: RefutedVerdictError | None = None
        self.abstained: dict[Grid, tuple[str, ...]] = {}
        self.nodes: dict[Grid, int] = {}
        self._verdicts: dict[Grid, Verdict] = {}
        self._count_seconds = COUNT_SECONDS
        self._uncounted: dict[Grid, UncountedError] = {}
        self._droppable: deque[Grid] = deque()

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """The panel's verdict on a puzzle; raises DisagreementError, UndecidedError and UncountedError."""
        if puzzle in self._uncounted:
            raise self._uncounted[puzzle]
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
        """Keep a verdict that was reached elsewhere; with `least` and `count_to` raises as `[]` does.

        The number of several solutions is not counted again if it is exact, or greater than `count_to`.
        """
        if puzzle not in self._verdicts:
            verdict = self._with_least(puzzle, verdict) if self._least else verdict
            verdict = verdict if self._count_to is None else self._counted(puzzle, verdict, self._count_to)
            if len(self._verdicts) >= MAX_SUITE_PUZZLES:
                self._droppable.append(puzzle)
            self._verdicts[puzzle] = verdict
            self._evict()
            self._uncertified.append((puzzle, verdict))
            self._tally += VerdictTally(decided=1)
            self.certify_in_time()

    def without_uncounted(self, puzzles: Sequence[Grid]) -> list[Grid]:
        """The puzzles without those for which `[]` raises UncountedError; nothing is decided unless it could."""
        return list(puzzles) if self._count_to is None else [puzzle for puzzle in puzzles if self._is_counted(puzzle)]

    def patiently(self, puzzle: Grid, seconds: float) -> Verdict:
        """The same as `[]`, but each engine has these seconds to count, at most as many as for any verdict."""
        self._uncounted.pop(puzzle, None)
        self._count_seconds = min(ENGINE_SECONDS, seconds)
        try:
            return self[puzzle]
        finally:
            self._count_seconds = COUNT_SECONDS

    def decided(self) -> Mapping[Grid, Verdict]:
        """The cached verdicts in the order in which the panel reached them."""
        return MappingProxyType(self._verdicts)

    def certify_in_time(self) -> None:
        """Certify the verdicts that wait, while certificates take less than their share of the time.

        The last one may take as long again, at most `CERTIFICATE_SECONDS`. A verdict without a proof is not tried
        again, unless more time may help.
        """
        now = self._clock()
        while self._uncertified and self._certifying_seconds < (share := self._share * (now - self._started)):
            waiting, seconds, started = self._uncertified.popleft(), min(CERTIFICATE_SECONDS, share), now
            try:
                for _ in certify([waiting], seconds, least=self._least):
                    self._tally += VerdictTally(certified=1)
            except UncertifiedError:
                if seconds <= self._clock() - started < CERTIFICATE_SECONDS:
                    self._uncertified.append(waiting)
            except RefutedVerdictError as error:
                self._refuted = error
            now = self._clock()
            self._certifying_seconds += now - started

    def take_tally(self) -> VerdictTally:
        """The number of verdicts that were decided and certified since the last call."""
        tally, self._tally = self._tally, VerdictTally()
        return tally

    def take_refuted(self) -> RefutedVerdictError | None:
        """The last verdict since the last call whose certificate is false, None if there is none."""
        refuted, self._refuted = self._refuted, None
        return refuted

    def _with_least(self, puzzle: Grid, verdict: Verdict) -> Verdict:
        """The verdict with the least solution first; raises DisagreementError if another one is less."""
        if not isinstance(verdict, Several):
            return verdict
        least = self.panel.least(puzzle)
        if least is None or any(solution.values < least.values for solution in verdict.solutions):
            raise DisagreementError(puzzle, {"the panel": str(verdict), "its least solution": str(least)})
        return Several(least, next(other for other in verdict.solutions if other != least))

    def _counted(self, puzzle: Grid, verdict: Verdict, most: int) -> Verdict:
        """The verdict with the number of solutions: engines find as many, and each solution obeys the rules.

        Raises UncountedError if they take too long.
        """
        if not isinstance(verdict, Several):
            return verdict
        number = verdict.number
        if not verdict.is_exact and number <= most:
            engines = {name: self.panel.engines[name] for name in self.panel.names[:COUNT_ENGINES]}
            try:
                number = len(Panel(engines, self._count_seconds).grids(puzzle, most + 1)[0])
            except UndecidedError as error:
                self._uncounted[puzzle] = UncountedError(puzzle, error.abstained, (), self._count_seconds)
                raise self._uncounted[puzzle] from None
        return replace(verdict, number=min(number, most), is_exact=number <= most)

    def _is_counted(self, puzzle: Grid) -> bool:
        try:
            self[puzzle]
        except UncountedError:
            return False
        return True

    def _evict(self) -> None:
        while len(self._verdicts) > MAX_CACHED_VERDICTS and self._droppable:
            oldest = self._droppable.popleft()
            del self._verdicts[oldest]
            self.abstained.pop(oldest, None)
            self.nodes.pop(oldest, None)


@contextmanager
def refuting(puzzle: Grid, verdict: Verdict) -> Generator[None]:
    """Raise RefutedVerdictError if the certificate of a panel's verdict turns out to be false."""
    try:
        yield
    except FalseCertificateError as error:
        raise RefutedVerdictError(
            f"the panel says {verdict} of {puzzle}, and the certificate is false: {error}"
        ) from None


def certify(verdicts: Iterable[tuple[Grid, Verdict]], seconds: float, *, least: bool = False) -> Iterator[Certificate]:
    """Yield the certificate of each verdict as soon as it is checked; the checker uses no solver.

    With `least` it is also proved that no solution is less than the first of several: each puzzle that a lesser digit
    makes of it has none.

    Raises RefutedVerdictError, and UncertifiedError if a proof is missing after these seconds, or for shapes without
    certificates.
    """
    deadline = time.monotonic() + seconds
    for puzzle, verdict in verdicts:
        try:
            with time_limit(deadline - time.monotonic()), refuting(puzzle, verdict):
                prover = producer(DEFAULT_PRODUCER)
                certificate = certify_claim(_claim(puzzle, verdict), prover)
                if least and isinstance(verdict, Several):
                    for lesser in lesser_puzzles(puzzle, verdict.first):
                        certify_claim(Certificate.of(lesser, NoSolution()), prover)
        except TimeoutError:
            raise UncertifiedError(f"{seconds:g} s were not enough; {puzzle} and others have no certificate") from None
        except (ProofError, UnavailableEngineError, OSError, ValueError) as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {message_of(error)}") from None
        yield certificate


def _claim(puzzle: Grid, verdict: Verdict) -> Certificate:
    """The claim of a verdict and, if there are several solutions, of their number."""
    if not isinstance(verdict, Several) or (verdict.number == 2 and not verdict.is_exact):
        return Certificate.of(puzzle, verdict)
    grids = list(DlxEngine()(puzzle, verdict.number + verdict.is_exact))
    if len(grids) != verdict.number:
        raise FalseCertificateError(f"dlx finds {len(grids):,} solutions, not {verdict.number:,}")
    return Certificate.of_solutions(puzzle, grids, exact=verdict.is_exact)
