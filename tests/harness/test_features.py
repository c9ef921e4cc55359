"""Features of observations: facts in words and numbers, for puzzles in which they are known."""

from collections.abc import Callable

import pytest

from crosscover.dialects import Formatting, LineEnd
from crosscover.harness.features import FACTS, MAX_BACKTRACKS, NUMBERS, RUN_FACTS, RUN_NUMBERS, origin
from crosscover.harness.observations import Observation
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank

from .fakes import EASY, HARD, OTHER, SOLUTION, SPARSE

INKALA = Grid.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
"""A puzzle that needs guesses; Arto Inkala 2012."""
EMPTY = Grid.parse("." * 81)
NO_NINE = SOLUTION.keeping(sum(1 << cell for cell, digit in enumerate(SOLUTION.values) if digit != 9))
FIRST_BOX_EMPTY = SOLUTION.keeping(sum(1 << cell for cell in range(81) if Shape().box(cell)))
CLASHING = EASY.with_cell(0, SOLUTION.values[8])
"""A grid with the digit of r1c9 in r1c1, so row 1, column 1 and box 1 clash."""


def facts_of(one: Observation) -> set[str]:
    """The facts about an observation."""
    return {words for fact in (*FACTS, *RUN_FACTS) for words in fact(one)}


def numbers_of(one: Observation) -> dict[str, int]:
    """The numbers that are features of an observation, by their nouns."""
    return {plural: count(one) for _, plural, count in (*NUMBERS, *RUN_NUMBERS)}


@pytest.mark.parametrize(
    ("puzzle", "solutions", "expected", "absent"),
    [
        (SOLUTION, 1, "without an empty cell", "with r1c1 empty"),
        (EASY, 1, "that naked and hidden singles solve", "that naked and hidden singles do not solve"),
        (INKALA, 1, "that naked and hidden singles do not solve", "that naked and hidden singles solve"),
        (EASY, 1, "with r1c1 empty", "with a clue in r1c1"),
        (OTHER, 1, "with the clue 1 in r1c1", "with r1c1 empty"),
        (CLASHING, 0, "whose clues clash", "without a solution, though no clues clash"),
        (CLASHING, 0, "with a clue 9 twice in a house", "with a clue 1 twice in a house"),
        (SPARSE, 0, "without a solution, though no clues clash", "whose clues clash"),
        (NO_NINE, 1, "without a clue 9", "with a clue 9"),
        (NO_NINE.with_cell(8, 9), 1, "with only one clue 9", "without a clue 9"),
        (FIRST_BOX_EMPTY, 1, "with no clue in box 1", "with a clue in box 1"),
        (EASY, 1, "with a full row 2", "with a full row 1"),
        (EMPTY, 2, "with all digits possible in r5c5", "with a clue in r5c5"),
        (EMPTY.with_cell(0, 1), 2, "with all digits possible in r5c5", "with all digits possible in r1c9"),
        (EASY.with_cell(80, 0), 1, "whose clues are symmetric under a half turn", "with a full row 9"),
        (
            EASY,
            1,
            "whose clues are symmetric about the diagonal from r1c1",
            "whose clues are symmetric under a half turn",
        ),
    ],
)
def test_facts(puzzle: Grid, solutions: int, expected: str, absent: str) -> None:
    """A fact about a puzzle, and a fact about other puzzles."""
    facts = facts_of(Observation((puzzle,), 0, solutions))
    assert expected in facts
    assert absent not in facts


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (
            SOLUTION,
            {"clues": 81, "full rows": 9, "full columns": 9, "full boxes": 9, "candidates in each empty cell": 0},
        ),
        (EASY, {"clues": 80, "full rows": 8, "cells that singles leave empty": 0, "candidates in each empty cell": 1}),
        (EMPTY, {"empty rows": 9, "empty bands": 3, "digits without a clue": 9, "candidates in each empty cell": 9}),
        (FIRST_BOX_EMPTY, {"empty boxes": 1, "empty bands": 0, "empty rows": 0, "full columns": 6}),
        (NO_NINE, {"digits without a clue": 1, "digits with all their clues": 8, "digits with only one clue": 0}),
        (HARD, {"clues": 17, "candidates in each empty cell": 3, "backtracks of a plain search": MAX_BACKTRACKS}),
        (INKALA, {"cells that singles leave empty": 60, "backtracks of a plain search": MAX_BACKTRACKS}),
    ],
)
def test_numbers(puzzle: Grid, expected: dict[str, int]) -> None:
    """Numbers of a puzzle alone in a run."""
    assert expected.items() <= numbers_of(Observation((puzzle,), 0, 1)).items()


RELATED = {
    "that follow an equal puzzle": EASY,
    "that follow another puzzle with the same first row": EASY.with_cell(9, 0),
    "that follow another puzzle with the same clues except in the last row": EASY.with_cell(80, 0),
    "that follow another puzzle with clues in the same cells": EASY.with_cell(80, 1),
    "that follow another puzzle with as many clues": OTHER,
    "that directly follow a puzzle with fewer clues": SPARSE,
    "that follow a full grid": SOLUTION,
    "that follow a puzzle whose clues clash": CLASHING,
}


@pytest.mark.parametrize("words", RELATED)
def test_earlier_puzzles(words: str) -> None:
    """A fact about the puzzle before, but not about the first puzzle of a run, or one after it."""
    assert words in facts_of(Observation((RELATED[words], EASY), 1, 1))
    assert words not in facts_of(Observation((EASY, RELATED[words]), 0, 1))
    assert "that directly follow a puzzle with fewer clues" not in facts_of(Observation((EASY, EASY), 1, 1))
    assert "at the end of a run" in facts_of(Observation((EASY, OTHER), 1, 1))
    assert "at the end of a run" not in facts_of(Observation((EASY, OTHER), 0, 1))


def test_numbers_of_a_run() -> None:
    """The place in a run, and the cells at the beginning that an earlier puzzle has, too."""
    numbers = numbers_of(Observation((OTHER, SOLUTION.with_cell(40, 0), EASY.with_cell(0, 1).with_cell(60, 0)), 2, 1))
    assert numbers["puzzles before them in the run"] == 2
    assert numbers["first cells in common with an earlier puzzle"] == 60


def test_the_input() -> None:
    """The formatting of the input is a fact."""
    assert "whose input has lines ending in CRLF" in facts_of(
        Observation((EASY,), 0, 1, formatting=Formatting(line_end=LineEnd.CRLF))
    )


@pytest.mark.parametrize("turn", [1, 12345, group_order(Shape()) - 1])
def test_the_origin_of_images(turn: int) -> None:
    """Images of a puzzle have one origin, unless only a few cells are empty."""
    image: Callable[[Grid], Grid] = unrank(turn)
    assert origin(image(HARD)) == origin(HARD)
    assert origin(image(EASY)) != origin(EASY)
    assert origin(HARD.with_cell(0, 6)) != origin(HARD)
