"""The checker of refutations, the root of trust."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import pytest

from crosscover.oracles import refutation
from crosscover.oracles.cnf import cnf
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.oracles.proofs.trimming import trim
from crosscover.oracles.refutation import (
    Axioms,
    Formula,
    Lemma,
    RefutationRejectedError,
    check,
    puzzle_problem,
)
from crosscover.reference import CoverTable, DlxEngine, Grid, Shape

from .puzzles import CLASHING, EASY, HARD

SHAPES = [Shape(), Shape(3, 3, diagonals=True), Shape(2, 2), Shape(2, 3, diagonals=True), Shape(2, 3), Shape(1, 2)]


def solution_of(puzzle: Grid) -> Grid:
    """The first solution by the reference."""
    return next(DlxEngine()(puzzle))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_items_are_those_of_the_table(shape: Shape) -> None:
    """The clauses of the empty puzzle, derived from the houses, are the items of the exact-cover table."""
    expected = [[option + 1 for option in options] for options in CoverTable(shape).covering]
    assert sorted(map(sorted, puzzle_problem(Grid.empty(shape)).clauses)) == sorted(expected)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_rivals_are_those_that_share_an_item(shape: Shape) -> None:
    """The rivals of a candidate are those that share an item with it."""
    rivals = {pair for options in CoverTable(shape).covering for pair in permutations(options, 2)}
    stated = puzzle_problem(Grid.empty(shape)).axioms.rivals
    pairs = [(variable - 1, other - 1) for variable, others in enumerate(stated) for other in others]
    assert sorted(pairs) == sorted(rivals)


def test_easy_puzzles_need_no_lemma() -> None:
    """Unit propagation alone shows that clashing clues have no solution, and an easy puzzle no second one."""
    check(puzzle_problem(EASY, [solution_of(EASY)]), [])
    check(puzzle_problem(CLASHING), [])


def test_a_hard_puzzle_needs_lemmas() -> None:
    """A refutation without a conflict is refused at its end."""
    with pytest.raises(RefutationRejectedError, match="the proof ends without a conflict, after 0 lemmas") as refused:
        check(puzzle_problem(HARD[0], [solution_of(HARD[0])]), [])
    assert refused.value.lemma is None


def test_a_logged_empty_clause_is_not_a_conflict() -> None:
    """An empty clause in the log does not count as a conflict."""
    with pytest.raises(RefutationRejectedError, match="lemma 1: the empty clause does not follow") as refused:
        check(puzzle_problem(HARD[0], [solution_of(HARD[0])]), [[]])
    assert refused.value.lemma == 1


@pytest.mark.parametrize("literal", [0, 730, -730, 10**30])
def test_a_literal_that_does_not_exist_is_refused(literal: int) -> None:
    """Literals outside 1 to 729 are refused, even in an unnecessary lemma."""
    with pytest.raises(RefutationRejectedError, match=f"lemma 2: {literal} is not a literal") as refused:
        check(puzzle_problem(EASY, [solution_of(EASY)]), [[1, -1], [5, literal]])
    assert refused.value.lemma == 2


def test_a_lemma_that_does_not_follow_is_refused_by_number() -> None:
    """The first lemma that unit propagation does not prove is reported with its number and text."""
    puzzle = HARD[0]
    true = cnf().units(solution_of(puzzle))
    wrong = [-true[1]]
    with pytest.raises(RefutationRejectedError, match=f"lemma 2: {wrong[0]} does not follow by unit propagation"):
        check(puzzle_problem(puzzle, [solution_of(puzzle)]), [[-true[0], true[0]], wrong])


def test_a_clause_that_only_keeps_satisfiability_is_refused() -> None:
    """DRAT's rule of resolution asymmetric tautologies is not accepted: `1` does not follow from `1 or 2`."""
    with pytest.raises(RefutationRejectedError, match="lemma 1"):
        check(Formula(Axioms(2), ((1, 2),)), [[1]])


def test_any_formula_can_be_refuted() -> None:
    """The contradiction of the four clauses over two variables needs one lemma."""
    problem = Formula(Axioms(2), ((1, 2), (1, -2), (-1, 2), (-1, -2)))
    check(problem, [[1]])
    with pytest.raises(RefutationRejectedError, match="without a conflict"):
        check(problem, [])


def test_every_small_puzzle_with_a_solution_is_left_alone() -> None:
    """No puzzle made from a 2x2 grid is refuted; with the grid excluded, only those without another solution are."""
    grid = Grid.parse("1234341221434321", Shape(2, 2))
    refuted = 0
    for mask in range(0, 2**16, 251):
        puzzle = grid.keeping(mask)
        with pytest.raises(RefutationRejectedError):
            check(puzzle_problem(puzzle), [])
        try:
            check(puzzle_problem(puzzle, [grid]), [])
        except RefutationRejectedError:
            continue
        refuted += 1
        assert list(DlxEngine()(puzzle)) == [grid]
    assert refuted > 25


@pytest.mark.parametrize("useless", [[1, -1], [-1, -2], [9 * 80 + 1, 5, -5]], ids=str)
def test_useless_lemmas_take_few_steps(useless: list[int]) -> None:
    """The steps grow in proportion to the number of useless lemmas."""
    problem = puzzle_problem(HARD[0], [solution_of(HARD[0])])
    proof = certify_puzzle(HARD[0], DlxProducer()).lemmas
    some, many = (check(problem, [*[useless] * number, *proof]) for number in (500, 1000))
    assert many - some <= 500 * 30


def test_a_proof_that_takes_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lemmas that all visit the same others are refused as soon as they exceed the limit for their size."""
    visited = [[-1, -2]] * 300
    visiting = [[-1, -(9 * cell + 1), -(9 * cell + digit)] for cell in range(30, 80) for digit in range(2, 10)]
    monkeypatch.setattr(refutation, "MAX_VISITS", 5)
    with pytest.raises(RefutationRejectedError, match="takes more than 27,080 steps, too many for its size") as refused:
        check(puzzle_problem(Grid.empty()), [*visited, *visiting])
    assert refused.value.lemma is not None
    assert 350 < refused.value.lemma < 450


class _Interrupting(tuple[int, ...]):
    """A clause whose reading is interrupted after two literals, as by Ctrl-C."""

    __slots__ = ()

    def __iter__(self) -> Iterator[int]:
        yield from self[:2]
        raise KeyboardInterrupt


@pytest.mark.parametrize("run", [check, trim], ids=["check", "trim"])
def test_an_interrupt_leaves_no_trace(run: Callable[[Formula, Sequence[Lemma]], object]) -> None:
    """Literals that were read when an interrupt came are not missing from the clauses of the next problem."""
    axioms = Axioms(3)
    with pytest.raises(KeyboardInterrupt):
        run(Formula(axioms, (_Interrupting((1, 2, 3)),)), [])
    with pytest.raises(RefutationRejectedError, match="ends without a conflict"):
        check(Formula(axioms, ((1, 2),)), [])


def test_the_checker_imports_no_solver() -> None:
    """The checker imports neither an engine nor a library."""
    code = "import sys, crosscover.oracles.refutation; print(*sys.modules)"
    path = [entry for entry in sys.path if entry]
    out = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:] = {path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(out.stdout.split())
    ours = {name for name in loaded if name.startswith("crosscover.")} - {"crosscover.reference", "crosscover.oracles"}
    allowed = {"refutation", "propagation", "compiled", "grid", "shape", "table", "verdict"}
    assert {name.rpartition(".")[2] for name in ours} == allowed
    assert not loaded & {"pysat", "ortools", "numpy"}
