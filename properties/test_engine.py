"""Properties of a correct engine and of the solutions that it enumerates.

The panel enumerates, too, so no engine is compared only with itself.
"""

from collections.abc import Iterator
from functools import partial

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.harness.engine_harness import EngineHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.property import Features
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, NoSolution, Shape, Unique, same_verdict
from crosscover.reference.symmetry import Symmetry
from crosscover.reference.verdict import verdict_of
from crosscover.subjects.subject import SubjectKind

from . import strategies as draw
from .corpus import ESSENTIAL, SMALL_SHAPE, small_grids
from .registry import property_of
from .strategies.masking import minimal

FEW = 60
"""Maximum number of solutions to compare."""


def is_engine(run: Features) -> bool:
    """Whether the subject is an engine, which enumerates solutions."""
    return run.kind in (SubjectKind.ENGINE, SubjectKind.DANCING_LINKS)


property_of_engine = partial(property_of, is_engine, calls_engine=True)
"""Registers a property of engines."""


@property_of_engine(examples=4)
def test_sound(harness: EngineHarness) -> None:
    """Every solution is full, obeys the rules and keeps the clues, and all solutions are different."""

    def sound(puzzle: Grid) -> None:
        solutions = harness.solutions(puzzle, FEW)
        harness.count()
        for solution in solutions:
            wrong = first_violation(solution, puzzle)
            if wrong is not None:
                raise PropertyViolatedError(f"{solution} is not a solution: {wrong}", puzzle)
        if len(set(solutions)) < len(solutions):
            raise PropertyViolatedError("a solution occurs twice", puzzle)

    harness.for_each_example(draw.any_puzzles(harness.shape), sound)


@property_of_engine(examples=3)
def test_complete(harness: EngineHarness) -> None:
    """If there are at most 60 solutions, the engine finds the same set as the panel."""

    def complete(puzzle: Grid) -> None:
        harness.count()
        check_solutions(harness, puzzle, harness.solutions(puzzle, FEW), FEW)

    harness.for_each_example(all_kinds(harness.shape), complete)


@property_of_engine(examples=3)
def test_refuses(harness: EngineHarness) -> None:
    """A puzzle without a solution gets none, whether its clues clash or not."""

    def refuses(puzzle: Grid) -> None:
        expected = harness.verdicts[puzzle]
        harness.count()
        found = harness.solutions(puzzle, 1)
        if isinstance(expected, NoSolution) and found:
            raise PropertyViolatedError(f"found {found[0]}; there is no solution", puzzle)

    harness.for_each_example(
        st.one_of(draw.clashing_puzzles(harness.shape), draw.contradicting_puzzles(harness.shape)), refuses
    )


@property_of_engine(examples=4)
def test_verdict(harness: EngineHarness) -> None:
    """Puzzles with no, one and several solutions are distinguished."""

    def distinguished(puzzle: Grid) -> None:
        expected = harness.verdicts[puzzle]
        harness.count()
        found = verdict_of(harness.solutions(puzzle, 2))
        if not same_verdict(found, expected):
            raise PropertyViolatedError(f"found {found}; the panel finds {expected}", puzzle)

    harness.for_each_example(draw.any_puzzles(harness.shape), distinguished)


@property_of_engine()
def test_limit(harness: EngineHarness) -> None:
    """A limit of n gives n solutions, or all of them if there are fewer."""

    def limited(drawn: tuple[Grid, int]) -> None:
        puzzle, limit = drawn
        known = len(harness.verdicts.panel.solutions(puzzle, limit))
        harness.count()
        found = len(harness.solutions(puzzle, limit))
        if found != known:
            raise PropertyViolatedError(f"a limit of {limit} gave {found} solutions; expected {known}", puzzle)

    harness.for_each_example(
        st.tuples(draw.puzzles_with_multiple_solutions(harness.shape), st.integers(0, FEW)), limited
    )


@property_of_engine()
def test_full_grid_is_its_own_answer(harness: EngineHarness) -> None:
    """The only solution of a full grid that obeys the rules is the grid itself."""

    def own_answer(grid: Grid) -> None:
        harness.count()
        found = verdict_of(harness.solutions(grid, 2))
        if found != Unique(grid):
            raise PropertyViolatedError(f"found {found}", grid)

    harness.for_each_example(draw.solved_grids(harness.shape), own_answer)


@property_of_engine()
def test_no_history(harness: EngineHarness) -> None:
    """A puzzle always has the same solutions, regardless of earlier puzzles and of searches that are still open."""

    def independent(batch: list[Grid]) -> None:
        harness.count(len(batch))
        opened: list[Iterator[Grid]] = []
        for puzzle in batch:
            with harness.engine_call(puzzle):
                opened.append(harness.engine(puzzle, FEW))
                next(opened[-1], None)
        first = {puzzle: set(harness.solutions(puzzle, FEW)) for puzzle in batch}
        for puzzle in reversed(batch):
            if len(first[puzzle]) < FEW and set(harness.solutions(puzzle, FEW)) != first[puzzle]:
                raise PropertyViolatedError("the second search finds other solutions", puzzle)

    harness.for_each_example(draw.related_batches(draw.any_puzzles(harness.shape)), independent)


