"""Answers to blocks are read as the readers of their dialects would read them."""

import json

import numpy as np
import pytest

from crosscover import contracts
from crosscover.dialects import DIALECTS
from crosscover.properties.corpus.derivation import derived_block
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response
from crosscover.subjects.blocks import answers_of, read_texts
from crosscover.subjects.subject import UNREADABLE, Transcript

PROPER = derived_block(1, 50, 0, contracts.PROPER)
SOLUTIONS = PROPER.solutions[:, 0]


@pytest.mark.parametrize("name", ["lines", "t-grids", "drawing", "jsonl"])
def test_answers_of_one_form(name: str) -> None:
    """Answers with the layout of the first one are read as an array; other texts are read one by one."""
    form, first = DIALECTS[name], Answered(Grid(SOLUTIONS[0].tobytes()))
    texts = [form.write_answer(Answered(Grid(row.tobytes())), Grid.empty()) for row in SOLUTIONS]
    texts[7] = "?" * len(texts[7])
    alone: list[int] = []

    def read(place: int, _text: str) -> Response:
        alone.append(place)
        return Declined() if place else first

    answers = read_texts(texts, contracts.ANY, Shape(), read).answers
    assert alone == [0, 7]
    assert not answers[7].any()
    assert np.array_equal(np.delete(answers, 7, 0), np.delete(SOLUTIONS, 7, 0))


def read_one(_place: int, line: str) -> Response:
    """Read an answer of one line."""
    value = json.loads(line)
    return Counted(value) if isinstance(value, int) else Declined() if value is None else Answered(Grid.parse(value))


def test_lines() -> None:
    """Refusals among grids are read one by one, and become rows of zeros."""
    lines = [json.dumps(None if place % 9 == 0 else str(Grid(row.tobytes()))) for place, row in enumerate(SOLUTIONS)]
    expected = SOLUTIONS.copy()
    expected[::9] = 0

    assert np.array_equal(read_texts(lines, contracts.ANY, Shape(), read_one).answers, expected)


def test_numbers() -> None:
    """Under `count`, any number above 2 becomes 2."""
    assert read_texts(["1", "0", "12"], contracts.COUNT, Shape(), read_one).answers.tolist() == [[1], [0], [2]]


def test_objects_as_arrays() -> None:
    """Each response becomes a row; responses of the wrong kind are unreadable."""
    grid = Grid.simplest()
    timed_out = Failed(Fault.TIMED_OUT, "no answer")
    answers = answers_of(Transcript((Answered(grid), Declined(), Counted(1), timed_out)), contracts.ANY)
    assert answers.failure == timed_out
    unreadable = [UNREADABLE] * 81
    assert answers.answers.tolist() == [[*grid.values], [0] * 81, unreadable, unreadable]
    numbers = answers_of(Transcript((Counted(2000), Answered(grid), Counted(-1))), contracts.COUNT)
    assert numbers.answers.tolist() == [[2], [UNREADABLE], [UNREADABLE]]
