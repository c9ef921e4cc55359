"""Matching of answers with puzzles."""

import re
from itertools import combinations

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response
from crosscover.subjects.replies import MatchedReplies, Reader

from .puzzles import BATCH, SOLUTIONS

LINES = [f"{solution}\n" for solution in SOLUTIONS]
RIGHT = tuple(map(Answered, SOLUTIONS))


def read(text: str, dialect: str = "poj3074", *, truncated: bool = False) -> MatchedReplies:
    """Read an output for the three puzzles."""
    return Reader(DIALECTS[dialect], contracts.PROPER).read(text, BATCH, truncated=truncated)


@pytest.mark.parametrize("kept", [kept for size in range(4) for kept in combinations(range(3), size)])
def test_every_missing_line_is_found(kept: tuple[int, ...]) -> None:
    """Whichever lines are missing, the others are matched with their puzzles."""
    expected: list[Response] = [
        RIGHT[place] if place in kept else Failed(Fault.MISSING, f"line {place + 1} of 3 is missing")
        for place in range(3)
    ]

    assert read("".join(LINES[place] for place in kept)).responses == tuple(expected)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("extra", ["Case 1:\n", f"{SOLUTIONS[0]}\n", "12345\n"])
def test_every_extra_line_is_skipped(place: int, extra: str) -> None:
    """Wherever an extra line is, the others are matched with their puzzles."""
    matched = read("".join([*LINES[:place], extra, *LINES[place:]]))

    assert matched.responses == RIGHT
    assert matched.extra is not None
    assert matched.extra.reason.startswith("found 4 lines, expected 3")


REFUSING = (BATCH[0], Grid.parse("11" + "." * 79), BATCH[2])
"""Three puzzles of which the second has no solution."""


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        *((name, None) for name, chosen in DIALECTS.items() if not chosen.shape),
        *((name, "no solution") for name in ("poj3074", "t-grids", "drawing")),
    ],
)
def test_blank_lines_between_answers(name: str, refusal: str | None) -> None:
    """Blank lines before the first and after each answer are ignored in every dialect."""
    dialect = DIALECTS[name]
    answers = [SOLUTIONS[0], None, SOLUTIONS[2]]
    texts = [dialect.write_answer(answer, puzzle) for answer, puzzle in zip(answers, REFUSING, strict=True)]
    text = "\n" + dialect.answer_header + "".join(f"{text}\n \n" for text in texts)

    matched = Reader(dialect, contracts.ANY, refusal).read(text, REFUSING, truncated=False)
    assert matched == MatchedReplies((RIGHT[0], Declined(), RIGHT[2]))


@pytest.mark.parametrize("name", ["poj3074", "t-grids", "poj2676"])
@pytest.mark.parametrize("refusal", [None, ""])
def test_blank_lines_that_are_refusals(name: str, refusal: str | None) -> None:
    """A blank line in place of an answer is a refusal; if refusals are blank, every blank line is one."""
    first, last = (DIALECTS[name].write_answer(SOLUTIONS[place], BATCH[place]) for place in (0, 2))
    reader = Reader(DIALECTS[name], contracts.ANY, refusal)

    assert reader.read(f"{first}\n{last}", REFUSING, truncated=False).responses == (RIGHT[0], Declined(), RIGHT[2])
    parted = reader.read(f"{first}\n{last}", (BATCH[0], BATCH[2]), truncated=False)
    assert (parted.extra is None) == (refusal is None)


