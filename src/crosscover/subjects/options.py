"""What a person may say of a solver beside its name: how to speak to it, what it promises, what it may use.

The fields of `Options` are the one list of these: the command line, pytest's options, `properties_of`, reports and
saved failures all read and write them by what this module offers.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import partial
from math import inf
from types import MappingProxyType
from typing import Any

from crosscover.dialects import ALIASES, DIALECTS, Dialect
from crosscover.reference import Shape

Plain = str | int | float | bool | None
"""A value that any format can hold."""

NUMBER_NAMES = MappingProxyType({"none": 0, "one": 1, "several": 2})
"""The numbers of solutions for which a program may have words, by their names."""

_DAY = 86400  # seconds
_TEBIBYTE = 1 << 20  # MiB


class Contract(Enum):
    """What a solver promises, and is judged by."""

    PROPER = "proper"
    """Only proper puzzles are asked; the one solution is due."""

    ANY = "any"
    """Puzzles may have none or several solutions; any right completion is due, or a refusal where there is none."""

    COUNT = "count"
    """Puzzles may have none or several solutions; their number is due, counted to 2."""

    UNIQUE = "unique"
    """Puzzles may have none or several solutions; the one solution is due, or which of the two it is."""

    CLASSIFY = "classify"
    """Puzzles may have none or several solutions; a word is due for which it is: none, one or several."""

    LEAST = "least"
    """Puzzles may have none or several solutions; the first in lexicographic order is due, or a refusal."""


TELLS_SEVERAL = (Contract.UNIQUE, Contract.CLASSIFY)
"""The contracts under which a puzzle with several solutions owes just that word."""


class Call(Enum):
    """How a function takes a puzzle."""

    TEXT = "text"
    """One string, a character a cell, `.` for an empty one."""

    ROWS = "rows"
    """A list of rows, lists of int, 0 for an empty cell; fresh for each puzzle, as are the two below."""

    BOARD = "board"
    """A list of rows, lists of strings, `.` for an empty cell, to be solved in place (LeetCode 37).

    None returned says that the board is the answer, or a refusal where it is not full; False is a refusal.
    """

    CELLS = "cells"
    """One list of int, 0 for an empty cell."""


_NAME = re.compile(r"[^\W\d][\w.$]*")


def exception_names(text: str) -> str:
    """Read names of exceptions, separated by commas; raises ValueError for what is no name."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"expected names of exceptions such as ValueError,puzzle.Unsolvable, not {name!r}")
    return ",".join(names)


def whole_number(text: str, minimum: int, maximum: float = inf) -> int:
    """Read a whole number in decimal digits; raises ValueError where it is out of bounds, or none."""
    if not text.isascii() or not text.isdigit() or not minimum <= int(text) <= maximum:
        bounds = f"from {minimum}" if maximum == inf else f"from {minimum} to {maximum}"
        raise ValueError(f"expected a whole number {bounds}, not {text!r}")
    return int(text)


