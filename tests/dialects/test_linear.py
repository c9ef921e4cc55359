"""Reading takes time in proportion to the text, whatever is in it.

What is measured is growth: how much longer eight times as much takes, about 8 where it is linear and 64 where it is
quadratic. The sizes are those at which a clock can tell.
"""

import gc
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from time import process_time

import pytest

from crosscover.dialects import DIALECTS, LineStream, MalformedInputError, detect, dialect

MEASURABLE = 0.05
"""Seconds of the processor."""

LONGEST = 1 << 16
"""The size from which on it does not matter that nothing was measurable."""

QUADRATIC = 24
"""Growth that is no longer linear, whatever the noise."""

TRIES = 5
"""How often growth is measured before it counts as quadratic."""

TEXTS: dict[str, Callable[[int], str]] = {
    "blank lines": lambda size: "\n" * size,
    "blank lines after a header": lambda size: "puzzle,solution\n" + "\n" * size,
    "blanks before a quote": lambda size: f'puzzle,solution\n{" " * size}"x',
    "blanks before a quote in a header": lambda size: f'{" " * size}x"',
    "blanks in a line": lambda size: f"puzzle,solution\n1{' ' * size}|1",
    "columns": lambda size: f"puzzle,solution{',a' * size}\n{',' * size}",
    "strokes": lambda size: "| " * size,
}

every_text = pytest.mark.parametrize("text", TEXTS)
every_dialect = pytest.mark.parametrize("name", DIALECTS)


def growth(work: Callable[[int], object]) -> float:
    """How many times as long eight times the size takes; 0 where the longest takes no time to speak of.

    What looks quadratic is measured again, a few times: something may have been in the way. The garbage collector is
    kept out of it, since it looks at all that the other tests have left.
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
    """A text of eight times the length is read, or refused, in about eight times the time."""
    assert growth(lambda size: list(dialect(name).read(TEXTS[text](size).split("\n")))) < QUADRATIC


@every_dialect
@every_text
def test_answers(name: str, text: str) -> None:
    """An output of eight times the length is read in about eight times the time."""
    assert growth(lambda size: dialect(name).read_answers(TEXTS[text](size))) < QUADRATIC


class Trickle(BytesIO):
    """Bytes that come a few at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        """At most 16 of them."""
        del size
        return self.read(16)


@every_text
def test_detection(text: str) -> None:
    """So it is with looking at the first lines that are not blank, even where they come in small pieces."""
    assert growth(lambda size: detect(LineStream(Trickle(TEXTS[text](size).encode())).peek(2))) < QUADRATIC


def test_long_line() -> None:
    """So it is with a long line that comes in small pieces."""
    assert growth(lambda size: list(LineStream(Trickle(b"1" * size)))) < QUADRATIC
