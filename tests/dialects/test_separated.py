"""Comma-separated values."""

import pytest

from crosscover.dialects import Columns, MalformedInputError, table
from crosscover.dialects.separated import PUZZLE_COLUMNS
from crosscover.reference import Grid

from .samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER, detect, entries, error_fields, puzzles, read

CELL = "a digit from 1 to 9 or '.'"
HEADER = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"


def test_solutions() -> None:
    """A column `solution` has the known solutions; its fields may be empty."""
    read = entries("csv", f"puzzle,solution\n{PUZZLE},{ANSWER}\n{SECOND},\n")
    assert [entry.solution for entry in read] == [Grid.parse(ANSWER), None]


def test_labels() -> None:
    """The label of an entry is the text of its other columns."""
    read = entries("csv", f"id,puzzle,solution,level\n7,{PUZZLE},{ANSWER},easy\n8,{SECOND},,\n")
    assert [entry.label for entry in read] == ["7 easy", "8"]


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
    """Other columns, quotes, blanks around fields and blank lines are accepted."""
    assert puzzles("csv", text) == [PUZZLE]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"\nid,grid\n1,{PUZZLE[1:]}\n", (2, 1, HEADER, "the columns 'id', 'grid'")),
        (f"id,grid\n,\n1,{PUZZLE}\n", (1, 1, HEADER, "the columns 'id', 'grid'")),
        (f"1,{PUZZLE[1:]}\n", (1, 1, HEADER, "the columns '1', '2'")),
        (f"id,board,full\n1,{PUZZLE[1:]},{ANSWER}\n", (1, 1, HEADER, "the columns 'id', 'board', 'full'")),
        ("puzzle\n\n", (3, 1, "a row with a puzzle", "the end of the input")),
        (
            "\npuzzle,level,quiz\n",
            (2, 1, "--puzzle-column NAME to choose a column", "the columns 'puzzle', 'level', 'quiz'"),
        ),
        (f"id,puzzle\n1,{PUZZLE[:80]}\n", (2, 83, "81 characters", "80")),
        (f"id,puzzle\n1,{PUZZLE}5\n", (2, 84, "the end of the field after 81 characters", "'5'")),
        (f"id,puzzle\n1,{PUZZLE[:4]}a{PUZZLE[5:]}\n", (2, 7, CELL, "'a'")),
        (f'id,puzzle\n"1", "{PUZZLE[:4]}a{PUZZLE[5:]}"\n', (2, 11, CELL, "'a'")),
        (f"id,puzzle\n{PUZZLE}\n", (2, 82, "as many fields as in the header, 2", "1")),
        (f"puzzle\n{PUZZLE},1\n", (2, 84, "as many fields as in the header, 1", "2")),
        (f'id,puzzle\n"1,{PUZZLE}\n', (2, 85, "as many fields as in the header, 2", "1")),
        (f"puzzle,solution\n{PUZZLE},{PUZZLE}\n", (2, 83, "a digit from 1 to 9", "'.', an empty cell")),
        (f'id,puzzle\n1,"{"1" * 200_000}"\n', (2, 1, "fields", "field larger than field limit (131072)")),
        (f"puzzle,solution\n{PUZZLE},none\n", (2, 83, CELL, "'n'")),
        (f"id;quiz;solution\n1;{PUZZLE}\n", (2, 84, "as many fields as in the header, 3", "2")),
        (f"id\tquiz\n1\t{PUZZLE[:4]}a{PUZZLE[5:]}\n", (2, 7, CELL, "'a'")),
    ],
)
def test_malformed(text: str, place: tuple[int, int, str, str]) -> None:
    """A header without puzzles, a row of another length and a malformed grid are refused at their place."""
    assert error_fields("csv", text) == place


@pytest.mark.parametrize(
    "text",
    [
        f"quizzes,solutions\n{PUZZLE},{ANSWER}\n",
        f"puzzle,solution,clues,difficulty\n{PUZZLE},{ANSWER},31,0.0\n",
        f"id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{ANSWER},31,2.2\n",
        f"source,question,answer,rating\npuzzles0_kaggle,{PUZZLE},{ANSWER},0\n",
        f"\ufeffSolution;Sudoku\r\n{ANSWER};{PUZZLE.replace('.', '0')}\r\n",
        f'"id";"quiz";"answer"\n"a;b";"{PUZZLE}";"{ANSWER}"\n',
        f"quiz\tsolution\tnote\n{PUZZLE.replace('.', '*')}\t{ANSWER}\t\n",
        f"nr,board,solved,level\n1,{PUZZLE},{ANSWER},3\n",
        f"nr;full;given\n1;{ANSWER};{PUZZLE}\n",
        f"unsolved_sudoku,solved_sudoku\n{PUZZLE.replace('.', '0')},{ANSWER}\n",
    ],
)
def test_public_data_sets(text: str) -> None:
    """Tables with the columns and separators of public data sets, or with other names, are detected and read."""
    found = detect(text.removeprefix("\ufeff").splitlines()[:1])
    assert found is not None
    assert found.name == "csv"
    [entry] = entries("csv", text)
    assert (str(entry.puzzle), str(entry.solution)) == (PUZZLE, ANSWER)