def bounded_number(text: str, expected: str, maximum: float = sys.float_info.max) -> float:
    """Read a number from 0 to the maximum; raises ValueError that says what was expected where it is none."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= maximum:
        raise ValueError(f"expected {expected}, not {text!r}")
    return number


def _shape(text: str) -> Shape:
    shape = Shape.parse(text)
    if min(shape.box_rows, shape.box_columns) < 2 or shape.side > 25:
        raise ValueError(f"expected a box from 2x2 to 5x5, with 25 cells at most, not {text!r}")
    return shape


_seconds = partial(bounded_number, expected=f"a number of seconds up to {_DAY}", maximum=_DAY)
_mebibytes = partial(whole_number, minimum=1, maximum=_TEBIBYTE)


def _regex(text: str) -> str:
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"expected a regular expression, not {text!r}: {error}") from None
    return text


def number_words(text: str) -> dict[str, int]:
    """The numbers of solutions that lines stand for, out of `none=TEXT,one=TEXT,several=TEXT`, some of them or all.

    A text may hold commas. Raises ValueError where there is something else, a name comes twice, or a text does.

    >>> number_words("none=no,several=many, many")
    {'no': 0, 'many, many': 2}
    """
    parts = re.split(rf",(?=(?:{'|'.join(NUMBER_NAMES)})=)", text)
    pairs = [part.partition("=") for part in parts]
    names, words = [name for name, _, _ in pairs], [word.strip() for _, _, word in pairs]
    if (
        not set(names) <= set(NUMBER_NAMES)
        or not all(words)
        or len({*names}) < len(names)
        or len({*words}) < len(words)
    ):
        raise ValueError(f"expected none=TEXT,one=TEXT,several=TEXT with different texts, not {text!r}")
    return {word: NUMBER_NAMES[name] for name, word in zip(names, words, strict=True)}


def _words(text: str) -> str:
    number_words(text)
    return text


def _member(kind: type[Enum], text: str) -> Enum:
    try:
        return kind(text)
    except ValueError:
        expected = " or ".join(repr(member.value) for member in kind)
        raise ValueError(f"expected {expected}, not {text!r}") from None


def _option(default: object, parse: Callable[[str], object], metavar: str, text: str) -> Any:
    return field(default=default, metadata={"parse": parse, "metavar": metavar, "help": text})


@dataclass(frozen=True, slots=True)
class Options:
    """How a subject is spoken to and bounded.

    A run may take `time_limit` seconds and `puzzle_time` more for each puzzle of its batch. Time counts by the clock,
    so sleeping does not evade the limit, but without the time that a process was ready to run while other processes
    held every processor, up to once the limit: a busy machine is not held against it (Linux says it in `schedstat`;
    elsewhere all time counts). With `stream` each answer is also due within `time_limit` and `puzzle_time`. Limits of
    memory and output are in MiB; memory is what a program may write to, for each of its processes; the output may be
    512 bytes more for each puzzle. `refusal` pins the text that says that there is no solution; None for any line
    without digits. `refuse_on` names the exceptions that say so, separated by commas; `python` is the interpreter or
    virtual environment that a Python function runs in, None for our own. Lines of a program's output in which `ignore`,
    a regular expression, is found are left out. `words` are what a program writes instead of the numbers of solutions,
    as `number_words` reads it. With `echo` an exact copy of a puzzle before its answer is left out.

    `shape` is that of the puzzles; a dialect that is for one shape implies it. Raises ValueError where both are set and
    differ.

    `explicit` names the options that somebody has set, be it to their default; all that differ from it count as set.
    """

    dialect: str = _option("poj3074", str, "NAME", "the text form that a program speaks (poj3074)")
    call: Call = _option(  # noqa: RUF009 - a field
        Call.TEXT,
        partial(_member, Call),
        "HOW",
        "what a function takes: 81 characters (text), 9 lists of 9 integers (rows), 81 integers (cells), or 9 lists of "
        "9 characters, '.' for an empty cell, to be solved in place (board; LeetCode 37)",
    )
    contract: Contract = _option(  # noqa: RUF009 - a field
        Contract.PROPER,
        partial(_member, Contract),
        "NAME",
        "what the solver promises; proper: only puzzles with one solution are asked, and it must return that solution "
        "(the default); any: any puzzle, and a solution or a refusal; count: the number of solutions, counted to 2; "
        "unique: the one solution, or none or several; classify: none, one or several; least: the least solution, row "
        "by row, or a refusal; where a dialect comes from a judge it is the judge's, unless given",
    )
    refusal: str | None = _option(None, str, "TEXT", "what a program writes where there is no solution")
    refuse_on: str | None = _option(
        None, exception_names, "EXCEPTIONS", "exceptions by which a function says that there is no solution: NAME,NAME"
    )
    python: str | None = _option(
        None, str, "PATH", "the interpreter or virtual environment that a Python function runs in (crosscover's own)"
    )
    ignore: str | None = _option(
        None, _regex, "REGEX", "leave out the lines of a program's output in which this regular expression is found"
    )
    words: str | None = _option(
        None,
        _words,
        "WORDS",
        "the lines that a program writes under the contract count instead of 0, 1 and 2: "
        "none=TEXT,one=TEXT,several=TEXT",
    )
    echo: bool = _option(False, bool, "", "leave out the copy of each puzzle that a program writes before its answer")
    stream: bool = _option(False, bool, "", "ask a program puzzle by puzzle, waiting for each answer")
    time_limit: float = _option(10.0, _seconds, "SECONDS", "what a run may take (10)")
    puzzle_time: float = _option(0.1, _seconds, "SECONDS", "and what for each of its puzzles (0.1)")
    memory_limit: int = _option(256, _mebibytes, "MIB", "the memory that the solver may use (256)")
    output_limit: int = _option(4, _mebibytes, "MIB", "the output that it may write (4)")
    shape: Shape = _option(
        Shape(), _shape, "RxC", "the rows and columns of a box (3x3): 2x2 for puzzles of 4x4 cells, 4x4 for 16x16"
    )
    explicit: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        spoken = self.spoken
        if spoken is not None and spoken.shape not in (None, self.shape):
            if "shape" in self.explicit or self.shape != Shape():
                raise ValueError(f"the dialect {spoken.name} is for the shape {spoken.shape}, not {self.shape}")
            object.__setattr__(self, "shape", spoken.shape)
        changed = {name for name, option in OPTION_FIELDS.items() if getattr(self, name) != option.default}
        object.__setattr__(self, "explicit", self.explicit | changed)
        if not self.time_limit + self.puzzle_time > 0:
            raise ValueError("options 'time_limit' and 'puzzle_time' leave no time")

    def with_overrides(self, given: Mapping[str, object]) -> "Options":
        """The options with some of them set, by name: to a value of theirs, or as people write it.

        Raises ValueError naming the option, where there is none of that name or the value does not fit.
        """
        values = {name: _value(name, value) for name, value in given.items()}
        return replace(self, **values, explicit=self.explicit | set(values))  # type: ignore[arg-type] # checked above

    def to_plain(self) -> dict[str, Plain]:
        """All options by their names, as values that any format can hold; `explicit` is not among them."""
        values = {name: getattr(self, name) for name in OPTION_FIELDS}
        return {name: _plain(value) for name, value in values.items()}

    def to_words(self) -> list[str]:
        """The options that somebody has set, as words of a command line."""
        plain = self.to_plain()
        given = {f"--{name.replace('_', '-')}": plain[name] for name in OPTION_FIELDS if name in self.explicit}
        pairs = (
            [word] if value is True else [f"{word}={value}"]
            for word, value in given.items()
            if value not in (None, False)
        )
        return [word for pair in pairs for word in pair]

    @property
    def spoken(self) -> Dialect | None:
        """The dialect of that name or alias; None where there is none."""
        return DIALECTS.get(ALIASES.get(self.dialect, self.dialect))

    @property
    def has_default_limits(self) -> bool:
        """Whether nobody has set how long an answer may take; limits that somebody sets are enforced strictly."""
        return not self.explicit & {"time_limit", "puzzle_time"}

    def seconds(self, puzzles: int) -> float:
        """The time that a run of so many puzzles may take, a day at most."""
        return min(self.time_limit + self.puzzle_time * puzzles, _DAY)

    def output_mebibytes(self, puzzles: int) -> int:
        """The output that a run of so many puzzles may write: a long run owes much."""
        return self.output_limit + (puzzles << 9 >> 20)


OPTION_FIELDS = MappingProxyType({option.name: option for option in fields(Options) if option.metadata})
"""Each option by its name; its metadata are `parse` (from text; raises ValueError), `metavar` and `help`.

