"""Shortens proofs, and finds the clauses behind each lemma.

One pass over the proof repeats what the checker does, and remembers why each literal became true. From a conflict the
reasons lead back to the lemmas and assumptions that it needed (conflict analysis, as in SAT solvers). A literal whose
assumption had no part in the conflict is dropped from its lemma, which makes the lemma stronger. In the end, going back
from the final conflict, only the lemmas that it needed are kept (backward trimming after Wetzler, Heule and Hunt,
"DRAT-trim", SAT 2014). A second pass over the shorter proof shortens it further; a third is hardly worth its time. A
pass costs about as much as checking the proof.

Nothing here is trusted: the worst a bug can do is make a proof that the checker rejects.
"""

from collections.abc import Iterator, Sequence

from crosscover.oracles.propagation import Step
from crosscover.oracles.refutation import Lemma, Problem, RefutationRejectedError, expect_literals

PASSES = 2


def trim(problem: Problem, lemmas: Sequence[Lemma]) -> tuple[Lemma, ...] | None:
    """The needed part of a refutation; None if it refutes nothing, or a lemma does not follow."""
    kept = tuple(lemmas)
    try:
        expect_literals(problem, kept)
    except RefutationRejectedError:
        return None
    for _ in range(PASSES):
        with problem.axioms.propagation() as used:
            if not used.enter(problem.further):
                return ()
            first = used.number
            shorter: list[list[int]] = []
            behind: list[list[int]] = []
            if not used.shorten(kept, shorter, behind):
                return None
        kept = tuple([shorter[place] for place in needed_places(behind, first)])
    return kept


def needed_places(behind: Sequence[Sequence[int]], first: int) -> list[int]:
    """The places of the lemmas that the final conflict needs, in rising order.

    `behind` has the numbers of the lemmas behind each lemma, and then those behind the final conflict; the first
    lemma has the number `first`.
    """
    needed = set(behind[-1])
    for place in range(len(behind) - 2, -1, -1):
        if first + place in needed:
            needed.update(behind[place])
    return sorted([number - first for number in needed])


def antecedents(problem: Problem, lemmas: Sequence[Lemma]) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of the propagation that shows each lemma, in order, and then those of the final conflict.

    A step is the number of a clause, the problem's being followed by the lemmas, or two literals (-a, -b), the clause
    "not both" of two rivals. Each has one literal left after those before it, if the lemma is false, and the last has
    none. Only needed steps are given. Lemmas after the final conflict are left out. Raises RefutationRejectedError
    if a lemma does not follow, or there is no final conflict.
    """
    expect_literals(problem, lemmas)
    with problem.axioms.propagation() as used:
        consistent = used.enter(problem.further)
        for number, lemma in enumerate(lemmas, 1):
            if not consistent:
                break
            size = used.size
            if not used.refutes_negation(lemma):
                raise RefutationRejectedError(number, "it does not follow by unit propagation")
            used.explain(0)
            yield tuple(used.steps())
            used.backtrack(size)
            consistent = used.add(lemma) and used.propagate()
        if consistent:
            raise RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")
        used.explain(0)
        yield tuple(used.steps())
