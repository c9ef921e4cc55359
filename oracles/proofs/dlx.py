"""Proofs by the reference: the search tree of the dancing links is a refutation.

On returning from an option of an item that had others, everything that follows from that option and from those chosen
above it has been seen: "not all of these together" is a lemma. Forced moves, where the item had one option, need no
mention, for unit propagation makes them by itself. The lemma follows from those of the branches below it, down to items
that were left without any option. A solution that the search met is no leaf of the refutation, but the clause that
excludes that solution is.
"""

from itertools import islice

from crosscover.reference.dlx import DlxEngine
from crosscover.reference.grid import Grid
from crosscover.reference.verdict import Several, verdict_of

from .producer import Claim, ProofError

MAX_LEMMAS = 20_000
"""Where a search is given up: the hardest proper puzzles known take less than 2,000."""


class DlxProducer:
    """Reads the refutation off the search of the reference engine."""

    name = "dlx"

    def __init__(self, engine: DlxEngine | None = None) -> None:
        self._engine = DlxEngine() if engine is None else engine

    def claim(self, puzzle: Grid) -> Claim:
        """The verdict of the search, and a lemma for each branch that it came back from."""
        watcher = _LemmaRecorder()
        verdict = verdict_of(list(islice(self._engine.search(puzzle, watcher), 2)))
        return Claim(verdict) if isinstance(verdict, Several) else Claim(verdict, tuple(watcher.lemmas))


class _LemmaRecorder:
    """A `Watcher` that writes down what each branch refuted."""

    def __init__(self) -> None:
        self.lemmas: list[tuple[int, ...]] = []
        self._branching: list[bool] = []
        self._negated: list[int] = []

    def chose(self, level: int, item: int, size: int) -> None:  # noqa: ARG002 - which item it is does not matter
        del self._branching[level:], self._negated[level:]
        self._branching.append(size > 1)
        self._negated.append(0)

    def tried(self, level: int, option: int) -> None:
        self._negated[level] = -(option + 1)

    def undone(self, level: int, option: int) -> None:  # noqa: ARG002 - it is the one that was tried last
        if self._branching[level]:
            taken = zip(self._branching[: level + 1], self._negated[: level + 1], strict=True)
            if len(self.lemmas) == MAX_LEMMAS:
                raise ProofError(f"dlx came back from {MAX_LEMMAS} branches and gave up")
            self.lemmas.append(tuple(literal for branching, literal in taken if branching))