Those whose default is False are flags, without a metavar: `with_overrides` takes a bool for them, and no text. So a
command line hands on what was given as it is: `with_overrides({name: value for ... if value is not None})`.
"""


def options_from_plain(plain: Mapping[str, Plain], explicit: Iterable[str] | None = None) -> Options:
    """The options out of what `to_plain` gave; what else is there is passed over, what is missing has its default.

    `explicit` names those that somebody had set; where it is not known, those that differ from their default. Raises
    ValueError naming the option whose value does not fit.
    """
    options = Options().with_overrides({name: value for name, value in plain.items() if name in OPTION_FIELDS})
    return replace(options, explicit=frozenset(explicit or ()) & set(OPTION_FIELDS))


def _plain(value: object) -> Plain:
    match value:
        case Enum():
            return str(value.value)
        case Shape():
            return str(value)
        case str() | int() | float() | bool() | None:
            return value
        case _:
            raise TypeError(f"{value!r} has no plain form")


def _value(name: str, value: object) -> object:
    if name not in OPTION_FIELDS:
        raise ValueError(f"there is no option {name!r}")
    default, parse = OPTION_FIELDS[name].default, OPTION_FIELDS[name].metadata["parse"]
    match value, default:
        case (bool(), bool()) | (None, None):
            return value
        case (Enum() | Shape(), _) if type(value) is type(default):
            return value
        case (str(), _) | (int() | float(), int() | float()) if bool not in (type(value), type(default)):
            try:
                return parse(str(value))
            except ValueError as error:
                raise ValueError(f"option {name!r}: {error}") from None
        case _:
            expected = "text or nothing" if default is None else f"something like {default!r}"
            raise ValueError(f"option {name!r} is {value!r}; expected {expected}")


PROFILES: Mapping[str, Options] = MappingProxyType(
    {"poj3074": Options(dialect="poj3074", time_limit=1.0, puzzle_time=0.0, memory_limit=64)}
)
"""The options of known judges by name: POJ 3074 allows 1 s and 64 MiB for a whole run, taken here as 1,000 puzzles."""
