"""Attacks on the checker.

A satisfiable formula must never be refuted, whatever the lemmas. A proof that was tampered with may be accepted only if
two other checkers accept it: dratify and a textbook implementation below.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, cast

import dratify
import pytest
from hypothesis import event, given, settings, target
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.cnf import cnf
from crosscover.oracles.proofs.certification import Producer, certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.oracles.proofs.producers import SatProducer
from crosscover.oracles.refutation import Lemma, RefutationRejectedError, check, puzzle_problem
from crosscover.reference import CoverTable, DlxEngine, Grid, Shape, symmetry

from .puzzles import BRIEF, EASY, HARD

pytestmark = pytest.mark.slow

PROPER = (*HARD, BRIEF, EASY)
SMALL = Shape(2, 2)
PRODUCERS: dict[str, Producer] = {
    "dlx": DlxProducer(),
    "sat:cadical195": SatProducer("cadical195"),
    "sat:glucose4": SatProducer("glucose4"),
    "sat:maplesat": SatProducer("maplesat"),
}
Lemmas = Sequence[Lemma]


def refutes(puzzle: Grid, excluded: Grid | None, lemmas: Lemmas) -> bool:
    """Whether the checker accepts the proof."""
    try:
        check(puzzle_problem(puzzle, excluded), lemmas)
    except RefutationRejectedError:
        return False
    return True


@cache
def solution_of(puzzle: Grid) -> Grid:
    """The first solution."""
    return next(DlxEngine()(puzzle))


@cache
def raw(puzzle: Grid, producer: str) -> Lemmas:
    """The untrimmed log of a producer."""
    return PRODUCERS[producer].prove(puzzle).lemmas


@cache
def trimmed(puzzle: Grid, producer: str) -> Lemmas:
    """The trimmed lemmas of a certificate."""
    return certify_puzzle(puzzle, PRODUCERS[producer]).lemmas


def clauses_of(puzzle: Grid, excluded: Grid | None) -> list[tuple[int, ...]]:
    """The problem for the public checkers: pairwise clauses, clues, and "not this grid"."""
    formula = cnf(CoverTable(puzzle.shape))
    differs = [] if excluded is None else [tuple(-literal for literal in formula.units(excluded))]
    return [*formula.clauses, *((literal,) for literal in formula.units(puzzle)), *differs]


def dratify_accepts(puzzle: Grid, excluded: Grid | None, lemmas: Lemmas) -> bool:
    """Whether dratify accepts the proof, after it has dropped repeated literals."""
    checker: Any = dratify
    formula = checker.CNF(puzzle.shape.options)
    for clause in clauses_of(puzzle, excluded):
        formula.add_dimacs(clause)
    log = "".join(" ".join(map(str, (*lemma, 0))) + "\n" for lemma in (*lemmas, ()))
    return cast("bool", checker.check_proof(formula, log).ok)


def textbook_accepts(puzzle: Grid, excluded: Grid | None, lemmas: Lemmas) -> bool:
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


def symmetries(shape: Shape = Shape()) -> SearchStrategy[symmetry.Symmetry]:
    """Every symmetry of a shape."""
    return st.integers(0, symmetry.group_order(shape) - 1).map(lambda number: symmetry.unrank(number, shape))


def clauses(options: int) -> SearchStrategy[list[list[int]]]:
    """Random lemmas, most of them short."""
    literals = st.integers(1, options).flatmap(lambda variable: st.sampled_from((variable, -variable)))
    return st.lists(st.lists(literals, max_size=4), max_size=12)


def tamper_with(lemmas: Lemmas, foreign: Lemmas, random: Random) -> list[list[int]]:
    """Make one to three changes to a proof: a literal, a lemma, the order, or lemmas of another proof."""
    made = [list(lemma) for lemma in lemmas]
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(made)) if made else 0
        lemma = made[place] if made else [random.randint(1, 729)]
        literal = random.randrange(len(lemma)) if lemma else 0
        change = random.randrange(9)
        if change == 0:
            del made[place : place + 1]
        elif change == 1:
            del made[place:]
        elif change == 2:
            random.shuffle(made)
        elif change == 3:
            made.reverse()
        elif change == 4:
            made[place:place] = [list(other) for other in foreign[:5]]
        elif change == 5:
            del lemma[literal : literal + 1]
        elif change == 6:
            lemma[literal : literal + 1] = [-each for each in lemma[literal : literal + 1]]
        elif change == 7:
            lemma[literal : literal + 1] = [random.randint(1, 729) for _ in lemma[literal : literal + 1]]
        else:
            made.append([])
    return made


@st.composite
def tampered_proofs(draw: DrawFn) -> tuple[Grid, list[list[int]]]:
    """A proper puzzle with a changed proof. Shrinks towards the first puzzle and few lemmas."""
    puzzle, other = draw(st.sampled_from(PROPER)), draw(st.sampled_from(PROPER))
    source = draw(st.sampled_from((raw, trimmed)))
    producer = draw(st.sampled_from(("dlx", "sat:cadical195", "sat:glucose4")))
    return puzzle, tamper_with(source(puzzle, producer), trimmed(other, producer), Random(draw(st.integers(0, 2**32))))


@given(tampered_proofs())
@settings(deadline=None)
def test_without_the_excluding_clause_nothing_is_refuted(attempt: tuple[Grid, list[list[int]]]) -> None:
    """No lemmas refute a proper puzzle unless its solution is excluded."""
    puzzle, lemmas = attempt
    assert not refutes(puzzle, None, lemmas)
    assert not refutes(puzzle, None, trimmed(puzzle, "dlx"))


@given(tampered_proofs(), st.integers(0, 80), symmetries())
@settings(deadline=None)
def test_without_a_necessary_clue_nothing_is_refuted(
    attempt: tuple[Grid, list[list[int]]], lost: int, symmetric: symmetry.Symmetry
) -> None:
    """Without a necessary clue a puzzle has another solution, and no lemmas refute it."""
    puzzle, lemmas = attempt
    clues = [cell for cell, _ in puzzle.clues()]
    weaker = puzzle.with_cell(clues[lost % len(clues)], 0)
    assert len(list(DlxEngine()(weaker, 2))) == 2
    assert not refutes(weaker, solution_of(puzzle), lemmas)
    assert not refutes(weaker, solution_of(puzzle), trimmed(puzzle, "sat:cadical195"))
    assert not refutes(symmetric(weaker), symmetric(solution_of(puzzle)), lemmas)


@given(st.integers(0, 2**16 - 1), symmetries(SMALL), clauses(SMALL.options), st.integers(0, 4**4 - 1))
@settings(max_examples=300, deadline=None)
def test_refuted_small_puzzles_have_no_solution(
    mask: int, symmetric: symmetry.Symmetry, lemmas: list[list[int]], noise: int
) -> None:
    """If the checker accepts any lemmas for a 2x2 puzzle, complete search finds no solution."""
    grid = Grid.parse("1234341221434321", SMALL)
    values = bytearray(symmetric(grid).keeping(mask).values)
    values[noise % 16] = noise // 16 % 5
    puzzle = Grid(bytes(values), SMALL)
    excluded = next(BitmaskEngine()(puzzle), None)
    if refutes(puzzle, excluded, lemmas):
        event("refuted")
        assert [solution for solution in BitmaskEngine()(puzzle) if solution != excluded] == []
    if excluded is not None:
        assert not refutes(puzzle, None, lemmas)


@given(tampered_proofs())
@settings(max_examples=25, deadline=None)
def test_accepted_proofs_are_accepted_by_others(attempt: tuple[Grid, list[list[int]]]) -> None:
    """A changed proof passes only if dratify and the textbook implementation accept it."""
    puzzle, lemmas = attempt
    if refutes(puzzle, solution_of(puzzle), lemmas):
        event("accepted")
        assert dratify_accepts(puzzle, solution_of(puzzle), lemmas)
        assert textbook_accepts(puzzle, solution_of(puzzle), lemmas)
    else:
        event("refused")


@given(st.sampled_from(PROPER), st.sampled_from(PROPER), st.sampled_from(("dlx", "sat:cadical195")), symmetries())
@settings(max_examples=25, deadline=None)
def test_a_foreign_proof_is_accepted_only_by_all(
    puzzle: Grid, other: Grid, producer: str, symmetric: symmetry.Symmetry
) -> None:
    """A proof of another or a symmetric puzzle passes only if the other checkers accept it."""
    puzzle, lemmas = symmetric(puzzle), trimmed(other, producer)
    if refutes(puzzle, solution_of(puzzle), lemmas):
        event("accepted")
        assert dratify_accepts(puzzle, solution_of(puzzle), lemmas)
        assert textbook_accepts(puzzle, solution_of(puzzle), lemmas)


@given(st.sampled_from(PROPER), symmetries())
@settings(max_examples=25, deadline=None)
def test_the_checker_and_the_textbook_agree_on_maplesat(puzzle: Grid, symmetric: symmetry.Symmetry) -> None:
    """MapleSAT's wrong proofs are refused like by the textbook checker, for every puzzle that needs a lemma."""
    puzzle = symmetric(puzzle)
    lemmas = PRODUCERS["sat:maplesat"].prove(puzzle).lemmas
    known = all(abs(literal) <= 729 for lemma in lemmas for literal in lemma)
    accepted = refutes(puzzle, solution_of(puzzle), lemmas)
    assert accepted == (known and textbook_accepts(puzzle, solution_of(puzzle), lemmas))
    event("accepted" if accepted else "refused")


