"""A search that learns from its conflicts, the fastest producer of proofs.

It assumes a candidate of an item that has the fewest left, and propagates. From a conflict the reasons lead back to the
assumptions that are behind it. "Not all of these" is a lemma: it follows by unit propagation, the search goes back to
the second last of them, and the lemma makes the last one false. The search ends when a conflict has no assumptions
behind it. A solution that it found is excluded by a clause, which is the next conflict. Since the reasons are known,
only lemmas that the end needs are returned.

It ends because each lemma or solution excludes assumptions that are tried before any others that extend them.

The search shares `Propagation` with the checker, so one fault there could make a false lemma and accept it. It could
not make a false verdict: the verdict comes from the panel, whose engines share nothing with it. If they disagree,
producers that do not search by `Propagation` settle it.
"""

from collections.abc import Callable, Sequence

from crosscover.oracles.propagation import Propagation
from crosscover.oracles.refutation import Lemma, puzzle_problem
from crosscover.reference.grid import Grid

from .certification import Producer, UncheckedProof
from .trimming import needed_places

MAX_CONFLICTS = 20_000
"""Maximum number of conflicts apart from solutions; the hardest known proper puzzles take fewer than 2,000."""


class LearningProducer:
    """Searches with conflict analysis; the producer that `fallback` makes gets the puzzles with too many conflicts."""

    name = "learning"

    def __init__(self, fallback: Callable[[], Producer]) -> None:
        self._fallback = fallback

    def prove(self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2) -> UncheckedProof:
        """The solutions that the search finds, and the clauses that it learned on the way."""
        if len(known) >= limit:
            return UncheckedProof(tuple(known))
        problem = puzzle_problem(puzzle, known)
        used = problem.axioms.propagation()
        search = _Search(used)
        solutions = list(known)
        consistent = problem.enter(used)
        search.first = used.number
        while search.goes_on(consistent):
            if len(search.learned) - len(solutions) > MAX_CONFLICTS:
                return self._fallback().prove(puzzle, tuple(solutions), limit)
            candidate = used.choose()
            if candidate:
                consistent = search.assume(candidate)
            else:
                model = used.model()
                solutions.append(_grid(puzzle, model))
                if len(solutions) == limit:
                    problem.axioms.release(used)
                    return UncheckedProof(tuple(solutions))
                consistent = search.exclude(model)
        problem.axioms.release(used)
        return UncheckedProof(tuple(solutions), search.lemmas(), is_trimmed=True)


class _Search:
    """The assumptions of a search, the size of the trail before each, and the clauses that it has added.

    `behind` has the numbers of the added clauses behind each of these, and at last behind the final conflict.
    """

    def __init__(self, used: Propagation) -> None:
        self.first = 0
        self.learned: list[Lemma | None] = []
        self.behind: list[list[int]] = []
        self._used = used
        self._assumed: list[int] = []
        self._sizes: list[int] = []

    def assume(self, candidate: int) -> bool:
        """Assume a candidate and propagate; False for a conflict."""
        self._assumed.append(candidate)
        self._sizes.append(self._used.size)
        return self._used.assume(candidate) and self._used.propagate()

    def exclude(self, model: Sequence[int]) -> bool:
        """Add the clause that a solution excludes, which is a conflict."""
        self.learned.append(None)
        self.behind.append([])
        return self._used.add([-candidate for candidate in model])

    def goes_on(self, consistent: bool) -> bool:
        """Learn from conflicts until propagation meets none; False if there is nothing to go back to."""
        used = self._used
        while not consistent:
            used.explain()
            self.behind.append(used.clauses(self.first))
            causes = used.assumptions()
            if not causes:
                return False
            level = self._assumed.index(causes[-2]) + 1 if len(causes) > 1 else 0
            used.backtrack(self._sizes[level])
            del self._assumed[level:], self._sizes[level:]
            lemma = tuple([-candidate for candidate in causes])
            self.learned.append(lemma)
            consistent = used.add(lemma) and used.propagate()
        return True

    def lemmas(self) -> tuple[Lemma, ...]:
        """The lemmas that the final conflict needs."""
        places = needed_places(self.behind, self.first)
        return tuple([lemma for lemma in map(self.learned.__getitem__, places) if lemma is not None])


def _grid(puzzle: Grid, model: Sequence[int]) -> Grid:
    side, values = puzzle.shape.side, bytearray(puzzle.shape.cells)
    for candidate in model:
        values[(candidate - 1) // side] = (candidate - 1) % side + 1
    return Grid(bytes(values), puzzle.shape)
