"""Parsers of values and names that users write; each raises ValueError if a text is invalid."""

import re
from collections.abc import Callable, Collection, Iterable
from functools import partial
from math import inf

from crosscover.reference import Shape
from crosscover.reference.grid import EMPTY

DAY = 86400
"""Maximum time limit in seconds."""


def whole_number(text: str, minimum: int, maximum: float = inf) -> int:
    """Read a whole number in decimal digits."""
    if not text.isascii() or not text.isdigit() or not minimum <= int(text) <= maximum:
        bounds = f"from {minimum}" if maximum == inf else f"from {minimum} to {maximum}"
        raise ValueError(f"expected a whole number {bounds}, not {text!r}")
    return int(text)


def duration(text: str) -> float:
    """Read a time such as 90s, 10m or 2h; return seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    seconds = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]] if match else 0.0
    if not seconds:
        raise ValueError(f"expected a time such as 90s, 10m or 2h, not {text!r}")
    return seconds


def _number(text: str, expected: str, minimum: float, maximum: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not minimum <= value <= maximum:
        raise ValueError(f"expected {expected}, not {text!r}")
    return value


def box_shape(text: str) -> Shape:
    """Read the shape of a box, such as 2x3."""
    shape = Shape.parse(text)
    if min(shape.box_rows, shape.box_columns) < 2 or shape.side > 25:
        raise ValueError(f"expected a box from 2x2 to 5x5, with at most 25 cells, not {text!r}")
    return shape


def variant(text: str) -> str:
    """Read the name of a variant of Sudoku."""
    if text.lower() != "x":
        raise ValueError(f"expected x, for diagonal Sudoku, not {text!r}")
    return "x"


def regex(text: str) -> str:
    """Read a regular expression."""
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"expected a regular expression, not {text!r}: {error}") from None
    return text


def empty_cell(text: str) -> str:
    """Read the text of an empty cell."""
    if text not in (*EMPTY, " ", "", "None", "-1"):
        characters = " ".join(EMPTY)
        raise ValueError(f"expected one of the characters {characters}, a blank, nothing, None or -1, not {text!r}")
    return text


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a suggestion in parentheses after a space; empty if no name is similar. Leading dashes do not count.

    >>> did_you_mean("chek", ["check", "compare"]), did_you_mean("cobol", ["check", "compare"])
    (' (did you mean check?)', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - needed only after mistakes

    known = {name.lstrip("-").lower(): name for name in names}
    near = get_close_matches(word.lstrip("-").lower(), known, n=1)
    return f" (did you mean {known[near[0]]}?)" if near else ""


def one_of(names: Collection[str], text: str) -> str:
    """Read one of several names; raises ValueError with the most similar name, or all names if none is similar."""
    if text not in names:
        near = did_you_mean(text, names)
        expected = ", ".join(names)
        raise ValueError(f"{text!r} is unknown{near}" if near else f"expected one of {expected}, not {text!r}")
    return text


def named(names: Iterable[str], read: Callable[[str], object] = str) -> Callable[[str], object]:
    """Return a parser of these names; `read` turns a name into a value."""
    known = tuple(names)
    return lambda text: read(one_of(known, text))


count = partial(whole_number, minimum=1)
seed = partial(whole_number, minimum=0)
mebibytes = partial(whole_number, minimum=1, maximum=1 << 20)
factor = partial(_number, expected="a number from 0", minimum=0.0, maximum=1e300)
seconds = partial(_number, expected=f"a number of seconds up to {DAY}", minimum=0.001, maximum=DAY)