def test_empty_solution_after_the_last_tab() -> None:
    """An empty field after the last tab counts."""
    [entry] = entries("csv", f"quiz\tsolution\n{PUZZLE}\t\n")
    assert entry.solution is None


@pytest.mark.parametrize("label", ["sudoku", "puzzle"])
def test_puzzle_with_a_label_like_a_column(label: str) -> None:
    """A puzzle whose label is a column name is not a header, and neither is a comment."""
    for lines in ([f"{PUZZLE};{label}"], [f"# easy,{label}", PUZZLE]):
        assert detect(lines) is detect([PUZZLE])


def test_named_columns() -> None:
    """Columns are given by name, in any case; an empty name means no solutions."""
    text = f"grid,full,answer\n{PUZZLE},{ANSWER},hard\n"
    for columns, solution in ((Columns("Grid", "full"), ANSWER), (Columns("grid", ""), "None")):
        [entry] = read(table(columns), text.splitlines())
        assert (str(entry.puzzle), str(entry.solution)) == (PUZZLE, solution)


def test_a_single_column_of_any_name() -> None:
    """A column is recognized by its puzzles, even alone and in the second line."""
    found = detect(["Grids", PUZZLE])
    assert found is not None
    assert [entry.puzzle for entry in read(found, ["Grids", PUZZLE])] == [Grid.parse(PUZZLE)]


WRONG = f"{ANSWER[:-2]}{ANSWER[-1]}{ANSWER[-2]}"


def solutions(text: str, columns: Columns = Columns()) -> list[tuple[str, str]]:
    """Return the solution of each row, and its place."""
    rows = read(table(columns), text.splitlines())
    return [(str(row.solution), row.solution_in) for row in rows]


@pytest.mark.parametrize("header", ["id{0}board{0}target\n", "id{0}puzzle{0}my_result\n", ""])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|", ":", " ", ", ", " | "])
def test_a_column_of_full_grids(header: str, separator: str) -> None:
    """Full grids in any column and after any separator are the solutions, even if the first is wrong or missing."""
    text = header.format(separator) + "\n".join(
        separator.join(row) for row in (("1", PUZZLE, "?"), ("2", PUZZLE, WRONG), ("3", SECOND, SECOND_ANSWER))
    )
    name = "column 'target'" if "target" in header else "column 'my_result'" if header else "column '3'"
    assert solutions(text) == [("None", ""), (WRONG, name), (SECOND_ANSWER, name)]


def test_solutions_of_other_puzzles() -> None:
    """A full grid that keeps the clues is the solution; without one, a full grid is a wrong solution."""
    text = f"grid,other,full\n{PUZZLE},{SECOND_ANSWER},"
    assert solutions(f"{text}{ANSWER}\n") == [(ANSWER, "column 'full'")]
    assert solutions(f"{text}\n") == [(SECOND_ANSWER, "column 'other'")]


def test_numbers_of_columns() -> None:
    """Without a header, columns are given by number; with one, a number is no name."""
    text = f"{SECOND_ANSWER},{PUZZLE},{ANSWER},{SECOND}\n"
    assert solutions(text, Columns("2", "3")) == [(ANSWER, "column '3'")]
    assert solutions(text, Columns("4")) == [(SECOND_ANSWER, "column '1'")]
    assert solutions(text, Columns("2", "")) == [("None", "")]
    with pytest.raises(MalformedInputError, match="expected one column '5', found the columns '1', '2', '3', '4'"):
        solutions(text, Columns("5"))


def test_a_solution_that_becomes_malformed() -> None:
    """After the first solution, the field of each row in this column is a solution or empty."""
    text = f"grid,full\n{PUZZLE},{ANSWER}\n{PUZZLE},\n{PUZZLE},{ANSWER[:80]}\n"
    assert error_fields("csv", text) == (4, 163, "81 characters", "80")


@pytest.mark.parametrize("columns", [Columns("quiz"), Columns("grid", "quiz")])
def test_missing_columns(columns: Columns) -> None:
    """The error for a missing column lists the existing ones."""
    with pytest.raises(MalformedInputError, match="expected one column 'quiz', found the columns 'grid', 'full'"):
        list(read(table(columns), ["grid,full"]))
