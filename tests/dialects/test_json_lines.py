"""JSON Lines: accepted and refused texts, in agreement with the published schema."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are apart

from crosscover import dialects
from crosscover.dialects import DIALECTS, MalformedInputError
from crosscover.dialects.interface import unread
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated

from .samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER, entries, error_fields, read, responses

JSONL = DIALECTS["jsonl"]
SCHEMA = json.loads(Path(dialects.__file__).with_name("jsonl.schema.json").read_text(encoding="utf-8"))
KEYS = "an object with one key out of solution, refusal, count, error"

REPLIES: list[tuple[str, Response]] = [
    (f'{{"solution": "{ANSWER}"}}', Answered(Grid.parse(ANSWER))),
    (f' {{ "solution"\t:"{ANSWER}" }} ', Answered(Grid.parse(ANSWER))),
    ('{"refusal": "none"}', Declined()),
    ('{"refusal": "several"}', Stated()),
    ('{"count": 0}', Counted(0)),
    ('{"error": "out of \\u006demory"}', Failed(Fault.RAISED, "answered with the error 'out of memory'")),
]
OBJECT = "an object in JSON without repeated keys"
MALFORMED = [
    (f'{{"solution": "{PUZZLE}"}}', (1, 15, "a digit from 1 to 9", "'.', an empty cell")),
    (f'{{"solution": "{ANSWER[:80]}"}}', (1, 95, "81 characters", "80")),
    (f'{{"solution": "{ANSWER[:80]}x"}}', (1, 95, "a digit from 1 to 9", "'x', an empty cell")),
    ('{"solution": null}', (1, 2, "a string of 81 cells as solution", "'\"solution\": null}'")),
    ('{"refusal": "no"}', (1, 2, "'none' or 'several' as refusal", '\'"refusal": "no"}\'')),
    *(
        (f'{{"count": {value}}}', (1, 2, "a whole number from 0 as count", f"'\"count\": {value}}}'"))
        for value in ('"2"', "true", "2.0", "-1", "NaN")
    ),
    ('{"error": 1}', (1, 2, "a string as error", "'\"error\": 1}'")),
    ("{}", (1, 1, KEYS, "0 keys")),
    ('{"count": 2, "error": ""}', (1, 1, KEYS, "2 keys")),
    ('{"Count": 2}', (1, 1, KEYS, "'Count'")),
]
"""Objects that are not replies, with line, column, expected and found text of their errors."""

NO_OBJECTS = [
    ('{"count": 2, "count": 2}', (1, 1, OBJECT, '\'{"count": 2, "count": 2}\'')),
    ('{"count": 2} 3', (1, 14, OBJECT, "'3'")),
    ('{"count" 2}', (1, 10, OBJECT, "'2}'")),
    ('{"count": 2', (1, 12, OBJECT, "the end of the line")),
    (f'{{"count": {"1" * 5000}}}', (1, 1, OBJECT, f"'{{\"count\": {'1' * 27}...'")),
    (f'{{"count": {"[" * 100_000}', (1, 1, OBJECT, f"'{{\"count\": {'[' * 27}...'")),
    (ANSWER, (1, 1, OBJECT, f"'{ANSWER[:37]}...'")),
]
"""Lines that are not objects, with their errors."""


@pytest.mark.parametrize(("line", "reply"), REPLIES)
def test_replies(line: str, reply: Response) -> None:
    """A reply has one key, its kind; blank lines are skipped."""
    assert responses("jsonl", f"\n{line}\n\n") == [reply]


@pytest.mark.parametrize(("line", "place"), MALFORMED + NO_OBJECTS)
def test_malformed_replies(line: str, place: tuple[int, int, str, str]) -> None:
    """A malformed reply is reported with its place and the expected text, and the next line is read."""
    assert responses("jsonl", f'{line}\n{{"count": 1}}\n') == [unread(MalformedInputError(*place)), Counted(1)]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('{"id": 1}', (1, 1, "an object with the key 'puzzle'", "'{\"id\": 1}'")),
        (f'{{"id": 1, "puzzle": "{PUZZLE[:4]}?{PUZZLE[5:]}"}}', (1, 26, "a digit from 1 to 9 or '.'", "'?'")),
        (f'{{"puzzle": "{PUZZLE}", "box": [2, 3]}}', (1, 97, "[3, 3] as box", "'\"box\": [2, 3]}'")),
        (f'{{"puzzle": "{PUZZLE}", "solution": "{PUZZLE}"}}', (1, 110, "a digit from 1 to 9", "'.', an empty cell")),
        ('{"puzzle": ["1"]}', (1, 2, "a string of 81 cells as puzzle", '\'"puzzle": ["1"]}\'')),
        *NO_OBJECTS[:2],
    ],
)
def test_malformed_puzzles(line: str, place: tuple[int, int, str, str]) -> None:
    """A line without a puzzle is an error with its place; unknown keys are allowed, but not repeated ones."""
    assert error_fields("jsonl", line) == place


def test_solution_beside_a_puzzle() -> None:
    """A suite may have solutions, and null if there is none."""
    known, unknown = entries(
        "jsonl", f'{{"puzzle": "{PUZZLE}", "solution": "{ANSWER}"}}\n{{"solution": null, "puzzle": "{PUZZLE}"}}\n'
    )
    assert (known.solution, known.line) == (Grid.parse(ANSWER), 1)
    assert (unknown.solution, unknown.line) == (None, 2)


@pytest.mark.parametrize(
    "keys", [("question", "answer"), ("quizzes", "solutions"), ("sudoku", "solution"), ("grid", "solved"), ("81", "x")]
)
def test_keys_of_data_sets(keys: tuple[str, str]) -> None:
    """Under other keys, the puzzle and its solution are found by the usual names of columns, or by their content."""
    rows = [{"source": "a", keys[0]: one, "rating": 3} for one in (PUZZLE, SECOND)]
    text = "".join(json.dumps(row | {keys[1]: ANSWER} if row is rows[0] else row) + "\n" for row in rows)
    read = [(str(entry.puzzle), str(entry.solution)) for entry in entries("jsonl", text)]
    assert read == [(PUZZLE, ANSWER), (SECOND, "None")]


@pytest.mark.parametrize("key", ["result", "target", "Solution", "answer", "81"])
@pytest.mark.parametrize("puzzle", ["puzzle", "board"])
def test_solutions_under_any_key(puzzle: str, key: str) -> None:
    """A full grid under any key is the solution, even if it is wrong."""
    [entry] = entries("jsonl", json.dumps({"id": 1, puzzle: PUZZLE, key: SECOND_ANSWER, "solutions": [ANSWER]}))
    assert (entry.solution, entry.solution_in) == (Grid.parse(SECOND_ANSWER), f"key {key!r}")


def test_diagonal_sudoku() -> None:
    """A puzzle of diagonal Sudoku is written with its variant, which asks for the option in a file."""
    shape = Shape(3, 3, diagonals=True)
    line = JSONL.write([Grid.empty(shape)])
    assert json.loads(line) == {"puzzle": "." * 81, "variant": "x"}
    assert [(entry.puzzle, entry.label) for entry in read("jsonl", [line], shape)] == [(Grid.empty(shape), "")]
    assert error_fields("jsonl", line)[2] == "the option --variant x for a diagonal Sudoku"


def test_another_shape() -> None:
    """A puzzle of another shape is written with its box, which is optional for reading."""
    shape = Shape(2, 3)
    puzzle = Grid.empty(shape)
    line = JSONL.write([puzzle])
    assert json.loads(line) == {"puzzle": "." * 36, "box": [2, 3]}
    assert [
        entry.puzzle for text in (line, f'{{"puzzle": "{"." * 36}"}}') for entry in read("jsonl", [text], shape)
    ] == [
        puzzle,
        puzzle,
    ]


def is_valid(definition: str, line: str) -> bool:
    """Whether a line is valid under a definition of the schema."""
    validator = Draft202012Validator({**SCHEMA["$defs"][definition], "$schema": SCHEMA["$schema"]})
    return bool(validator.is_valid(json.loads(line)))  # pyright: ignore[reportUnknownMemberType] - it has no types


def test_the_schema_is_valid() -> None:
    """The schema is valid under draft 2020-12."""
    Draft202012Validator.check_schema(SCHEMA)


def test_written_lines_are_valid() -> None:
    """Written puzzles, solutions, and refusals are valid under the schema."""
    for puzzle in (Grid.parse(PUZZLE), Grid.empty(Shape(2, 3))):
        assert is_valid("puzzle", JSONL.write([puzzle]))
    assert is_valid("answer", JSONL.write_answer(Answered(Grid.parse(ANSWER)), Grid.parse(PUZZLE)))
    assert is_valid("answer", JSONL.write_answer(Declined(), Grid.parse(PUZZLE)))


@pytest.mark.parametrize("line", [line for line, _ in REPLIES])
def test_readable_replies_are_valid(line: str) -> None:
    """Replies that can be read are valid under the schema."""
    assert is_valid("answer", line)


@pytest.mark.parametrize(
    "line", [line for line, _ in MALFORMED if line not in ('{"count": 2.0}', MALFORMED[1][0])] + ["2", "[]"]
)
def test_malformed_replies_are_invalid(line: str) -> None:
    """Malformed replies are invalid under the schema, except for 2.0 and the number of cells."""
    assert not is_valid("answer", line)


def test_brackets_as_deep_as_possible() -> None:
    """Brackets at the depth at which values can still be read, but no longer written, are an error like others."""
    for depth in range(940, 1001, 4):
        [reply] = responses("jsonl", f'{{"count": {"[" * depth}{"]" * depth}}}')
        assert isinstance(reply, Failed)
