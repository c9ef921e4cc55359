"""The root of trust: a checker of refutations.

A refutation shows that a problem has no solution: that a puzzle has none, or none other than given grids. It is a list
of lemmas. A lemma is a clause, a disjunction of literals, and a literal is a candidate or minus a candidate: `cell *
side + digit`, counted from 1, stands for "this cell has this digit" (1 to 729 for 3x3 boxes). A lemma is accepted if
*reverse unit propagation* shows it: assume that all of its literals are false, and again and again look for a clause
with one literal left, which must then be true, until a clause has none left, which is a conflict. Accepted lemmas are
clauses like any other. In the end the clauses must lead to a conflict without any assumption. The checker finds that
conflict itself, and need not trust the producer of the proof.

The clauses of a puzzle are the 324 items (each cell has some digit, each house has each digit somewhere), the clues,
and, for each excluded grid, "some cell differs from it". Candidates that share an item are rivals: at most one of them
is true. All this is derived below from the houses, in ten lines, and not from the exact-cover table, since certificates
must also expose a faulty table.

What is trusted: this module, `Shape.houses`, `Grid.clues`, and the methods `reset`, `enter`, `add`, `propagate`,
`backtrack`, `refutes_negation` and `refute` of `Propagation`, which are compiled from the same text if there is a C
compiler. Tests compare both builds with a specification of one page, which visits all clauses again and again
(`tests/certificates/specification.py`): all three accept and refuse the same proofs.

The work is bounded by the size of the proof, whoever wrote it. In one propagation no literal becomes false twice, and
only clauses that watch it are visited. But each lemma can visit all before it, which would be quadratic for hostile
proofs: `MAX_VISITS` limits the sum.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import compress
from operator import add, getitem

from crosscover.reference.compiled import build_of
from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape

from . import propagation
from .propagation import Propagation

Lemma = Sequence[int]
"""A clause: literals that are not all false."""

MAX_VISITS = 1000
"""Maximum number of visits for each literal of the problem and the proof, counting an end of a lemma as a literal.

Proofs for puzzles with one solution make at most 50, for 20,000 solutions 91, and for 63,683 solutions 289: each lemma
may visit the clause of each solution. A proof that makes more is refused, even if it is right.
"""

MAX_SHOWN = 20
"""Maximum number of literals of a lemma in a message."""


class RefutationRejectedError(ValueError):
    """A refutation that refutes nothing: the number of the wrong lemma, None for the end, and the reason."""

    def __init__(self, lemma: int | None, why: str) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.lemma = lemma
        self.why = why


class Axioms:
    """The clauses and rivals that all puzzles of a shape share.

    They are entered into a `Propagation` once, which is then used for one problem after the other.
    """

    def __init__(self, variables: int, clauses: Sequence[Lemma] = (), rivals: Sequence[Sequence[int]] = ()) -> None:
        self.variables = variables
        self.clauses = tuple(map(tuple, clauses))
        self.size = sum(map(len, self.clauses))
        self.rivals = rivals
        self.literals = frozenset((*range(-variables, 0), *range(1, variables + 1)))
        self._free: dict[type[Propagation], list[Propagation]] = {}

    @contextmanager
    def propagation(self) -> Generator[Propagation]:
        """A `Propagation` that has these clauses alone.

        It is used again only if it was left in order: not after an interrupt or another exception, which may have come
        in the middle of a change.
        """
        build = propagation_build()
        free = self._free.setdefault(build, [])
        found = free.pop() if free else build(self.variables, self.clauses, self.rivals)
        found.reset()
        try:
            yield found
        except RefutationRejectedError:
            free.append(found)
            raise
        free.append(found)


@dataclass(frozen=True, slots=True)
class Problem:
    """Axioms and further clauses; `clauses` are all of them in the order of their numbers."""

    axioms: Axioms
    further: tuple[Lemma, ...]

    @property
    def clauses(self) -> tuple[Lemma, ...]:
        """The clauses of the axioms, then the others."""
        return (*self.axioms.clauses, *self.further)


def check(problem: Problem, lemmas: Sequence[Lemma]) -> int:
    """Accept a refutation of the problem by returning the number of visits; raises RefutationRejectedError.

    >>> nine_ones = Grid.parse("1" * 9 + "." * 72)
    >>> check(puzzle_problem(nine_ones), [])
    0
    >>> check(puzzle_problem(Grid.empty()), [[5]])
    Traceback (most recent call last):
    crosscover.oracles.refutation.RefutationRejectedError: lemma 1: 5 does not follow by unit propagation
    """
    with problem.axioms.propagation() as used:
        if used.enter(problem.further):
            check_entered(problem, used, lemmas)
        else:
            expect_literals(problem, lemmas)
        return used.visits


def check_entered(problem: Problem, used: Propagation, lemmas: Sequence[Lemma]) -> None:
    """The same for a `Propagation` that has the problem's clauses, propagated without a conflict, and nothing else."""
    expect_literals(problem, lemmas)
    size = problem.axioms.size + sum(map(len, problem.further)) + sum(map(len, lemmas)) + len(lemmas)
    limit = MAX_VISITS * size
    if wrong := used.refute(lemmas, limit):
        raise _rejection(lemmas, wrong, limit if used.visits > limit else None)


