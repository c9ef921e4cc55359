"""Dialects with one puzzle per line."""

import pytest

from crosscover.reference import Grid, Shape

from .samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER, entries, error_fields, puzzles, puzzles_before_error

CELL = "a digit from 1 to 9 or '.'"
both = pytest.mark.parametrize("name", ["poj3074", "lines"])


@both
def test_end_ends_the_input(name: str) -> None:
    """A line `end` ends the input; blank lines may follow."""
    assert puzzles(name, f"{PUZZLE}\n{SECOND}\nend\n\n") == [PUZZLE, SECOND]


@both
def test_end_of_file_ends_the_input(name: str) -> None:
    """The line `end` is optional."""
    assert puzzles(name, f"{PUZZLE}\n{SECOND}") == [PUZZLE, SECOND]


@both
def test_no_puzzle_before_the_end(name: str) -> None:
    """A line `end` alone is an empty list of puzzles."""
    assert puzzles(name, "end\n") == []


@both
def test_every_empty_cell_is_read(name: str) -> None:
    """All usual characters for empty cells are read."""
    assert puzzles(name, PUZZLE.replace(".", "0*_-xX.", 5)[:81]) == [
        str(Grid.parse(PUZZLE.replace(".", "0*_-xX.", 5)[:81]))
    ]


@both
@pytest.mark.parametrize(
    ("line", "place"),
    [
        (PUZZLE[:80], (2, 81, "81 characters", "80")),
        (PUZZLE[:1], (2, 2, "81 characters", "1")),
        (f"a{PUZZLE[1:]}", (2, 1, CELL, "'a'")),
        (f"{PUZZLE[:40]}O{PUZZLE[41:]}", (2, 41, CELL, "'O'")),
        (f"{PUZZLE[:40]}\u0664{PUZZLE[41:]}", (2, 41, CELL, "'\u0664'")),
        (f"{PUZZLE[:80]}\u00a0", (2, 81, CELL, "'\\xa0'")),
    ],
)
def test_malformed_line(name: str, line: str, place: tuple[int, int, str, str]) -> None:
    """A malformed line is refused at the first wrong or missing character."""
    assert error_fields(name, f"{PUZZLE}\n{line}\n{SECOND}\n") == place


def test_82_characters() -> None:
    """An extra cell is refused at its place."""
    assert error_fields("lines", f"{PUZZLE}5\n") == (1, 82, "the end of the puzzle after 81 characters", "'5'")


@both
def test_text_after_the_end(name: str) -> None:
    """A puzzle after `end` is refused."""
    assert error_fields(name, f"{PUZZLE}\nend\n\n{SECOND}\n") == (4, 1, "nothing after 'end'", f"'{SECOND[:37]}...'")


def test_comments_and_blank_lines_in_collections() -> None:
    """A collection may have comments and blank lines anywhere."""
    text = f"# the first\n\n{PUZZLE}# inline\n  # indented\n#{SECOND[1:]}\n{SECOND}\n"
    assert [(str(entry.puzzle), entry.line) for entry in entries("lines", text)] == [(PUZZLE, 3), (SECOND, 6)]


@pytest.mark.parametrize(
    "label", [" very hard ", "\teasy # not this", ",1234", ": a : b", " # nothing", "#nothing", "|3"]
)
def test_labels(label: str) -> None:
    """A label may follow a puzzle after a separator."""
    assert puzzles("lines", PUZZLE + label) == [PUZZLE]


def test_puzzles_before_a_malformed_line() -> None:
    """Puzzles before a malformed line are read."""
    assert puzzles_before_error("poj3074", f"{PUZZLE}\n{SECOND}\nfoo\n{PUZZLE}") == [
        Grid.parse(PUZZLE),
        Grid.parse(SECOND),
    ]


def test_other_shapes() -> None:
    """A line has as many cells as the shape, with letters after the digits."""
    assert puzzles("lines", "1.34" * 4, Shape(2, 2)) == ["1.34" * 4]
    assert puzzles("poj3074", "G..............1" * 16, Shape(4, 4)) == ["G..............1" * 16]


@pytest.mark.parametrize("between", [" ", "\t", ",", ";", ":", "|", "#", " -> ", ", ", " | easy | ", "  # 3.2 "])
def test_solutions_in_labels(between: str) -> None:
    """A full grid beside a puzzle, right or wrong, is its solution, even before the puzzle."""
    text = f"{PUZZLE}{between}{ANSWER}\n{PUZZLE}\n{SECOND}{between}{ANSWER}\n{SECOND_ANSWER}{between}{SECOND}\n"
    assert [(str(entry.puzzle), str(entry.solution)) for entry in entries("lines", text)] == [
        (PUZZLE, ANSWER),
        (PUZZLE, "None"),
        (SECOND, ANSWER),
        (SECOND, SECOND_ANSWER),
    ]


def test_malformed_puzzle_with_a_solution() -> None:
    """Beside a malformed puzzle, no other grid of its line is the puzzle."""
    assert error_fields("lines", f"{PUZZLE[:80]}?;{ANSWER};{ANSWER}") == (1, 81, CELL, "'?'")


@pytest.mark.parametrize(
    ("solution", "place"),
    [
        (ANSWER[:80], (1, 163, "81 characters", "80")),
        (f"{ANSWER}1", (1, 164, "the end of the puzzle after 81 characters", "'1'")),
        (f"{ANSWER[:80]}?", (1, 163, CELL, "'?'")),
    ],
)
def test_malformed_solution(solution: str, place: tuple[int, int, str, str]) -> None:
    """A solution of nearly the right length, or with another character, is refused at its place."""
    assert error_fields("lines", f"{PUZZLE};{solution}") == place


@pytest.mark.parametrize("line", [f" {PUZZLE}", f"END\n{PUZZLE}", f'"{PUZZLE}",'])
def test_text_beside_a_puzzle(line: str) -> None:
    """A collection may have blanks, titles, quotes and other fields beside a puzzle."""
    assert puzzles("lines", f"{line}\n") == [PUZZLE]


@both
def test_blank_within_a_puzzle(name: str) -> None:
    """A blank within a puzzle is refused."""
    assert error_fields(name, f"{PUZZLE[:9]} {PUZZLE[9:]}\n")[0] == 1


@pytest.mark.parametrize("label", [PUZZLE, f"{ANSWER[:80]}."])
def test_labels_that_are_no_solutions(label: str) -> None:
    """A grid with an empty cell in a label is no solution."""
    assert [(str(entry.puzzle), entry.solution) for entry in entries("lines", f"{PUZZLE};{label}")] == [(PUZZLE, None)]
