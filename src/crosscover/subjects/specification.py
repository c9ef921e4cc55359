"""Subject specifications: what a path or command on the command line may mean.

Usage errors are reported before any large library is imported.
"""

import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import which
from typing import NoReturn

from crosscover.errors import UsageError
from crosscover.option_values import did_you_mean
from crosscover.options import ENGINE, KINDS, PROGRAM

from .compiling import COMPILERS
from .processes.worker import package_of
from .sources import programs_and_functions

PREFIXES = tuple(f"{kind}:" for kind in KINDS)

TYPESCRIPT = (".ts", ".mts", ".cts")

_JAVASCRIPT = (".js", ".cjs", ".mjs", *TYPESCRIPT)

_LANGUAGES = {".c": "c", **dict.fromkeys((".cc", ".cpp", ".cxx"), "cpp"), ".java": "java"}
"""Languages whose functions are compiled with a harness, by file suffix."""

_FOUND = which("python3")

_INTERPRETERS = {
    # crosscover's own interpreter, by its usual name if that is the one on PATH
    ".py": "python3" if _FOUND and Path(_FOUND).parent == Path(sys.executable).parent else shlex.quote(sys.executable),
    **dict.fromkeys((".js", ".cjs", ".mjs"), "node"),
    ".pl": "perl",
    ".php": "php",
    ".rb": "ruby",
    ".lua": "lua",
    ".awk": "awk -f",
    ".sh": "bash",
    ".jar": "java -jar",
}
"""Commands that run a file, by file suffix."""

_NODES = {
    (26, 0): (),
    (22, 7): ("--no-warnings", "--experimental-transform-types"),
    (22, 6): ("--no-warnings", "--experimental-strip-types"),
}
"""Options with which Node runs TypeScript, by its lowest version, the latest first."""

SCRIPTS = (*_INTERPRETERS, *_JAVASCRIPT)
"""Suffixes of sources that are run or loaded."""


def meanings(what: str) -> tuple[str, ...]:  # noqa: PLR0911 - one for each kind
    """Return the explicit specifications that a solver on the command line may mean, the most likely one first.

    A Python or JavaScript file may be a module or a program. No solver is run. Raises UsageError, with advice, if
    `what` names no solver.
    """
    from crosscover.engines import ENGINES  # noqa: PLC0415 - the pytest plugin starts faster

    file, colon, function = (what, "", "") if _is_file(what) else what.partition(":")
    if what.startswith(PREFIXES):
        return (what,)
    if what in ENGINES:
        return (f"{ENGINE}:{what}",)
    if _is_file(file):
        modules = {".py": f"python:{what}"} | dict.fromkeys(_JAVASCRIPT, f"js:{'' if file[0] in './' else './'}{what}")
        language = _LANGUAGES.get(Path(file).suffix)
        command = None if colon else command_for(file)
        if language:
            is_program, is_function = programs_and_functions(Path(file))
            command = command if is_program else None
            if colon or is_function:
                modules[Path(file).suffix] = f"{language}:{what}"
        found = filter(None, (modules.get(Path(file).suffix), command and f"exec:{command}"))
        return tuple(found) or refuse(what)
    program, *words = split(what)
    command = command_for(program) if _is_file(program) else None
    if command is not None:
        return (f"exec:{command} {shlex.join(words)}".rstrip(),)
    if which(program) is not None and (words or not colon):
        return (f"exec:{what}",)
    if colon and all(part.isidentifier() for part in f"{file}.{function}".split(".")):
        return (f"python:{what}",)
    return refuse(what)


def _is_file(name: str) -> bool:
    return name.isprintable() and os.path.isfile(name)  # noqa: PTH113 - a word too long for a name is none


