"""Shortens proofs: going back from the conflict, it keeps only the lemmas, and of these the literals, that are needed.

This is backward DRAT trimming with core-first propagation (Wetzler, Heule and Hunt, "DRAT-trim", SAT 2014). A solver
logs everything it ever learned. Trimming proves the final conflict first, and then only the lemmas that it needed, by
earlier ones: first by lemmas that are needed anyway, by others only if these do not suffice. A literal whose assumption
had no part in the conflict is dropped from its lemma, which makes the lemma stronger. A second pass over the shorter
proof shortens it further; a third is hardly worth its time.

Nothing here is trusted: the worst a bug can do is make a proof that the checker rejects.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crosscover.oracles.refutation import Lemma, Problem, unit_propagate

PASSES = 2


def trim(problem: Problem, lemmas: Sequence[Lemma]) -> tuple[Lemma, ...] | None:
    """The needed part of a refutation; None if it refutes nothing."""
    if any(not 0 < abs(literal) <= problem.variables for lemma in lemmas for literal in lemma):
        return None
    kept = lemmas
    for _ in range(PASSES):
        needed = _backward_pass(problem, kept)
        if needed is None:
            return None
        kept = needed
    return tuple(kept)


@dataclass(slots=True)
class _Trail:
    """Unit propagation that remembers its steps.

    In each, a literal became true: the literals that it made false, its bit, and its reason (0: an assumption).
    """

    problem: Problem
    unfalsified: int
    steps: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])

    def hold(self, bit: int, clause: int) -> bool:
        """Make a literal true; return whether that changed anything."""
        left = self.unfalsified & self.problem.compatible[bit]
        if left == self.unfalsified:
            return False
        self.steps.append((self.unfalsified & ~left, bit, clause))
        self.unfalsified = left
        return True

    def propagate(self, clauses: Iterable[int]) -> int | None:
        """Propagate until nothing changes; return the clause in conflict, if there is one."""
        moved = True
        while moved:
            moved = False
            for clause in clauses:
                left = clause & self.unfalsified
                if not left & (left - 1):
                    if not left:
                        return clause
                    moved |= self.hold(left.bit_length() - 1, clause)
        return None

    def propagate_once(self, clauses: Iterable[int]) -> tuple[bool, int | None]:
        """Take the first step that any clause allows; return whether there was one, and the clause in conflict."""
        for clause in clauses:
            left = clause & self.unfalsified
            if not left & (left - 1):
                if not left:
                    return True, clause
                if self.hold(left.bit_length() - 1, clause):
                    return True, None
        return False, None

    def reasons(self, conflict: int) -> tuple[set[int], set[int]]:
        """The clauses that led to a conflict, and the bits of the assumptions that did."""
        wanted = conflict
        clauses = {conflict}
        assumed: set[int] = set()
        for falsified, bit, clause in reversed(self.steps):
            if falsified & wanted:
                if clause:
                    clauses.add(clause)
                    wanted |= clause & ~(1 << bit)
                else:
                    assumed.add(bit)
        return clauses, assumed


def _backward_pass(problem: Problem, lemmas: Sequence[Lemma]) -> list[Lemma] | None:
    """The lemmas that the final conflict needs, shortened; None if there is no conflict.

    Goes from the end to the first needed lemma; `place` falls in each iteration, since earlier lemmas prove a lemma.
    """
    root = unit_propagate(problem, problem.everything, problem.clauses)
    if root is None:
        return []
    clauses = [problem.clause(lemma) for lemma in lemmas]
    number = {clause: place for place, clause in reversed(list(enumerate(clauses)))}
    needed: set[int] = set()
    kept: list[Lemma] = []
    place = len(lemmas)
    while place >= 0:
        lemma = lemmas[place] if place < len(lemmas) else ()
        trail = _Trail(problem, root)
        for literal in lemma:
            trail.hold(problem.bit(-literal), 0)
        core = [*problem.clauses, *(clauses[other] for other in sorted(needed) if other < place)]
        rest = [clauses[other] for other in range(place) if other not in needed]
        conflict = trail.propagate(core)
        while conflict is None:
            moved, conflict = trail.propagate_once(rest)
            if not moved:
                return None
            conflict = trail.propagate(core) if conflict is None else conflict
        reasons, assumed = trail.reasons(conflict)
        needed.update(number[clause] for clause in reasons if clause in number)
        if place < len(lemmas):
            kept.append([literal for literal in lemma if problem.bit(-literal) in assumed])
        place = max((other for other in needed if other < place), default=-1)
    return kept[::-1]
