"""From what a report says of a subject back to the subject: its options, written as plain values and read again."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from enum import Enum

from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Call, Options

Plain = str | int | float | bool | None

_ENUMS: Mapping[str, type[Enum]] = {"call": Call, "contract": Contract}


def written(options: Options) -> dict[str, Plain]:
    """The options by their names, as values that any format can hold."""
    return {name: value.value if isinstance(value, Enum) else value for name, value in asdict(options).items()}


def options_of(plain: Mapping[str, Plain]) -> Options:
    """The options out of such values; what else is there is passed over, what is missing has its default.

    Raises ValueError naming the option whose value is of the wrong kind.
    """
    defaults = written(Options())
    read: dict[str, object] = {}
    for field in fields(Options):
        if field.name in plain:
            read[field.name] = _value(field.name, plain[field.name], defaults[field.name])
    return Options(**read)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - each was checked above


def _value(name: str, value: object, default: Plain) -> object:
    if name in _ENUMS:
        try:
            return _ENUMS[name](value)
        except ValueError:
            expected = " or ".join(repr(member.value) for member in _ENUMS[name])
            raise ValueError(f"option {name!r} is {value!r}; expected {expected}") from None
    match value, default:
        case (bool(), bool()) | (str(), str()) | (str() | None, None):
            return value
        case (float() | int(), float() | int()) if not isinstance(value, bool) and not isinstance(default, bool):
            return value
        case _:
            expected = "text or nothing" if default is None else f"something like {default!r}"
            raise ValueError(f"option {name!r} is {value!r}; expected {expected}")
