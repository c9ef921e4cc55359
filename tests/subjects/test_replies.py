"""Reading outputs: the response to each puzzle, regardless of the text around the answers."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS
from crosscover.reference import Grid, NoSolution, Shape, Unique
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects import replies
from crosscover.subjects.replies import Reader, surplus

from .puzzles import BATCH, SOLUTIONS

A, B, C = SOLUTIONS
P, Q, R = BATCH
RIGHT = tuple(map(Answered, SOLUTIONS))
UNSOLVABLE = Grid.parse("11" + "." * 79)
REFUSING = (P, UNSOLVABLE, R)
REFUSED: tuple[Response, ...] = (RIGHT[0], Declined(), RIGHT[2])
WRONG = A.with_cell(0, 1)
PARTIAL = B.with_cell(40, 0)
PLAIN = ["lines", "grid", "t-grids", "poj2676", "drawing", "rows"]

Expected = Grid | Response | Fault | None
"""The expected response: an answer with this grid, this response, a failure with this fault, or a refusal."""


def rows(grid: Grid, separator: str = "") -> str:
    """Return the rows of a grid as text, with 0 for an empty cell."""
    return "".join(f"{separator.join(map(str, row))}\n" for row in grid.rows)


def named_rows(grid: Grid, names: str, separator: str) -> str:
    """Return named rows below the column names."""
    lines = zip(names, grid.rows, strict=True)
    return "   1 2 3 4 5 6 7 8 9\n" + "".join(f"{name}{separator}{' '.join(map(str, row))}\n" for name, row in lines)


STYLES: dict[str, Callable[[Grid], str]] = {
    "line": lambda grid: f"{grid}\n",
    "rows": rows,
    "integers": lambda grid: rows(grid, " "),
    "commas": lambda grid: rows(grid, ", "),
    "double spacing": lambda grid: rows(grid, " ").replace("\n", "\n\n"),
    "frame": lambda grid: f"{grid.to_diagram()}\n",
    "unicode frame": lambda grid: grid.to_diagram().translate(str.maketrans("|-+", "║═╬")) + "\n",
    "numbered rows": lambda grid: named_rows(grid, "123456789", " | "),
    "lettered rows": lambda grid: named_rows(grid, "ABCDEFGHI", "  "),
    "lists": lambda grid: ",\n ".join(map(str, grid.rows)).join("[]") + "\n",
    "one list": lambda grid: f"{grid.rows}\n",
    "wrapped list": lambda grid: re.sub("((?:. ){36}.) ", r"\1\n ", " ".join(str(grid))).join("[]") + "\n",
    "floats": lambda grid: "".join(f"[{' '.join(f'{digit}.' for digit in row)}]\n" for row in grid.rows),
    "a cell a line": lambda grid: "\n".join(str(grid)) + "\n",
    "label": lambda grid: f"Solution: {grid}\n",
    "number": lambda grid: f"1) {grid}\n",
    "equals": lambda grid: f"answer={grid}\n",
    "heading": lambda grid: f"Solution:\n{rows(grid)}\n",
    "prompt": lambda grid: f"Enter puzzle: {rows(grid, ' ')}",
    "prompts": lambda grid: "".join(f"Enter row {row}: " for row in range(1, 10)) + rows(grid),
    "time": lambda grid: f"{grid}\nUsed time: 0.003 ms\n",
    "bare time": lambda grid: f"{rows(grid)}0.0031234\n",
    "unsolved": lambda grid: f"{rows(grid, ' ')}unsolved_squares: 0\n\n",
    "twice": lambda grid: f"{grid}\n{grid.to_diagram()}\n",
    "steps": lambda grid: (
        rows(grid.keeping((1 << 40) - 1)) + "\n" + rows(grid.keeping((1 << 70) - 1)) + "\n" + rows(grid)
    ),
    "wrong first": lambda grid: f"{grid.with_cell(80, 1)}\n{grid.with_cell(80, 2)}\n{grid}\n",
    "color": lambda grid: "".join(f"\x1b[1m{digit}\x1b[0m" for digit in str(grid)) + "\n",
}


def read(
    text: str,
    puzzles: Sequence[Grid] = BATCH,
    dialect: str = "lines",
    contract: Contract = contracts.ANY,
    *,
    truncated: bool = False,
) -> tuple[Response, ...]:
    """Read an output."""
    return Reader(DIALECTS[dialect], contract).read(text, puzzles, truncated=truncated)


def check(responses: Sequence[Response], expected: Sequence[Expected]) -> None:
    """Compare the responses with the expected ones."""
    known = [Answered(one) if isinstance(one, Grid) else Declined() if one is None else one for one in expected]
    kinds = [one.fault if isinstance(one, Failed) else one for one in responses]
    faults = [one.fault if isinstance(one, Failed) else one for one in known]
    assert kinds == faults, responses


@pytest.mark.parametrize("style", STYLES)
def test_styles(style: str) -> None:
    """Every dialect of grids reads answers of any form, for one puzzle and for several puzzles."""
    for name, one in product([*PLAIN, "sudokunique"], (0, 1)):
        puzzles, answers = (BATCH, SOLUTIONS) if one else (BATCH[:1], SOLUTIONS[:1])
        text = "".join(map(STYLES[style], answers))
        assert read(text, puzzles, name) == tuple(map(Answered, answers))
        assert read(f"Sudoku solver 1.0\n{text}Bye.", puzzles, name) == tuple(map(Answered, answers))


@pytest.mark.parametrize("echo", ["line", "rows", "frame", "unicode frame", "integers", "prompt"])
def test_echoes(echo: str) -> None:
    """A copy of a puzzle before its answer is no answer; a copy before a refusal keeps the refusal's place."""
    both = list(zip(BATCH, SOLUTIONS, strict=True))
    for name, style in product(PLAIN, ["line", "rows", "frame", "integers", "label"]):
        [first, second, last] = (STYLES[echo](puzzle) + STYLES[style](solution) for puzzle, solution in both)
        assert read(first + second + last, dialect=name) == RIGHT
        assert read((first + second + last).removesuffix("\n"), dialect=name) == RIGHT
        refused = f"{first}{STYLES[echo](UNSOLVABLE)}No solution.\n{last}"
        assert read(refused, REFUSING, name) == REFUSED


