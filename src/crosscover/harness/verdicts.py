"""The verdicts that a subject is judged by: cached answers of the panel, proved if a run certifies."""

import math
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType

from crosscover.exit_code import message_of
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.least import lesser_puzzles
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.oracles.proofs.certification import ProofError, certify_verdict
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Verdict

MAX_CACHED_VERDICTS = 50_000
"""Maximum number of cached verdicts, beside those that are not certified yet."""

MAX_SUITE_PUZZLES = 10_000
"""Maximum number of puzzles in a suite; the first verdicts of a run, as many as that, are never dropped."""


class RefutedVerdictError(Exception):
    """A proof contradicts the panel's verdict: a fault of crosscover, never of the subject."""


class UncertifiedError(Exception):
    """No proof of a verdict was found, or not in time."""


class VerdictCache:
    """The verdicts of a panel, the oldest dropped first when there are too many.

    With `certify` no verdict is dropped before it has been certified. With `least` the first of several solutions is
    the lexicographically least one. With `count_to` the number of several solutions is exact if it is at most that.
    `abstained` has the engines that timed out on a puzzle; `nodes` the search nodes of the dancing links, if they are
    in the panel.
    """

    def __init__(
        self, panel: Panel, *, certify: bool = False, least: bool = False, count_to: int | None = None
    ) -> None:
        self.panel = panel
        self.certify = certify
        self._least = least
        self._count_to = count_to
        self.abstained: dict[Grid, tuple[str, ...]] = {}
        self.nodes: dict[Grid, int] = {}
        self._verdicts: dict[Grid, Verdict] = {}
        self._certified: set[Grid] = set()
        self._droppable: deque[Grid] = deque()

    def __getitem__(self, puzzle: Grid) -> Verdict:
        """The panel's verdict on a puzzle; raises DisagreementError and UndecidedError."""
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
        """Keep a verdict that the panel gave elsewhere; with `least` and `count_to` raises as `[]` does."""
        if puzzle not in self._verdicts:
            if len(self._verdicts) >= MAX_SUITE_PUZZLES:
                self._droppable.append(puzzle)
            verdict = self._with_least(puzzle, verdict) if self._least else verdict
            self._verdicts[puzzle] = (
                verdict if self._count_to is None else self._counted(puzzle, verdict, self._count_to)
            )
            self._evict()

    def decided(self) -> Mapping[Grid, Verdict]:
        """The cached verdicts in the order in which the panel reached them."""
        return MappingProxyType(self._verdicts)

    def has_uncertified(self) -> bool:
        """Whether there are verdicts that are not certified yet."""
        return len(self._certified) < len(self._verdicts)

    def certify_all(self, seconds: float) -> Iterator[Grid]:
        """Certify the other verdicts for about these seconds, and yield each puzzle; raises what `certify` raises."""
        deadline = time.monotonic() + seconds
        pending = [(puzzle, verdict) for puzzle, verdict in self._verdicts.items() if puzzle not in self._certified]
        for certificate in certify(pending, math.inf, least=self._least):
            self._certified.add(certificate.puzzle)
            yield certificate.puzzle
            if time.monotonic() > deadline:
                break
        self._evict()

    def _with_least(self, puzzle: Grid, verdict: Verdict) -> Verdict:
        """The verdict with the least solution first; raises DisagreementError if another one is less."""
        if not isinstance(verdict, Several):
            return verdict
        least = self.panel.least(puzzle)
        if least is None or any(solution.values < least.values for solution in verdict.solutions):
            raise DisagreementError(puzzle, {"the panel": str(verdict), "its least solution": str(least)})
        return Several(least, next(other for other in verdict.solutions if other != least))

    def _counted(self, puzzle: Grid, verdict: Verdict, most: int) -> Verdict:
        """The verdict with the number of solutions: all engines find as many, and each solution obeys the rules."""
        if not isinstance(verdict, Several):
            return verdict
        grids, _ = self.panel.grids(puzzle, most + 1)
        return replace(verdict, number=min(len(grids), most), is_exact=len(grids) <= most)

    def _evict(self) -> None:
        while len(self._verdicts) > MAX_CACHED_VERDICTS and self._droppable:
            if self.certify and self._droppable[0] not in self._certified:
                return
            oldest = self._droppable.popleft()
            del self._verdicts[oldest]
            self.abstained.pop(oldest, None)
            self.nodes.pop(oldest, None)
            self._certified.discard(oldest)


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

    Raises RefutedVerdictError, UncertifiedError if a proof is missing after these seconds, ValueError for boxes other
    than 3x3. Costs less than 1 ms for puzzles that unit propagation solves, 5 to 100 ms for others.
    """
    deadline = time.monotonic() + seconds
    try:
        prover = producer(DEFAULT_PRODUCER)
    except UnavailableEngineError as error:
        raise UncertifiedError(str(error)) from None
    for puzzle, verdict in verdicts:
        if time.monotonic() > deadline:
            raise UncertifiedError(f"{seconds:g} s were not enough; {puzzle} and others have no certificate")
        try:
            with refuting(puzzle, verdict):
                certificate = certify_verdict(puzzle, verdict, prover)
                if least and isinstance(verdict, Several):
                    for lesser in lesser_puzzles(puzzle, verdict.first):
                        certify_verdict(lesser, NoSolution(), prover)
        except (ProofError, OSError) as error:
            raise UncertifiedError(f"no proof was found that {puzzle} has {verdict}: {message_of(error)}") from None
        yield certificate
