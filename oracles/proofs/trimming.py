"""Shortens proofs and finds the antecedents of each lemma.

A pass repeats the work of the checker and records why each literal became true. After a conflict, it traces these
reasons back to the lemmas and decisions that caused it (conflict analysis, as in SAT solvers). A literal whose decision
had no part in the conflict is dropped, which makes the lemma stronger. At the end, only the lemmas that the final
conflict needs are kept (backward trimming after Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014). A second pass shortens
the proof further; a third is hardly worth its time. A pass costs about as much as checking the proof.

Nothing here is trusted: at worst, a bug makes a proof that the checker rejects.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from crosscover.oracles.propagation import Propagation
from crosscover.oracles.refutation import (
    Axioms,
    Formula,
    Lemma,
    RefutationRejectedError,
    expect_literals,
    propagation_build,
)
from crosscover.reference.compiled import build_of

from . import conflicts
from .conflicts import ConflictSearch, Hint

PASSES = 2


def trim(problem: Formula, lemmas: Sequence[Lemma]) -> tuple[Lemma, ...] | None:
    """Return the needed part of a refutation; None if it refutes nothing or a lemma does not follow."""
    kept = tuple(lemmas)
    try:
        expect_literals(problem, kept)
    except RefutationRejectedError:
        return None
    for _ in range(PASSES):
        with conflict_search(problem.axioms) as search:
            if not search.propagation.enter(problem.further):
                return ()
            first = search.propagation.number
            shorter: list[list[int]] = []
            antecedents: list[list[int]] = []
            if not search.shorten(kept, shorter, antecedents):
                return None
        kept = tuple([shorter[place] for place in needed_places(antecedents, first)])
    return kept


def needed_places(antecedents: Sequence[Sequence[int]], first: int) -> list[int]:
    """Return the indices of the lemmas that the final conflict needs, in rising order.

    `antecedents` holds the numbers of the lemmas behind each lemma, then behind the final conflict; `first` is the
    number of the first lemma.
    """
    needed = set(antecedents[-1])
    for place in range(len(antecedents) - 2, -1, -1):
        if first + place in needed:
            needed.update(antecedents[place])
    return sorted([number - first for number in needed])


def lemma_hints(problem: Formula, lemmas: Sequence[Lemma]) -> Iterator[tuple[Hint, ...]]:
    """Yield the hints of each lemma, the clauses that imply it by propagation, then the hints of the final conflict.

    A hint is a clause number (lemmas follow the clauses of the problem), or two literals (-a, -b) for the clause "not
    both" of two rivals. If the lemma is false, each clause in turn becomes unit, and the last one false. Lemmas after
    the final conflict are left out. Raises RefutationRejectedError if a lemma does not follow or there is no final
    conflict.
    """
    expect_literals(problem, lemmas)
    with conflict_search(problem.axioms) as search:
        used = search.propagation
        consistent = used.enter(problem.further)
        for number, lemma in enumerate(lemmas, 1):
            if not consistent:
                break
            size = used.size
            if not used.refutes_negation(lemma):
                raise RefutationRejectedError(number, "it does not follow by unit propagation")
            search.analyze(0)
            yield tuple(search.hints())
            used.backtrack(size)
            consistent = used.add(lemma) and used.propagate()
        if consistent:
            raise RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")
        search.analyze(0)
        yield tuple(search.hints())


@contextmanager
def conflict_search(axioms: Axioms) -> Generator[ConflictSearch]:
    """Provide a search that holds only these clauses, in a propagation that the checker never uses.

    It is not reused after an exception, which may have come in the middle of a change.
    """
    propagation_type = propagation_build()
    search_type: type[ConflictSearch] = build_of(conflicts).ConflictSearch
    if propagation_type is Propagation or search_type is ConflictSearch:
        propagation_type, search_type = Propagation, ConflictSearch  # a compiled search reads C arrays
    free = free_searches(axioms, search_type is ConflictSearch)
    if not free:
        free.append(search_type(propagation_type(axioms.variables, axioms.clauses, axioms.rivals)))
    search = free.pop()
    search.reset()
    yield search
    free.append(search)


@cache
def free_searches(_axioms: Axioms, _is_pure: bool) -> list[ConflictSearch]:
    """Return the list of searches that can be reused."""
    return []
