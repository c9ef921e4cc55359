"""The languages of functions under test: how their workers are started, and how their crashes are explained.

The workers are in `processes/`. Each receives the function to load as JSON, and writes the records that `records.py`
reads. A runtime that `forks` loads the function once; otherwise it is started for each batch. `command` raises
RuntimeUnavailableError. Its `seed`, a number from 1, is for workers that cannot seed their random numbers by the batch.
`place_of_end` and `advice` return text to append to the reason of a failure, empty if there is nothing to add.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from crosscover.exit_code import UsageError
from crosscover.options import Options

from .exit_diagnosis import place_in_python

_WORKERS = Path(__file__).with_name("processes")
_PYTHON_WORKER = _WORKERS / "worker.py"
_NODE_WORKER = _WORKERS / "worker.mjs"

_TYPESCRIPT = (".ts", ".mts", ".cts")

_NODE_MEMORY = 100
"""MiB of node besides the heap of old objects: code, the heap of new ones, and 8 for each of a few threads.

Of those for tidying up and compiling one has to do, or it would not start under the 64 MiB of POJ 3074.
"""

_LEAST_NODE_MEMORY = 64
"""Minimum memory limit in MiB: below it, node may wait forever for a thread that it cannot start."""


class RuntimeUnavailableError(Exception):
    """The interpreter of the function is missing, as the message explains."""


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """A function in a module or a file, run by our own interpreter or the one that `Options.python` names."""

    place: str
    function: str
    forks: ClassVar[bool] = True

    @classmethod
    def parse(cls, target: str) -> "PythonFunction":
        """Read PLACE or PLACE:FUNCTION; raises UsageError for a target without a place."""
        place, function = _split(target, "python:package.module:function or python:file.py:function")
        is_file = place.endswith(".py") or os.sep in place
        return cls(str(Path(place).resolve()) if is_file else place, function)

    def command(self, folder: str, options: Options, seed: int) -> tuple[str, ...]:  # noqa: ARG002 - forked copies seed themselves
        """Return the command of the worker under the requested interpreter, which has its own modules."""
        path = None if options.python else list(filter(None, sys.path))
        target = _target(self, options, folder=folder, path=path)
        return _interpreter(options.python), str(_PYTHON_WORKER), target

    def place_of_end(self, errors: str) -> str:
        """Return the line that `faulthandler` printed."""
        return place_in_python(errors, _is_users)

    def advice(self, reason: str, options: Options) -> str:
        """The environment may be the wrong one."""
        if reason.startswith("ModuleNotFoundError") and not options.python:
            return "; --python PATH runs it in the environment where the module is installed"
        if reason.startswith("exited with") and options.python:
            return "; --python takes Python 3.9 or later"
        return ""


def _split(target: str, expected: str) -> tuple[str, str]:
    """The place of a function, and its name, which is empty for the only function there."""
    place, _, function = target.rpartition(":") if ":" in target else (target, "", "")
    if not place:
        raise UsageError(f"{target!r} names no module; expected {expected}")
    return place, function


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
    """A function that a file or a package exports, run by node; by default the default export, or the only one."""

    place: str
    function: str
    is_file: bool
    forks: ClassVar[bool] = False

    @classmethod
    def parse(cls, target: str) -> "JavaScriptFunction":
        """Read PLACE or PLACE:FUNCTION; raises UsageError for a target without a place."""
        place, function = _split(target, "js:./file.mjs:function or js:package:function")
        is_file = place.startswith(("./", "../", "/")) or os.path.isfile(place)  # noqa: PTH113 - a name too long for a path is a package
        return cls(str(Path(place).resolve()) if is_file else place, function, is_file)

    def command(self, folder: str, options: Options, seed: int) -> tuple[str, ...]:  # noqa: ARG002 - it is what node starts in
        """Node, with its output moved away from the answers, which go to descriptor 3.

        Code given by `--eval` finds packages from the working directory, as a module there would.
        """
        node = shutil.which("node")
        if node is None:
            raise RuntimeUnavailableError("node, which runs it, is not among the programs on PATH (https://nodejs.org)")
        types = (
            typescript_options(_version(node), os.path.relpath(self.place)) if self.place.endswith(_TYPESCRIPT) else ()
        )
        worker = json.dumps(_NODE_WORKER.as_uri())
        start = f"import {{ main }} from {worker}; main(JSON.parse(process.argv[1]), (name) => import(name));"
        heap = max(options.memory_limit - _NODE_MEMORY, options.memory_limit // 4)  # so that it is tidied up in time
        return (
            *("/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh"),
            *(
                node,
                "--no-warnings",
                f"--random-seed={seed}",
                f"--max-old-space-size={heap}",
                "--v8-pool-size=1",
                *types,
            ),
            *(
                "--input-type=module",
                "--eval",
                start,
                _target(self, options),
            ),
        )

    def place_of_end(self, errors: str) -> str:  # noqa: ARG002 - node does not report it
        """Nothing, because node does not report the place."""
        return ""

    def advice(self, reason: str, options: Options) -> str:
        """Packages are looked for from the working directory; node needs some memory to start."""
        if reason.startswith("Error: Cannot find package") and not self.is_file:
            return "; packages are looked for in node_modules here and above, files are named with ./ before them"
        if options.memory_limit < _LEAST_NODE_MEMORY:
            return f"; node itself needs a --memory-limit of {_LEAST_NODE_MEMORY}"
        return ""


def typescript_options(version: tuple[int, ...], file: str = "solver.ts") -> tuple[str, ...]:
    """The options with which node of this version runs TypeScript; raises RuntimeUnavailableError if it cannot.

    >>> typescript_options((22, 12, 0))
    ('--experimental-strip-types',)
    """
    if version >= (23, 6) or (22, 18) <= version < (23,):
        return ()
    if version >= (22, 6):
        return ("--experimental-strip-types",)
    found, compiled = ".".join(map(str, version)), Path(file).with_suffix(".mjs").name
    raise RuntimeUnavailableError(
        f"node 22.6 or later runs TypeScript, and this is node {found}; otherwise compile it, for example by "
        f"`npx esbuild {file} --format=esm --outfile={compiled}`, and try js:./{compiled}; a program that reads "
        f"puzzles from stdin needs no node: exec:bun {file}, 'exec:deno run {file}' or 'exec:npx tsx {file}'"
    )


@cache
def _version(node: str) -> tuple[int, ...]:
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - found by its name
    return tuple(map(int, re.findall(r"\d+", shown)[:3]))


Runtime = PythonFunction | JavaScriptFunction


def _target(function: Runtime, options: Options, **more: object) -> str:
    """The function to load, as JSON with these further entries."""
    how = {
        "call": options.call.value,
        "solutions": options.solutions_needed,
        "refuse_on": options.refuse_on.split(",") if options.refuse_on else [],
    }
    return json.dumps({**asdict(function), **how, **more})
