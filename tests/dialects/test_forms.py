"""The forms of puzzle files: their examples, labels and titles, shapes, and malformed texts."""

from io import BytesIO

import pytest

from crosscover.dialects import LineStream, MalformedInputError, raise_errors, recognize
from crosscover.dialects.forms import FORMS, Form
from crosscover.puzzle_files import read_puzzles
from crosscover.reference import Grid, Shape

from .samples import ANSWER, PUZZLE, ROWS, SECOND, error_fields

LISTS = f"[{', '.join(f'[{chr(44).join(row.split())}]' for row in ROWS.splitlines())}]"
"""The first sample as a list of lists of integers."""

CODE = "\n".join(f"    {{{', '.join(row.split())}}}," for row in ROWS.splitlines())
ROWS_OF_TEXT = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
BLANK_ROWS = "\n".join(row.rstrip() for row in ROWS_OF_TEXT.replace(".", " ").split("\n"))
FIELDS = "\n".join(",".join(row) for row in ROWS_OF_TEXT.split("\n"))


def found(text: str, shape: Shape | None = None) -> list[tuple[str, str, str]]:
    """Read a text; return the puzzle, the solution and the label of each entry."""
    entries = raise_errors(read_puzzles(LineStream(BytesIO(text.encode())), shape=shape).entries)
    return [(str(entry.puzzle), str(entry.solution or ""), entry.label) for entry in entries]


def error_of(text: str) -> tuple[int, int, str]:
    """The line, the column and the reason of the error in a text."""
    with pytest.raises(MalformedInputError) as caught:
        found(text)
    return caught.value.line, caught.value.column, caught.value.reason


