"""The root of trust: the refutation checker.

A refutation shows that a problem has no solution: that a puzzle has no solutions, or none except given grids. It is a
list of lemmas. A lemma is a clause, a disjunction of literals, and a literal is a candidate or minus a candidate: `cell
* side + digit`, counted from 1, stands for "this cell holds this digit" (1 to 729 for 3x3 boxes). A lemma is accepted
if it follows by *reverse unit propagation*: assume that all of its literals are false, and repeatedly look for a clause
with one literal left, which must then be true, until a clause has no literal left: a conflict. Accepted lemmas join the
clauses. In the end the clauses must lead to a conflict without any assumption. The checker finds that conflict itself,
and need not trust the producer of the proof.

The clauses of a puzzle are its items (each cell has some digit, each house has each digit somewhere: 324 items, or 342
in a diagonal Sudoku), the clues, and, for each excluded grid, "some cell differs from it". Candidates that share an
item are rivals: at most one of them is true. All of this is derived from the houses in ten lines below, not from the
exact-cover table, since certificates must also expose a faulty table.

The trusted code is this module, `propagation.py`, which is compiled from the same source if there is a C compiler, and
`Grid` and `Shape`. Tests compare both builds with a one-page specification that visits all clauses repeatedly
(`tests/certificates/specification.py`): all three accept and reject the same proofs.

The size of a proof bounds the work, regardless of its author. In one propagation no literal becomes false twice, and
only the clauses that watch it are visited. But each lemma can visit all earlier lemmas, which would be quadratic for
hostile proofs, so `MAX_VISITS` limits the sum.
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
"""A clause: at least one of its literals is true."""

MAX_VISITS = 1000
"""Maximum number of visits per literal of the problem and the proof; each lemma counts as one more literal.

Proofs need at most 50 for puzzles with one solution, 91 for 20,000 solutions, and 289 for 63,683 solutions: each lemma
may visit the clause of each solution. A proof that needs more is rejected, even if it is correct.
"""

MAX_SHOWN = 20
"""Maximum number of literals of a lemma in a message."""


class RefutationRejectedError(ValueError):
    """A refutation proves nothing; `lemma` is the number of the wrong lemma, None for the end, and `why` the reason."""

    def __init__(self, lemma: int | None, why: str) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.lemma = lemma
        self.why = why


class Axioms:
    """The clauses and rivals that all puzzles of a shape share.

    They are entered into a `Propagation` once, which is then reused for many problems.
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
        """Provide a `Propagation` that holds only these clauses.

        It is reused only if it was left in order: not after an interrupt or another exception, which may have come in
        the middle of a change.
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
class Formula:
    """Axioms and further clauses; `clauses` holds both, in the order of their numbers."""

    axioms: Axioms
    further: tuple[Lemma, ...]

    @property
    def clauses(self) -> tuple[Lemma, ...]:
        """The clauses of the axioms, then the further clauses."""
        return (*self.axioms.clauses, *self.further)


def check(problem: Formula, lemmas: Sequence[Lemma]) -> int:
    """Check a refutation of the problem and return the number of visits; raises RefutationRejectedError.

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


def check_entered(problem: Formula, used: Propagation, lemmas: Sequence[Lemma]) -> None:
    """Check a refutation with a `Propagation` that holds only the problem's clauses, propagated without a conflict."""
    expect_literals(problem, lemmas)
    size = problem.axioms.size + sum(map(len, problem.further)) + sum(map(len, lemmas)) + len(lemmas)
    limit = MAX_VISITS * size
    if wrong := used.refute(lemmas, limit):
        raise _rejection(lemmas, wrong, limit if used.visits > limit else None)


def _rejection(lemmas: Sequence[Lemma], number: int, exceeded: int | None) -> RefutationRejectedError:
    """Return the error for this lemma: it exceeded the limit, does not follow, or is missing."""
    if exceeded is not None:
        return RefutationRejectedError(number, f"the proof takes more than {exceeded:,} steps, too many for its size")
    if number > len(lemmas):
        return RefutationRejectedError(None, f"the proof ends without a conflict, after {len(lemmas)} lemmas")
    lemma = lemmas[number - 1]
    shown = [*map(str, lemma[:MAX_SHOWN]), *(["..."] if len(lemma) > MAX_SHOWN else [])]
    text = " or ".join(shown) or "the empty clause"
    return RefutationRejectedError(number, f"{text} does not follow by unit propagation")


def expect_literals(problem: Formula, lemmas: Iterable[Lemma]) -> None:
    """Raise RefutationRejectedError for a lemma with a literal that does not exist."""
    for number, lemma in enumerate(lemmas, 1):
        if not problem.axioms.literals.issuperset(lemma):
            found = str(next(literal for literal in lemma if literal not in problem.axioms.literals))
            found = found if len(found) <= 40 else f"{found[:40]}..."
            known = f"they go from 1 to {problem.axioms.variables}, either sign"
            raise RefutationRejectedError(number, f"{found} is not a literal; {known}")


def puzzle_problem(puzzle: Grid, excluded: Sequence[Grid] = ()) -> Formula:
    """Return the problem of finding a solution of the puzzle other than the excluded grids, which are full."""
    shape = puzzle.shape
    before = range(0, shape.options, shape.side)  # the candidate before the first one of each cell
    clues = zip(compress(map(add, before, puzzle.values), puzzle.values))
    differ = [tuple(map(getitem, _denials(shape), grid.values)) for grid in excluded]
    return Formula(shape_axioms(shape), (*clues, *differ))


def _candidate(shape: Shape, cell: int, digit: int) -> int:
    return cell * shape.side + digit


@cache
def _denials(shape: Shape) -> list[list[int]]:
    """Return, for each cell, the literals that deny that it holds 0, 1, 2 and so on."""
    return [[-_candidate(shape, cell, digit) for digit in range(shape.side + 1)] for cell in range(shape.cells)]


@cache
def shape_axioms(shape: Shape) -> Axioms:
    """Return the axioms of the empty puzzle: for 3x3 boxes, 324 clauses, each of nine candidates that are rivals."""
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
    """Return the compiled propagation if it exists and is wanted, else the pure Python one."""
    build: type[Propagation] = build_of(propagation).Propagation
    return build
