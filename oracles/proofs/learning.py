"""Conflict-driven clause learning (CDCL), the fastest proof producer.

The search decides on a candidate of an item with the fewest candidates left, and propagates. After a conflict, it
traces the reasons back to the decisions that caused it. "Not all of these decisions" is a lemma, which follows by unit
propagation. The search backjumps to the second-last of these decisions, and the lemma makes the last one false. A
solution is treated as a conflict, so it is not found again. The search ends at a conflict that no decision caused, and
returns only the lemmas that this conflict needs.

It terminates: all lemmas are propagated before the next decision, so no conflict involves all decisions of an earlier
lemma, and no lemma is learned twice.

The search uses a `Propagation` of its own, but of the same class as the checker's, so one bug there could both make and
accept a false lemma. It could not make a false verdict: verdicts come from the panel, whose engines share no code with
it. If they disagree, producers that do not use `Propagation` settle the matter.
"""

from collections.abc import Sequence

from crosscover.oracles.refutation import puzzle_problem, shape_axioms
from crosscover.reference.grid import Grid

from .certification import Enter, Producer, UncheckedProof
from .trimming import conflict_search, needed_places

MAX_CONFLICTS = 20_000
"""Maximum number of conflicts, not counting solutions; the hardest known proper puzzles cause fewer than 2,000."""


class LearningProducer:
    """Searches with conflict analysis; puzzles with too many conflicts go to the `fallback`."""

    name = "learning"

    def __init__(self, fallback: Producer) -> None:
        self._fallback = fallback

    def prove(
        self, puzzle: Grid, known: Sequence[Grid] = (), limit: int = 2, enter: Enter | None = None
    ) -> UncheckedProof:
        """Return the solutions that the search finds, and the clauses that it learned."""
        models: list[list[int]] = []
        learned: list[list[int]] = []
        antecedents: list[list[int]] = []
        with conflict_search(shape_axioms(puzzle.shape)) as search:
            used = search.propagation
            is_open = used.enter(puzzle_problem(puzzle, known).further) if enter is None else enter(used)
            if not is_open:
                return UncheckedProof(tuple(known))
            first = used.number
            is_refuted = search.search(models, learned, antecedents, limit - len(known), MAX_CONFLICTS)
        solutions = (*known, *(_grid(puzzle, model) for model in models))
        if is_refuted and len(solutions) < limit:
            lemmas = [learned[place] for place in needed_places(antecedents, first)]
            return UncheckedProof(solutions, tuple(lemmas), is_trimmed=True)
        if len(solutions) < limit:
            return self._fallback.prove(puzzle, solutions, limit)
        return UncheckedProof(solutions)


def _grid(puzzle: Grid, model: Sequence[int]) -> Grid:
    """Return the grid of a model, which holds one candidate per cell, in cell order."""
    side = puzzle.shape.side
    return Grid(bytes([(candidate - 1) % side + 1 for candidate in model]), puzzle.shape)
