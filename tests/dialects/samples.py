"""The published samples of POJ 3074, and helpers to read texts."""

from collections.abc import Iterable, Iterator
from io import BytesIO

import pytest

from crosscover.dialects import DIALECTS, Dialect, Entry, LineStream, MalformedInputError, raise_errors, recognize
from crosscover.dialects.numbered_lines import NumberedLines
from crosscover.reference import Grid, Shape
from crosscover.responses import Declined, Response

PUZZLE = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
ANSWER = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
SECOND = "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3."
SECOND_ANSWER = "416837529982465371735129468571298643293746185864351297647913852359682714128574936"

ROWS = """\
0 2 7 3 8 0 0 1 0
0 1 0 0 0 6 7 3 5
0 0 0 0 0 0 0 2 9
3 0 5 6 9 2 0 8 0
0 0 0 0 0 0 0 0 0
0 6 0 1 7 4 5 0 3
6 4 0 0 0 0 0 0 0
9 5 1 8 0 0 0 7 0
0 8 0 0 6 5 3 4 0
"""
ANSWER_ROWS = """\
5 2 7 3 8 9 4 1 6
8 1 9 4 2 6 7 3 5
4 3 6 7 5 1 8 2 9
3 7 5 6 9 2 1 8 4
1 9 4 5 3 8 2 6 7
2 6 8 1 7 4 5 9 3
6 4 3 2 1 7 9 5 8
9 5 1 8 4 3 6 7 2
7 8 2 9 6 5 3 4 1
"""
BOXES = """\
+-------+-------+-------+
|   2 7 | 3 8   |   1   |
|   1   |     6 | 7 3 5 |
|       |       |   2 9 |
+-------+-------+-------+
| 3   5 | 6 9 2 |   8   |
|       |       |       |
|   6   | 1 7 4 | 5   3 |
+-------+-------+-------+
| 6 4   |       |       |
| 9 5 1 | 8     |   7   |
|   8   |   6 5 | 3 4   |
+-------+-------+-------+
"""
ANSWER_BOXES = """\
+-------+-------+-------+
| 5 2 7 | 3 8 9 | 4 1 6 |
| 8 1 9 | 4 2 6 | 7 3 5 |
| 4 3 6 | 7 5 1 | 8 2 9 |
+-------+-------+-------+
| 3 7 5 | 6 9 2 | 1 8 4 |
| 1 9 4 | 5 3 8 | 2 6 7 |
| 2 6 8 | 1 7 4 | 5 9 3 |
+-------+-------+-------+
| 6 4 3 | 2 1 7 | 9 5 8 |
| 9 5 1 | 8 4 3 | 6 7 2 |
| 7 8 2 | 9 6 5 | 3 4 1 |
+-------+-------+-------+
"""

JSON_ROWS = f"[[{'],['.join(','.join(row.split()) for row in ROWS.splitlines())}]]\n"
JSON_ANSWER = f"[[{'],['.join(','.join(row.split()) for row in ANSWER_ROWS.splitlines())}]]\n"

INPUTS = {
    "poj3074": f"{PUZZLE}\nend\n",
    "t-grids": f"1\n{ROWS}",
    "grid": ROWS,
    "numbers": ROWS.replace(" ", "\n"),
    "poj2676": "1\n" + ROWS.replace(" ", ""),
    "lines": f"# a collection\n\n{PUZZLE.replace('.', '0')} sample 1\n",
    "csv": f"id,puzzle\n1,{PUZZLE}\n",
    "drawing": BOXES,
    "sudokunique": ROWS,
    **dict.fromkeys(("line", "arg"), f"{PUZZLE}\n"),
    **dict.fromkeys(("rows", "args"), "".join(f"{PUZZLE[start : start + 9]}\n" for start in range(0, 81, 9))),
    "menu": "1\n" + ROWS.replace(" ", ""),
    "commas": ROWS.replace(" ", ","),
    **dict.fromkeys(("json", "json-arg"), JSON_ROWS),
    "jsonl": f'\n{{"id": 1, "puzzle": "{PUZZLE}", "solution": "{ANSWER}", "verdict": "unique"}}\n',
}
"""The first sample as an input in each dialect."""

ANSWERS = {
    "poj3074": f"{ANSWER}\n",
    "t-grids": ANSWER_ROWS,
    "grid": ANSWER_ROWS,
    "numbers": ANSWER_ROWS.replace(" ", "\n"),
    "poj2676": ANSWER_ROWS.replace(" ", ""),
    "lines": f"{ANSWER}\n",
    "csv": f"puzzle,solution\n{PUZZLE},{ANSWER}\n",
    "drawing": ANSWER_BOXES,
    "sudokunique": ANSWER_ROWS,
    **dict.fromkeys(("line", "arg"), f"{ANSWER}\n"),
    **dict.fromkeys(("rows", "args"), ANSWER_ROWS.replace(" ", "")),
    "menu": ANSWER_ROWS.replace(" ", ""),
    "commas": ANSWER_ROWS.replace(" ", ","),
    **dict.fromkeys(("json", "json-arg"), JSON_ANSWER),
    "jsonl": f'{{"solution": "{ANSWER}"}}\n',
}
"""The answer to the first sample in each dialect."""

LIKE_ANOTHER = {"sudokunique": "grid", "args": "drawing", "rows": "drawing", "menu": "poj2676"} | dict.fromkeys(
    ("json", "json-arg"), "lines"
)
"""The detected dialect for inputs that begin like those of another one."""


def read(form: str | Dialect, lines: Iterable[str], shape: Shape | None = None) -> Iterator[Entry]:
    """Read the entries of lines in a dialect; raises the first error."""
    dialect = DIALECTS[form] if isinstance(form, str) else form
    return raise_errors(dialect.entries(NumberedLines(lines), shape or dialect.shape or Shape()))


def entries(name: str, text: str | bytes, shape: Shape | None = None) -> list[Entry]:
    """Read all entries of a text in a dialect."""
    data = text if isinstance(text, bytes) else text.encode()
    return list(read(name, LineStream(BytesIO(data)), shape))


def responses(name: str, text: str, shape: Shape | None = None) -> list[Response | str]:
    """Read all responses of a text in a dialect; a refusal by a line without digits is its text."""
    form = DIALECTS[name]
    found = form.responses(NumberedLines.of_output(text), shape or form.shape or Shape())
    return [
        response if not isinstance(response, Declined) or response.text is None else response.text for response in found
    ]


def puzzles(name: str, text: str | bytes, shape: Shape | None = None) -> list[str]:
    """The puzzles of a text, as lines."""
    return [str(entry.puzzle) for entry in entries(name, text, shape)]


def error_fields(name: str, text: str | bytes) -> tuple[int, int, str, str]:
    """Line, column, expected and found text of the error for a malformed text."""
    with pytest.raises(MalformedInputError) as caught:
        entries(name, text)
    error = caught.value
    return error.line, error.column, error.expected, error.found


def puzzles_before_error(name: str, text: str) -> list[Grid]:
    """The puzzles of a malformed text before its error."""
    found: list[Grid] = []
    with pytest.raises(MalformedInputError):
        found.extend(entry.puzzle for entry in read(name, text.split("\n")))
    return found


def detect(lines: Iterable[str], shape: Shape | None = None) -> Dialect | None:
    """Return the dialect of the form that is recognized in lines; None if no form is near."""
    try:
        return recognize(LineStream(BytesIO("\n".join(lines).encode())), shape)[0].dialect
    except MalformedInputError:
        return None
