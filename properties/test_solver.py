"""Properties of a correct solver in any language.

Each test draws batches of one kind. The harness judges every answer in a batch: each puzzle needs an answer that is
full, obeys the rules and keeps the clues, or is a refusal or a number if the contract requires one.
"""

from functools import partial

from hypothesis import strategies as st

from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.limits import FAST, LONG_RUNS_PARTS, QUICK_SECONDS, VOLUME_SHARE
from crosscover.harness.property import Features
from crosscover.options import CERTIFIED_SHAPES
from crosscover.reference import Shape
from crosscover.subjects.subject import SubjectKind
from crosscover.visible_kinds import VisibleKind

from . import strategies as draw
from .corpus.certified import MAX_NODES
from .corpus.derivation import derived_block, shares_of
from .covering import covering_list
from .covering.constructed import forms_cover, long_runs_cover
from .performance import EASY, violations
from .registry import property_of
from .workload import speed_of

ALONE = 16
"""Number of puzzles in an example of `hard_puzzles_alone`, of which the panel decides one."""

TURNS = 16
"""Number of turns of blocks for each seed of `volume`; while a solver runs in one turn, the next one is derived."""

QUICK_NODES = 500
"""Maximum number of nodes of a plain search for the minimal puzzles of a slow subject, a fourth of all."""


def takes_improper(run: Features) -> bool:
    """Whether the contract allows puzzles with no or several solutions."""
    return not run.options.contract.proper_only


def takes_several(run: Features) -> bool:
    """Whether a run of the subject may contain several puzzles."""
    return run.options.text_form.batch_limit != 1


def has_hard_puzzles(run: Features) -> bool:
    """Whether there are known hard puzzles of the shape: plain or diagonal Sudoku of 9x9 cells."""
    return run.options.shape.plain == Shape()


def is_solver(run: Features) -> bool:
    """Whether each run of the subject starts in the same state; an engine runs in this process."""
    return run.kind in (SubjectKind.FUNCTION, SubjectKind.PROGRAM)


@property_of(examples=0.25)
def test_ordinary_puzzles(harness: SolverHarness) -> None:
    """An easy puzzle, alone in a run, gets its one solution."""
    batches = draw.batches(draw.symmetric_images_of_known(harness.shape), max_size=1)
    harness.judge_each(batches)


@property_of(lambda run: run.options.shape.diagonals and run.options.shape in CERTIFIED_SHAPES)
def test_diagonals(harness: SolverHarness) -> None:
    """A puzzle that has one solution only because of its diagonals gets it."""
    harness.judge_each(draw.batches(draw.decided_by_diagonals(harness.shape)))


@property_of(has_hard_puzzles, examples=0.5)
def test_wrong_guesses(harness: SolverHarness) -> None:
    """A puzzle gets its one solution even if the right digit is tried last, or a wrong one fails after many others."""
    lists = covering_list("wrong_guesses", harness.options)
    known = [puzzle for batch in lists if not batch.unfiltered for puzzle in batch.puzzles]
    harness.judge_each(draw.batches(draw.images_of(st.sampled_from(known), harness.shape), max_size=4))


@property_of(has_hard_puzzles, examples=1.5)
def test_deep_search(harness: SolverHarness) -> None:
    """A puzzle that needs a deep search gets its one solution."""
    harness.judge_each(draw.batches(draw.hard_puzzles(harness.shape), max_size=8))


@property_of(lambda run: is_solver(run) and takes_several(run) and has_hard_puzzles(run), examples=4)
def test_hard_puzzles_alone(harness: SolverHarness) -> None:
    """A hard or minimal puzzle, alone in its run, gets its one solution."""
    shape, max_nodes = harness.shape, MAX_NODES
    kinds = draw.hard_kinds(shape)
    if harness.pace < FAST:
        harness.judge_covering_list()
        reported = harness.round.result.reported  # of the rounds before
        if reported.seconds > QUICK_SECONDS * reported.judged:
            return
        kinds, max_nodes = [draw.quick_kind(shape)], QUICK_NODES
    pairs = draw.certified_pairs(kinds, ALONE, harness.round.seed, max_nodes, shape)
    harness.for_each_example(pairs, harness.judge_alone)


