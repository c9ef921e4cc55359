"""Puzzle files of other programs."""

from typing import Any
from xml.parsers import expat

import pytest

from crosscover.dialects import PUZZLE_FILES, Answer, MalformedInputError, detect, dialect, file_formats
from crosscover.reference import Grid

from .samples import ANSWER, PUZZLE, SECOND, entries, error_fields, puzzles

DIGITS = [f"{PUZZLE[start : start + 9]}" for start in range(0, 81, 9)]
SADMAN = "\n".join(["#ARuud", "#DBy hand", "[Puzzle]", *DIGITS, "", "[State]", *DIGITS, "[PencilMarks]", "12,,3", ""])
SUDOCUE = "\n".join(["#LEasy", *DIGITS, ""])
SIMPLE_SUDOKU = "\n".join(
    [
        " *-----------*",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[:3]),
        " |---+---+---|",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[3:6]),
        " |---+---+---|",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[6:]),
        " *-----------*",
        "",
    ]
)
LIBRARY = f":0000:x:{PUZZLE}:::\n:0503:9:+5{PUZZLE[1:]}:412 613:914:\n"
XML = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>two</name>
  <game data="{PUZZLE.replace(".", "0")}" />
  <folder name="more"><game
    data="{SECOND.replace(".", "0")}"/></folder>
