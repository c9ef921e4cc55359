"""Proofs by the reference engine: the search tree of the dancing links is a refutation.

When the search backtracks from an option, it has covered everything that follows from it and the options chosen above
it, so "not all of these options" is a lemma. It follows from the lemmas of the branches below it, down to items that
have no option left. The last option of an item needs no lemma, and the lemmas below need not mention it: once the other
options are refuted, unit propagation takes it. A solution is not a leaf of the refutation, but the clause that excludes
it is.
"""

from collections.abc import Sequence
from itertools import islice

from crosscover.reference.dlx import DlxEngine
from crosscover.reference.grid import Grid

from .certification import ProofError, UncheckedProof

MAX_LEMMAS = 20_000
"""Maximum number of lemmas; the hardest known proper puzzles take fewer than 2,000."""


class DlxProducer:
    """Takes the refutation from the search of the reference engine."""

    name = "dlx"

    def __init__(self, engine: DlxEngine | None = None) -> None:
        self._engine = DlxEngine() if engine is None else engine

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, *_: object) -> UncheckedProof:
        """Return the solutions that the search finds, and a lemma for each branch from which it backtracked.

        The search finds the known solutions again.
        """
        watcher = _LemmaRecorder()
        excluded = frozenset(known)
        further = (grid for grid in self._engine.search(puzzle, watcher) if grid not in excluded)
        solutions = (*known, *islice(further, limit - len(known)))
        return UncheckedProof(solutions, tuple(watcher.lemmas) if len(solutions) < limit else ())


class _LemmaRecorder:
    """A `Watcher` that records what each branch refuted.

    For each level, `_left` holds the number of options still to try, and `_negated` the literal that negates the option
    of the branch.
    """

    def __init__(self) -> None:
        self.lemmas: list[tuple[int, ...]] = []
        self._left: list[int] = []
        self._negated: list[int] = []

    def chose(self, level: int, item: int, size: int) -> None:  # noqa: ARG002 - the item does not matter
        del self._left[level:], self._negated[level:]
        self._left.append(size)
        self._negated.append(0)

    def tried(self, level: int, option: int) -> None:
        self._left[level] -= 1
        self._negated[level] = -(option + 1)

    def undone(self, level: int, option: int) -> None:  # noqa: ARG002 - the option is the one tried last
        if self._left[level]:
            taken = zip(self._left[: level + 1], self._negated[: level + 1], strict=True)
            if len(self.lemmas) == MAX_LEMMAS:
                raise ProofError(f"dlx gave up after {MAX_LEMMAS} branches")
            self.lemmas.append(tuple([literal for left, literal in taken if left]))
