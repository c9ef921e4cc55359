"""The languages of functions under test: how their workers are started, and how their crashes are explained.

A runtime that `forks` loads the function once; otherwise it is started for each batch. `command` raises NotStartedError
if the interpreter is missing. Its `seed`, a number from 1, is for workers that cannot seed their random numbers by the
batch.
"""

import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from crosscover.exit_code import NotStartedError, UsageError
from crosscover.options import Options

from .exits import place_in_python
from .processes.confinement import ADOPTS_ORPHANS

_WORKERS = Path(__file__).with_name("processes")
_PYTHON_WORKER = _WORKERS / "worker.py"
_NODE_WORKER = _WORKERS / "worker.mjs"

NAME = re.compile(r"[\w$.]+")
"""A function by its name; anything else is an expression of `puzzle`."""

_NODE_MEMORY = 100
"""MiB of node besides the heap of old objects, for code and threads."""


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function in a module or a file, run by our own interpreter or the one that `Options.python` names."""

    place: str
    function: str
    forks: ClassVar[bool] = ADOPTS_ORPHANS

    @classmethod
    def parse(cls, target: str) -> "PythonFunction":
        """Read PLACE or PLACE:FUNCTION; raises UsageError for a target without a place."""
        place, _, function = target.partition(":")
        if not place:
            raise UsageError(f"{target!r} names no module; expected python:package.module:function or python:file.py")
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

    def remark(self, reason: str, errors: str) -> str:
        """Return what may help, or the line that `faulthandler` printed, to append to the reason of a failure."""
        if reason.startswith("ModuleNotFoundError"):
            return "; --python PATH runs it in the environment where the module is installed"
        return place_in_python(errors, _is_users)


def _interpreter(python: str | None) -> str:
    if python is None:
        return sys.executable
    path = Path(python).expanduser()
    path = path / "bin" / "python" if path.is_dir() else path
    found = shutil.which(path.absolute()) or (shutil.which(python) if os.sep not in python else None)
    if found is None:
        raise NotStartedError(f"--python {python} is neither an interpreter nor a virtual environment")
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
        place, _, function = target.partition(":")
        if not place:
            raise UsageError(f"{target!r} names no module; expected js:./file.mjs:function or js:package:function")
        is_file = place.startswith(("./", "../", "/")) or os.path.isfile(place)  # noqa: PTH113 - a name too long for a path is a package
        return cls(str(Path(place).resolve()) if is_file else place, function, is_file)

    def command(self, folder: str, options: Options, seed: int) -> tuple[str, ...]:
        """Return the command of node, with its output moved away from the answers, which go to descriptor 3.

        Code given by `--eval` finds packages from the working directory, as a module there would. Node 22.6 or later
        runs TypeScript; versions that do so by default accept the option as well.
        """
        node = shutil.which("node")
        if node is None:
            raise NotStartedError("node, which runs it, is not among the programs on PATH (https://nodejs.org)")
        start = f"import {{ main }} from {json.dumps(_NODE_WORKER.as_uri())}; "
        start += "main(JSON.parse(process.argv[1]), (name) => import(name));"
        heap = max(options.memory_mebibytes - _NODE_MEMORY, options.memory_mebibytes // 4)
        target = json.dumps({"place": self.place, "is_file": self.is_file, "folder": folder})
        limits = f"--random-seed={seed}", f"--max-old-space-size={heap}", "--v8-pool-size=1"
        types = ("--experimental-strip-types",) if self.place.endswith((".ts", ".mts", ".cts")) else ()
        how = "--no-warnings", *limits, *types, "--input-type=module", "--eval"
        return "/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh", node, *how, start, target

    def made(self, owner: str) -> str:
        """Return the expression of a new object."""
        return f"new {owner}()"

    def remark(self, reason: str, errors: str) -> str:  # noqa: ARG002 - as for Python
        """Return what may help: packages are looked for from the working directory."""
        if reason.startswith("Error: Cannot find package") and not self.is_file:
            return "; packages are looked for in node_modules here and above, files are named with ./ before them"
        return ""


Runtime = PythonFunction | JavaScriptFunction
