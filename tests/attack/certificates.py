"""False proofs.

A satisfiable formula must never be refuted, whatever the lemmas. A proof that was tampered with may be accepted only if
two other checkers accept it: dratify and a textbook implementation below.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import dratify

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.cnf import cnf
from crosscover.oracles.proofs.certification import Producer, certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.oracles.proofs.producers import SatProducer
from crosscover.oracles.refutation import Lemma, RefutationRejectedError, puzzle_problem
from crosscover.oracles.refutation import check as check_refutation
from crosscover.reference import CoverTable, DlxEngine, Grid, Shape
from tests.certificates.puzzles import BRIEF, EASY, HARD

from .claims import random_symmetry, tamper_with

PROPER = (*HARD, BRIEF, EASY)
SMALL = Shape(2, 2)
PRODUCERS: dict[str, Producer] = {
    "dlx": DlxProducer(),
    "sat:cadical195": SatProducer("cadical195"),
    "sat:glucose4": SatProducer("glucose4"),
    "sat:maplesat": SatProducer("maplesat"),
}
SOUND = ("dlx", "sat:cadical195", "sat:glucose4")
"""Producers whose proofs are right; maplesat's are not."""
Lemmas = Sequence[Lemma]


def attack_proofs(random: Random, _folder: Path) -> Iterator[str]:
    """Attack the checker in one of two ways."""
    return random.choice((attack_refutations, attack_maplesat))(random)


def attack_refutations(random: Random) -> Iterator[str]:
    """Let the checker refute what can be satisfied, and compare it with other checkers."""
    puzzle, lemmas = tampered_proof(random)
    solution = next(DlxEngine()(puzzle))
    if refutes(puzzle, (), lemmas):
        yield f"{puzzle} is refuted by {lemmas}"
    clue, _ = random.choice(list(puzzle.clues()))
    weaker, move = puzzle.with_cell(clue, 0), random_symmetry(random)
    if len(list(DlxEngine()(weaker, 2))) > 1 and refutes(move(weaker), [move(solution)], lemmas):
        yield f"{move(weaker)} is refuted except for {move(solution)} by {lemmas}"
    for _ in range(50):
        yield from attack_small_puzzle(random)
    mine = refutes(puzzle, [solution], lemmas)
    if mine and not dratify_accepts(puzzle, [solution], lemmas):
        yield f"dratify refuses, for {puzzle}, {lemmas}"
    if mine and len(lemmas) < 300 and not textbook_accepts(puzzle, [solution], lemmas):
        yield f"the textbook refuses, for {puzzle}, {lemmas}"


def attack_small_puzzle(random: Random) -> Iterator[str]:
    """Give the checker random lemmas for a puzzle of 4x4 cells; if it accepts them, search finds no solution."""
    grid = random_symmetry(random, SMALL)(Grid.parse("1234341221434321", SMALL)).keeping(random.getrandbits(16))
    puzzle = grid.with_cell(random.randrange(16), random.randrange(5))
    numbers = range(1, SMALL.options + 1)
    lemmas = [
        [random.choice((1, -1)) * random.choice(numbers) for _ in range(random.randrange(5))]
        for _ in range(random.randrange(12))
    ]
    excluded = list(BitmaskEngine()(puzzle, 1))
    others = [solution for solution in BitmaskEngine()(puzzle) if solution not in excluded]
    if others and refutes(puzzle, excluded, lemmas):
        yield f"{puzzle} is refuted except for {excluded} by {lemmas}"
    if excluded and refutes(puzzle, (), lemmas):
        yield f"{puzzle} is refuted by {lemmas}"


