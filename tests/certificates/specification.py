"""The checker of refutations as its definition reads, to compare the real one with.

Literals are bits of integers, and propagation passes over all clauses until nothing changes. There are no watched
literals, no trail, nothing to undo, and no limit.
"""

from collections.abc import Iterable, Sequence

from crosscover.oracles.refutation import Lemma, Problem, RefutationRejectedError, check


def outcome_by_definition(problem: Problem, lemmas: Sequence[Lemma]) -> str:
    """Whether a refutation is accepted, or else which lemma is wrong."""
    variables = problem.axioms.variables
    every_literal = frozenset((*range(-variables, 0), *range(1, variables + 1)))
    for number, lemma in enumerate(lemmas, 1):
        if not every_literal.issuperset(lemma):
            return f"wrong lemma {number}"
    clauses = [_bits(problem, clause) for clause in problem.clauses]
    compatible = {literal: ~_bits(problem, _excluded(problem, literal)) for literal in every_literal}
    by_bit = {_bits(problem, [literal]): literals for literal, literals in compatible.items()}
    open_literals = _propagate(_bits(problem, every_literal), clauses, by_bit)
    for number, lemma in enumerate(lemmas, 1):
        if open_literals is None:
            break
        assumed = open_literals
        for literal in lemma:
            assumed &= compatible[-literal]
        if _propagate(assumed, clauses, by_bit) is not None:
            return f"wrong lemma {number}"
        clauses.append(_bits(problem, lemma))
        open_literals = _propagate(open_literals, clauses, by_bit)
    return "accepted" if open_literals is None else "no conflict"


def outcome(problem: Problem, lemmas: Sequence[Lemma]) -> str:
    """The same by the checker."""
    try:
        check(problem, lemmas)
    except RefutationRejectedError as error:
        return "no conflict" if error.lemma is None else f"wrong lemma {error.lemma}"
    return "accepted"


def _propagate(open_literals: int, clauses: Sequence[int], compatible: dict[int, int]) -> int | None:
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


def _excluded(problem: Problem, literal: int) -> list[int]:
    """The literals that are false if this one is true."""
    rivals = problem.axioms.rivals[literal] if literal > 0 and problem.axioms.rivals else ()
    return [-literal, *rivals]


def _bits(problem: Problem, literals: Iterable[int]) -> int:
    """Literals as bits: bit v for v, bit `variables` + v for -v."""
    return sum({1 << (literal if literal > 0 else problem.axioms.variables - literal) for literal in literals})
