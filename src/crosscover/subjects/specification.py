"""Specifications of subjects: what a path or a command on the command line may mean, and the subject of each."""

import os
import shlex
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crosscover.exit_code import UsageError
from crosscover.option_values import did_you_mean
from crosscover.options import ENGINE, KINDS, Options

if TYPE_CHECKING:
    from .subject import Subject, SubjectKind

PREFIXES = tuple(f"{kind}:" for kind in KINDS)
"""Prefixes of explicit specifications."""

EXPECTED = "expected a file, a command, or one of engine:NAME, python:FILE:FUNCTION, js:FILE:FUNCTION, exec:COMMAND"

_JAVASCRIPT = (".js", ".cjs", ".mjs", ".ts", ".mts", ".cts")


def meanings(what: str) -> tuple[str, ...]:  # noqa: PLR0911 - one for each kind
    """Return the explicit specifications that a solver on the command line may mean, the most likely one first.

    A file of Python or JavaScript may be a module or a program. Nothing is run. Raises UsageError, with advice, for
    what names nothing.
    """
    if what.startswith(PREFIXES):
        return (what,)
    from crosscover.engines import ENGINES  # noqa: PLC0415 - a subject that is named well needs no engine

    from .commands import command_for  # noqa: PLC0415 - as above

    file, colon, function = (what, "", "") if _is_file(what) else what.partition(":")
    if _is_file(file):
        command = command_for(file)
        programs = () if colon or command is None else (f"exec:{command}",)
        if file.endswith(".py"):
            return (f"python:{what}", *programs)
        if file.endswith(_JAVASCRIPT):
            return (f"js:{'' if file.startswith(('.', os.sep)) else './'}{what}", *programs)
        if programs:
            return programs
        raise UsageError(f"{what!r} is neither executable nor a source that crosscover knows; {EXPECTED}")
    if what in ENGINES:
        return (f"{ENGINE}:{what}",)
    try:
        program = next(iter(shlex.split(what)), "")
    except ValueError as error:
        raise UsageError(f"{what!r} cannot be split into words: {error}") from None
    is_program = shutil.which(program) is not None and (" " in what or not colon)
    if is_program or (_is_file(program) and os.access(program, os.X_OK)):
        return (f"exec:{what}",)
    if _is_file(program) and (command := command_for(program)) is not None:
        return (f"exec:{command} {what[len(program) :].strip()}",)
    if colon and all(part.isidentifier() for part in f"{file}.{function}".split(".")):
        return (f"python:{what}",)
    raise UsageError(f"{what!r} names no solver: {_advice(what)}")


def _is_file(name: str) -> bool:
    return name.isprintable() and os.path.isfile(name)  # noqa: PTH113 - a word too long for a name is none


def _advice(what: str) -> str:
    """Suggest the name of a file that is similar, or the forms of a specification."""
    place = what.partition(":")[0]
    path = Path(next(iter(what.split()), what) if not Path(place).suffix else place)
    if path.suffix or os.sep in str(path):
        names = (one.name for one in path.parent.iterdir()) if path.parent.is_dir() else ()
        return f"there is no file {path}{did_you_mean(path.name, names)}"
    return EXPECTED


def subject(spec: str, options: Options = Options()) -> "Subject":
    """Return the subject of an explicit specification.

    Nothing is started yet, except for the compiler of a source, so a missing program is found when it is run. Raises
    UsageError, also for an unknown engine, and UnavailableEngineError for an engine that is not available here.
    """
    if not spec.startswith(PREFIXES):
        raise UsageError(f"{spec!r} names no solver: {_advice(spec)}")
    if spec.startswith(f"{ENGINE}:"):
        from crosscover.engines import engine  # noqa: PLC0415 - programs and functions need no engine

        from .engine_subject import EngineSubject  # noqa: PLC0415 - a usage error needs no subject

        return EngineSubject(spec, partial(engine, spec.removeprefix(f"{ENGINE}:")), options)
    from .process_subject import process_subject  # noqa: PLC0415 - as above

    return process_subject(spec, options)


def kind_of(spec: str) -> "SubjectKind":
    """Return the kind of the subject of an explicit specification, which need not exist."""
    from .subject import SubjectKind  # noqa: PLC0415 - as above

    kind, _, name = spec.partition(":")
    if kind == ENGINE:
        return SubjectKind.DANCING_LINKS if name.split(":")[0] == "dlx" else SubjectKind.ENGINE
    return SubjectKind.PROGRAM if kind == "exec" else SubjectKind.FUNCTION


def refuse_unknown(spec: str, options: Options) -> None:
    """Raise UsageError for an explicit specification that names nothing; unlike `subject`, builds no engine."""
    if spec.startswith(f"{ENGINE}:"):
        from crosscover.engines import builder  # noqa: PLC0415 - as above

        builder(spec.removeprefix(f"{ENGINE}:"))
    else:
        subject(spec, options).close()


def files_of(spec: str) -> list[Path]:
    """Return the existing files in a specification: the file of a function, or the words of a command.

    Raises UsageError for a command that a shell cannot split.
    """
    from .commands import split  # noqa: PLC0415 - as above

    kind, _, target = spec.partition(":") if spec.startswith(PREFIXES) else ("", "", spec)
    words = split(target) if kind in ("exec", "") and target else (target.partition(":")[0],)
    return [Path(word) for word in words if _is_file(word)]
