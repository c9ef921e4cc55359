"""The root of trust: a checker of refutations.

A refutation shows that a problem has no solution: that a puzzle has none, or none other than given grids. It is a list
of lemmas. A lemma is a clause, a disjunction of literals, and a literal is a candidate or minus a candidate: `cell *
side + digit`, counted from 1, stands for "this cell has this digit" (1 to 729 for 3x3 boxes). A lemma is accepted if
*reverse unit propagation* shows it: assume that all of its literals are false, and again and again look for a clause
with one literal left, which must then be true, until a clause has none left, which is a conflict. Accepted lemmas are
clauses like any other. In the end the clauses must lead to a conflict without any assumption. The checker finds that
conflict itself, whatever the proof says, and it does not matter where the proof came from.

The clauses of a puzzle are the 324 items (each cell has some digit, each house has each digit somewhere), the clues,
and, for each excluded grid, "some cell differs from it". They are derived below from the houses, in ten lines, and not
from the exact-cover table, since certificates must also expose a faulty table.

What is trusted: this module, `Shape.houses`, `Grid.clues`, and Python's integers. Most puzzles need no lemma and take
half a millisecond; the hardest known take 10, rarely 100.

The work is bounded by the size of the proof, whoever wrote it. Propagation visits the clauses with a literal that has
become false, and no literal becomes false twice; so a lemma visits each clause at most once for each of its literals.
The proofs of our producers visit at most 1,500 clauses a lemma. For hostile ones this alone would be quadratic, since
each lemma can visit all before it: `MAX_VISITS` limits the sum.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

Lemma = Sequence[int]
"""A clause: literals that are not all false."""

MAX_VISITS = 1000
"""Maximum number of visits for each literal of the problem and the proof, counting an end of a lemma as a literal.

Proofs of our producers make at most 100. A proof that makes more is refused, even if it is right.
"""

MAX_SHOWN = 20
"""Maximum number of literals of a lemma in a message."""


class RefutationRejectedError(ValueError):
    """A refutation that refutes nothing: the number of the wrong lemma, None for the end, and the reason."""

    def __init__(self, lemma: int | None, why: str) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.lemma = lemma
        self.why = why


@dataclass(frozen=True, slots=True)
class Problem:
    """Clauses as bit sets of literals: bit v is variable v, bit `variables` + v is its negation.

    `compatible[b]` are the literals that may still hold beside the literal of bit b: neither its negation nor, in a
    puzzle, the candidates that share a cell or a digit's house with it. This encodes "at most one".
    """

    variables: int
    clauses: tuple[int, ...]
    compatible: tuple[int, ...]

    @property
    def everything(self) -> int:
        """The bits of all literals."""
        return (1 << (2 * self.variables + 1)) - 2

    def bit(self, literal: int) -> int:
        """The number of a literal's bit."""
        return literal if literal > 0 else self.variables - literal

    def clause(self, lemma: Lemma) -> int:
        """A clause as a bit set."""
        return sum({1 << self.bit(literal) for literal in lemma})


def check(problem: Problem, lemmas: Sequence[Lemma]) -> int:
    """Accept a refutation of the problem by returning the number of visits; raises RefutationRejectedError.

    >>> nine_ones = Grid.parse("1" * 9 + "." * 72)
    >>> check(puzzle_problem(nine_ones), [])
    0
    >>> check(puzzle_problem(Grid.empty()), [[5]])
    Traceback (most recent call last):
    crosscover.oracles.refutation.RefutationRejectedError: lemma 1: 5 does not follow by unit propagation
    """
    for number, lemma in enumerate(lemmas, 1):
        for literal in lemma:
            if not 1 <= abs(literal) <= problem.variables:
                found = str(literal)
                found = found if len(found) <= 40 else f"{found[:40]}..."
                raise RefutationRejectedError(
                    number, f"{found} is not a literal; they go from 1 to {problem.variables}, either sign"
                )
    unfalsified = unit_propagate(problem, problem.everything, problem.clauses)
    if unfalsified is None:
        return 0
    clauses = Clauses(problem)
    limit = MAX_VISITS * (clauses.literals + sum(len(lemma) + 1 for lemma in lemmas))
    for number, lemma in enumerate(lemmas, 1):
        assumed = unfalsified
        for literal in lemma:
            assumed &= problem.compatible[problem.bit(-literal)]
        if clauses.propagate(assumed, unfalsified & ~assumed) is not None:
            shown = [*map(str, lemma[:MAX_SHOWN]), *(["..."] if len(lemma) > MAX_SHOWN else [])]
            text = " or ".join(shown) or "the empty clause"
            raise RefutationRejectedError(number, f"{text} does not follow by unit propagation")
        clause = problem.clause(lemma)
        clauses.add(clause)
        narrowed = unit_propagate(problem, unfalsified, [clause])
        if narrowed is None or (unfalsified := clauses.propagate(narrowed, unfalsified & ~narrowed)) is None:
            return clauses.visits
        if clauses.visits > limit:
            raise RefutationRejectedError(number, f"the proof takes more than {limit:,} steps, too many for its size")
    raise RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")