@pytest.mark.parametrize(
    ("form", "example"),
    [(form, example) for form in FORMS for example in form.examples],
    ids=lambda each: str(each)[:20],
)
def test_examples(form: Form, example: str) -> None:
    """Each example is recognized; an example with a whole grid is read."""
    text = example.format(PUZZLE, ANSWER)
    assert recognize(LineStream(BytesIO(text.encode())))[0] is form
    if "{0}" in example:
        assert found(text)[0][:2] == (PUZZLE, ANSWER if "{1}" in example else "")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (f"0a1b2c {PUZZLE} 1.2", "0a1b2c 1.2"),
        (f"1,{PUZZLE}", "1"),
        (f'"{PUZZLE}"', ""),
        (f"Hardest\n\n{PUZZLE}", "Hardest"),
        (f"// all\nHardest\n{PUZZLE};9", "9"),
        (f"Grid 01\n{ROWS_OF_TEXT}", "Grid 01"),
        (f"Grid 01\n{CODE}", "Grid 01"),
        (f"int grid[9][9] = {{\n{CODE}\n}};", "int grid[9][9] = {"),
        (f"board = {LISTS[:-1].replace('], ', '],' + chr(10))}\n]", ""),
        (FIELDS, ""),
        (FIELDS.replace(".", "?"), ""),
        (f'{{"id": 7, "puzzle": {LISTS}, "level": "easy"}}', "7 easy"),
        (LISTS, "puzzle 1"),
        (f"[\n{LISTS}\n]", "puzzle 1"),
        (f'{{"newboard": {{"grids": [{{"value": {LISTS}, "difficulty": "Hard"}}]}}}}', "Hard"),
        (f'["{PUZZLE}"]', "puzzle 1"),
        (f'<opensudoku>\n<game data="{PUZZLE}"/>\n</opensudoku>', "puzzle 1"),
        (f"<puzzle><name>x</name><clues>\n{ROWS_OF_TEXT}\n</clues></puzzle>", "puzzle 1"),
    ],
)
def test_one_puzzle(text: str, label: str) -> None:
    """The one field that is a grid is the puzzle, whatever the form; everything else is its label."""
    assert found(text) == [(PUZZLE, "", label)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_fields_without_text_are_empty_cells(separator: str) -> None:
    """Fields may be empty; a row without any text is between grids, or refused."""
    filled = f"{PUZZLE[:37]}9{PUZZLE[38:]}"
    rows = (
        filled[start : start + 9].replace(".", "") and separator.join(filled[start : start + 9])
        for start in range(0, 81, 9)
    )
    text = "\n".join(rows).replace(".", "")
    between = separator * 8
    assert [puzzle for puzzle, _, _ in found(f"{between}\n{text}\n{between}\n{text}\n{between}")] == [filled] * 2


def test_a_row_without_text_in_a_grid() -> None:
    """A row of a spreadsheet without text may separate bands."""
    assert error_of(FIELDS.replace(".", ""))[:2] == (5, 1)


def test_a_lost_number_in_code() -> None:
    """A missing number in code is no empty cell."""
    assert error_of(CODE.replace("0, 2, 7", "0, , 7"))[:2] == (1, 8)


@pytest.mark.parametrize("end", ["", "\n};", "\nGrid 02"])
def test_a_missing_row(end: str) -> None:
    """A grid that lacks a row is refused where it ends, and takes no row of the next one."""
    text = "\n".join(ROWS_OF_TEXT.split("\n")[1:])
    assert error_of(f"{text}{end}\n\n{ROWS_OF_TEXT}")[0] == 9


def test_placed_digits_are_no_clues() -> None:
    """A plus precedes a digit that a player has placed."""
    assert found(f":0000:x:{PUZZLE.replace('.27', '+527', 1)}:::")[0][0] == PUZZLE


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("member", ['"variant": "x"', '"shape": "3x3+x"'])
def test_the_variant_of_an_object(number: int, member: str) -> None:
    """A file of one or more objects or certificates of a diagonal Sudoku asks for the option."""
    text = f'{{"puzzle": "{PUZZLE}", {member}}}\n' * number
    with pytest.raises(MalformedInputError, match="the option --variant x for a diagonal Sudoku"):
        found(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f'[{{"puzzle": "{PUZZLE}"}},\n{{"puzzle": "{PUZZLE[:60]}"}}]', (2, 2)),
        (f'[{{"puzzle": "{PUZZLE}"}},\n{{"puzzle": null}}]', (2, 2)),
        (f'["{PUZZLE}",\n"{PUZZLE}{PUZZLE}"]', (2, 1)),
        (f'[{{"puzzle": "{PUZZLE}"}},\n{{"puzzle": {ANSWER}}}]', (2, 2)),
        (f"[{LISTS},\n{LISTS.replace('[9,5,1,8,0,0,0,7,0], ', '')}]", (2, 1)),
        (f'{{"value": {LISTS.replace("5", "55", 1)}, "solution": "{ANSWER}"}}', (1, 2)),
        (f'[{{"puzzle": "{PUZZLE}", "puzzle": "{SECOND}"}}]', (1, 1)),
    ],
)
def test_nothing_is_lost_in_documents(text: str, place: tuple[int, int]) -> None:
    """A value that should be a puzzle is refused if it is none."""
    assert error_of(text)[:2] == place


@pytest.mark.parametrize("separator", [" ", ",", " | "])
def test_a_line_of_two_puzzles(separator: str) -> None:
    """A second puzzle in a line is refused; it is no label."""
    line = f"{PUZZLE}{separator}{SECOND}"
    assert error_of(f"{line}\n{line}\n") == (1, 82 + len(separator), "expected one puzzle in a line, found another one")


def test_an_object_of_two_puzzles_in_a_line() -> None:
    """A second puzzle in an object of JSON Lines is refused, unless the key of the first one is usual."""
    line = f'{{"grid": "{PUZZLE}", "other": "{SECOND}"}}'
    assert error_fields("jsonl", line)[:3] == (1, 1, "an object with the key 'puzzle'")
    assert found(f"{line.replace('grid', 'puzzle')}\n" * 2) == [(PUZZLE, "", SECOND[:80])] * 2


