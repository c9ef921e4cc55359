"""Commands of programs: the interpreter that a file needs by its suffix, and the compiler of a source."""

import atexit
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp

from crosscover.exit_code import UsageError

_FOUND = which("python3")

_INTERPRETERS = {
    # that of crosscover, by its usual name if PATH leads to it
    ".py": "python3" if _FOUND and Path(_FOUND).parent == Path(sys.executable).parent else shlex.quote(sys.executable),
    **dict.fromkeys((".js", ".cjs", ".mjs", ".ts"), "node"),
    ".pl": "perl",
    ".php": "php",
    ".rb": "ruby",
    ".lua": "lua",
    ".awk": "awk -f",
    ".sh": "bash",
    ".jar": "java -jar",
}
"""Commands that run a file, by its suffix."""

_COMPILERS = {
    ".c": "cc -O2 -o {output} {source} -lm",
    **dict.fromkeys((".cc", ".cpp", ".cxx"), "c++ -O2 -std=c++17 -o {output} {source}"),
    ".rs": "rustc -O -o {output} {source}",
    ".go": "go build -o {output} {source}",
    ".java": "javac -d {folder} {source}",
}
"""Commands that compile a source with a main function, by its suffix."""

_COMPILE_SECONDS = 60.0
"""Time limit of a compiler in seconds."""


def split(command: str) -> tuple[str, ...]:
    """Split a command into words as a shell does; raises UsageError if a shell could not, and for no words."""
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"exec:{command} cannot be split into words: {error}") from None
    if not argv:
        raise UsageError("exec: needs a command, such as exec:./a.out")
    return argv


def command_for(file: str) -> str | None:
    """Return the command that runs a file: with its interpreter, as a source to compile, or as it is.

    None if nothing is known about its suffix, and it is not executable.
    """
    path = Path(file)
    if path.suffix == ".class":
        return shlex.join(["java", "-cp", str(path.parent), path.stem])
    if path.suffix in _INTERPRETERS:
        return f"{_INTERPRETERS[path.suffix]} {shlex.quote(file)}"
    if path.suffix in _COMPILERS or os.access(path, os.X_OK):
        return shlex.quote(file if os.sep in file else f"./{file}")
    return None


def built(argv: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Compile the source with which a command begins, if it does; return the command, and how it was compiled.

    The result is kept until this process ends. Raises UsageError if it does not compile.
    """
    if Path(argv[0]).suffix not in _COMPILERS or not os.path.isfile(argv[0]):  # noqa: PTH113 - a name too long for a path is none
        return tuple(argv), ""
    path = Path(argv[0]).resolve()
    program, build = _compiled(path, path.stat().st_mtime_ns)
    return (*program, *argv[1:]), build


@cache
def _compiled(source: Path, _changed: int) -> tuple[tuple[str, ...], str]:
    folder = Path(mkdtemp(prefix="crosscover-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    output = folder / source.stem
    words = [word.format(output=output, source=source, folder=folder) for word in _COMPILERS[source.suffix].split()]
    shown = _COMPILERS[source.suffix].format(output=source.stem, source=source.name, folder=".")
    if which(words[0]) is None:
        raise UsageError(f"{source.name} needs the compiler {words[0]}, which is not among the programs on PATH")
    try:
        run = subprocess.run(  # noqa: S603 - a compiler
            words, cwd=folder, capture_output=True, text=True, check=False, timeout=_COMPILE_SECONDS, errors="replace"
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"{source.name} was compiled by {shown} for more than {_COMPILE_SECONDS:g} s") from None
    if run.returncode:
        lines = (run.stderr + run.stdout).splitlines()
        first = next((line for line in lines if "error" in line.lower()), *lines[:1]) if lines else "without a message"
        raise UsageError(f"{source.name} does not compile ({shown}): {first.strip()}")
    if source.suffix != ".java":
        return (str(output),), f"compiled by {shown}"
    classes = sorted(folder.rglob("*.class"), key=lambda path: path.stem != source.stem)
    main = next((path for path in classes if b"([Ljava/lang/String;)V" in path.read_bytes()), output)
    name = ".".join(main.relative_to(folder).with_suffix("").parts)
    return ("java", "-cp", str(folder), name), f"compiled by {shown}"