class Clauses:
    """The clauses of a problem and its lemmas, by their literals; `visits` counts the work of propagation."""

    def __init__(self, problem: Problem) -> None:
        self.visits = 0
        self.literals = 0
        self._compatible = problem.compatible
        self._with: list[list[int]] = [[] for _ in problem.compatible]
        for clause in problem.clauses:
            self.add(clause)

    def add(self, clause: int) -> None:
        """Add a clause."""
        self.literals += clause.bit_count()
        left = clause
        while left:
            bit = left.bit_length() - 1
            self._with[bit].append(clause)
            left ^= 1 << bit

    def propagate(self, unfalsified: int, falsified: int) -> int | None:
        """Propagate literals that have just become false; return those that are not false then, None for a conflict.

        Before they became false, no clause had led any further.
        """
        while falsified:
            bit = falsified.bit_length() - 1
            falsified ^= 1 << bit
            for clause in self._with[bit]:
                self.visits += 1
                left = clause & unfalsified
                if not left & (left - 1):
                    if not left:
                        return None
                    narrowed = unfalsified & self._compatible[left.bit_length() - 1]
                    falsified |= unfalsified & ~narrowed
                    unfalsified = narrowed
        return unfalsified


def unit_propagate(problem: Problem, unfalsified: int, clauses: Iterable[int]) -> int | None:
    """The literals that are not false after unit propagation; None if it met a conflict.

    `unfalsified` has the bits of the literals that are not false at the start. True literals are not marked: their
    rivals and their negations are false.
    """
    before = -1
    while unfalsified != before:
        before = unfalsified
        for clause in clauses:
            left = clause & unfalsified
            if not left & (left - 1):
                if not left:
                    return None
                unfalsified &= problem.compatible[left.bit_length() - 1]
    return unfalsified


def puzzle_problem(puzzle: Grid, excluded: Sequence[Grid] = ()) -> Problem:
    """The problem of finding a solution of the puzzle other than the excluded grids."""
    rules = _rules(puzzle.shape)
    clues = [1 << _candidate(puzzle.shape, cell, digit) for cell, digit in puzzle.clues()]
    differs = [
        rules.clause([-_candidate(puzzle.shape, cell, digit) for cell, digit in grid.clues()]) for grid in excluded
    ]
    return Problem(rules.variables, (*rules.clauses, *clues, *differs), rules.compatible)


def formula_problem(variables: int, clauses: Iterable[Sequence[int]]) -> Problem:
    """The problem of satisfying any formula in conjunctive normal form, without cells and houses."""
    bare = Problem(variables, (), ())
    negations = [0, *range(variables + 1, 2 * variables + 1), *range(1, variables + 1)]
    compatible = tuple(bare.everything & ~(1 << negation) for negation in negations)
    return Problem(variables, tuple(map(bare.clause, clauses)), compatible)


def _candidate(shape: Shape, cell: int, digit: int) -> int:
    return cell * shape.side + digit


@cache
def _rules(shape: Shape) -> Problem:
    """The empty puzzle: 324 clauses of nine candidates for 3x3 boxes, no two of which can hold together."""
    digits = range(1, shape.side + 1)
    items = [[_candidate(shape, cell, digit) for digit in digits] for cell in range(shape.cells)]
    items += [[_candidate(shape, cell, digit) for cell in house] for house in shape.houses for digit in digits]
    bare = formula_problem(shape.options, items)
    compatible = list(bare.compatible)
    for item, clause in zip(items, bare.clauses, strict=True):
        for candidate in item:
            compatible[candidate] &= ~clause | (1 << candidate)
    return Problem(bare.variables, bare.clauses, tuple(compatible))
