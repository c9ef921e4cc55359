"""Functions in Python or JavaScript, run by a worker in their language.

Python's worker loads the file once and forks for each batch, so each batch starts from the freshly loaded state. Node
cannot fork, so it loads the file for each batch. The batch determines the random seed. Printing is allowed.
"""

import json
import os
import re
import shutil
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from errno import ENOENT
from pathlib import Path
from typing import Any

import msgspec

from crosscover.dialects import DIALECTS, Formatting
from crosscover.errors import UsageError
from crosscover.options import COMPILED, PRINTED, PYTHON, Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response

from .answers import argument, grid_in, response_of
from .blocks import BlockTexts
from .calls import Definition, way_of
from .compiled import meaning, worker_for
from .exits import diagnose
from .languages import LANGUAGES
from .processes.wire import ADOPTS_ORPHANS, RunResult
from .replies import Reader
from .sources import main_prepares
from .specification import TYPESCRIPT, typescript
from .subject import SubjectKind

_WORKERS = Path(__file__).with_name("processes")

_NODE_MEMORY = 100
"""Memory in MiB that Node needs for code and threads, in addition to its heap of old objects."""

_ADVICE = {
    r"ModuleNotFoundError": "; --python PATH runs it in the environment where the module is installed",
    r".*Cannot find (?:package|module) '((?:@[\w-]+/)?[\w-][\w.-]*)": r"; `npm install \1` installs it",
    r"calls input|reads stdin|waits for input|still running|process\.exit": "; GUARD",
    r"SystemExit": "; it exits while it is loaded; GUARD",
    r"SyntaxError: (?:Missing parentheses in call|multiple exception types)": "; Python 3 cannot run Python 2",
}
"""Advice by the beginning of the reason for which a file cannot be loaded."""

_READS = "ReadsInput: "
"""The beginning of the reason if a file reads stdin while it is loaded."""

_BUFFERED = 1000
"""Minimum batch size for which the worker writes several answers at a time."""


