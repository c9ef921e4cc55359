"""Blocks: arrays of many thousands of puzzles, and of a subject's answers.

Parsing an answer into an object takes longer than a fast solver needs to find it. So all answers with the layout of the
first one are read at once; other answers are read one by one.
"""

from collections.abc import Callable, Sequence

import numpy as np

from crosscover.contracts import Contract
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .subject import REFUSED, SEVERAL, UNREADABLE, BlockAnswers, Cells, Transcript

_VALUES = np.full(256, UNREADABLE, np.uint8)
_VALUES[np.frombuffer(DIGITS.encode("ascii"), np.uint8)] = np.arange(1, len(DIGITS) + 1)

_CACHED = 40
"""Maximum length of a text whose response is cached, such as a number or a refusal."""


def grids(puzzles: Cells, shape: Shape = Shape()) -> list[Grid]:
    """Return the puzzles of a block as objects; takes a microsecond per puzzle."""
    text, cells = puzzles.tobytes(), shape.cells
    return [Grid(text[start : start + cells], shape) for start in range(0, len(text), cells)]


def answers_of(transcript: Transcript, contract: Contract, shape: Shape = Shape()) -> BlockAnswers:
    """Convert the responses of an ordinary run into the answers to a block."""
    width = 1 if contract.numbers else shape.cells
    rows = b"".join(_row(response, width) for response in transcript.responses)
    failure = next((response for response in transcript.responses if isinstance(response, Failed)), None)
    return BlockAnswers(np.frombuffer(rows, np.uint8).reshape(-1, width), failure or transcript.run_failure)


def _row(response: Response, width: int) -> bytes:
    match response:
        case Answered(grid) if len(grid.values) == width and any(grid.values):
            return grid.values
        case Counted(number) if width == 1 and number >= 0:
            return bytes([min(number, 2)])
        case Declined():
            return bytes(width) if width > 1 else bytes([REFUSED])
        case Stated():
            return bytes([SEVERAL]) * width
        case _:
            return bytes([UNREADABLE]) * width


def read_texts(
    texts: Sequence[str], contract: Contract, shape: Shape, read: Callable[[int, str], Response]
) -> BlockAnswers:
    """Read one answer per text; texts without the layout of the first grid are read one by one."""
    width = 1 if contract.numbers else shape.cells
    answers = np.zeros((len(texts), width), np.uint8)
    rest = set(range(len(texts)))
    first = next((place for place, text in enumerate(texts) if len(text) >= width > 1), None)
    if first is not None:
        template = _codes(texts[first])
        answer = read(first, texts[first])
        cells = _VALUES[template] != UNREADABLE
        if isinstance(answer, Answered) and _VALUES[template[cells]].tobytes() == answer.grid.values:
            alike = [place for place, text in enumerate(texts) if len(text) == len(template)]
            table = _codes("".join([texts[place] for place in alike])).reshape(-1, len(template))
            digits = _VALUES[table[:, cells]]
            fits = (table[:, ~cells] == template[~cells]).all(axis=1) & (digits <= shape.side).all(axis=1)
            fitting = np.array(alike)[fits]
            answers[fitting] = digits[fits]
            rest.difference_update(fitting.tolist())
    failure: Failed | None = None
    known: dict[str, Response] = {}
    for place in sorted(rest):
        text = texts[place]
        response = known[text] if text in known else read(place, text)
        if len(text) < _CACHED:
            known[text] = response
        answers[place] = np.frombuffer(_row(response, width), np.uint8)
        if failure is None and isinstance(response, Failed):
            failure = response
    return BlockAnswers(answers, failure)


def _codes(text: str) -> Cells:
    return np.frombuffer(text.encode("latin-1", "replace"), np.uint8)
