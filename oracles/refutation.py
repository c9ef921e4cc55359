"""The root of trust: a checker of refutations.

A refutation shows that a problem has no solution: that a puzzle has none, or none other than a given grid. It is a list
of lemmas. A lemma is a clause, a disjunction of literals, and a literal is a candidate or minus a candidate: `cell *
side + digit`, counted from 1, stands for "this cell has this digit" (1 to 729 for 3x3 boxes). A lemma is accepted if
*reverse unit propagation* shows it: assume that all of its literals are false, and again and again look for a clause
with one literal left, which must then be true, until a clause has none left, which is a conflict. Accepted lemmas are
clauses like any other. In the end the clauses must lead to a conflict without any assumption. The checker finds that
conflict itself, whatever the proof says, and it does not matter where the proof came from.

The clauses of a puzzle are the 324 items (each cell has some digit, each house has each digit somewhere), the clues,
and, if a grid is excluded, "some cell differs from it". They are derived below from the houses, in ten lines, and not
from the exact-cover table, since certificates must also expose a faulty table.

What is trusted: this module, `Shape.houses`, `Grid.clues`, and Python's integers. A lemma costs some five passes over
all clauses, 50 us each. Most puzzles need no lemma and take half a millisecond; the hardest known take 10, rarely 100.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

Lemma = Sequence[int]
"""A clause: literals that are not all false."""

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


def check(problem: Problem, lemmas: Sequence[Lemma]) -> None:
    """Accept a refutation of the problem by returning; raises RefutationRejectedError.

    >>> nine_ones = Grid.parse("1" * 9 + "." * 72)
    >>> check(puzzle_problem(nine_ones), [])
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
    clauses = list(problem.clauses)
    unfalsified = unit_propagate(problem, problem.everything, clauses)
    for number, lemma in enumerate(lemmas, 1):
        if unfalsified is None:
            return
        assumed = unfalsified
        for literal in lemma:
            assumed &= problem.compatible[problem.bit(-literal)]
        if unit_propagate(problem, assumed, clauses) is not None:
            shown = [*map(str, lemma[:MAX_SHOWN]), *(["..."] if len(lemma) > MAX_SHOWN else [])]
            text = " or ".join(shown) or "the empty clause"
            raise RefutationRejectedError(number, f"{text} does not follow by unit propagation")
        clauses.append(problem.clause(lemma))
        left = clauses[-1] & unfalsified
        if not left & (left - 1):
            unfalsified = unit_propagate(problem, unfalsified, clauses)
    if unfalsified is not None:
        raise RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")


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


def puzzle_problem(puzzle: Grid, excluded: Grid | None = None) -> Problem:
    """The problem of finding a solution of the puzzle, other than the excluded grid if there is one."""
    rules = _rules(puzzle.shape)
    clues = [1 << _candidate(puzzle.shape, cell, digit) for cell, digit in puzzle.clues()]
    given = [] if excluded is None else [-_candidate(puzzle.shape, cell, digit) for cell, digit in excluded.clues()]
    differs = [] if excluded is None else [rules.clause(given)]
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
