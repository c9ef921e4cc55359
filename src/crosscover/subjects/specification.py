"""From the words on a command line to a subject."""

from functools import partial

from crosscover.reference import Engine
from crosscover.dialects.registry import DIALECTS, dialect

from .engines import EngineSubject
from .functions import FunctionSubject
from .options import PROFILES, Call, Options
from .programs import ProgramSubject
from .subject import Subject

__all__ = ["PROFILES", "Call", "Options", "SpecificationError", "subject"]


class SpecificationError(ValueError):
    """A specification that names no subject; the message says what was expected."""


DEFAULT = Options()


def subject(spec: str, options: Options = DEFAULT) -> Subject:
    """The subject of a specification: `engine:NAME`, `python:PLACE:FUNCTION` or `exec:COMMAND`.

    Nothing is started yet: a program that is not there shows when it is asked. Raises SpecificationError, and what the
    catalogue of engines raises for an engine that is unknown or cannot run here.
    """
    kind, colon, rest = spec.partition(":")
    try:
        match kind:
            case "engine" if colon:
                return EngineSubject(spec, partial(_engine, rest), options)
            case "python" if colon:
                return FunctionSubject(spec, rest, options)
            case "exec" if colon:
                return _program(spec, rest, options)
            case _:
                raise SpecificationError(f"{spec!r} is none of engine:NAME, python:PLACE:FUNCTION, exec:COMMAND")
    except ValueError as error:
        if isinstance(error, SpecificationError):
            raise
        raise SpecificationError(str(error)) from error


def _engine(name: str) -> Engine:
    from crosscover.engines import engine  # noqa: PLC0415 - programs and functions need no engine

    return engine(name)


def _program(spec: str, command: str, options: Options) -> ProgramSubject:
    try:
        spoken = dialect(options.dialect)
    except KeyError:
        raise SpecificationError(f"no dialect {options.dialect!r}; there are {', '.join(DIALECTS)}") from None
    if options.stream and not spoken.line_per_puzzle:
        raise SpecificationError(f"the dialect {spoken.name} is not asked line by line, as --stream does")
    return ProgramSubject(spec, command, spoken, options)
