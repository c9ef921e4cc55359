"""Specifications of subjects, as on the command line: the subject, its files, and suggestions for misspelt ones."""

import os
import shlex
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crosscover.exit_code import UsageError
from crosscover.options import KINDS, Options
from crosscover.spelling import did_you_mean, nearest

if TYPE_CHECKING:
    from .subject import Subject, SubjectKind

PREFIXES = tuple(f"{kind}:" for kind in KINDS)
"""Prefixes of specifications."""


EXPECTED = "expected engine:NAME, python:PLACE:FUNCTION, js:PLACE:FUNCTION or exec:COMMAND"

_JAVASCRIPT = (".js", ".cjs", ".mjs", ".ts", ".mts", ".cts")
_SOURCES = {".c": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".go": "go", ".java": "java", ".rs": "rust"}
"""Languages, as in `crosscover init --harness`, by the suffixes of sources that need a compiler."""


def subject(spec: str, options: Options = Options()) -> "Subject":
    """The subject of a specification: `engine:NAME`, `python:PLACE:FUNCTION`, `js:PLACE:FUNCTION` or `exec:COMMAND`.

    Nothing is started yet, so a missing program is found when it is run. Raises UsageError, also for an unknown engine,
    and UnavailableEngineError for an engine that is not available here.
    """
    match spec.split(":", 1):
        case "engine", name:
            from crosscover.engines import engine  # noqa: PLC0415 - programs and functions need no engine

            from .engine_subject import EngineSubject  # noqa: PLC0415 - a usage error needs no subject

            return EngineSubject(spec, partial(engine, name), options)
        case "python" | "js" as kind, target:
            from .functions import FunctionSubject  # noqa: PLC0415 - as above
            from .runtimes import JavaScriptFunction, PythonFunction  # noqa: PLC0415 - as above

            function = PythonFunction if kind == "python" else JavaScriptFunction
            return FunctionSubject(spec, function.parse(target), options)
        case "exec", command:
            from .programs import ProgramSubject  # noqa: PLC0415 - as above

            return ProgramSubject(spec, command, options)
        case _:
            raise UsageError(suggest(spec))


def kind_of(spec: str) -> "SubjectKind":
    """The kind of the subject of a specification, which need not exist."""
    from .subject import SubjectKind  # noqa: PLC0415 - as above

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
    """The existing files in a specification: the file of a function, or the words of a command.

    Raises UsageError for a command that a shell cannot split.
    """
    kind, _, target = spec.partition(":")
    try:
        words = shlex.split(target) if kind == "exec" else [target, target.rpartition(":")[0]]
    except ValueError as error:
        raise UsageError(f"{spec!r}: {error}") from None
    return [Path(word) for word in words if os.path.isfile(word)]  # noqa: PTH113 - a word too long for a name is none


def refuse_unnamed(spec: str) -> None:
    """Raise UsageError, with advice, unless a text begins like the specification of a solver."""
    if not spec.startswith(PREFIXES):
        raise UsageError(suggest(spec))


def suggest(word: str) -> str:
    """Return a message that suggests a specification by the files of that name; nothing is run."""
    try:
        advice = _advice(word) if word.isprintable() else ""
    except OSError:  # it is too long for the name of a file
        advice = ""
    return f"{word!r} names no solver: {advice or EXPECTED}"


def _advice(word: str) -> str:  # noqa: PLR0911 - one for each kind
    from crosscover.engines import ENGINES  # noqa: PLC0415 - a subject that is named well needs no engine

    place, colon, function = word.partition(":")
    path = Path(place)
    kind = nearest(place, KINDS) if colon and place.isidentifier() else ""
    if kind:
        return f"try {shlex.quote(f'{kind}:{function}')}"
    if " " in word and not path.exists():
        return _command_advice(word)
    if word in ENGINES:
        return f"try engine:{word}"
    if path.suffix in (".py", *_JAVASCRIPT, *_SOURCES) and not path.exists():
        files = (one.name for one in path.parent.iterdir()) if path.parent.is_dir() else ()
        return f"there is no file {place}{did_you_mean(path.name, files)}"
    if path.suffix == ".py":
        return f"try python:{word}"
    if path.suffix in _JAVASCRIPT:
        return f"try js:{word if path.is_absolute() or word.startswith('.') else f'./{word}'}"
    if path.suffix in _SOURCES:
        language = _SOURCES[path.suffix]
        return f"compile it, and try exec:COMMAND; `crosscover init --harness {language}` writes a program around it"
    if colon and function.isidentifier() and all(part.isidentifier() for part in place.split(".")):
        return f"try python:{word}"
    return _command_advice(word)


def _command_advice(word: str) -> str:
    """Suggest a command, if its program exists."""
    try:
        program = next(iter(shlex.split(word)), "")
    except ValueError:
        return ""
    if os.sep not in program and os.access(program, os.X_OK) and Path(program).is_file():
        word = f"./{word}"
    elif Path(program).is_dir() or (os.sep not in program and shutil.which(program) is None):
        return ""
    return f"try {shlex.quote(f'exec:{word}')}"
