"""What failures have in common, from samples of failed and passed puzzles whose difference is known."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from crosscover.contracts import Mismatch, WrongResponse
from crosscover.harness.circumstances import circumstances
from crosscover.harness.features import FACTS
from crosscover.harness.observations import Observation
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank
from crosscover.responses import Fault

from .fakes import SOLUTION

WRONG = Mismatch(WrongResponse.ANSWER, "a reason")
CRASH = Mismatch(WrongResponse.REFUSAL, "a reason")


@cache
def drawn(number: int) -> tuple[Grid, ...]:
    """Puzzles with 25 to 80 clues."""
    random, puzzles = Random(1), list[Grid]()
    for _ in range(number):
        solution = unrank(random.randrange(group_order(Shape())), Shape())(SOLUTION)
        puzzles.append(solution.keeping(sum(1 << cell for cell in random.sample(range(81), random.randint(25, 80)))))
    return tuple(puzzles)


def sample(fails: Callable[[Grid], bool], number: int = 400) -> tuple[list[Observation], list[Observation]]:
    """The failed and the passed observations of a solver that fails on some of these puzzles, each alone."""
    failed, passed = list[Observation](), list[Observation]()
    for puzzle in drawn(number):
        if fails(puzzle):
            failed.append(Observation((puzzle,), 0, 1, WRONG))
        else:
            passed.append(Observation((puzzle,), 0, 1))
    return failed, passed


def test_a_cell() -> None:
    """A solver that fails if the last cell is empty."""
    failed, passed = sample(lambda puzzle: not puzzle.values[80])
    assert circumstances(failed, passed) == (
        f"Fails on {len(failed)} of {len(failed)} puzzles with r9c9 empty, on 0 of {len(passed)} others.",
    )


def test_a_number() -> None:
    """A solver that fails if there are too few clues."""
    failed, passed = sample(lambda puzzle: puzzle.clue_count <= 34)
    assert circumstances(failed, passed) == (
        f"Fails on {len(failed)} of {len(failed)} puzzles with at most 34 clues, on 0 of {len(passed)} others.",
    )


def test_two_conditions() -> None:
    """The second sentence is about the puzzles that meet the first condition."""
    failed, passed = sample(lambda puzzle: not puzzle.values[80] and not puzzle.values[0], 1200)
    first, second, *more = circumstances(failed, passed)
    assert f"Fails on {len(failed)} of " in first
    assert f"Of these, fails on {len(failed)} of {len(failed)} puzzles with r" in second
    assert {name for name in ("r1c1", "r9c9") if name in first + second} == {"r1c1", "r9c9"}
    assert not more


def test_nothing_separates() -> None:
    """Failures that depend on nothing known have no circumstances."""
    assert circumstances(*sample(lambda puzzle: hash(puzzle.values) % 5 == 0)) == ()


def test_no_failure() -> None:
    """Without a failure there is nothing to state."""
    assert circumstances([], sample(lambda _: False)[1]) == ()


def test_too_few_others() -> None:
    """If nearly all puzzles fail, the few others do not show what separates them."""
    failed, passed = sample(lambda puzzle: not puzzle.values[80])
    assert circumstances(failed, passed[:29]) == ()


@pytest.mark.slow
def test_random_labels() -> None:
    """Of 1,000 samples whose failures are chosen at random, at most one has a sentence."""
    random, sentences = Random(2), 0
    observed = [Observation((puzzle,), 0, 1) for puzzle in drawn(200)]
    for _ in range(1000):
        chosen = random.sample(observed, random.randint(35, 60))
        failures = random.randint(2, 10)
        failed = [Observation(one.run, 0, 1, WRONG) for one in chosen[:failures]]
        sentences += len(circumstances(failed, chosen[failures:]))
    assert sentences <= 1


def test_images_count_once() -> None:
    """Images of one puzzle do not show that puzzles with as many clues fail."""
    random, puzzle = Random(3), drawn(400)[0]
    images = {unrank(random.randrange(group_order(Shape())), Shape())(puzzle) for _ in range(30)}
    failed = [Observation((image,), 0, 1, WRONG) for image in images]
    assert circumstances(failed, sample(lambda _: False)[1]) == ()


def test_the_most_frequent_kind() -> None:
    """If nothing separates all failures, the sentence is about one kind; other failures count as other puzzles."""
    failed, passed = sample(lambda puzzle: puzzle.clue_count <= 34)
    others = [Observation(one.run, 0, 1, CRASH) for one in passed[:20]]
    assert circumstances([*failed, *others], passed[20:]) == (
        f"Wrong answer on {len(failed)} of {len(failed)} puzzles with at most 34 clues, on 0 of {len(passed)} others.",
    )


def test_failures_alone_beside_failures_in_runs() -> None:
    """A sentence about the puzzles that fail alone says so, since others fail after other puzzles."""
    failed, passed = sample(lambda puzzle: puzzle.clue_count <= 34)
    later = [Observation((passed[0].puzzle, one.puzzle), 1, 1, WRONG, right_alone=True) for one in passed[1:11]]
    [sentence] = circumstances([*failed, *later], passed[11:])
    assert sentence.startswith(f"Fails alone on {len(failed)} of {len(failed)} puzzles with at most 34 clues, on 0 of ")


def test_wrong_answers_that_break_different_rules() -> None:
    """A sentence about wrong answers is about all of them, not only about those that change a clue."""
    changed, empty = replace(WRONG, variant="clue"), replace(WRONG, variant="row")
    failed = [
        Observation((puzzle,), 0, 1, changed if puzzle.values[80] else empty)
        for puzzle in drawn(400)
        if puzzle.values[0]
    ]
    passed = [Observation((puzzle,), 0, 1) for puzzle in drawn(400) if not puzzle.values[0]]
    assert circumstances([*failed, replace(failed[0], run=passed[0].run)], passed[1:]) == ()


def test_only_diagonals_repeat_a_digit() -> None:
    """Wrong grids of diagonal Sudoku that are correct for plain Sudoku point to the check of diagonals."""
    shape = Shape(3, 3, diagonals=True)
    answer = Grid(SOLUTION.values, shape)
    failed = [Observation((Grid(puzzle.values, shape),), 0, 1, WRONG, answer) for puzzle in drawn(400)[:6]]
    expected = "never in a row or column or box: inspect the check of diagonals."
    assert circumstances(failed, []) == (f"All 6 wrong grids have a digit twice in a diagonal, {expected}",)


def test_only_boxes_repeat_a_digit() -> None:
    """Wrong grids whose rows and columns are correct point to the check of boxes."""
    answer = Grid(bytes((row + column) % 9 + 1 for row in range(9) for column in range(9)))
    failed = [Observation((puzzle,), 0, 1, WRONG, answer) for puzzle in drawn(400)[:6]]
    assert circumstances(failed, []) == (
        "All 6 wrong grids have a digit twice in a box, never in a row or column: inspect the check of boxes.",
    )


def test_one_digit_repeats() -> None:
    """Wrong grids that repeat only one digit."""
    answers = [SOLUTION.with_cell(cell, 9) for cell in (0, 1, 10, 21, 41)]
    failed = [Observation((SOLUTION.with_cell(5, 0),), 0, 1, WRONG, answer) for answer in answers]
    assert "All 5 wrong grids repeat the digit 9, never another digit." in circumstances(failed, [])


def test_a_clue_that_changes() -> None:
    """Wrong grids that change the clue of one cell."""
    answers = [SOLUTION.with_cell(80, digit) for digit in (1, 3, 4, 5, 6)]
    failed = [Observation((SOLUTION,), 0, 1, WRONG, answer) for answer in answers]
    assert "All 5 wrong grids change the clue in r9c9, never another cell." in circumstances(failed, [])


def test_an_equal_puzzle_before() -> None:
    """A solver that fails if the same puzzle came before in its run, and alone on none."""
    puzzles = drawn(400)
    failed = [
        Observation((one, other, one), 2, 1, WRONG, right_alone=True)
        for one, other in zip(puzzles[:9], puzzles[9:18], strict=True)
    ]
    passed = [Observation((one, other), 1, 1) for one, other in zip(puzzles[:200], puzzles[200:], strict=True)]
    assert circumstances(failed, [*passed, *(Observation((one,), 0, 1) for one in puzzles)]) == (
        "Fails only after other puzzles in the same run (9 of 9); alone, these puzzles are answered correctly.",
        "Fails on 9 of 9 puzzles that follow an equal puzzle, on 0 of 200 others.",
    )


def test_the_place_in_a_run() -> None:
    """A solver that fails from its 50th puzzle on."""
    run = drawn(400)
    failed = [Observation(run[start:], 49 + start % 3, 1, WRONG, right_alone=True) for start in range(6)]
    passed = [Observation(run[start:], 1 + start % 48, 1) for start in range(288)]
    assert circumstances(failed, passed)[1] == (
        "Fails on 6 of 6 puzzles with at least 49 puzzles before them in the run, on 0 of 288 others."
    )


def test_the_order_of_facts() -> None:
    """Facts about clashes have the order of the houses, so equal samples have equal sentences in each process."""
    puzzle = SOLUTION.with_cell(0, SOLUTION.values[1]).with_cell(40, SOLUTION.values[44])
    facts = [*FACTS[0](Observation((puzzle,), 0, 0))]
    kinds = [f"whose clues clash in a {kind}" for kind in ("row", "column", "box")]
    assert [fact for fact in facts if fact in kinds] == kinds
    houses = [fact for fact in facts if fact.startswith("whose clues clash in ") and fact not in kinds]
    assert houses == sorted(houses)
    assert len(houses) == 6


def test_images_of_passed_puzzles_count_once() -> None:
    """Images of one passed puzzle do not show that other puzzles pass."""
    random, puzzle = Random(3), drawn(400)[0]
    images = {unrank(random.randrange(group_order(Shape())), Shape())(puzzle) for _ in range(200)}
    passed = [Observation((image,), 0, 1) for image in images if image.values[80]]
    failed = sample(lambda puzzle: not puzzle.values[80])[0]
    assert len(passed) > 30
    assert circumstances(failed, passed) == ()


def test_few_failures_among_the_puzzles_that_meet_a_condition() -> None:
    """A condition explains little if less than a tenth of the puzzles that meet it fail."""
    failed, passed = sample(lambda puzzle: not puzzle.values[80], 1200)
    assert circumstances(failed[::5], passed + [Observation(one.run, 0, 1) for one in failed if one not in failed[::5]])
    few = failed[::15]
    assert circumstances(few, passed + [Observation(one.run, 0, 1) for one in failed if one not in few]) == ()


def test_timeouts() -> None:
    """If all failures are timeouts, the sentences say so."""
    failed, passed = sample(lambda puzzle: not puzzle.values[80])
    timeouts = [Observation(one.run, 0, 1, Mismatch(Fault.TIMED_OUT, "a reason")) for one in failed]
    assert circumstances(timeouts, passed)[0].startswith(f"Timed out on {len(failed)} of ")
    assert circumstances([*timeouts[1:], failed[0]], passed)[0].startswith(f"Fails on {len(failed)} of ")


@pytest.mark.parametrize(
    ("alone", "needing", "expected"),
    [
        (0, 4, "Fails only after other puzzles in the same run (4 of 4)"),
        (1, 3, "Most failures occur only after other puzzles in the same run (3 of 4)"),
        (2, 3, ""),
    ],
)
def test_failures_that_need_earlier_puzzles(alone: int, needing: int, expected: str) -> None:
    """A sentence about earlier puzzles needs three quarters of the failures."""
    puzzles = drawn(400)
    failed = [Observation((puzzle,), 0, 1, WRONG) for puzzle in puzzles[:alone]]
    failed += [Observation(puzzles[20 + place : 23 + place], 2, 1, WRONG, right_alone=True) for place in range(needing)]
    sentences = circumstances(failed, [])
    assert [sentence.partition(";")[0] for sentence in sentences] == ([expected] if expected else [])


@pytest.mark.parametrize("others", [0, 1])
def test_repeated_answers(others: int) -> None:
    """A sentence states that earlier answers are repeated if this holds for every failure."""
    failed = [Observation((puzzle,), 0, 1, WRONG, is_repeated=place >= others) for place, puzzle in enumerate(drawn(4))]
    expected = "Each of the 4 wrong answers is the answer to an earlier puzzle of its run."
    assert circumstances(failed, []) == (() if others else (expected,))


def test_few_wrong_grids() -> None:
    """Wrong grids are described if they are at least half of the failures."""
    puzzle = SOLUTION.with_cell(5, 0)
    answers = [SOLUTION.with_cell(80, digit) for digit in (1, 3, 4, 5, 6)]
    failed = [Observation((puzzle,), 0, 1, WRONG, answer) for answer in answers]
    crashed = [Observation((puzzle,), 0, 1, CRASH)] * 6
    assert any("never another cell" in sentence for sentence in circumstances(failed + crashed[:5], []))
    assert circumstances(failed + crashed, []) == ()


def test_a_digit_that_is_lost() -> None:
    """Wrong grids that change clues of one digit, and lack this digit."""
    nines = [cell for cell, digit in enumerate(SOLUTION.values) if digit == 9]
    answer = SOLUTION
    for cell in nines:
        answer = answer.with_cell(cell, 8)
    failed = [Observation((SOLUTION.with_cell(cell, 0),), 0, 1, WRONG, answer) for cell in nines]
    sentences = circumstances(failed, [])
    assert "All 9 wrong grids repeat the digit 8, never another digit." in sentences
    assert "All 9 wrong grids change a clue 9, never another clue." in sentences
    assert "All 9 wrong grids lack the digit 9." in sentences


def test_an_empty_cell() -> None:
    """Wrong grids with one empty cell."""
    failed = [Observation((puzzle,), 0, 1, WRONG, SOLUTION.with_cell(80, 0)) for puzzle in [SOLUTION] * 5]
    assert "All 5 wrong grids leave r9c9 empty, never another cell." in circumstances(failed, [])
