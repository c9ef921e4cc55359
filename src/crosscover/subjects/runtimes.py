"""The languages of functions under test: how their workers are started, and how their crashes are explained.

A runtime that `forks` loads the function once; otherwise it is started for each batch. `command` raises
RuntimeUnavailableError. Its `seed`, a number from 1, is for workers that cannot seed their random numbers by the batch.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from crosscover.exit_code import UsageError
from crosscover.options import Options

from .exits import place_in_python
from .processes.confinement import ADOPTS_ORPHANS

_WORKERS = Path(__file__).with_name("processes")
_PYTHON_WORKER = _WORKERS / "worker.py"
_NODE_WORKER = _WORKERS / "worker.mjs"

_TARGET = re.compile(r"(?P<place>[^:]+)(?::(?P<function>.*))?", re.DOTALL)

NAME = re.compile(r"[\w$.]+")
"""A function by its name; anything else is an expression of `puzzle`."""

_NODE_MEMORY = 100
"""MiB of node besides the heap of old objects, for code and threads."""


class RuntimeUnavailableError(Exception):
    """The interpreter of the function is missing, as the message explains."""


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function in a module or a file, run by our own interpreter or the one that `Options.python` names."""

    place: str
    function: str
    forks: ClassVar[bool] = ADOPTS_ORPHANS

    @classmethod
    def parse(cls, target: str) -> "PythonFunction":
        """Read PLACE or PLACE:FUNCTION; raises UsageError for a target without a place."""
        place, function = split_target(target, "python:package.module:function or python:file.py:function")
        is_file = place.endswith(".py") or os.sep in place
        return cls(str(Path(place).resolve()) if is_file else place, function)

    def command(self, folder: str, options: Options, seed: int) -> tuple[str, ...]:  # noqa: ARG002 - forked copies seed themselves
        """Return the command of the worker under the requested interpreter, which has its own modules."""
        path = None if options.python else list(filter(None, sys.path))
        target = json.dumps({"place": self.place, "folder": folder, "path": path})
        return _interpreter(options.python), str(_PYTHON_WORKER), target

    def made(self, owner: str) -> str:
        """Return the expression of a new object."""
        return f"{owner}()"

    def remark(self, reason: str, errors: str, options: Options) -> str:
        """Return what may help, or the line that `faulthandler` printed, to append to the reason of a failure."""
        if reason.startswith("ModuleNotFoundError") and not options.python:
            return "; --python PATH runs it in the environment where the module is installed"
        if reason.startswith("exited with") and options.python:
            return "; --python takes Python 3.9 or later"
        return place_in_python(errors, _is_users)


def split_target(target: str, expected: str) -> tuple[str, str]:
    """Return the place of a function, and its name or expression, which may be empty.

    >>> split_target("mine.py:Solver(puzzle).board[0:9]", "")
    ('mine.py', 'Solver(puzzle).board[0:9]')
    """
    found = _TARGET.fullmatch(target)
    if found is None:
        raise UsageError(f"{target!r} names no module; expected {expected}")
    return found["place"], found["function"] or ""


def _interpreter(python: str | None) -> str:
    if python is None:
        return sys.executable
    path = Path(python).expanduser()
    path = path / "bin" / "python" if path.is_dir() else path
    found = shutil.which(path.absolute()) or (shutil.which(python) if os.sep not in python else None)
    if found is None:
        raise RuntimeUnavailableError(f"--python {python} is neither an interpreter nor a virtual environment")
    return str(found)


def _is_users(path: str) -> bool:
    is_library = "/lib/python" in path or "/site-packages/" in path
    return not is_library and path != str(_PYTHON_WORKER) and not path.startswith((sys.base_prefix, sys.prefix, "<"))


@dataclass(frozen=True, slots=True)
class JavaScriptFunction:
    """A function that a file or a package exports, or that a script defines, run by node."""

    place: str
    function: str
    is_file: bool
    forks: ClassVar[bool] = False

    @classmethod
    def parse(cls, target: str) -> "JavaScriptFunction":
        """Read PLACE or PLACE:FUNCTION; raises UsageError for a target without a place."""
        place, function = split_target(target, "js:./file.mjs:function or js:package:function")
        is_file = place.startswith(("./", "../", "/")) or os.path.isfile(place)  # noqa: PTH113 - a name too long for a path is a package
        return cls(str(Path(place).resolve()) if is_file else place, function, is_file)

    def made(self, owner: str) -> str:
        """Return the expression of a new object."""
        return f"new {owner}()"

    def command(self, folder: str, options: Options, seed: int) -> tuple[str, ...]:
        """Return the command of node, with its output moved away from the answers, which go to descriptor 3.

        Code given by `--eval` finds packages from the working directory, as a module there would.
        """
        node = shutil.which("node")
        if node is None:
            raise RuntimeUnavailableError("node, which runs it, is not among the programs on PATH (https://nodejs.org)")
        start = f"import {{ main }} from {json.dumps(_NODE_WORKER.as_uri())}; "
        start += "main(JSON.parse(process.argv[1]), (name) => import(name));"
        heap = max(options.memory_mebibytes - _NODE_MEMORY, options.memory_mebibytes // 4)
        target = json.dumps({"place": self.place, "is_file": self.is_file, "folder": folder})
        limits = f"--random-seed={seed}", f"--max-old-space-size={heap}", "--v8-pool-size=1"
        types = _typescript(node) if self.place.endswith((".ts", ".mts", ".cts")) else ()
        how = "--no-warnings", *limits, *types, "--input-type=module", "--eval"
        return "/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh", node, *how, start, target

    def remark(self, reason: str, errors: str, options: Options) -> str:  # noqa: ARG002 - as for Python
        """Return what may help: packages are looked for from the working directory."""
        if reason.startswith("Error: Cannot find package") and not self.is_file:
            return "; packages are looked for in node_modules here and above, files are named with ./ before them"
        return ""


@cache
def _typescript(node: str) -> tuple[str, ...]:
    """Return the options with which node runs TypeScript; raises RuntimeUnavailableError if it cannot."""
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - found by its name
    version = tuple(map(int, re.findall(r"\d+", shown)[:2]))
    if version < (22, 6):
        raise RuntimeUnavailableError(
            f"node 22.6 or later runs TypeScript, and this is node {shown.strip()}: compile it"
        )
    return () if version >= (23, 6) or (22, 18) <= version < (23,) else ("--experimental-strip-types",)


Runtime = PythonFunction | JavaScriptFunction