OUTPUTS: dict[str, tuple[str, Sequence[Grid], Sequence[Expected]]] = {
    "lost first": (f"{B}\n{C}\n", BATCH, [Fault.MISSING, B, C]),
    "lost second": (f"{A}\n{C}\n", BATCH, [A, Fault.MISSING, C]),
    "lost second, headings": (f"Solved:\n{A}\nSolved:\nSolved:\n{C}\n", BATCH, [A, Fault.MISSING, C]),
    "junk for the second": (f"{A}\noops 1\n{C}\n", BATCH, [A, Fault.MALFORMED, C]),
    "nothing": ("", BATCH, [Fault.MISSING] * 3),
    "swapped": (f"{B}\n{A}\n{C}\n", BATCH, [B, A, C]),
    "wrong": (f"{WRONG}\n{B}\n{C}\n", BATCH, [WRONG, B, C]),
    "wrong, then right": (f"{WRONG}\n{A}\n", [P], [A]),
    "doubled second": (f"{A}\n{B}\n{B}\n{C}\n", BATCH, [A, B, C]),
    "doubled first, lost second": (f"{A}\n{A}\n\n{A}\n{C}\n", BATCH, [A, Fault.MISSING, C]),
    "another grid first": (f"{WRONG}\n{A}\n{B}\n{C}\n", BATCH, [A, B, C]),
    "partial": (f"{A}\n{PARTIAL}\n{C}\n", BATCH, [A, PARTIAL, C]),
    "all puzzles first": (f"{P}\n{Q}\n{R}\n{A}\n{B}\n{C}\n", BATCH, [A, B, C]),
    "echo without answer": (f"{P}\n{A}\n{Q}\n{R}\n{C}\n", BATCH, [A, R, C]),
    "refusal": (f"{A}\nno solution\n{C}\n", REFUSING, [A, None, C]),
    "refusals between headings": (f"Solved:\n{A}\nNone found\nSolved:\n{C}\n", REFUSING, [A, None, C]),
    "refusals first and last": (f"1 ms\nnone\n1 ms\n{A}\n1 ms\nnone\n", [UNSOLVABLE, P, UNSOLVABLE], [None, A, None]),
    "refusal after steps": (f"{rows(P)}\n{rows(P.with_cell(2, 4))}\nNo solution\n", [P], [None]),
    "blank refusal": (f"{A}\n\n{C}\n", REFUSING, [A, None, C]),
    "blank lines between": (f"{A}\n\n\n{B}\n\n{C}\n\n", BATCH, [A, B, C]),
    "blank refusal between blank lines": (f"{A}\n\n\n\n{C}\n", REFUSING, [A, None, C]),
    "no last newline": (f"{A}\n{B}\n{C}", BATCH, [A, B, C]),
    "two on a line": (f"{P} {A}\n{Q} {B}\n{R} {C}\n", BATCH, [A, B, C]),
    "82 digits": (f"{A}9\n", [P], [Fault.MALFORMED]),
    "80 digits": (f"{str(A)[:80]}\n", [P], [Fault.MALFORMED]),
    "too few rows": ("1 2 3\n" * 26, [P], [Fault.MALFORMED]),
    "one empty puzzle": (f"{A}\n1 ms\n{B}\n1 ms\n{C}\n1 ms\n", [P, Grid.empty(), R], [A, B, C]),
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs(name: str) -> None:
    """Missing, wrong, repeated and refused answers are found in their places."""
    text, puzzles, expected = OUTPUTS[name]
    responses = read(text, puzzles)
    check(responses, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{A}\n{str(B)[:40]}", [A]),
        (f"{A}\n{B}", [A, B]),
        (f"{A}\nno solu", [A]),
        (f"{A}\nno solution\n", [A, None]),
        (f"{A}\n\n{B}\n", [A, B]),
        (f"{A}\n\n{C}", [A, None, C]),
        (f"{A}\n{C}\n", [A, Fault.MISSING, C]),
        (f"Solution:\n{rows(A)}Solution:\n{rows(PARTIAL)}", [A]),
        (f"{P}\n{A}\n{Q}\n", [A]),
        (f"{A}\n1 ms\n{B}\n1 ms\n", [A, B]),
        (f"{A}\n{A}\n{B}\n{B}\n", [A, B]),
        ("Enter the rows:\n", []),
        (f"Enter the rows:\n{rows(P)}", []),
        ("No solution exists.\n", [None]),
        ("Unsolvable\nBye\n", [None]),
        ("", []),
    ],
)
def test_truncated_outputs(text: str, expected: Sequence[Expected]) -> None:
    """If a program was stopped, only its complete answers count."""
    responses = read(text, truncated=True)
    check(responses, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no solution\n", []),
        (f"{A}\nno solution\n", [A]),
        (f"{A}\nno solution\n{C}\n", [A, None, C]),
        (f"{WRONG}\n", []),
    ],
)
def test_stopped_programs(text: str, expected: Sequence[Expected]) -> None:
    """If a program was stopped, only full grids count, and a wrong grid at the end may be a step."""
    check(Reader(DIALECTS["lines"], contracts.ANY).read(text, REFUSING, truncated=True, stopped=True), expected)


