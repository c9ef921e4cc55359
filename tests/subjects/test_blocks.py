"""Blocks are written as their dialects write them, and answers are read as the readers of their dialects read them."""

import json
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import DIALECTS, Formatting
from crosscover.options import Call, Options
from crosscover.properties.corpus.derivation import derived_block
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response
from crosscover.subjects.blocks import BlockTexts, answers_of, grids, write_block
from crosscover.subjects.functions import Function
from crosscover.subjects.programs import Program
from crosscover.subjects.subject import UNREADABLE, BlockAnswers, Transcript

PROPER = derived_block(1, 50, 0, contracts.PROPER)
SOLUTIONS = PROPER.solutions[:, 0]


def written(solver: Function | Program, shape: Shape) -> tuple[str, str, list[int]]:
    """A block as arrays and as objects, and the sizes of the batches that were written as objects for the arrays."""
    block, sizes = derived_block(1, 40, 0, contracts.PROPER, shape), list[int]()

    def write(batch: Sequence[Grid]) -> str:
        sizes.append(len(batch))
        return solver.write(batch, Formatting())

    text = write_block(block.puzzles, shape, solver.header, write)
    return text, solver.write(grids(block.puzzles, shape), Formatting()), sizes


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        (name, shape)
        for name, form in DIALECTS.items()
        for shape in (Shape(), Shape(2, 3), Shape(4, 4))
        if not form.batch_limit and form.shape in (None, shape)
    ],
    ids=str,
)
def test_inputs_of_programs(name: str, shape: Shape) -> None:
    """A block in any dialect is the text that the dialect writes; two puzzles at a time are written to learn the form.

    Numbers above 9 are longer than others, so such puzzles are written one by one.
    """
    has_long_numbers = shape.side > 9 and name in ("t-grids", "sudokunique")
    text, expected, sizes = written(Program("exec:cat", Options(dialect=name, shape=shape)), shape)
    assert text == expected
    assert (max(sizes) > 2) == has_long_numbers


@pytest.mark.parametrize("empty", [None, "x", "None"])
@pytest.mark.parametrize("call", Call)
def test_inputs_of_functions(call: Call, empty: str | None) -> None:
    """A block for a function has a header and a line for each puzzle; `null` is longer than a digit."""
    options = Options(call=call, empty=empty)
    text, expected, sizes = written(Function("python:solver.py:solve", options), Shape())
    assert text == expected
    is_longer = empty == "None" or (empty == "x" and call in (Call.ROWS, Call.CELLS))
    assert (max(sizes) > 2) == is_longer


def test_an_input_that_is_not_row_by_row() -> None:
    """A form whose cells are not in order is written by the given function."""
    puzzles = grids(PROPER.puzzles)

    def write(batch: Sequence[Grid]) -> str:
        return "".join(f"{str(puzzle)[::-1]}\n" for puzzle in batch)

    assert write_block(PROPER.puzzles, Shape(), lambda _: "", write) == write(puzzles)


def read_texts(texts: Sequence[str], contract: Contract, read: Callable[[int, str], Response]) -> BlockAnswers:
    """Read texts that follow other output."""
    ends = 6 + np.cumsum([len(text) for text in texts])
    return BlockTexts("ready\n" + "".join(texts) + "done\n", 6, ends).read(contract, Shape(), read)


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

    answers = read_texts(texts, contracts.ANY, read).answers
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

    assert np.array_equal(read_texts(lines, contracts.ANY, read_one).answers, expected)


def test_another_layout() -> None:
    """An answer as long as the others, but with other characters around its digits, is read apart."""
    lines = [f"<{Grid(row.tobytes())}>" for row in SOLUTIONS]
    lines[7] = f"[{Grid(SOLUTIONS[7].tobytes())}]"

    def read(_place: int, line: str) -> Response:
        return Answered(Grid.parse(line.strip()[1:-1])) if line.startswith("<") else Declined()

    answers = read_texts(lines, contracts.ANY, read).answers
    assert not answers[7].any()
    assert np.array_equal(np.delete(answers, 7, 0), np.delete(SOLUTIONS, 7, 0))


def test_numbered_answers() -> None:
    """If an answer has further digits, all answers are read one by one."""
    lines = [f"1 {Grid(row.tobytes())}" for row in SOLUTIONS]
    answers = read_texts(lines, contracts.ANY, lambda _, line: Answered(Grid.parse(line.split()[1]))).answers
    assert np.array_equal(answers, SOLUTIONS)


def test_numbers() -> None:
    """Under `count`, any number above 2 becomes 2."""
    assert read_texts(["1", "0", "12"], contracts.COUNT, read_one).answers.tolist() == [[1], [0], [2]]


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
