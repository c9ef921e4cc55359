"""Reading takes linear time for any text.

The tests measure growth, the ratio of the times for a text of eight times the length and the text: about 8 if reading
is linear, and 64 if it is quadratic. The sizes are large enough for the clock's resolution.
"""

import gc
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from time import process_time

import pytest

from crosscover.dialects import DIALECTS, LineStream, MalformedInputError, detect, dialect

MEASURABLE = 0.05
"""Processor time in seconds below which a measurement is ignored."""

LONGEST = 1 << 16
"""Size up to which a text is enlarged if its time is too short to measure."""

QUADRATIC = 24
"""Growth that is not linear, in spite of noise."""

TRIES = 5
"""Number of measurements before growth counts as quadratic."""

TEXTS: dict[str, Callable[[int], str]] = {
    "blank lines": lambda size: "\n" * size,
    "blank lines after a header": lambda size: "puzzle,solution\n" + "\n" * size,
    "blanks before a quote": lambda size: f'puzzle,solution\n{" " * size}"x',
    "blanks before a quote in a header": lambda size: f'{" " * size}x"',
    "blanks in a line": lambda size: f"puzzle,solution\n1{' ' * size}|1",
    "columns": lambda size: f"puzzle,solution{',a' * size}\n{',' * size}",
    "strokes": lambda size: "| " * size,
}

pytestmark = pytest.mark.slow

every_text = pytest.mark.parametrize("text", TEXTS)
every_dialect = pytest.mark.parametrize("name", DIALECTS)


def growth(work: Callable[[int], object]) -> float:
    """The ratio of the times for eight times the size and the size; 0 if the longest time is negligible.

    A growth that looks quadratic is measured again, since other processes may have interfered. The garbage collector is
    disabled, since it would traverse the objects of other tests.
    """

    def seconds(size: int) -> float:
        start = process_time()
        with suppress(MalformedInputError):
            work(size)
        return process_time() - start

    size = 1 << 8
    gc.disable()
    try:
        while (taken := seconds(size)) < MEASURABLE:
            if size >= LONGEST:
                return 0
            size *= 2
        ratio = seconds(8 * size) / taken
        for _ in range(TRIES - 1):
            if ratio < QUADRATIC:
                break
            taken = seconds(size)
            ratio = seconds(8 * size) / taken
        return ratio
    finally:
        gc.enable()


@every_dialect
@every_text
def test_puzzles(name: str, text: str) -> None:
    """Puzzles are read, or refused, in linear time."""
    assert growth(lambda size: list(dialect(name).read(TEXTS[text](size).split("\n")))) < QUADRATIC


@every_dialect
@every_text
def test_answers(name: str, text: str) -> None:
    """Answers are read in linear time."""
    assert growth(lambda size: dialect(name).read_answers(TEXTS[text](size))) < QUADRATIC


class Trickle(BytesIO):
    """A stream that returns a few bytes at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        """Return at most 16 bytes."""
        del size
        return self.read(16)


@every_text
def test_detection(text: str) -> None:
    """Detection takes linear time in the length of leading blank lines, even in small pieces."""
    assert growth(lambda size: detect(LineStream(Trickle(TEXTS[text](size).encode())).peek(2))) < QUADRATIC


def test_long_line() -> None:
    """A long line in small pieces is read in linear time."""
    assert growth(lambda size: list(LineStream(Trickle(b"1" * size)))) < QUADRATIC
