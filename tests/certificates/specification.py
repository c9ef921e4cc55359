"""A checker of refutations that follows the definition, as a specification of the real checker.

Literals are bits of integers, and propagation passes over all clauses until nothing changes. There are no watched
literals, no trail, nothing to undo, and no limit.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from crosscover.oracles.refutation import Axioms, Formula, Lemma, RefutationRejectedError, check


def outcome_by_definition(problem: Formula, lemmas: Sequence[Lemma]) -> str:
    """Return "accepted", "no conflict", or the number of the first wrong lemma."""
    bits, compatible = _literals(problem.axioms)
    for number, lemma in enumerate(lemmas, 1):
        if not bits.keys() >= set(lemma):
            return f"wrong lemma {number}"
    clauses = [_union(bits, clause) for clause in problem.clauses]
    open_literals = _propagate(sum(compatible), clauses, compatible)
    for number, lemma in enumerate(lemmas, 1):
        if open_literals is None:
            break
        assumed = open_literals
        for literal in lemma:
            assumed &= compatible[bits[-literal]]
        if _propagate(assumed, clauses, compatible) is not None:
            return f"wrong lemma {number}"
        clauses.append(_union(bits, lemma))
        open_literals = _propagate(open_literals, clauses, compatible)
    return "accepted" if open_literals is None else "no conflict"


def outcome(problem: Formula, lemmas: Sequence[Lemma]) -> str:
    """Return the result of the checker, in the same words."""
    try:
        check(problem, lemmas)
    except RefutationRejectedError as error:
        return "no conflict" if error.lemma is None else f"wrong lemma {error.lemma}"
    return "accepted"


def _propagate(open_literals: int, clauses: Sequence[int], compatible: Mapping[int, int]) -> int | None:
    """The literals that are not false after unit propagation; None for a conflict.

    A true literal is not marked: its negation and its rivals are false.
    """
    before = -1
    while open_literals != before:
        before = open_literals
        for clause in clauses:
            left = clause & open_literals
            if not left & (left - 1):
                if not left:
                    return None
                open_literals &= compatible[left]
    return open_literals


@cache
def _literals(axioms: Axioms) -> tuple[dict[int, int], dict[int, int]]:
    """The bit of each literal, and for each bit those of the literals that may hold beside it."""
    bits = {literal: 1 << place for place, literal in enumerate(sorted(axioms.literals))}
    rivals = axioms.rivals or [()] * (axioms.variables + 1)
    excluded = {literal: [-literal, *(rivals[literal] if literal > 0 else ())] for literal in bits}
    return bits, {bits[literal]: ~_union(bits, others) for literal, others in excluded.items()}


def _union(bits: Mapping[int, int], literals: Iterable[int]) -> int:
    return sum({bits[literal] for literal in literals})
