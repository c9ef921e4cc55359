"""Specifications of subjects: what a path or a command on the command line may mean, and the subject of each."""

import os
import shlex
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from crosscover.exit_code import UsageError
from crosscover.options import ENGINE, KINDS, PROGRAM, Options
from crosscover.spelling import did_you_mean

from .commands import command_for, split

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
    from crosscover.engines import ENGINES  # noqa: PLC0415 - the plugin of pytest starts faster

    file, colon, function = (what, "", "") if _is_file(what) else what.partition(":")
    if what.startswith(PREFIXES):
        return (what,)
    if what in ENGINES:
        return (f"{ENGINE}:{what}",)
    if _is_file(file):
        modules = {".py": f"python:{what}"} | dict.fromkeys(_JAVASCRIPT, f"js:{'' if file[0] in './' else './'}{what}")
        command = None if colon else command_for(file)
        found = filter(None, (modules.get(Path(file).suffix), command and f"exec:{command}"))
        return tuple(found) or _refuse(what)
    program, *words = split(what)
    if _is_file(program) and (command := command_for(program)) is not None:
        return (f"exec:{command} {shlex.join(words)}".rstrip(),)
    if shutil.which(program) is not None and (words or not colon):
        return (f"exec:{what}",)
    if colon and all(part.isidentifier() for part in f"{file}.{function}".split(".")):
        return (f"python:{what}",)
    return _refuse(what)


def _is_file(name: str) -> bool:
    return name.isprintable() and os.path.isfile(name)  # noqa: PTH113 - a word too long for a name is none


def _refuse(what: str) -> NoReturn:
    """Raise UsageError, with a file of a similar name, or the forms of a specification."""
    path, advice = Path(what.split(maxsplit=1)[0].partition(":")[0]), EXPECTED
    if path.suffix or os.sep in str(path):
        names = (one.name for one in path.parent.iterdir()) if path.parent.is_dir() else ()
        advice = f"there is no file {path}{did_you_mean(path.name, names)}"
    if _is_file(str(path)):
        advice = f"it is neither executable nor a source that crosscover knows; {EXPECTED}"
    raise UsageError(f"{what!r} names no solver: {advice}")


def subject(spec: str, options: Options = Options()) -> "Subject":
    """Return the subject of an explicit specification.

    Nothing is started yet, except for the compiler of a source, so a missing program is found when it is run. Raises
    UsageError, also for an unknown engine, and UnavailableEngineError for an engine that is not available here.
    """
    if not spec.startswith(PREFIXES):
        _refuse(spec)
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
    return SubjectKind.PROGRAM if kind == PROGRAM else SubjectKind.FUNCTION


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
    kind, _, target = spec.partition(":") if spec.startswith(PREFIXES) else (PROGRAM, "", spec)
    words = split(target) if kind == PROGRAM else (target.partition(":")[0],)
    return [Path(word) for word in words if _is_file(word)]
