"""What is true of every right solver, whatever it is written in.

Each test draws batches of one kind. Whatever the kind, every answer in the batch is judged in full: there must be one
answer a puzzle, it must be full, obey the rules and keep the clues, and it must be a refusal or a number where the
contract says so.
"""

import hypothesis
from hypothesis import strategies as st

from crosscover.reference import Grid

from . import strategies as draw
from .applies import ANY_OR_COUNT, Requires, asked
from .masking import search_nodes
from .trial import Trial


@asked()
def test_ordinary_puzzles(trial: Trial) -> None:
    """Easy puzzles, alone in a run, get their one solution."""
    trial.explore(draw.batches(draw.symmetric_images_of_known(), most=1), trial.judge, share=0.25)


@asked()
def test_any_number_of_clues(trial: Trial) -> None:
    """A proper puzzle gets its one solution, whatever the number and the place of its clues."""
    trial.explore(draw.batches(draw.proper_puzzles()), trial.judge, share=1.5)


@asked()
def test_images_of_known_puzzles(trial: Trial) -> None:
    """A known puzzle turned, reflected and renamed gets the solution turned, reflected and renamed."""
    trial.explore(draw.batches(draw.symmetric_images_of_known()), trial.judge, share=1.5)


@asked()
def test_full_grids(trial: Trial) -> None:
    """A full grid is its own answer, and the last empty cells are filled."""
    trial.explore(draw.batches(draw.full_grids(), most=6), trial.judge)


@asked()
def test_empty_houses(trial: Trial) -> None:
    """A proper puzzle gets its one solution, even where whole rows, columns, boxes or corners hold no clue."""
    trial.explore(draw.batches(draw.puzzles_with_empty_houses()), trial.judge)


@asked()
def test_missing_digits(trial: Trial) -> None:
    """A proper puzzle gets its one solution, even where a digit is nowhere among its clues, or there just once."""
    trial.explore(draw.batches(draw.puzzles_without_digits()), trial.judge)


@asked()
def test_patterns(trial: Trial) -> None:
    """A proper puzzle gets its one solution, where its clues lie in a pattern or its first line reads 1 to 9."""
    trial.explore(draw.batches(draw.patterned_puzzles()), trial.judge)


@asked()
def test_minimal_puzzles(trial: Trial) -> None:
    """A puzzle of which no clue can go gets its one solution, those of 17 clues included."""
    trial.explore(draw.batches(draw.minimal_puzzles()), trial.judge)


@asked()
def test_deep_search(trial: Trial) -> None:
    """A puzzle that takes a deep search gets its one solution."""

    def deep(batch: list[Grid]) -> None:
        nodes = max(map(search_nodes, batch))
        hypothesis.target(float(nodes), label="search nodes")
        if nodes >= 100:
            trial.note(0, labels=("deep search",))
        trial.judge(batch)

    trial.explore(draw.batches(draw.hard_puzzles(), most=8), deep, share=1.5)


@asked()
def test_adversaries_of_backtracking(trial: Trial) -> None:
    """A puzzle made against filling the first empty cell first gets its one solution in time."""
    trial.explore(draw.batches(draw.anti_backtracking_puzzles(), most=3), trial.judge, share=0.5)


@asked()
def test_order_and_repetition(trial: Trial) -> None:
    """What a puzzle gets depends on it alone, not on those before it: repeats, near repeats, twins, strangers."""
    puzzles = st.one_of(draw.proper_puzzles(), draw.symmetric_images_of_known(), draw.minimal_puzzles())
    trial.explore(draw.related_batches(puzzles), trial.judge, share=2)


@asked()
def test_long_runs(trial: Trial) -> None:
    """Hundreds of puzzles in one run are answered as each of them would be alone."""

    def affordable(batch: list[Grid]) -> None:
        trial.judge(batch[: trial.affordable()])

    trial.explore(draw.long_batches((1100,)), affordable, share=0.05)
    trial.explore(draw.long_batches(), affordable, share=0.1)


@asked(needs=Requires.PROGRAM)
def test_forms(trial: Trial) -> None:
    """Line ends, a missing last newline and the character for an empty cell do not matter, where the dialect allows."""
    forms = draw.forms(trial.empties)
    batches = draw.batches(
        st.one_of(draw.proper_puzzles(), draw.symmetric_images_of_known(), draw.full_grids()), most=5
    )
    trial.explore(st.tuples(batches, forms), lambda drawn: trial.judge(*drawn))


@asked(ANY_OR_COUNT)
def test_clashing_clues(trial: Trial) -> None:
    """A puzzle with a digit twice in a house has no solution."""
    trial.explore(draw.batches(draw.clashing_puzzles(), most=6), trial.judge)


@asked(ANY_OR_COUNT)
def test_contradictions(trial: Trial) -> None:
    """A puzzle without a solution has none, even where no two clues clash."""
    trial.explore(draw.batches(draw.contradicting_puzzles(), most=6), trial.judge, share=1.5)


@asked(ANY_OR_COUNT)
def test_several_solutions(trial: Trial) -> None:
    """A puzzle with several solutions gets any of them, or their number counted to two."""
    trial.explore(draw.batches(draw.puzzles_with_multiple_solutions(), most=6), trial.judge, share=1.5)


@asked(ANY_OR_COUNT)
def test_none_one_and_several(trial: Trial) -> None:
    """Puzzles with none, one and several solutions are told apart within one run, whatever came before."""
    trial.explore(draw.batches(draw.any_puzzles()), trial.judge, share=1.5)
    trial.explore(draw.related_batches(draw.any_puzzles()), trial.judge)


@asked(ANY_OR_COUNT)
def test_minimal_puzzles_less_a_clue(trial: Trial) -> None:
    """Every clue of a minimal puzzle is needed: without it there are several solutions."""
    trial.explore(draw.minimal_with_clues_removed(), trial.judge, share=0.5)


@asked(ANY_OR_COUNT)
def test_every_digit_of_a_cell(trial: Trial) -> None:
    """A proper puzzle with a digit put into an empty cell keeps its solution for one digit, and has none for others."""
    trial.explore(draw.one_cell_every_digit(), trial.judge, share=0.5)