@property_of(examples=1.5, is_random_proper=True)
def test_any_number_of_clues(harness: SolverHarness) -> None:
    """A proper puzzle gets its one solution, regardless of the number and position of its clues."""
    harness.judge_each(draw.batches(draw.proper_puzzles(harness.shape)))


@property_of(has_hard_puzzles, examples=0.5)
def test_adversaries_of_backtracking(harness: SolverHarness) -> None:
    """A puzzle designed to slow down cell-by-cell backtracking is solved in time."""
    batches = draw.batches(draw.anti_backtracking_puzzles(harness.shape), max_size=3)
    harness.judge_each(batches)


@property_of(lambda run: takes_improper(run) and run.options.shape.side <= 9, examples=0.5)
def test_minimal_puzzles_less_a_clue(harness: SolverHarness) -> None:
    """A minimal puzzle without one of its clues has several solutions."""
    harness.judge_each(draw.minimal_with_clues_removed(harness.shape))


@property_of(takes_improper, examples=0.5)
def test_every_digit_of_a_cell(harness: SolverHarness) -> None:
    """A proper puzzle with a digit in an empty cell keeps its solution for one digit, and has none for the others."""
    harness.judge_each(draw.one_cell_every_digit(harness.shape))


@property_of(lambda run: run.options.shape.side <= 9)
def test_minimal_puzzles(harness: SolverHarness) -> None:
    """A minimal puzzle gets its one solution, including 9x9 puzzles with 17 clues."""
    kinds = [draw.certified_puzzles(kind, harness.shape) for kind in draw.minimal_kinds(harness.shape)]
    harness.judge_each(st.one_of([draw.batches(kind) for kind in kinds or [draw.minimal_puzzles(harness.shape)]]))


@property_of()
def test_empty_houses(harness: SolverHarness) -> None:
    """A proper puzzle gets its one solution even if whole rows, columns, boxes or corners have no clue."""
    harness.judge_each(draw.batches(draw.puzzles_with_empty_houses(harness.shape)))


@property_of()
def test_missing_digits(harness: SolverHarness) -> None:
    """A proper puzzle gets its one solution even if one of the digits never occurs in its clues, or only once."""
    harness.judge_each(draw.batches(draw.puzzles_without_digits(harness.shape)))


@property_of(takes_several, examples=2)
def test_order_and_repetition(harness: SolverHarness) -> None:
    """The answer to a puzzle does not depend on the puzzles before it: equal, similar or unrelated."""
    puzzles = st.one_of(
        draw.proper_puzzles(harness.shape),
        draw.symmetric_images_of_known(harness.shape),
        draw.sparse_puzzles(harness.shape),
    )
    harness.judge_each(draw.related_batches(puzzles))


@property_of(has_hard_puzzles, examples=1.5)
def test_images_of_known_puzzles(harness: SolverHarness) -> None:
    """A transformed known puzzle gets the transformed solution."""
    harness.judge_each(draw.batches(draw.symmetric_images_of_known(harness.shape)))


@property_of(lambda run: run.kind is SubjectKind.PROGRAM, cover=forms_cover)
def test_forms(harness: SolverHarness) -> None:
    """Line ends, a missing final newline, blanks and the character for empty cells do not change the answers."""
    if not harness.options.strict_forms:
        harness.judge_covering_list()
        return
    formattings = draw.formattings(harness.options.text_form)
    puzzles = st.one_of(
        draw.proper_puzzles(harness.shape),
        draw.symmetric_images_of_known(harness.shape),
        draw.full_grids(harness.shape),
    )
    batches = draw.batches(puzzles, max_size=5)
    harness.for_each_example(st.tuples(batches, formattings), lambda drawn: harness.judge_drawn(*drawn))