</opensudoku>
"""

FILES = {"sdk": SADMAN, "drawing": SIMPLE_SUDOKU, "hodoku": LIBRARY, "opensudoku": XML}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("sdk", SADMAN, [PUZZLE]),
        ("sdk", SUDOCUE, [PUZZLE]),
        ("sdk", f"{SADMAN}[puzzle]\n{SUDOCUE}", [PUZZLE, PUZZLE]),
        ("drawing", SIMPLE_SUDOKU, [PUZZLE]),
        ("hodoku", LIBRARY, [PUZZLE, PUZZLE]),
        ("opensudoku", XML, [PUZZLE, SECOND]),
    ],
)
def test_read(name: str, text: str, expected: list[str]) -> None:
    """The puzzles of each kind of file are read; files of Simple Sudoku are drawings."""
    assert puzzles(name, text) == expected


def test_placed_digits_are_not_clues() -> None:
    """Digits placed later are ignored, and the fields before the puzzle are its label."""
    [_, second] = entries("hodoku", LIBRARY)
    assert (second.puzzle, second.label, second.line) == (Grid.parse(PUZZLE), "0503:9", 2)


@pytest.mark.parametrize("name", FILES)
def test_detected(name: str) -> None:
    """The kind of file is detected from its first lines after comments."""
    lines = [line for line in FILES[name].split("\n") if line]
    assert detect(lines[:3] if name == "sdk" else lines[:1]) is dialect(name)


@pytest.mark.parametrize("name", PUZZLE_FILES)
def test_written(name: str) -> None:
    """A written file can be read, and its answers are those of the dialect."""
    form = PUZZLE_FILES[name]
    batch = [Grid.parse(PUZZLE), Grid.parse(SECOND)]
    assert [entry.puzzle for entry in form.read(form.write(batch).split("\n"))] == batch
    assert form.read_answers(form.write_answer(Grid.parse(ANSWER), batch[0])) == [Answer(Grid.parse(ANSWER))]


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("sdk", "[Puzzle]\n1234x678a\n", (2, 9, "a digit from 1 to 9 or '.'", "'a'")),
        ("sdk", f"[Puzzle]\n{DIGITS[0]}\n[State]\n", (3, 1, "row 2 of 9", "'[State]'")),
        ("sdk", f"[Puzzle]\n{DIGITS[0]}\n", (3, 1, "row 2 of 9", "the end of the input")),
        ("sdk", "#A\n[State]\n", (3, 1, "row 1 of 9", "the end of the input")),
        ("hodoku", f":0000:x:{PUZZLE[:80]}::\n", (1, 89, "81 characters", "80")),
        ("hodoku", f":0000:x:+{PUZZLE}::\n", (1, 9, "a digit from 1 to 9 or '.'", "'+'")),
        ("hodoku", f":0000:x:+5{PUZZLE}::\n", (1, 91, "the end of the puzzle after 81 characters", "'.'")),
        ("hodoku", f":0000:x:{PUZZLE[:80]}+::\n", (1, 89, "a digit from 1 to 9 or '.'", "'+'")),
        ("hodoku", f"{PUZZLE}\n", (1, 1, "a line such as ':0000:x:' and a puzzle", f"'{PUZZLE[:37]}...'")),
        ("opensudoku", XML.replace("0", "?", 2).replace("1.?", "1.0"), (4, 15, "a digit from 1 to 9 or '.'", "'?'")),
        (
            "opensudoku",
            "<opensudoku>\n<game/></opensudoku>",
            (2, 1, "a game with the attribute 'data'", "a game without"),
        ),
        ("opensudoku", '<a>\r\r<game data="x"/></a>', (1, 19, "81 characters", "1")),
        ("opensudoku", "<opensudoku>\n</opensudoku>\n", (3, 1, "an element 'game'", "the end of the input")),
        ("opensudoku", "<opensudoku>\n<a></b>\n", (2, 6, "well-formed XML", "mismatched tag")),
        ("opensudoku", "<opensudoku>\n", (2, 1, "well-formed XML", "no element found")),
    ],
)
def test_malformed(name: str, text: str, error: tuple[int, int, str, str]) -> None:
    """A malformed file is refused with line and column."""
    assert error_fields(name, text) == error


def test_no_entity_is_expanded() -> None:
    """A document type is refused at its beginning, before an entity can be expanded."""
    text = '<!DOCTYPE a [<!ENTITY e "0">]>\n<a><game data="&e;"/></a>'
    assert error_fields("opensudoku", text)[2:] == ("a game without a document type", "'<!DOCTYPE'")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("<a>" * 1001, (1, 3001, "elements at most 1000 deep", "a deeper one")),
        (
            "<a>\n" + "".join(f"<b{number}/>\n" for number in range(10_001)),
            (10_001, 1, "at most 10000 names of elements and attributes", "more"),
        ),
        ("<a>\n <!-- " + "x\n" * 600_000, (2, 2, "a tag or comment of at most 1048576 bytes", "a longer one")),
    ],
)
def test_limits_of_xml(text: str, error: tuple[int, int, str, str]) -> None:
    """XML that would fill the memory is refused with its place and the limit."""
    assert error_fields("opensudoku", text) == error


class CountingParser:
    """An XML parser that counts the bytes it scans: expat scans an incomplete tag or comment again in each call."""

    scanned = 0

    def __init__(self, encoding: str | None = None) -> None:
        self.__dict__.update(parser=expat.ParserCreate(encoding), given=0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.parser, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.parser, name, value)

    def Parse(self, data: str | bytes, is_final: bool) -> int:  # noqa: N802 - as in expat
        """Parse data, and count them and the incomplete ones before."""
        self.__dict__["given"] += len(data)
        CountingParser.scanned += self.given - max(0, self.parser.CurrentByteIndex)
        return int(self.parser.Parse(data, is_final))


@pytest.mark.parametrize("text", ["<a><!--{}-->", "<a><?b {}?>", "<a b='{}'>", "<a><![CDATA[{}]]>", "<a {}"])
@pytest.mark.parametrize("piece", ["x\n", "<b\n", "\n", "' c='\n"])
def test_work_of_xml(monkeypatch: pytest.MonkeyPatch, text: str, piece: str) -> None:
    """Few bytes of XML are scanned more than once or twice, however long a tag or comment is."""
    monkeypatch.setattr(file_formats, "ParserCreate", CountingParser)
    monkeypatch.setattr(CountingParser, "scanned", 0)
    whole = text.format(piece * 5000)
    with pytest.raises(MalformedInputError):
        list(dialect("opensudoku").read(whole.split("\n")))
    assert 0 < CountingParser.scanned < 8 * len(whole) + (1 << 20)


def test_puzzles_before_malformed_xml() -> None:
    """Puzzles are returned before the error of their line."""
    games = dialect("opensudoku").read([f'<a><game data="{PUZZLE}"/><b></a>'])
    assert next(games).puzzle == Grid.parse(PUZZLE)
    with pytest.raises(MalformedInputError, match="mismatched tag"):
        next(games)