@pytest.mark.parametrize("name", ["poj3074", "t-grids"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_blank_refusals_between_blank_lines(name: str, end: str) -> None:
    """If every second line is blank and one of the others as well, that one is a refusal."""
    first, last = (DIALECTS[name].write_answer(SOLUTIONS[place], BATCH[place]) for place in (0, 2))
    matched = Reader(DIALECTS[name], contracts.ANY).read(f"{first}\n\n\n{last}{end}", REFUSING, truncated=False)

    assert matched == MatchedReplies((RIGHT[0], Declined(), RIGHT[2]))


def test_blank_lines_of_a_program_that_is_stopped() -> None:
    """After a crash a blank line is a refusal only if the next answers fit the puzzles after it."""
    assert read(f"{LINES[0]}\n{LINES[1]}\n", truncated=True).responses == RIGHT[:2]
    assert read(f"{LINES[0]}\n{LINES[2]}", truncated=True).responses == (RIGHT[0], Declined(), RIGHT[2])


def test_ignored_lines() -> None:
    """Ignored lines are not answers, but count for line numbers."""
    text = f"Sudoku 1.0\n{LINES[0]}took 5 ms\n{LINES[1]}oops 1\n"
    reader = Reader(DIALECTS["poj3074"], contracts.PROPER, ignored=re.compile("^Sudoku|ms$").search)

    assert reader.read(text, BATCH, truncated=False).responses == (
        *RIGHT[:2],
        Failed(Fault.MALFORMED, "line 5, column 1: expected a digit from 1 to 9 or '.', found 'o'"),
    )


def test_counts_in_words() -> None:
    """Words can stand for numbers of solutions, and patterns find numbers in lines; numbers are still read."""
    words = {"no": 0, "many, many": 2, "(several|[0-9]+) grids?": 2, "more than [0-9]+": 2}
    reader = Reader(DIALECTS["poj3074"], contracts.COUNT, words=words)

    for text, numbers in {
        "many, many\n\nno\n1\n": (2, 0, 1),
        "several grids\n3 grids\n1 grid\n": (2, 3, 1),
        "0 grids\nmore than 5\n7\n": (0, 2, 7),
    }.items():
        assert reader.read(text, BATCH, truncated=False).responses == tuple(map(Counted, numbers))
    reader = Reader(DIALECTS["poj3074"], contracts.COUNT, words={"no": 0, "many, many": 2})
    assert reader.read("no!\n1\n1\n", BATCH, truncated=False).responses[0] == Failed(
        Fault.MALFORMED, "line 1 is 'no!'; expected 0, 1, or a number from 2 up, 'no', 'many, many'"
    )


@pytest.mark.parametrize(
    ("line", "contract", "expected"),
    [
        ('{"refusal": "none"}', contracts.ANY, Declined()),
        ('{"count": 2}', contracts.COUNT, Counted(2)),
        ('{"error": "no memory"}', contracts.ANY, Failed(Fault.RAISED, "answered with the error 'no memory'")),
        (
            '{"refusal": "several"}',
            contracts.ANY,
            Failed(Fault.MALFORMED, "line 1 is the refusal 'several'; expected a solution or the refusal 'none'"),
        ),
        (
            '{"count": 1}',
            contracts.PROPER,
            Failed(Fault.MALFORMED, "line 1 is the count 1; expected a solution or the refusal 'none'"),
        ),
        (
            '{"refusal": "none"}',
            contracts.COUNT,
            Failed(Fault.MALFORMED, "line 1 is the refusal 'none'; expected a count"),
        ),
        (
            "1",
            contracts.COUNT,
            Failed(Fault.MALFORMED, "line 1, column 1: expected an object in JSON without repeated keys, found '1'"),
        ),
    ],
)
def test_tagged_replies(line: str, contract: Contract, expected: Response) -> None:
    """In JSON Lines the kind of a reply must fit the contract."""
    assert Reader(DIALECTS["jsonl"], contract).read(line, BATCH[:1], truncated=False).responses == (expected,)


def test_wrong_answers_stay_in_their_places() -> None:
    """If there are as many answers as puzzles, they are matched in order, right or wrong."""
    assert read(LINES[1] + LINES[0] + LINES[2]).responses == (RIGHT[1], RIGHT[0], RIGHT[2])


def test_answers_of_nine_lines() -> None:
    """In dialects with nine lines per grid, messages give the number of the answer instead of a line."""
    dialect = DIALECTS["poj2676"]
    text = dialect.write_answer(SOLUTIONS[0], BATCH[0]) + dialect.write_answer(SOLUTIONS[2], BATCH[2])

    missing = Failed(Fault.MISSING, "answer 2 of 3 is missing")
    assert read(text, "poj2676").responses == (RIGHT[0], missing, RIGHT[2])


def test_cut_line() -> None:
    """After a crash a last line without a line end is an answer only if it is complete."""
    assert read(LINES[0] + LINES[1][:40], truncated=True).responses == RIGHT[:1]
    assert read(LINES[0] + LINES[1][:81], truncated=True).responses == RIGHT[:2]
    assert read(f"{LINES[0]}no solu", truncated=True).responses == RIGHT[:1]
    assert read(f"{LINES[0]}no solution\n", truncated=True).responses == (RIGHT[0], Declined())


@pytest.mark.parametrize("name", ["poj2676", "poj3076"])
def test_a_grid_cut_anywhere_is_no_answer(name: str) -> None:
    """The beginning of a grid is neither a refusal nor malformed if the program was stopped while writing."""
    dialect = DIALECTS[name]
    grid = Grid.canonical(dialect.shape or Shape())
    text = dialect.write_answer(grid, grid)
    for end in range(len(text) - 1):
        matched = Reader(dialect, contracts.ANY).read(text + text[:end], [grid, grid], truncated=True)
        assert matched == MatchedReplies((Answered(grid),)), text[:end]


@pytest.mark.parametrize("contract", [contracts.PROPER, contracts.COUNT])
def test_millions_of_lines(contract: Contract) -> None:
    """Of an output with millions of lines only enough is read to see that it is too long."""
    matched = Reader(DIALECTS["poj3074"], contract).read("\n" * 1_000_000, BATCH, truncated=False)

    assert len(matched.responses) == 3
    assert matched.extra is not None
    assert matched.extra.reason == "found at least 10003 lines, expected 3; line 4 is the first of 10000 too many"


def test_no_answer_is_compared_with_all_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if there are many extra answers, each is compared with few puzzles."""
    compared = 0

    def extends(_answer: Grid, _puzzle: Grid) -> bool:
        nonlocal compared
        compared += 1
        return False

    monkeypatch.setattr(Grid, "extends", extends)
    matched = Reader(DIALECTS["poj3074"], contracts.PROPER).read(LINES[0] * 1200, BATCH * 100, truncated=False)
    assert compared <= 16 * 1200
    assert len(matched.responses) == 300


@pytest.mark.parametrize("name", ["lines", "t-grids", "grid", "poj2676", "drawing", "rows", "sudokunique"])
@pytest.mark.parametrize(
    "form",
    [
        "{0}\n",
        "{rows}\n",
        "{spaced}\n\n",
        "{drawing}\n",
        "[{lists}]\n",
        "{cells}\n",
    ],
    ids=["line", "rows", "integers", "frames", "lists", "a cell a line"],
)
def test_answers_in_any_form(name: str, form: str) -> None:
    """Every dialect of grids reads a line, 9 rows, frames, lists and single cells."""
    text = "".join(
        form.format(
            grid,
            rows="\n".join(str(grid)[start : start + 9] for start in range(0, 81, 9)),
            spaced="\n".join(" ".join(map(str, row)) for row in grid.rows),
            drawing=grid.to_diagram(),
            lists=",\n ".join(str(list(row)) for row in grid.rows),
            cells="\n".join(str(grid)),
        )
        for grid in SOLUTIONS
    )
    assert Reader(DIALECTS[name], contracts.PROPER).read(text, BATCH, truncated=False).responses == RIGHT


@pytest.mark.parametrize("text", [f"{SOLUTIONS[0]}9", f"9\n{SOLUTIONS[0]}", str(SOLUTIONS[0])[:80], "1 2 3\n" * 26])
def test_other_numbers_of_digits(text: str) -> None:
    """Text with more or fewer than 81 digits per answer is no answer, whatever separates them."""
    read = Reader(DIALECTS["grid"], contracts.PROPER).read(text, BATCH[:1], truncated=False)
    assert read.extra is not None or isinstance(read.responses[0], Failed)


def test_digits_beyond_the_shape() -> None:
    """Separated digits that are no cells of a smaller grid are no answer."""
    reader = Reader(DIALECTS["lines"], contracts.PROPER)
    [response] = reader.read("9 9 9 9\n" * 4, [Grid.empty(Shape(2, 2))], truncated=False).responses

    assert isinstance(response, Failed)


@pytest.mark.parametrize("digits", ["٢", "२"])
def test_a_count_in_another_script(digits: str) -> None:
    """Digits of other scripts are not a count."""
    read = Reader(DIALECTS["poj3074"], contracts.COUNT).read(f"2\n{digits}\n1\n", BATCH, truncated=False)

    malformed = Failed(Fault.MALFORMED, f"line 2 is {digits!r}; expected 0, 1, or a number from 2 up")
    assert read.responses == (Counted(2), malformed, Counted(1))


@pytest.mark.parametrize("name", ["lines", "grid", "drawing", "csv", "jsonl"])
def test_flood_of_blank_lines(name: str) -> None:
    """Blank lines count toward the number of lines that are read, whatever the dialect skips."""
    form = DIALECTS[name]
    answer = form.answer_header + form.write_answer(SOLUTIONS[0], BATCH[0])
    reader = Reader(form, contracts.PROPER)
    assert reader.read("\n" * 5000 + answer, BATCH[:1], truncated=False).responses == RIGHT[:1]
    [response] = reader.read("\n" * 50_000 + answer, BATCH[:1], truncated=False).responses
    assert isinstance(response, Failed | Declined)
