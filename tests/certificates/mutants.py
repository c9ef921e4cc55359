"""Proofs with mistakes, for the comparison of the checker's two builds with its specification."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from crosscover.oracles.bitmask import BitmaskEngine, simplest_grid
from crosscover.oracles.proofs.producers import producer
from crosscover.oracles.proofs.trimming import trim
from crosscover.oracles.refutation import Formula, Lemma, puzzle_problem
from crosscover.reference import Grid, Shape

from .puzzles import BRIEF, HARD, UNSOLVABLE, random_symmetry
from .specification import outcome, outcome_by_definition

PUZZLES = (BRIEF, HARD[0], HARD[1], UNSOLVABLE)
SHAPES = (Shape(2, 2), Shape(2, 2, diagonals=True), Shape(2, 3), Shape(3, 2), Shape(2, 3, diagonals=True), Shape(2, 4))
PRODUCERS = ("learning", "dlx", "sat:cadical195")
MAX_LEMMAS = 100
"""Maximum number of lemmas in a proof; the specification takes long for more."""


class Mutant(NamedTuple):
    """A proof, mostly wrong, that a puzzle has no solutions but the excluded ones."""

    puzzle: Grid
    excluded: tuple[Grid, ...]
    lemmas: list[list[int]]

    @property
    def problem(self) -> Formula:
        """The problem that the lemmas should refute."""
        return puzzle_problem(self.puzzle, self.excluded)


def disagreement(problem: Formula, lemmas: Sequence[Lemma]) -> str:
    """Return the results of both builds of the checker and of the specification if they differ."""
    before = os.environ.get("CROSSCOVER_PURE", "")
    found = [outcome_by_definition(problem, lemmas)]
    for pure in ("0", "1"):
        os.environ["CROSSCOVER_PURE"] = pure
        found.append(outcome(problem, lemmas))
    os.environ["CROSSCOVER_PURE"] = before
    return "" if len(set(found)) == 1 else f"{found} for {problem.further}, {lemmas}"


def mutants(random: Random) -> Iterator[Mutant]:
    """Yield proofs with up to three changes; some for a puzzle with more solutions, some of another puzzle."""
    while True:
        puzzle, known = _puzzle_and_solutions(random)
        lemmas = _proof(puzzle, known, random.choice(PRODUCERS), trimmed=random.random() < 0.5)
        foreign = _proof(HARD[0], tuple(BitmaskEngine()(HARD[0])), "dlx", trimmed=True)
        match random.randrange(8):
            case 0:
                known = known[1:]
            case 1 if puzzle.clue_count:
                puzzle = puzzle.with_cell(random.choice(list(puzzle.clues()))[0], 0)
            case 2:
                lemmas = foreign
            case _:
                pass
        yield Mutant(puzzle, known, mutated(lemmas, foreign, puzzle.shape.options, random))


def _puzzle_and_solutions(random: Random) -> tuple[Grid, tuple[Grid, ...]]:
    if random.random() < 0.5:
        puzzle = random.choice(PUZZLES)
        return puzzle, tuple(BitmaskEngine()(puzzle, 2))
    shape = random.choice(SHAPES)
    grid = random_symmetry(random, shape)(simplest_grid(shape))
    kept = random.sample(range(shape.cells), random.randrange(shape.cells // 4, shape.cells // 2))
    puzzle = Grid.from_clues({cell: grid.values[cell] for cell in kept}, shape)
    return puzzle, tuple(BitmaskEngine()(puzzle, random.randrange(1, 12)))


@cache
def _proof(puzzle: Grid, known: tuple[Grid, ...], name: str, *, trimmed: bool) -> tuple[Lemma, ...]:
    """The beginning of the proof of a producer."""
    lemmas = producer(name).prove(puzzle, known, len(known) + 1).lemmas
    short = trim(puzzle_problem(puzzle, known), lemmas) if trimmed else None
    return (lemmas if short is None else short)[:MAX_LEMMAS]


def mutated(lemmas: Sequence[Lemma], foreign: Sequence[Lemma], candidates: int, random: Random) -> list[list[int]]:
    """A proof with up to three changes of its literals, its lemmas or their order, or lemmas of a foreign one."""
    made = [list(lemma) for lemma in lemmas]
    for _ in range(random.randrange(4)):
        literal = random.choice((1, -1)) * random.randint(0, candidates + 1)
        place = random.randrange(len(made) + 1)
        lemma = made[place] if place < len(made) else []
        match random.randrange(10):
            case 0:
                made.insert(place, random.choice(([], [literal], [literal, -literal, random.randint(1, candidates)])))
            case 1:
                made[place : place + 2] = reversed(made[place : place + 2])
            case 2:
                random.shuffle(made)
            case 3:
                del made[place : place + 1]
            case 4:
                del made[place:]
            case 5:
                made[place:place] = [list(other) for other in foreign[:5]]
            case 6:
                del lemma[random.randrange(len(lemma) + 1) :]
            case 7:
                lemma.insert(random.randrange(len(lemma) + 1), random.choice((literal, *lemma)))
            case 8:
                random.shuffle(lemma)
                lemma[:1] = [-each for each in lemma[:1]]
            case _:
                lemma[:] = [random.choice((each, -each, each, each + 1)) for each in lemma]
    return made
