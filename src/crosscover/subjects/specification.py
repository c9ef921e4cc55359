"""From a specification, as people write it on a command line, to a subject."""

import shlex
from functools import partial
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.options import Options

from .engine_subject import EngineSubject
from .functions import FunctionSubject
from .programs import ProgramSubject
from .runtimes import JavaScriptFunction, PythonFunction
from .subject import Subject, SubjectKind
from .suggestion import suggest

PREFIXES = ("engine:", "python:", "js:", "exec:")
"""What a specification begins with."""


def subject(spec: str, options: Options = Options()) -> Subject:
    """The subject of a specification: `engine:NAME`, `python:PLACE:FUNCTION`, `js:PLACE:FUNCTION` or `exec:COMMAND`.

    Nothing is started yet: a program that is not there shows when it is asked. Raises UsageError, also for an engine
    that is unknown, and UnavailableEngineError for one that cannot run here.
    """
    match spec.split(":", 1):
        case "engine", name:
            from crosscover.engines import engine  # noqa: PLC0415 - programs and functions need no engine

            return EngineSubject(spec, partial(engine, name), options)
        case "python", target:
            return FunctionSubject(spec, PythonFunction.parse(target), options)
        case "js", target:
            return FunctionSubject(spec, JavaScriptFunction.parse(target), options)
        case "exec", command:
            return ProgramSubject(spec, command, options)
        case _:
            raise UsageError(suggest(spec))


def kind_of(spec: str) -> SubjectKind:
    """The kind of the subject of a specification, which need not exist."""
    kind, _, name = spec.partition(":")
    if kind == "engine":
        return SubjectKind.DANCING_LINKS if name.split(":")[0] == "dlx" else SubjectKind.ENGINE
    return SubjectKind.PROGRAM if kind == "exec" else SubjectKind.FUNCTION


def refuse_unknown(spec: str, options: Options) -> None:
    """Raise UsageError for a specification that names nothing; unlike `subject`, builds no engine."""
    if spec.startswith("engine:"):
        from crosscover.engines import builder  # noqa: PLC0415 - programs and functions need no engine

        builder(spec.removeprefix("engine:"))
    else:
        subject(spec, options).close()


def files_of(spec: str) -> list[Path]:
    """The files that a specification names, as far as can be told: that of a function, the words of a command.

    Raises UsageError for a command that a shell cannot split.
    """
    kind, _, target = spec.partition(":")
    try:
        words = shlex.split(target) if kind == "exec" else [target, target.rpartition(":")[0]]
    except ValueError as error:
        raise UsageError(f"{spec!r}: {error}") from None
    return [path for path in map(Path, words) if path.is_file()]
