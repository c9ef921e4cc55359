"""Checks of solvers from Python: runs `crosscover check`, and reads its report."""

import pickle
import sys
from base64 import b64encode
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # it has no types

from crosscover.exit_code import ExitCode
from crosscover.options import CHECK, option_words
from crosscover.report.files import STORE, atomic_write
from crosscover.result import decode
from crosscover.runner.settings import read_settings
from crosscover.subjects.specification import meanings

from .command_process import CommandError, run_check
from .results import CheckResult

SPARE_SECONDS = 300.0
"""Seconds beyond twice the time budget, for the start, for shrinking and for measuring performance."""

REPORTS = frozenset(("html", "json", "verbose"))
"""Options of `crosscover check` that `check` itself uses."""

Solver = str | Callable[[Any], object]
"""A subject as `crosscover check` names it, or a function of this process."""

MODULE = '''\
"""The function {name} as it was passed to crosscover.check, which rewrites this file each time."""

import pickle
import sys
from base64 import b64decode

sys.path[:] = {path!r}
{name} = pickle.loads(b64decode("""
{data}
"""))
'''


def check(solver: Solver, **options: object) -> CheckResult:
    """Check a solver: a function, or a subject as `crosscover check` names it, such as `"exec:./a.out"`.

    A function may be one that a cell of a notebook has just defined. It is copied, and runs in processes of its own
    under the limits of every solver; what it changes here does not show. Its failures are saved in `.crosscover/`, and
    tried first in the next check of a function of that name.

    The options are those of `crosscover check --help` except for `html`, `json` and `verbose`: `time` is in seconds, or
    text such as `"10m"`; `first` stops at the first failed property, `only` selects properties as `-k` does. Files are
    relative to the working directory. An interrupt stops all processes that were started. Raises ValueError for an
    option that does not exist, does not fit or does not apply, and for a function that cannot be copied, CommandError
    if the solver cannot be started.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for name in REPORTS.intersection(given):
        raise ValueError(f"{name}: check has no such option; its result has the reports")
    if isinstance(solver, str):
        meanings(solver)
    elif not callable(solver):
        raise TypeError(f"expected a function or the name of a solver, not an object of type {type(solver).__name__}")
    if callable(solver) and "python" in given:
        raise ValueError("python: a function of this process runs in its own interpreter")
    run = read_settings(solver if isinstance(solver, str) else "python:function:solve", given, CHECK)
    seconds = 2 * run.seconds + SPARE_SECONDS if isfinite(run.seconds) else None  # rounds limit the run
    words = [solver if isinstance(solver, str) else write_function(solver), *option_words(given)]
    with TemporaryDirectory(prefix="crosscover-") as folder:
        report = Path(folder, "report.json")
        code, message = run_check(words, hidden=[f"--json={report}"], seconds=seconds)
        if code is ExitCode.NOT_STARTED or not report.exists():
            raise CommandError(message or f"crosscover ended with exit code {code:d}", code)
        if message:
            sys.stderr.write(f"{message}\n")
        result: CheckResult = decode(report.read_bytes(), CheckResult)
        return result


def write_function(function: Callable[..., object]) -> str:
    """Write a function with everything that it refers to into the folder of saved failures; return its specification.

    Importable objects are written by name, closures and objects of a notebook by value. Only the same version of Python
    can load the file. Another function of the same name replaces it, so that its saved failures are tried with the
    next one. Raises ValueError for a reference that cannot be copied, OSError if nothing can be written.
    """
    name = getattr(function, "__name__", "")
    name = name if name.isidentifier() else "solve"
    try:
        pickled: bytes = cloudpickle.dumps(function)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - as above
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{name} cannot be copied into another process: {error}") from None
    path = [str(Path(place).resolve()) for place in sys.path]
    data = "\n".join(wrap(b64encode(pickled).decode(), 100))
    module = Path(STORE) / f"notebook_{name}.py"
    module.parent.mkdir(exist_ok=True)
    atomic_write(module, MODULE.format(name=name, path=path, data=data))
    return f"python:{module}:{name}"