@pytest.mark.parametrize(
    ("shape", "row"),
    [(Shape(3, 4), "12AB.C3..5.7"), (Shape(4, 4), "12..ab..cd..3456"), (Shape(4, 4), "12**AB**CD**3456")],
)
def test_a_row_of_letters_is_no_title(shape: Shape, row: str) -> None:
    """The first row of a large grid may have letters beside each other."""
    text = "\n".join([row, *["." * shape.side] * (shape.side - 1)])
    assert [(puzzle[:2], label) for puzzle, _, label in found(text, shape)] == [("12", "")]


REGIONS = f"[{','.join(['[1,1,1,2,2,2,3,3,3]'] * 3 + ['[4,4,4,5,5,5,6,6,6]'] * 3 + ['[7,7,7,8,8,8,9,9,9]'] * 3)}]"


@pytest.mark.parametrize("form", ["{0}", "{0}\n{0}", "[{0}]"])
def test_a_map_of_regions_is_no_solution(form: str) -> None:
    """A full grid that breaks the rules, and has few of the clues, is no solution."""
    text = form.format(f'{{"puzzle": "{PUZZLE}", "regions": {REGIONS}}}')
    assert found(text)[0][:2] == (PUZZLE, "")


def test_malformed_first_object() -> None:
    """Objects on lines of their own are JSON Lines, even if the first one is malformed."""
    text = f'{{"id": 1, "id": 2, "puzzle": "{PUZZLE}"}}\n{{"puzzle": "{PUZZLE}"}}\n'
    assert recognize(LineStream(BytesIO(text.encode())))[0].name == "jsonl"


def test_puzzles_beside_an_example() -> None:
    """Puzzles in lists beside a grid are read, too."""
    text = f'{{"example": "{PUZZLE}",\n"puzzles": ["{SECOND}", "{PUZZLE}"]}}'
    assert sorted(puzzle for puzzle, _, _ in found(text)) == sorted([PUZZLE, SECOND, PUZZLE])


def test_deep_xml() -> None:
    """Nested elements are limited, since the parser holds them in memory."""
    assert error_of("<a>" * 101)[2] == "expected at most 100 nested elements, found more"


def test_a_long_text_in_xml() -> None:
    """A long text is no grid, and is not kept."""
    lines = "no grid\n" * 1000
    assert found(f'<a>{lines}<game data="{PUZZLE}"/>{lines}</a>') == [(PUZZLE, "", "puzzle 1")]


@pytest.mark.parametrize("end", ["", "\n"])
def test_objects_of_several_puzzles(end: str) -> None:
    """Each grid of an object is a puzzle, except for the solution and states of the puzzle."""
    two = f'{{"easy": "{PUZZLE}", "hard": "{SECOND}"}}{end}'
    assert found(two) == [(PUZZLE, "", "easy"), (SECOND, "", "hard")]
    text = f'[{{"easy": "{PUZZLE}", "state": "{PUZZLE.replace(".", "5", 1)}", "hard": "{SECOND}", "full": "{ANSWER}"}}]'
    assert found(text) == [(PUZZLE, ANSWER, "easy"), (SECOND, "", "hard")]


def test_blanks_are_empty_cells() -> None:
    """If blanks are the only empty cells of a grid without a frame, its rows may end early."""
    assert found(BLANK_ROWS.replace("\n\n", "\n 9\n"))[0][0] == f"{PUZZLE[:37]}9{PUZZLE[38:]}"


