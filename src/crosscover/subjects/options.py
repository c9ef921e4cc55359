"""What a person may say of a solver beside its name: how to speak to it, what it promises, what it may use.

The fields of `Options` are the one list of these: the command line, pytest's options, `properties_of`, reports and
saved failures all read and write them by what this module offers.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import partial
from math import inf
from types import MappingProxyType
from typing import Any

from crosscover.dialects import ALIASES, DIALECTS
from crosscover.reference import Shape

Plain = str | int | float | bool | None
"""A value that any format can hold."""

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


class Call(Enum):
    """How a Python function takes a puzzle."""

    TEXT = "text"
    """One string, a character a cell, `.` for an empty one."""

    ROWS = "rows"
    """A list of rows, lists of int, 0 for an empty cell; fresh for each puzzle."""


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
    without digits.

    `shape` is that of the puzzles; a dialect that is for one shape implies it. Raises ValueError where both are set and
    differ.

    `explicit` names the options that somebody has set, be it to their default; all that differ from it count as set.
    """

    dialect: str = _option("poj3074", str, "NAME", "the text form that a program speaks (poj3074)")
    call: Call = _option(  # noqa: RUF009 - a field
        Call.TEXT,
        partial(_member, Call),
        "HOW",
        "what a function takes: 81 characters (text) or 9 lists of 9 integers (rows)",
    )
    contract: Contract = _option(  # noqa: RUF009 - a field
        Contract.PROPER,
        partial(_member, Contract),
        "NAME",
        "what the solver promises; proper: only puzzles with one solution are asked, and it must return that solution "
        "(the default); any: any puzzle, and a solution or a refusal; count: the number of solutions, counted to 2",
    )
    refusal: str | None = _option(None, str, "TEXT", "what a program writes where there is no solution")
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
        spoken = DIALECTS.get(ALIASES.get(self.dialect, self.dialect))
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