@pytest.mark.parametrize("accepts", [refutes, dratify_accepts, textbook_accepts])
def test_every_checker_accepts_valid_proofs(accepts: Callable[[Grid, Grid | None, Lemmas], bool]) -> None:
    """All three checkers accept valid proofs."""
    for producer in ("dlx", "sat:cadical195"):
        assert accepts(HARD[0], solution_of(HARD[0]), trimmed(HARD[0], producer))


@given(st.sampled_from(PROPER), st.integers(0, 2**81 - 1), st.integers(0, 2**81 - 1), symmetries())
@settings(max_examples=25, deadline=None)
def test_certificates_of_any_puzzle_are_valid(puzzle: Grid, one: int, other: int, symmetric: symmetry.Symmetry) -> None:
    """The certificate of any puzzle is accepted by all checkers; the examples target many lemmas."""
    solution = solution_of(puzzle)
    masked = solution.keeping(one & other)
    clues = {**dict(masked.clues()), **dict(puzzle.clues())} if one & 1 else dict(masked.clues())
    made = certify_puzzle(symmetric(Grid.from_clues(clues)), PRODUCERS["sat:cadical195"])
    target(float(len(made.lemmas)), label="lemmas")
    event(made.kind.value)
    if made.kind.value != "several" and made.lemmas:
        assert dratify_accepts(made.puzzle, made.excluded, made.lemmas)
        assert textbook_accepts(made.puzzle, made.excluded, made.lemmas)