@pytest.mark.parametrize(
    "text",
    [
        f"[{LISTS},\n{LISTS}]",
        f"{LISTS}\n{LISTS}",
        f'{{"a": {LISTS}, "b": [1, 2]}}\n{{"a": {LISTS}}}',
        f"Grid 01\n{ROWS_OF_TEXT}\nGrid 02\n{ROWS_OF_TEXT}",
        f'<games><game data="{PUZZLE}"/><game data="{PUZZLE}"/></games>',
    ],
)
def test_several_puzzles(text: str) -> None:
    """Each grid of a document that has no other one beside it is a puzzle."""
    assert [puzzle for puzzle, _, _ in found(text)] == [PUZZLE] * 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"{PUZZLE}\n{PUZZLE}\n{PUZZLE[:80]}", (3, 81)),
        (f'{{"value": {LISTS.replace("5", "55", 1)}}}', (1, 2)),
        (f"[{LISTS},\n{LISTS.replace('9', '', 1)}]", (2, LISTS.index("9") + 1)),
        (f"[{LISTS},\n{LISTS.replace('9', '99', 1)}]", (2, 1)),
        (f"{LISTS[:40]}", (1, 41)),
        (f'<games>\n<game data="{PUZZLE[:80]}"/>\n</games>', (2, 1)),
        (f'<games>\n<game data="{PUZZLE}"/>\n</game>', (3, 3)),
        (f'<!DOCTYPE a [<!ENTITY b "c">]>\n<game data="{PUZZLE}"/>', (1, 25)),
        (f"Grid 01\n{ROWS_OF_TEXT}\nGrid 02\n{ROWS_OF_TEXT[:-2]}", (20, 8)),
        (f"Grid 01\n{ROWS_OF_TEXT}\nGrid 02\n{ROWS_OF_TEXT[:-10]}", (20, 1)),
    ],
)
def test_malformed(text: str, place: tuple[int, int]) -> None:
    """A malformed grid is refused, with its line and a column in it."""
    line, column, _ = error_of(text)
    assert (line, column) == place


def test_a_grid_of_another_size() -> None:
    """A 4x4 grid in a list of 9x9 grids is named as one."""
    assert error_of(f"{PUZZLE}\n1030340000400301\n") == (2, 17, "expected 81 characters, found 16, a 4x4 grid")
    assert error_of(f"1030340000400301\n{PUZZLE}\n")[2] == "expected 81 characters, found 16, a 4x4 grid"


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(4, 4), Shape(5, 5)])
@pytest.mark.parametrize("width", [None, "side"])
def test_shapes(shape: Shape, width: str | None) -> None:
    """The shape of square boxes follows from the length of a line or a row."""
    text = str(Grid.simplest(shape)).replace("1", ".")
    step = shape.side if width else shape.cells
    rows = "\n".join(text[start : start + step] for start in range(0, shape.cells, step))
    assert [puzzle for puzzle, _, _ in found(rows)] == [text]


def test_shapes_that_differ() -> None:
    """The shape of other boxes is the only one without clashing clues, or the message asks for it."""
    text = str(Grid.simplest(Shape(2, 3)))
    assert found(text)[0][0] == text
    assert error_of("." * 35 + "1")[2] == "expected --shape 2x3 or --shape 3x2, found 36 cells"


def test_the_label_is_no_part_of_the_message() -> None:
    """Rows with different labels have the same message."""
    errors = {error_of(f"{label} {PUZZLE[:80]}?") for label in ("a1", "b2")}
    assert len(errors) == 1


@pytest.mark.parametrize(
    "text",
    [
        "+",
        "+-------+-------+-- 7 . | . . . |",
        "5 3 A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A A",
        f"a,b\n1,2,{PUZZLE}",
    ],
)
def test_unlike_any_form(text: str) -> None:
    """A text that no reader accepts is malformed."""
    error_of(text)


@pytest.mark.parametrize("text", [f"{SECOND}\nnot decided: 3\n{PUZZLE}", f"{SECOND}\n\n; {PUZZLE}\n{PUZZLE}"])
def test_text_between_puzzles(text: str) -> None:
    """Comments and titles may come anywhere in a list."""
    assert [puzzle for puzzle, _, _ in found(text)] == [SECOND, PUZZLE]