def test_answers_in_order_of_a_stopped_program() -> None:
    """A grid after a refusal answers its own puzzle, even if it also keeps the only clue of the puzzle before."""
    cell = next(cell for cell in range(81) if A.values[cell] == B.values[cell])
    one_clue = Grid.from_clues({cell: A.values[cell]})
    text = f"{A}\nno solution\n{B}\n"
    read_so_far = Reader(DIALECTS["lines"], contracts.ANY).read(
        text, [one_clue, UNSOLVABLE, Q, P], truncated=True, stopped=True
    )
    check(read_so_far, [A, None, B])


def test_numbers_in_prompts_of_failed_programs() -> None:
    """If a program fails, a number within a line is no count."""
    assert read("Enter 9 rows:\n", [P], contract=contracts.COUNT, truncated=True) == ()


@pytest.mark.parametrize("text", [f"Result:\n\n{rows(PARTIAL)}", f"Result:\n{rows(PARTIAL)}\nBye\n"])
def test_partly_filled_grid_beside_a_title(text: str) -> None:
    """A title beside a partly filled grid is a refusal of an unsolvable puzzle, and a wrong answer to others."""
    [response] = read(text, [Q])
    mismatch = contracts.ANY.explain(Q, Unique(B), response)
    assert mismatch is not None
    assert (mismatch.reason, mismatch.received) == ("r5c5 is empty", str(PARTIAL))
    assert contracts.ANY.explain(UNSOLVABLE, NoSolution(), response) is None


