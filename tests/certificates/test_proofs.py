"""Producers of proofs, and trimming."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import pytest

from crosscover.errors import UsageError
from crosscover.oracles import propagation
from crosscover.oracles.bitmask import BitmaskEngine, simplest_grid
from crosscover.oracles.certificate import PROPAGATION, Certificate, FalseCertificateError, check
from crosscover.oracles.proofs import conflicts, dlx_proofs, learning, trimming
from crosscover.oracles.proofs.certification import ProofError, UncheckedProof, certify_claim, certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.oracles.proofs.producers import PRODUCERS, SatProducer, parse_drup, producer
from crosscover.oracles.proofs.trimming import conflict_search, trim
from crosscover.oracles.refutation import Formula, RefutationRejectedError, puzzle_problem, shape_axioms
from crosscover.oracles.refutation import check as check_refutation
from crosscover.reference import (
    DancingLinks,
    DlxEngine,
    Grid,
    NoSolution,
    Several,
    Shape,
    Unique,
    Verdict,
    VerdictKind,
    dancing_links,
)
from crosscover.reference.compiled import build_of

from .puzzles import AMBIGUOUS, CLASHING, EASY, HARD, UNSOLVABLE

AMPLE = Grid.parse("81..............7....4...8...4...896........12...6.5......7.....38...91......84.2")
"""It has 63,683 solutions."""


def problem_of(puzzle: Grid, claim: UncheckedProof) -> Formula:
    """The problem that the lemmas of a claim refute."""
    return puzzle_problem(puzzle, claim.solutions)


@pytest.mark.parametrize(
    "puzzle", [HARD[0], UNSOLVABLE, EASY, CLASHING], ids=["hard", "unsolvable", "easy", "clashing"]
)
def test_the_log_of_a_sat_solver_is_a_refutation(puzzle: Grid) -> None:
    """Every learned lemma follows, before trimming."""
    claim = SatProducer().prove(puzzle)
    check_refutation(problem_of(puzzle, claim), claim.lemmas)


def test_an_incomplete_log_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that python-sat cannot read, as on a full disk, is an error of the producer, not a wrong proof."""

    def fail(_log: bytes) -> list[str]:
        raise AssertionError

    monkeypatch.setattr(import_module("pysat.solvers").Solver, "_proof_bin2text", fail)
    with pytest.raises(ProofError, match="python-sat's log is incomplete"):
        SatProducer().prove(HARD[0])


@pytest.mark.parametrize("links", [DancingLinks, dancing_links()], ids=["pure", "default"])
@pytest.mark.parametrize("puzzle", [HARD[0], UNSOLVABLE, EASY, CLASHING], ids=str)
def test_the_search_of_the_dancing_links_is_a_refutation(puzzle: Grid, links: type[DancingLinks]) -> None:
    """One lemma for each finished branch, in order, is a proof."""
    claim = DlxProducer(DlxEngine(links=links)).prove(puzzle)
    check_refutation(problem_of(puzzle, claim), claim.lemmas)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 3), Shape(3, 4)], ids=str)
def test_learning_finds_all_solutions_of_all_shapes(shape: Shape) -> None:
    """The search that learns finds the solutions that bit sets find, and refutes others."""
    grid = simplest_grid(shape)
    number = 0
    for emptied in range(2, 6):
        digits = [0 if cell * 7 % 5 < emptied else digit for cell, digit in enumerate(grid.values)]
        puzzle = Grid(bytes(digits), shape)
        expected = set(BitmaskEngine()(puzzle, 300))
        proof = producer("learning").prove(puzzle, (), 300)
        assert len(proof.solutions) == len(expected)
        if len(expected) < 300:
            assert set(proof.solutions) == expected
            check_refutation(problem_of(puzzle, proof), proof.lemmas)
            assert trim(problem_of(puzzle, proof), proof.lemmas) is not None
        number += len(expected)
    assert number > 3


def test_learning_makes_the_same_proof_in_pure_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both builds of the propagation make the same proof, and the checker as many visits."""
    made: list[tuple[UncheckedProof, int]] = []
    for pure in ("0", "1"):
        monkeypatch.setenv("CROSSCOVER_PURE", pure)
        proof = producer("learning").prove(HARD[1])
        made.append((proof, check_refutation(problem_of(HARD[1], proof), proof.lemmas)))
    assert made[0] == made[1]
    assert made[0][0].lemmas


@pytest.mark.parametrize("pure", ["0", "1"], ids=["compiled", "pure"])
def test_an_interrupt_ends_each_loop(pure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search, trimming and the checker notice Ctrl-C between two lemmas, and work again after it."""
    monkeypatch.setenv("CROSSCOVER_PURE", pure)
    maker = producer("learning")
    proof = maker.prove(HARD[1])
    problem = problem_of(HARD[1], proof)

    def interrupt() -> None:
        raise KeyboardInterrupt

    loops: tuple[Callable[[], object], ...] = (
        lambda: maker.prove(HARD[1]).lemmas,
        lambda: trim(problem, proof.lemmas),
        lambda: check_refutation(problem, proof.lemmas),
    )
    results = [loop() for loop in loops]
    with monkeypatch.context() as patched:
        for module in (propagation, conflicts):
            patched.setattr(build_of(module), "check_signals", interrupt)
        for loop in loops:
            with pytest.raises(KeyboardInterrupt):
                loop()
    assert [loop() for loop in loops] == results


