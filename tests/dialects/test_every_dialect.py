"""Properties of all dialects."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosscover.dialects import (
    DIALECTS,
    Dialect,
    Formatting,
    LineEnd,
    Spacing,
)
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Declined, Response

from .samples import (
    ANSWER,
    ANSWERS,
    INPUTS,
    LIKE_ANOTHER,
    PUZZLE,
    SECOND_ANSWER,
    detect,
    entries,
    error_fields,
    puzzles,
    read,
    responses,
)

GRIDS = st.builds(Grid.parse(ANSWER).keeping, st.integers(0, (1 << 81) - 1))

SPELLINGS: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
    lambda text: text.removesuffix("\n"),
    lambda text: text.replace("\n", " \t \n"),
    lambda text: text.replace("\n", " \r\n").removesuffix("\n"),
)

NINE_BY_NINE = {name: chosen for name, chosen in DIALECTS.items() if chosen.shape is None}
"""Dialects for puzzles with 9x9 cells."""

every_dialect = pytest.mark.parametrize("name", NINE_BY_NINE)


def test_names() -> None:
    """The dialects have the names of the command line."""
    plain = ["poj3074", "t-grids", "grid", "poj2676", "lines", "csv", "drawing", "jsonl"]
    one = ["line", "rows", "commas", "json", "numbers", "menu", "arg", "args", "json-arg"]
    assert list(DIALECTS) == [*plain, "poj3076", "sudokunique", *one]


@every_dialect
def test_golden_sample(name: str) -> None:
    """The published sample is read in every dialect, and its answer is written and read."""
    assert puzzles(name, INPUTS[name]) == [PUZZLE]
    chosen = DIALECTS[name]
    assert chosen.answer_header + chosen.write_answer(Answered(Grid.parse(ANSWER)), Grid.parse(PUZZLE)) == ANSWERS[name]
    assert responses(name, ANSWERS[name]) == [Answered(Grid.parse(ANSWER))]


@every_dialect
def test_accepted_variations(name: str) -> None:
    """CRLF, a byte-order mark, a missing last newline and trailing blanks are accepted in puzzles and answers."""
    for spell in SPELLINGS:
        assert puzzles(name, spell(INPUTS[name])) == [PUZZLE]
        assert responses(name, spell(ANSWERS[name])) == [Answered(Grid.parse(ANSWER))]


@every_dialect
def test_byte_order_mark_in_lines(name: str) -> None:
    """Decoded lines may begin with a byte-order mark."""
    lines = ("\ufeff" + INPUTS[name]).split("\n")
    assert [str(entry.puzzle) for entry in read(name, lines)] == [PUZZLE]


@every_dialect
def test_golden_input_is_detected(name: str) -> None:
    """Two lines are enough to detect a dialect, except for those that begin like another; one is a collection."""
    lines = [line for line in INPUTS[name].split("\n") if line]
    known = LIKE_ANOTHER | dict.fromkeys(("poj3074", "line", "arg"), "lines")
    assert detect(lines[:2]) is DIALECTS[known.get(name, name)]


@every_dialect
def test_refusal(name: str) -> None:
    """A refusal between two answers is one response, so that answers match their puzzles."""
    chosen = DIALECTS[name]
    first, second = Answered(Grid.parse(ANSWER)), Answered(Grid.parse(SECOND_ANSWER))
    answers: list[Response] = [first, Declined(), second]
    text = chosen.answer_header + "".join(chosen.write_answer(answer, Grid.parse(PUZZLE)) for answer in answers)
    one, between, other = filter(None, responses(name, text))
    assert (one, other) == (first, second)
    assert between in (Declined(), "no solution", "Find another job")


@every_dialect
def test_foreign_formatting_is_not_written(name: str) -> None:
    """A dialect writes only empty cells and spacings that its programs must accept."""
    chosen = DIALECTS[name]
    spacing = next((one for one in Spacing if one not in chosen.spacings), Spacing.SINGLE)
    assert chosen.write([Grid.empty()], Formatting("?", spacing=spacing)) == chosen.write([Grid.empty()])


@pytest.mark.parametrize(
    ("spacing", "row"),
    [
        (Spacing.SINGLE, "1 2 3 4 5 6 7 8 9"),
        (Spacing.DOUBLE, "1  2  3  4  5  6  7  8  9"),
        (Spacing.TAB, "1\t2\t3\t4\t5\t6\t7\t8\t9"),
        (Spacing.LEADING, " 1 2 3 4 5 6 7 8 9"),
        (Spacing.TRAILING, "1 2 3 4 5 6 7 8 9 "),
    ],
)
def test_numbers_are_spaced(spacing: Spacing, row: str) -> None:
    """Any blanks that scanf skips may surround numbers."""
    assert DIALECTS["grid"].write([Grid.simplest()], Formatting(spacing=spacing)).split("\n")[0] == row


@every_dialect
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_round_trip(name: str, data: st.DataObject) -> None:
    """A dialect reads what it writes, in every formatting that it allows."""
    chosen = DIALECTS[name]
    batch = data.draw(st.lists(GRIDS, min_size=1, max_size=chosen.batch_limit or 4))
    formatting = Formatting(
        data.draw(st.sampled_from([None, *chosen.empty_characters])),
        data.draw(st.sampled_from(LineEnd)),
        data.draw(st.booleans()),
        data.draw(st.sampled_from(chosen.spacings)),
    )
    assert [entry.puzzle for entry in entries(name, chosen.write(batch, formatting))] == batch


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        (name, shape)
        for name, chosen in DIALECTS.items()
        for shape in (Shape(2, 2), Shape(2, 3), Shape(2, 5), Shape(4, 4), Shape(5, 7))
        if chosen.shape in (None, shape)
    ],
)
def test_round_trip_of_an_answer(name: str, shape: Shape) -> None:
    """A dialect reads the answer that it writes, for any shape."""
    chosen = DIALECTS[name]
    answer = Answered(Grid.simplest(shape))
    text = chosen.answer_header + chosen.write_answer(answer, Grid.empty(shape))
    assert responses(name, text, shape) == [answer]


@every_dialect
@settings(max_examples=30, deadline=None)
@given(text=st.text(alphabet=f'{PUZZLE[:12]}|+-# \n\r\t,"xend\u2502²', max_size=400))
def test_any_output_is_read(name: str, text: str) -> None:
    """Any output can be read without an error."""
    assert isinstance(responses(name, text), list)


@every_dialect
def test_empty_input(name: str) -> None:
    """An empty input is an error at its end, and an empty output has no responses."""
    for text, line in (("", 1), ("\n", 2), ("\r\n \n", 3), ("\ufeff", 1)):
        assert error_fields(name, text)[:2] == (line, 1)
    assert responses(name, "") == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        *[("poj3074", 1), ("t-grids", 2), ("grid", 1), ("poj2676", 2), ("lines", 3), ("csv", 2), ("drawing", 2)],
        ("jsonl", 2),
    ],
)
def test_lines_are_numbered(name: str, line: int) -> None:
    """An entry has the line where its puzzle begins."""
    assert [entry.line for entry in entries(name, INPUTS[name])] == [line]


def test_batch_limit() -> None:
    """The dialect of a single grid refuses to write two."""
    chosen: Dialect = DIALECTS["grid"]
    with pytest.raises(ValueError, match="grid holds 1 puzzle, not 2"):
        chosen.write([Grid.empty(), Grid.empty()])