@property_of_engine()
def test_symmetric_puzzles(harness: EngineHarness) -> None:
    """The solutions of a puzzle's image are the images of its solutions."""

    def symmetric(drawn: tuple[Grid, Symmetry]) -> None:
        puzzle, turned = drawn
        harness.count(2)
        here = set(harness.solutions(puzzle, FEW))
        there = set(harness.solutions(turned(puzzle), FEW))
        if len(here) != len(there) or (len(here) < FEW and {turned(grid) for grid in here} != there):
            raise PropertyViolatedError(
                f"has {len(here)} solutions; its image {turned(puzzle)} has {len(there)}, or wrong solutions", puzzle
            )

    harness.for_each_example(st.tuples(draw.any_puzzles(harness.shape), draw.symmetries(harness.shape)), symmetric)


@property_of_engine()
def test_further_clue(harness: EngineHarness) -> None:
    """A further clue from a solution never adds solutions and never removes this solution."""

    def further(drawn: tuple[Grid, int]) -> None:
        puzzle, number = drawn
        harness.count()
        before = harness.solutions(puzzle, FEW)
        if not before or puzzle.is_full:
            return
        harness.count()
        kept = before[number % len(before)]
        empties = puzzle.empty_cells()
        cell = empties[number % len(empties)]
        name = puzzle.shape.cell_name(cell)
        after = harness.solutions(puzzle.with_cell(cell, kept.values[cell]), FEW)
        if len(after) < FEW and kept not in after:
            raise PropertyViolatedError(f"{kept} is lost when its digit in {name} becomes a clue", puzzle)
        if len(before) < FEW and not set(after) <= set(before):
            raise PropertyViolatedError(f"a further clue of {kept} in {name} adds solutions", puzzle)

    harness.for_each_example(st.tuples(all_kinds(harness.shape), draw.SELECTORS), further)


@property_of_engine()
def test_sum_over_digits(harness: EngineHarness) -> None:
    """The solutions with each digit in one empty cell add up to all solutions of the puzzle."""

    def summed(drawn: tuple[Grid, int]) -> None:
        puzzle, number = drawn
        harness.count()
        empties = puzzle.empty_cells()
        total = len(harness.solutions(puzzle, FEW))
        if not empties or total == FEW:
            return
        harness.count(puzzle.shape.side)
        cell = empties[number % len(empties)]
        filled = [puzzle.with_cell(cell, digit) for digit in range(1, puzzle.shape.side + 1)]
        parts = [len(harness.solutions(further, FEW)) for further in filled]
        if sum(parts) != total:
            name = puzzle.shape.cell_name(cell)
            raise PropertyViolatedError(f"has {total} solutions, {sum(parts)} with a digit in {name}: {parts}", puzzle)

    harness.for_each_example(st.tuples(all_kinds(harness.shape), draw.SELECTORS), summed)


@property_of(lambda run: is_engine(run) and run.options.shape.side <= 9, examples=0.3, calls_engine=True)
def test_every_clue_is_needed(harness: EngineHarness) -> None:
    """A minimal puzzle has one solution, and several solutions if any clue is removed."""

    def needed(puzzle: Grid) -> None:
        harness.count(1 + puzzle.clue_count)
        if len(harness.solutions(puzzle, 2)) != 1:
            raise PropertyViolatedError("does not have one solution", puzzle)
        for cell, _ in puzzle.clues():
            fewer = puzzle.with_cell(cell, 0)
            if len(harness.solutions(fewer, 2)) < 2:
                name = puzzle.shape.cell_name(cell)
                raise PropertyViolatedError(f"does not have several solutions without {name}", fewer)

    harness.for_each_example(draw.minimal_puzzles(harness.shape).map(minimal), needed)


@property_of_engine(examples=5)
def test_small_grids(harness: EngineHarness) -> None:
    """There are 288 grids of 2x2 boxes, and masks of them have the expected solutions."""
    every = set(small_grids())
    found = harness.solutions(Grid.empty(SMALL_SHAPE))
    harness.count()
    if len(found) != len(every) or set(found) != every:
        different = len(set(found))
        raise PropertyViolatedError(
            f"found {len(found)} grids of 2x2 boxes, {different} different; expected {len(every)}"
        )

    def masked(number: int) -> None:
        solution, mask = ESSENTIAL[number % 2], number // 2
        puzzle = solution.keeping(mask)
        expected = {grid for grid in every if grid.extends(puzzle)}
        harness.count()
        if set(harness.solutions(puzzle)) != expected:
            raise PropertyViolatedError(f"does not have the {len(expected)} expected solutions", puzzle)

    harness.for_each_example(st.integers(0, 2**17 - 1), masked)


def all_kinds(shape: Shape) -> SearchStrategy[Grid]:
    """Generate puzzles of any kind, most often with several solutions."""
    return st.one_of(draw.puzzles_with_multiple_solutions(shape), draw.any_puzzles(shape))


def check_solutions(
    harness: EngineHarness, puzzle: Grid, found: list[Grid], limit: int, how: str = "the engine"
) -> None:
    """Raise unless `found` contains the panel's solutions, up to a limit, without repetitions."""
    known = harness.verdicts.panel.solutions(puzzle, limit)
    if len(set(found)) < len(found):
        raise PropertyViolatedError(f"{how} gave a solution twice", puzzle)
    if len(found) != len(known):
        expected = f"{limit} or more" if len(known) == limit else str(len(known))
        raise PropertyViolatedError(f"{how} found {len(found)} solutions; expected {expected}", puzzle)
    if len(known) < limit and set(found) != set(known):
        raise PropertyViolatedError(f"{how} missed {min(set(known) - set(found), key=str)}", puzzle)
