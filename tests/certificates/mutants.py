"""Proofs with mistakes, for the comparison of the checker's two builds with its specification."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.proofs.producers import producer
from crosscover.oracles.refutation import Lemma, Problem, puzzle_problem
from crosscover.reference import Grid, Shape, symmetry

from .puzzles import BRIEF, HARD, UNSOLVABLE
from .specification import outcome, outcome_by_definition

PUZZLES = (BRIEF, HARD[0], HARD[1], UNSOLVABLE)
SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4))
PRODUCERS = ("learning", "dlx", "sat:cadical195")


def disagreement(problem: Problem, lemmas: Sequence[Lemma]) -> str:
    """What the compiled checker, the one in pure Python and the specification say, if they differ."""
    before = os.environ.get("CROSSCOVER_PURE", "")
    found = [outcome_by_definition(problem, lemmas)]
    for pure in ("0", "1"):
        os.environ["CROSSCOVER_PURE"] = pure
        found.append(outcome(problem, lemmas))
    os.environ["CROSSCOVER_PURE"] = before
    return "" if len(set(found)) == 1 else f"{found} for {problem.further}, {lemmas}"


def mutants(random: Random) -> Iterator[tuple[Problem, list[list[int]]]]:
    """Yield problems with proofs that have up to three changes."""
    while True:
        if random.random() < 0.5:
            puzzle = random.choice(PUZZLES)
            known = tuple(BitmaskEngine()(puzzle, 2))
        else:
            shape = random.choice(SHAPES)
            grid = symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)(Grid.canonical(shape))
            kept = random.sample(range(shape.cells), random.randrange(shape.cells // 4, shape.cells // 2))
            puzzle = Grid.from_clues({cell: grid.values[cell] for cell in kept}, shape)
            known = tuple(BitmaskEngine()(puzzle, random.randrange(1, 12)))
        lemmas = _proof(puzzle, known, random.choice(PRODUCERS))
        if random.random() < 0.2:
            known = known[1:]
        yield puzzle_problem(puzzle, known), mutated(lemmas, puzzle.shape.options, random)


@cache
def _proof(puzzle: Grid, known: tuple[Grid, ...], name: str) -> tuple[Lemma, ...]:
    return producer(name).prove(puzzle, known, len(known) + 1).lemmas[:100]


def mutated(lemmas: Sequence[Lemma], variables: int, random: Random) -> list[list[int]]:
    """A proof with up to three changes of its literals, its lemmas or their order."""
    made = [list(lemma) for lemma in lemmas]
    for _ in range(random.randrange(4)):
        literal = random.choice((1, -1)) * random.randrange(1, variables + 1)
        place = random.randrange(len(made) + 1)
        match random.randrange(8):
            case 0:
                made.insert(place, [literal])
            case 1:
                made.insert(place, [literal, -literal, random.randrange(1, variables + 1)])
            case 2:
                made.insert(place, [])
            case 3:
                made[place : place + 2] = reversed(made[place : place + 2])
            case 4:
                del made[place : place + 1]
            case 5:
                for lemma in made[place : place + 1]:
                    del lemma[random.randrange(len(lemma) + 1) :]
            case 6:
                for lemma in made[place : place + 1]:
                    lemma.insert(random.randrange(len(lemma) + 1), random.choice((literal, *lemma)))
            case _:
                for lemma in made[place : place + 1]:
                    lemma[:] = [random.choice((each, -each, each, each + 1)) for each in lemma]
    return made
