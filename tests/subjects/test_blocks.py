"""Blocks are written as by the dialects' writers and read as by their readers."""

import numpy as np
import pytest

from crosscover import contracts
from crosscover.dialects import DIALECTS
from crosscover.properties.corpus.graded import derived_block
from crosscover.reference import Grid
from crosscover.responses import Answered, Counted, Declined, Failed, Fault
from crosscover.subjects.blocks import BlockText, answers_of, grids
from crosscover.subjects.replies import Reader
from crosscover.subjects.subject import UNREADABLE, Transcript

NAMES = [
    name
    for name, chosen in DIALECTS.items()
    if not (chosen.batch_limit or chosen.shape) and (not chosen.words or chosen.tag_reply)
]
"""Dialects whose answers are read as arrays."""
PROPER = derived_block(1, 50, 0, contracts.PROPER)
ANY = derived_block(4, 200, 0, contracts.ANY)


def output(name: str, puzzles: list[Grid], answers: list[Grid | None]) -> str:
    """The output of a right program."""
    dialect = DIALECTS[name]
    texts = (dialect.write_answer(answer, puzzle) for puzzle, answer in zip(puzzles, answers, strict=True))
    return dialect.answer_header + "".join(texts)


@pytest.mark.parametrize("name", NAMES)
def test_input(name: str) -> None:
    """A block is written exactly as its dialect writes a batch."""
    assert BlockText(DIALECTS[name], contracts.ANY).write(ANY.puzzles) == DIALECTS[name].write(grids(ANY.puzzles))


@pytest.mark.parametrize("name", [name for name in NAMES if not DIALECTS[name].words])
def test_answers(name: str) -> None:
    """Grids in the exact format of a dialect are read as arrays; other texts go to the dialect's reader."""
    text = output(name, grids(PROPER.puzzles), list(grids(PROPER.solutions[:, 0])))
    chosen = BlockText(DIALECTS[name], contracts.PROPER)
    read = chosen.read(text, PROPER.puzzles)
    assert read is not None
    assert np.array_equal(read, PROPER.solutions[:, 0])
    cut = text.index("\n", len(text) // 2)
    for other in ("", text[:-1], f"{text}?\n", text[:cut] + text[cut + 1 :], f"{text[:cut]} {text[cut + 1 :]}"):
        assert chosen.read(other, PROPER.puzzles) is None


@pytest.mark.parametrize("name", NAMES)
def test_blank_lines(name: str) -> None:
    """Blank lines between and after answers are ignored, unless a blank line is a refusal."""
    puzzles, solutions = grids(PROPER.puzzles), grids(PROPER.solutions[:, 0])
    text = output(name, puzzles, list(solutions))
    parted = text.replace("\n", "\n \n\n") + "\n"
    read = BlockText(DIALECTS[name], contracts.ANY).read(parted, PROPER.puzzles)
    assert read is not None
    assert np.array_equal(read, PROPER.solutions[:, 0])
    assert BlockText(DIALECTS[name], contracts.ANY, "").read(parted, PROPER.puzzles) is None


def test_blank_lines_that_are_refusals() -> None:
    """A blank line in place of an answer is a refusal, as in the dialect's reader."""
    puzzles = grids(ANY.puzzles)
    text = "".join(f"{grid if grid.is_full else ''}\n" for grid in grids(ANY.solutions[:, 0]))
    read = BlockText(DIALECTS["lines"], contracts.ANY).read(text, ANY.puzzles)
    by_reader = Reader(DIALECTS["lines"], contracts.ANY).read(text, puzzles, truncated=False)
    assert read is not None
    assert np.array_equal(read, answers_of(Transcript(by_reader.responses), contracts.ANY).answers)


@pytest.mark.parametrize("blank", [" ", ""])
def test_tagged_answers(blank: str) -> None:
    """Solutions, refusals and counts in JSON Lines are read as arrays, with or without blanks after the keys."""
    chosen = BlockText(DIALECTS["jsonl"], contracts.ANY)
    solution = str(Grid.canonical())
    text = f'{{"refusal":{blank}"none"}}\n{{"solution":{blank}"{solution}"}}\n'
    read = chosen.read(text, ANY.puzzles[:2])
    assert read is not None
    assert read.tolist() == [[0] * 81, list(Grid.canonical().values)]
    assert chosen.read(text.replace("none", "nine"), ANY.puzzles[:2]) is None
    assert chosen.read(text.replace("refusal", "error"), ANY.puzzles[:2]) is None
    assert chosen.read(text.replace("solution", "solutiom"), ANY.puzzles[:2]) is None
    count = BlockText(DIALECTS["jsonl"], contracts.COUNT).read(f'{{"count":{blank}2}}\n', ANY.puzzles[:1])
    assert count is not None
    assert count.tolist() == [[2]]


@pytest.mark.parametrize("name", ["poj3074", "lines"])
@pytest.mark.parametrize("refusal", [None, "no solution"])
def test_refusals_among_answers(name: str, refusal: str | None) -> None:
    """If an answer is one line, refusals between grids are read as by the dialect's reader."""
    puzzles = grids(ANY.puzzles)
    solutions = [grid if grid.is_full else None for grid in grids(ANY.solutions[:, 0])]
    text = output(name, puzzles, solutions)
    read = BlockText(DIALECTS[name], contracts.ANY, refusal).read(text, ANY.puzzles)
    by_reader = Reader(DIALECTS[name], contracts.ANY, refusal).read(text, puzzles, truncated=False)
    assert read is not None
    assert (read == 0).all(axis=1).any()
    assert np.array_equal(read, answers_of(Transcript(by_reader.responses), contracts.ANY).answers)


def test_fixed_refusal() -> None:
    """With a fixed text for refusals, other texts go to the dialect's reader."""
    assert BlockText(DIALECTS["lines"], contracts.ANY, "none").read("no solution\n", ANY.puzzles[:1]) is None


def test_numbers() -> None:
    """Under `count` a block is answered with one digit per line."""
    chosen = BlockText(DIALECTS["lines"], contracts.COUNT)
    read = chosen.read("1\n0\n2\n", ANY.puzzles[:3])
    assert read is not None
    assert read.tolist() == [[1], [0], [2]]
    assert chosen.read("1\n0\n12\n", ANY.puzzles[:3]) is None
    several = chosen.read("3\n", ANY.puzzles[:1])
    assert several is not None
    assert several.tolist() == [[2]]


def test_objects_as_arrays() -> None:
    """Each response becomes a row; responses of the wrong kind are unreadable."""
    grid = Grid.canonical()
    timed_out = Failed(Fault.TIMED_OUT, "no answer")
    answers = answers_of(Transcript((Answered(grid), Declined(), Counted(1), timed_out)), contracts.ANY)
    assert answers.failure == timed_out
    assert [answers.response(place) for place in range(4)] == [Answered(grid), Declined(), None, None]
    numbers = answers_of(Transcript((Counted(2000), Answered(grid), Counted(-1))), contracts.COUNT)
    assert numbers.answers.tolist() == [[2], [UNREADABLE], [UNREADABLE]]
