"""Comma-separated values."""

import pytest

from crosscover.reference import Grid

from .samples import ANSWER, PUZZLE, SECOND, entries, error_fields, puzzles

CELL = "a digit from 1 to 9 or '.'"


def test_solutions() -> None:
    """A column `solution` gives the solutions that are known; a field of it may be empty."""
    read = entries("csv", f"puzzle,solution\n{PUZZLE},{ANSWER}\n{SECOND},\n")
    assert [entry.solution for entry in read] == [Grid.parse(ANSWER), None]


@pytest.mark.parametrize(
    "text",
    [
        f"id,Puzzle , level\n1,{PUZZLE},easy\n",
        f'"id","puzzle"\n"a ""b"", c" , "{PUZZLE}"\n',
        f"\n puzzle\n\n{PUZZLE}\n\n",
        f",puzzle,\n,{PUZZLE},\n",
    ],
)
def test_other_columns(text: str) -> None:
    """Other columns, quotes, blanks around fields and blank lines are read as meant."""
    assert puzzles("csv", text) == [PUZZLE]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"quiz\n{PUZZLE}\n", (1, 1, "a header with the column 'puzzle'", "'quiz'")),
        (f"{PUZZLE}\n", (1, 1, "a header with the column 'puzzle'", f"'{PUZZLE[:37]}...'")),
        ("puzzle,puzzle\n", (1, 1, "one column 'puzzle'", "two")),
        (f"id,puzzle\n1,{PUZZLE[:80]}\n", (2, 83, "81 characters", "80")),
        (f"id,puzzle\n1,{PUZZLE}5\n", (2, 84, "the end of the field after 81 characters", "'5'")),
        (f"id,puzzle\n1,{PUZZLE[:4]}a{PUZZLE[5:]}\n", (2, 7, CELL, "'a'")),
        (f'id,puzzle\n"1", "{PUZZLE[:4]}a{PUZZLE[5:]}"\n', (2, 11, CELL, "'a'")),
        (f"id,puzzle\n{PUZZLE}\n", (2, 82, "as many fields as in the header, 2", "1")),
        (f"puzzle\n{PUZZLE},1\n", (2, 83, "as many fields as in the header, 1", "2")),
        (f'id,puzzle\n"1,{PUZZLE}\n', (2, 1, "a field and a comma", f"'\"1,{PUZZLE[:34]}...'")),
        (f"puzzle,solution\n{PUZZLE},{PUZZLE}\n", (2, 83, "a digit from 1 to 9", "an empty cell")),
        (f"puzzle,solution\n{PUZZLE},none\n", (2, 83, CELL, "'n'")),
    ],
)
def test_malformed(text: str, place: tuple[int, int, str, str]) -> None:
    """A header without puzzles, a row of another length and a field that is no grid are refused where they stand."""
    assert error_fields("csv", text) == place


def test_header_alone() -> None:
    """A table may have no rows."""
    assert puzzles("csv", "puzzle\n") == []