@property_of()
def test_patterns(harness: SolverHarness) -> None:
    """A proper puzzle gets its one solution if its clues form a pattern or its first house reads 1 to 9."""
    harness.judge_each(draw.batches(draw.patterned_puzzles(harness.shape)))


@property_of(lambda run: takes_improper(run) and takes_several(run), examples=1.25)
def test_none_one_and_several(harness: SolverHarness) -> None:
    """Puzzles with no, one and several solutions are distinguished within one run, in any order."""
    harness.judge_each(draw.batches(draw.any_puzzles(harness.shape)))
    harness.judge_each(draw.related_batches(draw.any_puzzles(harness.shape)))


@property_of(takes_improper, examples=1.5)
def test_deadly_patterns(harness: SolverHarness) -> None:
    """A puzzle whose solutions differ in a unique rectangle or a similar pattern is not mistaken for proper."""
    harness.judge_each(draw.batches(draw.deadly_patterns(harness.shape)))


@property_of()
def test_full_grids(harness: SolverHarness) -> None:
    """A full grid is its own answer, and a nearly full grid gets its last cells filled."""
    harness.judge_each(draw.batches(draw.full_grids(harness.shape), max_size=6))


@property_of(lambda run: takes_improper(run) and VisibleKind.CLASHING not in run.options.unpromised)
def test_clashing_clues(harness: SolverHarness) -> None:
    """A puzzle with a digit twice in a house has no solution."""
    harness.judge_each(draw.batches(draw.clashing_puzzles(harness.shape), max_size=6))


@property_of(takes_improper, examples=1.5)
def test_several_solutions(harness: SolverHarness) -> None:
    """A puzzle with several solutions gets the answer that the contract requires: a solution, a word or a number."""
    puzzles = draw.puzzles_with_multiple_solutions(harness.shape)
    batches = draw.batches(puzzles, max_size=6)
    harness.judge_each(batches)


@property_of(takes_improper, examples=1.5)
def test_contradictions(harness: SolverHarness) -> None:
    """A puzzle without a solution is recognized even if no two clues clash."""
    harness.judge_each(draw.batches(draw.contradicting_puzzles(harness.shape), max_size=6))


@property_of(lambda run: run.options.shape == Shape(2, 2), examples=0.5)
def test_every_minimal_puzzle(harness: SolverHarness) -> None:
    """Each of the 36 minimal puzzles of 4x4 cells, all that exist up to symmetry, gets its one solution."""
    harness.judge_each(draw.every_minimal_small_puzzle())


@property_of(takes_several, examples=0.1, max_parts=LONG_RUNS_PARTS, cover=long_runs_cover)
def test_long_runs(harness: SolverHarness) -> None:
    """Hundreds of puzzles in one run get the same answers as each of them alone."""
    is_slow = harness.pace < FAST
    with_clashes = is_slow and not harness.options.contract.proper_only
    for sizes in ((130, 260, 520),) if is_slow else ((130, 260, 520), (1100,)):
        runs = draw.long_batches(sizes, harness.shape, nearly_free=is_slow, with_clashes=with_clashes)
        harness.judge_each(runs)


@property_of(lambda run: run.options.shape in CERTIFIED_SHAPES, examples=8, share=VOLUME_SHARE)
def test_volume(harness: SolverHarness) -> None:
    """Hundreds of thousands of puzzles derived from certified puzzles get correct answers."""
    options = harness.options
    derive = partial(derived_block, contract=options.contract, shape=options.shape)
    shares = shares_of(options.contract)
    harness.for_each_example(draw.SEEDS, lambda seed: harness.blocks.judge(seed, derive, shares, TURNS))


@property_of(lambda run: run.limits_performance, is_last=True)
def test_performance(harness: SolverHarness) -> None:
    """No kind of puzzle takes longer than the limit, a multiple of the reference's time."""
    limit = harness.round.budget.max_slowdown
    speed = speed_of(harness.session)
    if any(rate.kind != EASY for rate in speed.rates):
        harness.round.count(unit="limits")
    if limit is not None and (reasons := list(violations(speed.rates, limit))):
        raise PropertyViolatedError("; ".join(reasons))
