"""Checks and compares solvers from Python, in the current process, as the commands do in theirs."""

import pickle
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from textwrap import wrap
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # it has no types

from crosscover.options import CHECK, option_words
from crosscover.report.events import Event, Progress
from crosscover.report.files import STORE, atomic_write
from crosscover.report.writers import report_writers
from crosscover.result import CheckResult, Comparison, Grade
from crosscover.runner.comparing import compare_solvers, settings_of
from crosscover.runner.opening import open_run
from crosscover.runner.settings import read_settings
from crosscover.subjects.specification import meanings
from crosscover.system import cores

Solver = str | Callable[[Any], object]
"""A specification as for `crosscover check`, or a function of this process."""

MODULE = '''\
"""The function {name} as it was passed to crosscover, which rewrites this file each time."""

import pickle
import sys
from base64 import b64decode

sys.path[:] = {path!r}
{name} = pickle.loads(b64decode("""
{data}
"""))
'''


def check(solver: Solver, **options: object) -> CheckResult:
    """Check a solver: a function, or a specification as for `crosscover check`, such as `"exec:./a.out"`.

    The function may come from a notebook cell. A copy of it runs in separate processes under the usual limits for
    solvers, so its changes to variables stay there. Its failures are saved in `.crosscover/`, and tried first in the
    next check of a function with this name.

    All options of `crosscover check --help` are available except `html`, `json` and `verbose`. `time` is in seconds, or
    text such as `"10m"`; `first` stops at the first failed property; `only` selects properties like `-k`. Files are
    relative to the working directory. Raises ValueError for an unknown, invalid or inapplicable option and for a
    function that cannot be copied, NotStartedError if the solver cannot be started, and KeyboardInterrupt if the check
    is interrupted before it finds an error.
    """
    given = _without_reports(options, "check", "html", "json", "verbose")
    if callable(solver) and "python" in given:
        raise ValueError("python: a function of this process runs in its own interpreter")
    spec = _specification(solver)
    meanings(spec)
    settings = read_settings(spec, {"jobs": 1 if "rounds" in given else cores(), **given}, CHECK)
    command = ("crosscover", "check", spec, *option_words(given))
    listeners = [*report_writers(settings.run), *([_show_progress] if "ipykernel" in sys.modules else ())]
    with closing(open_run(settings, listeners, command)) as judged:
        found = judged.run()
    if judged.error is not None:
        raise judged.error
    if found.grade is Grade.INTERRUPTED:
        raise KeyboardInterrupt
    return found


def check_covers(
    solver: str | Callable[..., object],
    *,
    call: str = "",
    contract: str = "",
    strict_forms: bool = False,
    colors: bool = False,
    **options: object,
) -> CheckResult:
    """Check an exact-cover solver, for use in a test: a function, or a specification as for `check`.

    It has the options of `crosscover check --problem cover --help` except the reports. A function of this process is
    copied as for `check`. Returns the result if no error was found. Raises AssertionError with the report if the solver
    is wrong, or if too little was judged for a verdict; NotStartedError if no form fits; ValueError for an unknown or
    invalid option.
    """
    from crosscover.covers.opening import open_run as open_covers  # noqa: PLC0415 - checks of Sudoku need none of it
    from crosscover.covers.opening import read_settings as read_cover_settings  # noqa: PLC0415 - as above

    __tracebackhide__ = True
    given = _without_reports(options, "check_covers", "html", "json", "junit", "verbose")
    spec = _specification(solver)
    settings = read_cover_settings(spec, given, form=call, promise=contract, strict_forms=strict_forms, colors=colors)
    command = ("crosscover", "check", spec, *settings.words, *option_words(given))
    with closing(open_covers(settings, (), command)) as opened:
        result = opened.run()
    if opened.error is not None:
        raise opened.error
    if result.grade is Grade.INTERRUPTED:
        raise KeyboardInterrupt
    if not result.ok:
        raise AssertionError(f"{result.sentence}\n{result!r}")
    return result


def _show_progress(event: Event) -> None:
    """Show progress in one line of a notebook, and clear the line at the end."""
    line = f"{event.judged:,} puzzles judged; {event.name}" if isinstance(event, Progress) else ""
    sys.stdout.write(f"\r{line:78}")


def compare(*solvers: Solver, **options: object) -> Comparison:
    """Run several solvers on the same puzzles, then each solver on the puzzles that another solver failed.

    A solver is a function, or a specification as for `crosscover check`. All options of `crosscover compare` are
    available except `html` and `json`; an option affects every solver that it applies to. Raises ValueError for fewer
    than two solvers and for an unknown, invalid or inapplicable option, NotStartedError if a solver cannot be started.
    """
    if len(solvers) < 2:
        raise ValueError("expected at least two solvers")
    given = _without_reports(options, "compare", "html", "json")
    specs = [_specification(one, f"_{number}") for number, one in enumerate(solvers, 1)]
    found, error = compare_solvers(settings_of([(spec, {}) for spec in specs], given))
    if error is not None:
        raise error
    return found


def _without_reports(options: Mapping[str, object], user: str, *names: str) -> dict[str, object]:
    given = {name: value for name, value in options.items() if value is not None}
    for name in given.keys() & set(names):
        raise ValueError(f"{name}: {user} has no such option; its result offers the reports")
    return given


def _specification(solver: str | Callable[..., object], end: str = "") -> str:
    """Return the specification of a solver; writes a function, with everything that it refers to, to a file first.

    The file is in the folder of saved failures. Importable objects are pickled by name, closures and notebook objects
    by value. Only the same version of Python can load the file. The name of the file contains those of the function and
    its module, and ends with `end`: a new function with these names replaces the file, and is tried on the saved
    failures. Raises ValueError for a reference that cannot be copied, OSError if the file cannot be written.
    """
    if isinstance(solver, str):
        return solver
    if not callable(solver):
        raise TypeError(f"expected a function or the name of a solver, not an object of type {type(solver).__name__}")
    name = getattr(solver, "__name__", "")
    name = name if name.isidentifier() else "solve"
    try:
        pickled: bytes = cloudpickle.dumps(solver)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - as above
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{name} cannot be copied into another process: {error}") from None
    path = [str(Path(place).resolve()) for place in sys.path]
    data = "\n".join(wrap(b64encode(pickled).decode(), 100))
    home = getattr(solver, "__module__", None) or "__main__"
    prefix = "notebook" if home == "__main__" else home.replace(".", "_")
    module = Path(STORE) / f"{prefix}_{name}{end}.py"
    module.parent.mkdir(exist_ok=True)
    atomic_write(module, MODULE.format(name=name, path=path, data=data))
    return f"python:{module}:{name}"