def test_refusal_beside_a_partly_filled_grid() -> None:
    """Words for "no solution" beside a grid are a refusal."""
    mismatch = contracts.ANY.explain(Q, Unique(B), read(f"No solution:\n{rows(PARTIAL)}", [Q])[0])
    assert mismatch is not None
    assert mismatch.reason == "refused a puzzle that has a solution"


def blanks(grid: Grid, separator: str = " ") -> str:
    """Return the rows of a grid as text, with blanks for empty cells."""
    return rows(grid, separator).replace("0", " ")


def framed(grid: Grid) -> str:
    """Return a grid in frames, with blanks for empty cells."""
    return grid.to_diagram().replace(".", " ") + "\n"


FULL_ROWS = [range(54, 81), range(27), range(27, 54), range(72, 81), [*range(9), *range(63, 81)], range(9, 81)]
BETWEEN = ["", "\n", "\n\n", f"{'-' * 21}\n", "\x1b[H", "\x1b[2J\x1b[H", "\x1bc", "\x1b[9A"]


@pytest.mark.parametrize("between", BETWEEN, ids=repr)
@pytest.mark.parametrize("places", FULL_ROWS, ids=str)
def test_rows_of_puzzle_and_solution(places: Sequence[int], between: str) -> None:
    """Full rows of a printed puzzle are never joined to rows of the solution."""
    mask = [*places, 3, 40, 50]
    puzzle = Grid.empty().with_cells_of(A, mask)
    for draw in blanks, framed, partial(blanks, separator=""), partial(blanks, separator="\t"):
        text = f"{draw(puzzle)}{between}{draw(A)}"
        assert read(text, [puzzle]) == RIGHT[:1], text
        assert read(f"{text}{text}", [puzzle, puzzle]) == RIGHT[:1] * 2


@pytest.mark.parametrize("symbol", ["?", "·", "□", "#", "~", " "])
def test_symbols_for_empty_cells(symbol: str) -> None:
    """Any symbol may stand for the empty cells of a row, and blanks beside full rows."""
    text = rows(PARTIAL, " ").replace("0", symbol)
    assert read(text, [Q]) == (Answered(PARTIAL),)


def test_overwritten_lines() -> None:
    """Text before a carriage return is overwritten."""
    text = "".join(f"row {row}...\r{line}\n" for row, line in enumerate(rows(A).splitlines()))
    assert read(text, [P]) == RIGHT[:1]


@pytest.mark.parametrize("name", ["poj2676", "poj3076"])
def test_a_grid_cut_anywhere_is_no_answer(name: str) -> None:
    """The beginning of a grid is neither a refusal nor malformed if the program was stopped while writing."""
    dialect = DIALECTS[name]
    grid = Grid.simplest(dialect.shape or Shape())
    text = dialect.write_answer(Answered(grid), grid)
    for end in range(len(text) - 1):
        assert read(text + text[:end], [grid, grid], name, truncated=True) == (Answered(grid),), text[:end]


@pytest.mark.parametrize("name", [name for name, chosen in DIALECTS.items() if not chosen.shape])
def test_blank_lines_between_answers(name: str) -> None:
    """Blank lines before the first and after each answer are ignored in every dialect."""
    dialect = DIALECTS[name]
    texts = [dialect.write_answer(answer, puzzle) for answer, puzzle in zip(REFUSED, REFUSING, strict=True)]
    text = "\n" + dialect.answer_header + "".join(f"{text}\n \n" for text in texts)
    assert read(text, REFUSING, name) == REFUSED