def _rejection(lemmas: Sequence[Lemma], number: int, exceeded: int | None) -> RefutationRejectedError:
    """Why the lemma of that number is wrong: it exceeded the limit, does not follow, or is missing."""
    if exceeded is not None:
        return RefutationRejectedError(number, f"the proof takes more than {exceeded:,} steps, too many for its size")
    if number > len(lemmas):
        return RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")
    lemma = lemmas[number - 1]
    shown = [*map(str, lemma[:MAX_SHOWN]), *(["..."] if len(lemma) > MAX_SHOWN else [])]
    text = " or ".join(shown) or "the empty clause"
    return RefutationRejectedError(number, f"{text} does not follow by unit propagation")


def expect_literals(problem: Problem, lemmas: Iterable[Lemma]) -> None:
    """Raise RefutationRejectedError for a lemma with a literal that does not exist."""
    for number, lemma in enumerate(lemmas, 1):
        if not problem.axioms.literals.issuperset(lemma):
            found = str(next(literal for literal in lemma if literal not in problem.axioms.literals))
            found = found if len(found) <= 40 else f"{found[:40]}..."
            known = f"they go from 1 to {problem.axioms.variables}, either sign"
            raise RefutationRejectedError(number, f"{found} is not a literal; {known}")


def puzzle_problem(puzzle: Grid, excluded: Sequence[Grid] = ()) -> Problem:
    """The problem of finding a solution of the puzzle other than the excluded grids, which are full."""
    shape = puzzle.shape
    before = range(0, shape.options, shape.side)  # the candidate before the first one of each cell
    clues = zip(compress(map(add, before, puzzle.values), puzzle.values))
    differ = [tuple(map(getitem, _denials(shape), grid.values)) for grid in excluded]
    return Problem(_axioms(shape), (*clues, *differ))


def formula_problem(variables: int, clauses: Iterable[Lemma]) -> Problem:
    """The problem of satisfying any formula in conjunctive normal form, without cells and houses."""
    return Problem(Axioms(variables), tuple(clauses))


def _candidate(shape: Shape, cell: int, digit: int) -> int:
    return cell * shape.side + digit


@cache
def _denials(shape: Shape) -> list[list[int]]:
    """For each cell, the literals that deny that it has 0, 1, 2 and so on."""
    return [[-_candidate(shape, cell, digit) for digit in range(shape.side + 1)] for cell in range(shape.cells)]


@cache
def _axioms(shape: Shape) -> Axioms:
    """The empty puzzle: 324 clauses of nine candidates for 3x3 boxes, no two of which can hold together."""
    digits = range(1, shape.side + 1)
    items = [[_candidate(shape, cell, digit) for digit in digits] for cell in range(shape.cells)]
    items += [[_candidate(shape, cell, digit) for cell in house] for house in shape.houses for digit in digits]
    rivals: list[set[int]] = [set() for _ in range(shape.options + 1)]
    for item in items:
        for candidate in item:
            rivals[candidate].update(item)
    for candidate, others in enumerate(rivals):
        others.discard(candidate)
    return Axioms(shape.options, items, [sorted(others) for others in rivals])


def propagation_build() -> type[Propagation]:
    """The compiled propagation if there is one and it is wanted, else that in pure Python."""
    build: type[Propagation] = build_of(propagation).Propagation
    return build