def refuse(what: str) -> NoReturn:
    """Raise UsageError, and suggest a file with a similar name or list the forms of a specification."""
    path = Path(what.partition(" ")[0].partition(":")[0])
    kinds = "engine:NAME, exec:COMMAND, or KIND:FILE:FUNCTION, where KIND is python, js, c, cpp or java"
    advice = f"expected a file, a command, or one of {kinds}"
    if path.is_dir():
        advice = f"it is a folder; `crosscover check {shlex.quote(str(path))}` lists the solvers in it"
    elif not _is_file(str(path)) and (path.suffix or os.sep in str(path)):
        names = [neighbour.name for neighbour in path.parent.iterdir()] if path.parent.is_dir() else []
        advice = f"there is no file {path}{did_you_mean(path.name, names)}"
    raise UsageError(f"{what!r} names no solver: {advice}")


def files_of(spec: str) -> list[Path]:
    """Return the files that a specification refers to: a function's file, or each word of a command that names a file.

    A word may also be a file with a function, as in `mine.py:solve`.

    Raises UsageError if the command cannot be split into words.
    """
    kind, _, target = spec.partition(":") if spec.startswith(PREFIXES) else (PROGRAM, "", spec)
    words = split(target) if kind == PROGRAM else (target.partition(":")[0],)
    names = [name for word in words for name in dict.fromkeys((word, word.partition(":")[0]))]
    return [Path(name) for name in names if _is_file(name)]


def split(command: str) -> tuple[str, ...]:
    """Split a command into words as a shell does; raises UsageError if it is malformed or empty."""
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"exec:{command} cannot be split into words: {error}") from None
    if not argv:
        raise UsageError("the command of the solver is empty: expected a command such as ./a.out")
    return argv


def command_for(file: str) -> str | None:
    """Return the command that runs a file: with its interpreter, as a source to compile, or directly.

    None if its suffix is unknown and it is not executable.
    """
    path = Path(file)
    if path.suffix == ".class":
        return shlex.join(["java", "-cp", str(path.parent), path.stem])
    if path.suffix == ".py" and (module := _module(path)):
        return module
    if path.suffix in TYPESCRIPT:
        return f"{shlex.join(typescript())} {shlex.quote(file)}"
    if path.suffix in _INTERPRETERS:
        return f"{_INTERPRETERS[path.suffix]} {shlex.quote(file)}"
    if path.suffix in COMPILERS or os.access(path, os.X_OK):
        return shlex.quote(file if os.sep in file else f"./{file}")
    return None


def _module(path: Path) -> str:
    """Return the command that runs a Python file as a module, if it imports from its own package; empty otherwise."""
    root, package, is_imported = package_of(str(path.parent.resolve()), path.read_bytes())
    if not is_imported:
        return ""
    name = package if path.stem in ("__init__", "__main__") else f"{package}.{path.stem}"
    variables = "" if Path(root) == Path.cwd() else f"env PYTHONPATH={shlex.quote(os.path.relpath(root))} "
    return f"{variables}{_INTERPRETERS['.py']} -m {name}"


@cache
def typescript() -> tuple[str, ...]:
    """Return the beginning of a command that runs TypeScript: a recent Node, or else Bun, tsx or Deno.

    Raises UsageError if there is none. Only from version 22.7 does Node run enums and parameter properties.
    """
    this = "node is not on PATH"
    if which("node"):
        with suppress(subprocess.TimeoutExpired):
            run = subprocess.run(("node", "--version"), capture_output=True, text=True, check=False, timeout=10)  # noqa: S607 - the user's
            numbers = tuple(int(number) for number in re.findall(r"\d+", run.stdout)[:2])
            for first, flags in _NODES.items():
                if numbers >= first:
                    return ("node", *flags)
            this = f"this is {run.stdout.strip()}"
    for others in (("bun",), ("tsx",), ("deno", "run", "-A", "--unstable-sloppy-imports")):
        if which(others[0]):
            return others
    raise UsageError(f"TypeScript needs node 22.6 or later; {this}. Or install bun, tsx or deno: `npm install -g bun`")