class Function:
    """A function of a module, a package or a file, as in python:PLACE:FUNCTION or js:PLACE:FUNCTION.

    The function is a name, such as `solve` or `Solver.solve`, or an expression of `puzzle`; `called` is the name of the
    function that it calls, if known, with an object `held` that another definition makes of the puzzle. `definitions`
    lists what the file defines, once it is loaded. If a function has returned a grid before, None is a refusal, even of
    a full puzzle. A function that uses a list of the file gets one puzzle per run, because it may leave other variables
    changed. Raises UsageError if the place is missing.
    """

    kind = SubjectKind.FUNCTION

    def __init__(
        self,
        name: str,
        options: Options,
        definitions: Sequence[Definition] | None = None,
        called: str = "",
        held: str = "",
    ) -> None:
        prefix, _, target = name.partition(":")
        place, _, self.function = target.partition(":")
        if not place:
            raise UsageError(f"{target!r} names no module; expected {prefix}:FILE:FUNCTION")
        self._in_python = prefix == PYTHON
        self.is_compiled = prefix in COMPILED
        if self.is_compiled:
            self.function = self.function.replace("::", ".")
        is_path = os.sep in place if self._in_python else place.startswith(("./", "../", "/"))
        self._is_file = is_path or (place.endswith(".py") if self._in_python else os.path.isfile(place))  # noqa: PTH113 - or a package
        self._place = str(Path(place).resolve()) if self._is_file else place
        self.name = name
        self.options = options
        self.language = LANGUAGES.get(prefix, LANGUAGES[PYTHON])  # a compiled function is only called by name
        self.batch_limit = 1 if self.language.replaces_list(self.function) else None
        self.definitions = definitions
        self.called = called
        self.remarks: list[str] = []
        self.reads_input = ""
        self._worker = worker_for(prefix, place, self.function) if self.is_compiled else ()
        self.held = held
        self.forks = self._in_python and ADOPTS_ORPHANS
        self._returns_grids = False
        self._runtime = typescript() if Path(place).suffix in TYPESCRIPT else ("node",)

    def calling(self, function: str, called: str, held: str = "", **options: Any) -> "Function":
        """Return another function or expression of the same file, with other options."""
        place = self.name.removesuffix(self.function).rstrip(":")
        return Function(f"{place}:{function}", replace(self.options, **options), self.definitions, called, held)

    @property
    def may_lack_preparation(self) -> bool:
        """Whether `main` may prepare variables that the function needs, so wrong answers prove nothing."""
        return self.is_compiled and main_prepares(Path(self._place), self.called.rpartition(".")[2])

    def command(self, sent: str) -> tuple[tuple[str, ...], str]:
        """Return the command of the worker, and its input; raises FileNotFoundError if the interpreter is missing.

        An interpreter given by `--python` uses its own modules. Node's printed output goes to stderr, its answers to
        descriptor 3. Code passed with `--eval` resolves packages from the working directory, as a module there would.
        Other programs that run TypeScript receive the path of that descriptor, which tsx does not inherit.
        """
        if self.is_compiled:
            return self._worker, sent
        options = self.options
        worker = _WORKERS / ("worker.py" if self._in_python else "worker.mjs")
        target: dict[str, Any] = {"place": self._place, "is_file": self._is_file, "folder": str(Path.cwd())}
        if self._in_python:
            target["path"] = None if options.python else list(filter(None, sys.path))
            return (_interpreter(options.python), str(worker), json.dumps(target)), sent
        name, *flags = self._runtime
        node = shutil.which(name)
        if name != "node":
            redirected = 'exec "$@" "/proc/$$/fd/3" 3>&1 1>&2'
            return ("/bin/sh", "-c", redirected, "sh", *self._runtime, str(worker), json.dumps(target)), sent
        if node is None:
            raise FileNotFoundError(ENOENT, "not found on PATH (https://nodejs.org)", "node")
        start = f"import {{ main }} from {json.dumps(worker.as_uri())}; "
        start += "main(JSON.parse(process.argv[1]), (name) => import(name));"
        heap = max(options.memory_mebibytes - _NODE_MEMORY, options.memory_mebibytes // 4)
        seed = zlib.crc32(sent.encode()) >> 1 or 1
        limits = f"--random-seed={seed}", f"--max-old-space-size={heap}", "--v8-pool-size=1"
        how = "--no-warnings", *limits, *flags, "--input-type=module", "--eval"
        return ("/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh", node, *how, start, json.dumps(target)), sent

    def write(self, puzzles: Sequence[Grid], formatting: Formatting) -> str:  # noqa: ARG002 - only programs read text
        """Return the input: the call, and a line for each argument."""
        lines = [json.dumps(argument(puzzle, self.options)) for puzzle in puzzles]
        return self.header(len(puzzles)) + "".join(f"{line}\n" for line in lines)

    def header(self, count: int) -> str:
        """Return the beginning of the input for `count` puzzles: the call."""
        expression = self.function
        if not self.is_compiled:
            expression = way_of(self.function, self.definitions or (), self.language).expression()
        header = {
            "expression": expression,
            "items": self.options.contract.solutions_needed,
            "printed": self.options.answers == PRINTED,
            "buffered": count >= _BUFFERED,
        }
        return f"{json.dumps(header)}\n"

    def read_loaded(self, result: RunResult) -> Failed | None:
        """Read the first line of a worker; return a failure if the file was not loaded."""
        first = _record(result.output.partition("\n")[0])
        if "loaded" in first:
            self.definitions = msgspec.convert(first["loaded"], tuple[Definition, ...])
            if not first.get("numpy"):  # importing it for each try would take most of a search
                variants = [variant for variant in self.language.variants if "numpy" not in variant.argument]
                self.language = replace(self.language, variants=tuple(variants))
            if "failed" in first:
                reason = str(first["failed"]).removeprefix(_READS)
                self.remarks.append(f"{Path(self._place).name} was loaded without a statement that failed: {reason}")
                if reason != first["failed"]:
                    self.reads_input = f"{self.remarks[-1]}{self._advice(reason)}"
            return None
        failed = diagnose(result, self.options, 0, 0)
        reason = str(first.get("load_error") or (failed.reason if failed else "it ended the interpreter"))
        reason = reason.removeprefix(_READS)
        return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {reason}{self._advice(reason)}")

    def _advice(self, reason: str) -> str:
        """Return the advice for the reason for which a file, or a statement of it, cannot be loaded."""
        guard = "put this under `if __name__ == '__main__'`" if self._in_python else "move this into a function"
        advice = [match.expand(text) for pattern, text in _ADVICE.items() if (match := re.match(pattern, reason))]
        return "".join(advice).replace("GUARD", guard)

    def read(self, result: RunResult, puzzles: Sequence[Grid]) -> tuple[Response, ...]:
        """Read one response per completed call."""
        report = _report(result.output)
        expected = len(puzzles)
        if "load_error" in report:
            names = ", ".join(definition.name for definition in self.definitions or ()) or "none"
            reason = f"cannot call {self.name}: {report['load_error']}; the functions are {names}"
            return (Failed(Fault.NOT_STARTED, reason),) * expected
        lines = result.output.split("\n")[1 : -2 if report else -1]
        responses = list(map(self.response, lines, puzzles))
        for place, what in report.get("changed", ()):
            verb = "returned" if what == "answer" else "received"
            fault = Fault.RETRACTED if what == "answer" else Fault.MUTATED
            which = f"the list that it {verb} for puzzle {place + 1} of {expected}"
            responses[place] = Failed(fault, f"changed {which} while it solved later puzzles", variant="later")
        return tuple(responses)

    def texts(self, output: str, count: int) -> BlockTexts | None:  # noqa: ARG002 - as for programs
        """Split the output for a block into a line per call; None if a call cannot be made or changed earlier lists."""
        report, lines = _report(output), BlockTexts.of_lines(output)
        if report.get("changed") or "load_error" in report or not len(lines):
            return None
        return BlockTexts(output, int(lines.ends[0]), lines.ends[1 : -1 if report else None])

    def response(self, text: str, puzzle: Grid) -> Response:
        """Read the line of a call."""
        record = _record(text)
        options = self.options
        if self.is_compiled:
            record = meaning(record, puzzle, options)
        match record:
            case {"printed": str(printed)} if options.answers == PRINTED:
                form = DIALECTS["lines" if options.shape.side <= 9 else "drawing"]
                return Reader(form, options.contract).read(printed, [puzzle], truncated=False)[0]
            case {"returned": None} if self._returns_grids:
                return Declined()
            case {"returned": value} | value:
                self._returns_grids = self._returns_grids or grid_in(value, puzzle.shape) is not None
                return response_of(record, puzzle, options)

    def solving_seconds(self, result: RunResult) -> float | None:
        """Return the time between the first puzzle and the last answer, if the worker has reported it."""
        return _report(result.output).get("seconds")


def _interpreter(python: str | None) -> str:
    if python is None:
        return sys.executable
    path = Path(python).expanduser()
    found = shutil.which(path / "bin" / "python" if path.is_dir() else path)
    if found is None:
        raise FileNotFoundError(ENOENT, "neither an interpreter nor a virtual environment", f"--python {python}")
    return str(Path(found).absolute())


def _report(output: str) -> dict[str, Any]:
    """Return the report on the last line; empty if the worker was stopped."""
    last = output[output.rfind("\n", 0, -1) + 1 :]
    return _record(last) if last.endswith("\n") and last.startswith(('{"seconds":', '{"load_error":')) else {}


def _record(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {"garbled": line[:100]}