def test_a_found_solution_costs_the_search_its_assumptions() -> None:
    """The clause that excludes a solution from the search has its assumptions alone, not a literal for each cell."""
    problem = puzzle_problem(AMPLE)
    models: list[list[int]] = []
    learned: list[list[int]] = []
    with conflict_search(problem.axioms) as search:
        assert search.propagation.enter(problem.further)
        assert not search.search(models, learned, [], 500, 1000)
    assert len({tuple(model) for model in models}) == 500
    assert 500 <= len(learned) < 600
    assert max(map(len, learned)) < 40
    grids = [Grid(bytes((candidate - 1) % 9 + 1 for candidate in model)) for model in models]
    with pytest.raises(RefutationRejectedError, match="ends without a conflict"):  # but the lemmas follow
        check_refutation(puzzle_problem(AMPLE, grids), learned)


def test_the_search_leaves_the_entered_problem_alone() -> None:
    """A known verdict is refuted and checked from one propagation of its clauses, with the proof of a fresh search."""
    maker = producer("learning")
    for puzzle in HARD[:2]:
        solution = next(DlxEngine()(puzzle))
        made = certify_claim(Certificate.of(puzzle, Unique(solution)), maker)
        assert made.lemmas == tuple(map(tuple, maker.prove(puzzle, [solution]).lemmas))
        check(made)


def test_only_the_search_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """If only the search is not compiled, it makes the same proof with pure Python's propagation."""
    claim = Certificate.of(HARD[0], Unique(next(DlxEngine()(HARD[0]))))
    made = certify_claim(claim, producer("learning"))
    trimming.free_searches.cache_clear()

    def pure_build(module: ModuleType) -> ModuleType:
        return module

    monkeypatch.setattr(trimming, "build_of", pure_build)
    assert certify_claim(claim, producer("learning")) == made
    trimming.free_searches.cache_clear()


def test_too_many_conflicts_are_left_to_a_sat_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its limit the search gives the puzzle, and the solutions that it has found, to its fallback."""
    monkeypatch.setattr(learning, "MAX_CONFLICTS", 3)
    proof = producer("learning").prove(HARD[3])
    assert not proof.is_trimmed
    assert proof.solutions == tuple(DlxEngine()(HARD[3]))
    check_refutation(problem_of(HARD[3], proof), proof.lemmas)


def test_a_search_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refutation that is too long is given up; the engine still works, and forced moves need no lemma."""
    monkeypatch.setattr(dlx_proofs, "MAX_LEMMAS", 3)
    producer = DlxProducer()
    with pytest.raises(ProofError, match="gave up after 3 branches"):
        producer.prove(HARD[0])
    assert producer.prove(EASY).lemmas == ()


@pytest.mark.parametrize("name", PRODUCERS)
def test_every_verdict_is_certified(name: str) -> None:
    """Puzzles with no, one and several solutions, with and without lemmas, get valid certificates."""
    maker = producer(name)
    kinds: list[VerdictKind] = []
    for puzzle in (UNSOLVABLE, CLASHING, HARD[0], EASY, AMBIGUOUS):
        made = certify_puzzle(puzzle, maker)
        check(made)
        assert made.producer == name
        kinds.append(made.claim)
    assert kinds == [VerdictKind.NONE, VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.UNIQUE, VerdictKind.SEVERAL]


@pytest.mark.parametrize("name", PRODUCERS)
def test_all_solutions_are_found_and_a_further_one_is_refuted(name: str) -> None:
    """A producer goes on after the known solutions, stops at the limit, and else refutes a further solution."""
    maker = producer(name)
    expected = set(DlxEngine()(AMBIGUOUS))
    first = next(DlxEngine()(AMBIGUOUS))
    for known, limit in (((), 3), ((first,), 3), (tuple(expected), 3), ((), 2), ((first,), 2), ((), 1)):
        proof = maker.prove(AMBIGUOUS, known, limit)
        assert proof.solutions[: len(known)] == known
        assert len(proof.solutions) == len(set(proof.solutions)) == min(limit, 2)
        assert expected >= set(proof.solutions)
        if limit == 3:
            check_refutation(problem_of(AMBIGUOUS, proof), proof.lemmas)
        else:
            assert not proof.lemmas


class Branches:
    """A `Watcher` that counts the literals of a lemma for each branch of an item with several options."""

    def __init__(self) -> None:
        self.literals = 0
        self._sizes: list[int] = []

    def chose(self, level: int, item: int, size: int) -> None:  # noqa: ARG002 - a Watcher
        """Keep the sizes of the chosen items."""
        self._sizes[level:] = [size]

    def tried(self, level: int, option: int) -> None:
        """Nothing is known yet."""

    def undone(self, level: int, option: int) -> None:  # noqa: ARG002 - a Watcher
        """Count the options that were chosen among several."""
        if self._sizes[level] > 1:
            self.literals += sum(size > 1 for size in self._sizes[: level + 1])