def test_words() -> None:
    """In a dialect with words, words are found between other lines, and other text is no refusal."""
    answers = (Answered(A), Declined(), Stated())
    dialect = DIALECTS["sudokunique"]
    text = "".join(f"{dialect.write_answer(answer, P)}Time: 5 ms\n" for answer in answers)
    puzzles = (P, UNSOLVABLE, Grid.empty())
    expected = (RIGHT[0], Declined(), Stated())
    assert read(text, puzzles, "sudokunique", contracts.UNIQUE) == expected
    failed = Failed(Fault.MALFORMED, "line 1 is 'none'; expected an answer or 'Find another job' or 'Non-unique'")
    assert read("none\n", [P], "sudokunique", contracts.UNIQUE) == (failed,)


@pytest.mark.parametrize(
    ("line", "contract", "expected"),
    [
        ('{"refusal": "none"}', contracts.ANY, Declined()),
        ('{"count": 2}', contracts.COUNT, Counted(2)),
        ('{"error": "no memory"}', contracts.ANY, Failed(Fault.RAISED, "answered with the error 'no memory'")),
        ('{"refusal": "several"}', contracts.ANY, Stated()),
        ('{"count": 1}', contracts.PROPER, Counted(1)),
        ('{"refusal": "none"}', contracts.COUNT, Declined()),
        ("1", contracts.COUNT, Fault.MALFORMED),
    ],
)
def test_tagged_replies(line: str, contract: Contract, expected: Expected) -> None:
    """In JSON Lines, each reply states its kind, regardless of the contract; other lines are skipped."""
    for text in (line, f"Loading\n{line}\nDone: 1\n"):
        check(read(text, [P], "jsonl", contract), [expected])


@pytest.mark.parametrize("name", ["jsonl", "csv"])
def test_other_lines_among_replies(name: str) -> None:
    """Lines that are no replies in the dialect are skipped, and a missing reply is detected."""
    dialect = DIALECTS[name]
    replies = [dialect.write_answer(answer, puzzle) for answer, puzzle in zip(REFUSED, REFUSING, strict=True)]
    text = dialect.answer_header + "".join(f"{reply}took 5 ms\n" for reply in replies)
    assert read(text, REFUSING, name) == REFUSED
    lost = dialect.answer_header + replies[0] + replies[2]
    check(read(lost, dialect=name), [A, Fault.MISSING, C])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2\n0\n1\n", [2, 0, 1]),
        ("2\n\n0\n\n1", [2, 0, 1]),
        ("puzzle 1: 2\npuzzle 2: 0\npuzzle 3: 1 solution in 0.5 s\n", [2, 0, 1]),
        ("2\nUsed time: 5 ms\n0\nUsed time: 5 ms\n1\nUsed time: 5 ms\n", [2, 0, 1]),
        (f"{P}\nSolutions: 2.\n{Q}\nSolutions: 0.\n{R}\nSolutions: 1.\n", [2, 0, 1]),
        (f"{rows(P)}Found 2\n{rows(Q)}Found 0\n{rows(R)}Found 1\n", [2, 0, 1]),
        ("2\n٢\n1\n", [2, Fault.MALFORMED, 1]),
        ("2\n", [2, Fault.MISSING, Fault.MISSING]),
        ("several\n0\n1\n", [Fault.MALFORMED, 0, 1]),
        (f"{'9' * 19}\n0\n1\n", [Fault.MALFORMED, 0, 1]),
    ],
)
def test_counts(text: str, expected: Sequence[int | Fault]) -> None:
    """The answer is the last number of the output for each puzzle."""
    wanted = [Counted(one) if isinstance(one, int) else one for one in expected]
    responses = read(text, contract=contracts.COUNT)
    check(responses, wanted)
    assert read("There are 9 rows\nand 2 solutions", [P], contract=contracts.COUNT) == (Counted(2),)
    assert read("1\n12", contract=contracts.COUNT, truncated=True) == (Counted(1),)