def attack_maplesat(random: Random) -> Iterator[str]:
    """Give the checker MapleSAT's proofs, some of which are wrong; the textbook must agree with it."""
    puzzle = random_symmetry(random)(random.choice(PROPER))
    solution = next(DlxEngine()(puzzle))
    lemmas = PRODUCERS["sat:maplesat"].prove(puzzle).lemmas
    known = all(abs(literal) <= puzzle.shape.options for lemma in lemmas for literal in lemma)
    if refutes(puzzle, [solution], lemmas) != (known and textbook_accepts(puzzle, [solution], lemmas)):
        yield f"the textbook disagrees on {puzzle}, {lemmas}"


def tampered_proof(random: Random) -> tuple[Grid, Lemmas]:
    """A proper puzzle with a changed proof, or the changed proof of another puzzle."""
    puzzle, other = random.choice(PROPER), random.choice(PROPER)
    producer = random.choice(SOUND)
    own = random.random() < 0.8
    lemmas = random.choice((raw, trimmed))(puzzle if own else other, producer)
    return puzzle, tamper_with(lemmas, trimmed(other, producer), random)


@cache
def certified(puzzle: Grid, producer: str) -> Certificate:
    """The certificate of a puzzle."""
    return certify_puzzle(puzzle, PRODUCERS[producer])


@cache
def raw(puzzle: Grid, producer: str) -> Lemmas:
    """The untrimmed log of a producer."""
    return PRODUCERS[producer].prove(puzzle).lemmas


def trimmed(puzzle: Grid, producer: str) -> Lemmas:
    """The trimmed lemmas of a certificate."""
    return certified(puzzle, producer).lemmas


def refutes(puzzle: Grid, excluded: Sequence[Grid], lemmas: Lemmas) -> bool:
    """Whether the checker accepts the proof."""
    try:
        check_refutation(puzzle_problem(puzzle, excluded), lemmas)
    except RefutationRejectedError:
        return False
    return True


def clauses_of(puzzle: Grid, excluded: Sequence[Grid]) -> list[tuple[int, ...]]:
    """The problem for the public checkers: pairwise clauses, clues, and "not this grid" for each excluded one."""
    formula = cnf(CoverTable(puzzle.shape))
    differs = [tuple(-literal for literal in formula.units(grid)) for grid in excluded]
    return [*formula.clauses, *((literal,) for literal in formula.units(puzzle)), *differs]


def dratify_accepts(puzzle: Grid, excluded: Sequence[Grid], lemmas: Lemmas) -> bool:
    """Whether dratify accepts the proof, after it has dropped repeated literals."""
    checker: Any = dratify
    formula = checker.CNF(puzzle.shape.options)
    for clause in clauses_of(puzzle, excluded):
        formula.add_dimacs(clause)
    log = "".join(" ".join(map(str, (*lemma, 0))) + "\n" for lemma in (*lemmas, ()))
    return cast("bool", checker.check_proof(formula, log).ok)


def textbook_accepts(puzzle: Grid, excluded: Sequence[Grid], lemmas: Lemmas) -> bool:
    """Whether a direct implementation of reverse unit propagation accepts the proof."""
    clauses = [frozenset(clause) for clause in clauses_of(puzzle, excluded)]
    holding: dict[int, list[frozenset[int]]] = {}
    for clause in clauses:
        for literal in clause:
            holding.setdefault(literal, []).append(clause)

    def conflict(assumed: Iterable[int]) -> bool:
        true: set[int] = set()
        waiting = [*assumed, *(literal for clause in clauses if len(clause) == 1 for literal in clause)]
        while waiting:
            literal = waiting.pop()
            if -literal in true:
                return True
            if literal in true:
                continue
            true.add(literal)
            for clause in holding.get(-literal, ()):
                if not true & clause:
                    left = [other for other in clause if -other not in true]
                    if not left:
                        return True
                    if len(left) == 1:
                        waiting.append(left[0])
        return False

    for lemma in map(frozenset, lemmas):
        if not conflict(-literal for literal in lemma):
            return False
        clauses.append(lemma)
        for literal in lemma:
            holding.setdefault(literal, []).append(lemma)
    return conflict(())
