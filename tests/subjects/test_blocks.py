"""The texts of blocks are those of the dialects, and answers are read from them as the dialects' readers do."""

import numpy as np
import pytest

from crosscover.dialects import DIALECTS
from crosscover.options import Contract
from crosscover.properties.strategies import derived_block
from crosscover.reference import Grid
from crosscover.subjects.blocks import BlockText, answers_of, grids
from crosscover.subjects.replies import Reader
from crosscover.subjects.subject import UNREADABLE, Answered, Counted, Declined, Failed, Fault, Transcript

NAMES = [
    name
    for name, spoken in DIALECTS.items()
    if not (spoken.batch_limit or spoken.shape) and (not spoken.words or spoken.tag_reply)
]
"""Those that are read as arrays."""
PROPER = derived_block(1, 50, Contract.PROPER)
ANY = derived_block(4, 200, Contract.ANY)


def output(name: str, puzzles: list[Grid], answers: list[Grid | None]) -> str:
    """What a right program writes."""
    dialect = DIALECTS[name]
    texts = (dialect.write_answer(answer, puzzle) for puzzle, answer in zip(puzzles, answers, strict=True))
    return dialect.answer_header + "".join(texts)


@pytest.mark.parametrize("name", NAMES)
def test_input(name: str) -> None:
    """A block is written as its dialect writes a batch."""
    assert BlockText(DIALECTS[name], Contract.ANY).write(ANY.puzzles) == DIALECTS[name].write(grids(ANY.puzzles))


@pytest.mark.parametrize("name", [name for name in NAMES if not DIALECTS[name].words])
def test_answers(name: str) -> None:
    """Grids are read from what a dialect writes; any change of a character that is no cell leaves it to the reader."""
    text = output(name, grids(PROPER.puzzles), list(grids(PROPER.solutions[:, 0])))
    spoken = BlockText(DIALECTS[name], Contract.PROPER)
    read = spoken.read(text, PROPER.puzzles)
    assert read is not None
    assert np.array_equal(read, PROPER.solutions[:, 0])
    cut = text.index("\n", len(text) // 2)
    for other in ("", text[:-1], f"{text}?\n", text[:cut] + text[cut + 1 :], f"{text[:cut]} {text[cut + 1 :]}"):
        assert spoken.read(other, PROPER.puzzles) is None


@pytest.mark.parametrize("name", NAMES)
def test_blank_lines(name: str) -> None:
    """Blank lines between answers, and after them, change nothing where a refusal is not just that."""
    puzzles, solutions = grids(PROPER.puzzles), grids(PROPER.solutions[:, 0])
    text = output(name, puzzles, list(solutions))
    parted = text.replace("\n", "\n \n\n") + "\n"
    read = BlockText(DIALECTS[name], Contract.ANY).read(parted, PROPER.puzzles)
    assert read is not None
    assert np.array_equal(read, PROPER.solutions[:, 0])
    assert BlockText(DIALECTS[name], Contract.ANY, "").read(parted, PROPER.puzzles) is None


def test_blank_lines_that_are_refusals() -> None:
    """In the place of an answer a blank line stays the refusal that the reader of the dialect takes it for."""
    puzzles = grids(ANY.puzzles)
    text = "".join(f"{grid if grid.is_full else ''}\n" for grid in grids(ANY.solutions[:, 0]))
    read = BlockText(DIALECTS["lines"], Contract.ANY).read(text, ANY.puzzles)
    by_reader = Reader(DIALECTS["lines"], Contract.ANY).read(text, puzzles, truncated=False)
    assert read is not None
    assert np.array_equal(read, answers_of(Transcript(by_reader.responses), Contract.ANY).answers)


@pytest.mark.parametrize("blank", [" ", ""])
def test_tagged_answers(blank: str) -> None:
    """Of JSON Lines solutions, refusals and counts are read at once, with blanks after the keys or without."""
    spoken = BlockText(DIALECTS["jsonl"], Contract.ANY)
    solution = str(Grid.canonical())
    text = f'{{"refusal":{blank}"none"}}\n{{"solution":{blank}"{solution}"}}\n'
    read = spoken.read(text, ANY.puzzles[:2])
    assert read is not None
    assert read.tolist() == [[0] * 81, list(Grid.canonical().values)]
    assert spoken.read(text.replace("none", "nine"), ANY.puzzles[:2]) is None
    assert spoken.read(text.replace("refusal", "error"), ANY.puzzles[:2]) is None
    assert spoken.read(text.replace("solution", "solutiom"), ANY.puzzles[:2]) is None
    count = BlockText(DIALECTS["jsonl"], Contract.COUNT).read(f'{{"count":{blank}2}}\n', ANY.puzzles[:1])
    assert count is not None
    assert count.tolist() == [[2]]


@pytest.mark.parametrize("name", ["poj3074", "lines"])
@pytest.mark.parametrize("refusal", [None, "no solution"])
def test_refusals_among_answers(name: str, refusal: str | None) -> None:
    """Where an answer is a line, refusals among the grids are read as the reader of the dialect reads them."""
    puzzles = grids(ANY.puzzles)
    solutions = [grid if grid.is_full else None for grid in grids(ANY.solutions[:, 0])]
    text = output(name, puzzles, solutions)
    read = BlockText(DIALECTS[name], Contract.ANY, refusal).read(text, ANY.puzzles)
    by_reader = Reader(DIALECTS[name], Contract.ANY, refusal).read(text, puzzles, truncated=False)
    assert read is not None
    assert (read == 0).all(axis=1).any()
    assert np.array_equal(read, answers_of(Transcript(by_reader.responses), Contract.ANY).answers)


def test_a_refusal_that_is_pinned() -> None:
    """Another text than the one that says that there is no solution is left to the reader."""
    assert BlockText(DIALECTS["lines"], Contract.ANY, "none").read("no solution\n", ANY.puzzles[:1]) is None


def test_numbers() -> None:
    """Under `count` a block is answered by a digit a line."""
    spoken = BlockText(DIALECTS["lines"], Contract.COUNT)
    read = spoken.read("1\n0\n2\n", ANY.puzzles[:3])
    assert read is not None
    assert read.tolist() == [[1], [0], [2]]
    assert spoken.read("1\n0\n12\n", ANY.puzzles[:3]) is None


def test_objects_as_arrays() -> None:
    """Each response has its row; what is no answer, or not one that is due, is unreadable."""
    grid = Grid.canonical()
    late = Failed(Fault.TIMED_OUT, "late")
    answers = answers_of(Transcript((Answered(grid), Declined(), Counted(1), late)), Contract.ANY)
    assert answers.failure == late
    assert [answers.response(place) for place in range(4)] == [Answered(grid), Declined(), None, None]
    numbers = answers_of(Transcript((Counted(2), Answered(grid), Counted(-1))), Contract.COUNT)
    assert numbers.answers.tolist() == [[2], [UNREADABLE], [UNREADABLE]]