@pytest.mark.parametrize("line", ["-1", "0", "0 solutions", "Found 0 solutions.", "Solutions: 0", "no solution"])
def test_refusals_with_digits(line: str) -> None:
    """Usual phrases for "no solution" are refusals, even if they contain digits."""
    output = f"{A}\n{line}\n{C}\n"
    assert Reader(DIALECTS["lines"], contracts.ANY).read(output, REFUSING, truncated=False) == (
        Answered(A),
        Declined(),
        Answered(C),
    )


def test_ignored_lines() -> None:
    """Ignored lines are not answers, but count for line numbers."""
    text = f"Sudoku 1.0\n{A}\ntook 5 ms\n{B}\noops 1\n"
    reader = Reader(DIALECTS["poj3074"], contracts.PROPER, ignored="^Sudoku|ms$")
    malformed = Failed(Fault.MALFORMED, "line 5, column 1: expected 81 cells, found 'oops 1'")
    assert reader.read(text, BATCH, truncated=False) == (*RIGHT[:2], malformed)


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(2, 4), Shape(3, 4), Shape(4, 4)], ids=str)
@pytest.mark.parametrize("name", ["lines", "grid", "drawing", "rows"])
def test_other_shapes(shape: Shape, name: str) -> None:
    """Grids of other shapes are read between other lines."""
    grid, dialect = Grid.simplest(shape), DIALECTS[name]
    puzzle = grid.with_cell(3, 0)
    printed, answer = (dialect.write_answer(Answered(each), puzzle) for each in (puzzle, grid))
    text = f"Sudoku\n{printed}\n{answer}done\n"
    assert read(text, [puzzle], name) == (Answered(grid),)


@pytest.mark.parametrize(("name", "text"), [("lines", "\n"), ("drawing", "1\n"), ("jsonl", "1\n"), ("lines", "1")])
def test_floods(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """Huge outputs give one response per puzzle, read from their end."""
    monkeypatch.setattr(replies, "_MAX_LINES", 1000)
    flood = text * 100_000
    assert len(read(flood, dialect=name)) == 3
    assert len(read(flood, dialect=name, contract=contracts.COUNT)) == 3
    if DIALECTS[name].tag_answer is None:
        assert read(f"{flood}\n{A}\n", [P], name) == RIGHT[:1]


def test_a_full_puzzle_before_a_refusal() -> None:
    """A copy of a full puzzle before words for "no solution" is no answer."""
    full = A.with_cell(0, A.values[1])
    for words in ("No solution", "This grid is invalid.", "Sorry, there is no answer."):
        assert read(f"Input:\n{rows(full)}\n{words}\n", [full]) == (Declined(),)
        assert read(f"{rows(full)}\n{words}\n", [full]) == (Answered(full),)  # the words may answer another line
        assert read(f"{rows(A)}{rows(A)}{words}\n", [A, P]) == (Answered(A), Answered(A))


@pytest.mark.parametrize("symbol", ["-", "_", "*"])
def test_empty_rows_of_symbols(symbol: str) -> None:
    """A row of empty cells is no frame line if it completes a grid of rows with the same width."""
    for sparse in (P.with_cells_of(Grid.empty(), [*range(9), *range(27, 36)]), A.with_cells_of(Grid.empty(), range(9))):
        text = rows(sparse).replace("0", symbol) + rows(A)
        assert read(text, [sparse]) == (Answered(A),)


def test_a_long_line_of_a_failed_program() -> None:
    """Words in a long line of progress are no refusal of a program that failed, and a flood takes no time."""
    for line in ("Checking the clues: no digit is invalid here", "not ok " * 100_000):
        assert read(f"{line}\n", [P], truncated=True) == ()


@pytest.mark.parametrize(
    ("printed", "between", "said"),
    [
        ("a b", False, ""),
        ("a b c", False, "writes a line too many after the last answer: 'c'"),
        ("a b c d", False, "writes 2 lines too many after the last answer: 'c'"),
        ("ab", False, "runs its grids together"),
        ("a x b", True, "writes a line too many between the answers"),
        ("a x b", False, ""),
        ("b a x", True, ""),
    ],
)
def test_what_is_too_much_for_a_judge(printed: str, between: bool, said: str) -> None:
    """Lines too many, and grids without line ends between them; nothing else differs from text around answers."""
    assert surplus(printed.split(), ["a", "b"], between=between) == said
