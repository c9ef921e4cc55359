"""The kinds of values that options have, with their parsers."""

import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from math import inf
from typing import NamedTuple

from crosscover.dialects import DIALECTS
from crosscover.reference import Shape
from crosscover.reference.grid import EMPTY
from crosscover.spelling import one_of

DAY = 86400
"""The longest time limit in seconds."""


def whole_number(text: str, minimum: int, maximum: float = inf) -> int:
    """Read a whole number in decimal digits; raises ValueError if it is out of bounds."""
    if not text.isascii() or not text.isdigit() or not minimum <= int(text) <= maximum:
        bounds = f"from {minimum}" if maximum == inf else f"from {minimum} to {maximum}"
        raise ValueError(f"expected a whole number {bounds}, not {text!r}")
    return int(text)


def _number(text: str, expected: str = "a number from 0", maximum: float = sys.float_info.max) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= maximum:
        raise ValueError(f"expected {expected}, not {text!r}")
    return value


def duration(text: str) -> float:
    """Read a time such as 90s, 10m or 2h, in seconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    seconds = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]] if match else 0.0
    if not seconds:
        raise ValueError(f"expected a time such as 90s, 10m or 2h, not {text!r}")
    return seconds


def _box_shape(text: str) -> Shape:
    shape = Shape.parse(text)
    if min(shape.box_rows, shape.box_columns) < 2 or shape.side > 25:
        raise ValueError(f"expected a box from 2x2 to 5x5, with 25 cells at most, not {text!r}")
    return shape


def _regex(text: str) -> str:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"expected a regular expression, not {text!r}: {error}") from None
    return text


def _exceptions(text: str) -> str:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not re.fullmatch(r"[^\W\d][\w.$]*", name):
            raise ValueError(f"expected names of exceptions such as ValueError,puzzle.Unsolvable, not {name!r}")
    return ",".join(names)


def _empty_cell(text: str) -> str:
    if text not in (*EMPTY, " ", "", "None", "-1"):
        raise ValueError(
            f"expected one of the characters {' '.join(EMPTY)}, a blank, nothing, None or -1, not {text!r}"
        )
    return text


class ValueType(NamedTuple):
    """The metavar and the parser of a kind of values, and their names if they have some; the parser raises ValueError.

    A flag has no metavar.
    """

    metavar: str
    parse: Callable[[str], object]
    names: tuple[str, ...] = ()


def named_values(names: Iterable[str], read: Callable[[str], object] = str, metavar: str = "NAME") -> ValueType:
    """The values that have these names; `read` makes a value of a name."""
    known = tuple(names)

    def parse(text: str) -> object:
        return read(one_of(known, text))

    return ValueType(metavar, parse, known)


FLAG = ValueType("", bool)
TEXT = ValueType("TEXT", str)
FILE = ValueType("FILE", str)
PATH = ValueType("PATH", str)
EXPRESSION = ValueType("EXPR", str)
SPECIFICATION = ValueType("SPEC", str)
COUNT = ValueType("N", partial(whole_number, minimum=1))
SEED = ValueType("N", partial(whole_number, minimum=0))
MEBIBYTES = ValueType("MIB", partial(whole_number, minimum=1, maximum=1 << 20))
FACTOR = ValueType("X", _number)
BUDGET = ValueType("SECONDS", _number)
SECONDS = ValueType("SECONDS", partial(_number, expected=f"a number of seconds up to {DAY}", maximum=DAY))
DURATION = ValueType("TIME", duration)
BOX_SHAPE = ValueType("RxC", _box_shape)
EMPTY_CELL = ValueType("C", _empty_cell)
REGEX = ValueType("REGEX", _regex)
EXCEPTIONS = ValueType("EXCEPTIONS", _exceptions)
DIALECT_NAME = named_values(sorted(DIALECTS))
"""The kinds of values that name files."""