@pytest.mark.parametrize("maker", [DlxProducer(), SatProducer()], ids=["dlx", "sat"])
@pytest.mark.parametrize("puzzle", HARD[:2], ids=str)
def test_trimming_keeps_necessary_lemmas(puzzle: Grid, maker: DlxProducer | SatProducer) -> None:
    """A trimmed refutation is valid and at most half of what was learned; trimming it again changes little."""
    claim = maker.prove(puzzle)
    problem = problem_of(puzzle, claim)
    short = trim(problem, claim.lemmas)
    assert short is not None
    check_refutation(problem, short)
    branches = Branches()
    list(DlxEngine().search(puzzle, branches))
    learned = branches.literals if maker.name == "dlx" else sum(map(len, claim.lemmas))
    assert 0 < sum(map(len, short)) <= learned / 2
    again = trim(problem, short)
    assert again is not None
    assert len(again) >= 0.8 * len(short)


def test_unnecessary_lemmas_are_trimmed() -> None:
    """If propagation alone is enough, all lemmas are trimmed, valid or not."""
    solution = next(DlxEngine()(EASY))
    assert trim(puzzle_problem(EASY, [solution]), [[1], [2, -700]]) == ()


@pytest.mark.parametrize("lemmas", [[], [[]], [[1], [-1]], [[0]], [[730]], [[5, 6, 7]]], ids=str)
def test_worthless_lemmas_are_not_trimmed(lemmas: list[list[int]]) -> None:
    """Lemmas that refute nothing cannot be trimmed to a refutation."""
    assert trim(puzzle_problem(HARD[0]), lemmas) is None


def test_a_given_verdict_is_certified_without_a_producer_if_possible() -> None:
    """If two grids or propagation are enough, the producer is not called."""

    class Unasked:
        name = "nobody"

        def prove(self, puzzle: Grid, *_: object) -> UncheckedProof:
            raise AssertionError(f"asked for {puzzle}")

    solution = next(DlxEngine()(EASY))
    first, second = DlxEngine()(AMBIGUOUS)
    for puzzle, verdict in ((EASY, Unique(solution)), (CLASHING, NoSolution()), (AMBIGUOUS, Several(first, second))):
        made = certify_claim(Certificate.of(puzzle, verdict), Unasked())
        check(made)
        assert made.producer == PROPAGATION


def test_a_producer_cannot_change_what_the_checker_uses() -> None:
    """A producer that adds a false clue to everything it receives does not prove that a proper puzzle is unsolvable."""
    puzzle = HARD[0]
    cell = puzzle.values.index(0)
    digit = next(DlxEngine()(puzzle)).values[cell] % 9 + 1

    class Vandal:
        name = "vandal"

        def prove(self, puzzle: Grid, *received: object) -> UncheckedProof:
            false_clue = [9 * cell + digit]
            with conflict_search(shape_axioms(puzzle.shape)) as search:
                own = search.propagation
                for item in received:
                    if callable(item):
                        item(own)
                for found in (own, *received):
                    if isinstance(found, type(own)):
                        found.enter([false_clue])
            lemmas = producer("learning").prove(puzzle.with_cell(cell, digit)).lemmas
            return UncheckedProof((), (false_clue, *lemmas), is_trimmed=True)

    with pytest.raises(FalseCertificateError, match="lemma 1"):
        certify_claim(Certificate.of(puzzle, NoSolution()), Vandal())


def test_a_given_verdict_is_proved() -> None:
    """If propagation is not enough, the producer makes the proof."""
    made = certify_claim(Certificate.of(HARD[0], Unique(next(DlxEngine()(HARD[0])))), DlxProducer())
    check(made)
    assert made.producer == "dlx"
    assert made.lemmas


def test_a_wrong_given_verdict_is_refused() -> None:
    """False verdicts are not certified: neither "none" for a proper puzzle nor "unique" for two solutions."""
    solution = next(DlxEngine()(HARD[0]))
    first, second = DlxEngine()(AMBIGUOUS)
    lies: list[tuple[Grid, Verdict]] = [
        (HARD[0], NoSolution()),
        (HARD[0], Several(solution, solution)),
        (HARD[0], Unique(first)),
        (AMBIGUOUS, Unique(second)),
        (AMBIGUOUS, NoSolution()),
        (UNSOLVABLE, Unique(solution)),
    ]
    for puzzle, verdict in lies:
        with pytest.raises(FalseCertificateError):
            certify_claim(Certificate.of(puzzle, verdict), DlxProducer())


def test_a_log_is_read_without_deletions_and_empty_clauses() -> None:
    """Deletions are dropped, which is sound, and so is the empty clause, since the checker finds the conflict."""
    assert parse_drup(["1 -2 0", "d 1 -2 0", "", "0", "-3 0"]) == ((1, -2), (-3,))


def test_an_unknown_producer_gets_the_list() -> None:
    """An unknown producer is refused with the names of all producers."""
    with pytest.raises(UsageError, match="no proof producer 'sat:glucose5'; there are learning, dlx"):
        producer("sat:glucose5")
