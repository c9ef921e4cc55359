"""Checks of solvers from Python: runs `crosscover check`, and reads its report."""

import json
import pickle
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape as escape_html
from math import isfinite
from pathlib import Path
from textwrap import wrap
from typing import Any, Unpack

import cloudpickle  # type: ignore[import-untyped]  # it has no types

from crosscover.exit_code import ExitCode
from crosscover.harness.outcome import Outcome
from crosscover.options import CHECK, CheckSettings, option_words, with_signature
from crosscover.output import escape
from crosscover.reference import Grid
from crosscover.report.files import STORE, atomic_write
from crosscover.report.html.page import Framed
from crosscover.report.run_record import run_of_report
from crosscover.responses import Answered
from crosscover.runner.settings import read_settings
from crosscover.scratch import scratch_folder
from crosscover.subjects.specification import PREFIXES, suggest

from .command_process import run_command

SPARE_SECONDS = 300.0
"""Seconds beyond twice the time budget, for the start, for shrinking and for measuring performance."""

REPORTS = frozenset(("html", "json", "verbose"))
"""Options of `crosscover check` that `check` itself uses."""

Json = Mapping[str, Any]

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


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """A cause for which a solver fails a property: the puzzle, and the received and the expected answer.

    `puzzles` are all puzzles of the run, in order. `puzzle` is None if the run failed as a whole. `answer` is the
    received grid, None if there is none. Its `wrong_cells` break a rule; its `differing_cells` are the others that
    differ from the only expected grid. `solution` is an expected grid, None if none was expected. `received` and
    `expected` say both in words. `replay` is the ID for `crosscover replay`, None if nothing was saved.
    """

    property: str
    statement: str
    reason: str
    puzzle: Grid | None
    puzzles: tuple[Grid, ...]
    answer: Grid | None
    wrong_cells: tuple[int, ...]
    differing_cells: tuple[int, ...]
    received: str
    expected: str
    solution: Grid | None
    certified: bool
    replay: str | None

    def _repr_html_(self) -> str:
        grids = {"puzzle": self.puzzle, "received": self.answer, "expected": self.solution}
        marked = self.wrong_cells + self.differing_cells
        drawn = "".join(
            grid.to_html(heading, self.puzzle, marked if heading == "received" else ())
            for heading, grid in grids.items()
            if grid is not None
        )
        words = "" if self.answer is not None or not self.received else f"; received: {self.received}"
        heading, text = (escape_html(escape(each)) for each in (self.property, f": {self.reason}{words}"))
        return f"<p><b>{heading}</b>{text}</p><div>{drawn}</div>"


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult(Framed):
    """The result of a check: `report` is that of `crosscover check --json`, `page` that of `--html`.

    A notebook shows the page; the text form is the sentence.
    """

    exit_code: ExitCode
    report: Json = field(hash=False)
    page: str

    @property
    def ok(self) -> bool:
        """Whether the check completed and found no errors; `sentence` says in how many puzzles."""
        return self.exit_code is ExitCode.GOOD

    @property
    def sentence(self) -> str:
        """The result in one sentence."""
        return str(self.report["footer"]["sentences"][0])

    @property
    def failures(self) -> tuple[CheckFailure, ...]:
        """Each cause of each failed property."""
        return tuple(failure for one in run_of_report(self.report).footer.outcomes for failure in _failures(one))

    @property
    def performance(self) -> Json | None:
        """The performance section of the report; None if performance was not measured."""
        performance: Json | None = self.report["performance"]
        return performance

    @property
    def seed(self) -> int:
        """The seed that repeats the run."""
        return int(self.report["header"]["seed"])

    @property
    def judged(self) -> int:
        """How many puzzles were judged."""
        return int(self.report["footer"]["judged"])


@with_signature(CheckSettings)
def check(solver: Solver, **settings: Unpack[CheckSettings]) -> CheckResult:
    """Check a solver: a function, or a subject as `crosscover check` names it, such as `"exec:./a.out"`.

    A function may be one that a cell of a notebook has just defined. It is copied, and runs in processes of its own
    under the limits of every solver; what it changes here does not show. Its failures are saved in `.crosscover/`, and
    tried first in the next check of a function of that name.

    The settings are the options of `crosscover check`: `time` is in seconds, or text such as `"10m"`; `first` stops at
    the first failed property, `only` selects properties as `-k` does. Files are relative to the working directory. An
    interrupt stops all processes that were started. Raises ValueError for a setting that does not exist, does not fit
    or does not apply, and for a function that cannot be copied, CommandError if the solver cannot be started.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    for name in REPORTS.intersection(given):
        raise ValueError(f"{name}: check has no such option; its result has the reports")
    if isinstance(solver, str) and not solver.startswith(PREFIXES):
        raise ValueError(suggest(solver))
    if not isinstance(solver, str) and not callable(solver):
        raise TypeError(f"expected a function or the name of a solver, not an object of type {type(solver).__name__}")
    if callable(solver) and "python" in given:
        raise ValueError("python: a function of this process runs in its own interpreter")
    run = read_settings(solver if isinstance(solver, str) else "python:function:solve", given, CHECK, "check")
    seconds = 2 * run.seconds + SPARE_SECONDS if isfinite(run.seconds) else None  # rounds or examples limit the run
    words = [solver if isinstance(solver, str) else write_function(solver), *option_words(given)]
    with scratch_folder() as folder:
        report, page = folder / "report.json", folder / "report.html"
        files = [f"--json={report}", f"--html={page}"]
        finished = run_command("check", words, hidden=files, seconds=seconds)
        finished.refuse_failure(report, page)
        if finished.message:
            sys.stderr.write(f"{finished.message}\n")
        return CheckResult(finished.exit_code, json.loads(report.read_text("utf-8")), page.read_text("utf-8"))


def _failures(outcome: Outcome) -> Iterator[CheckFailure]:
    for failure in (one.failure for one in outcome.by_cause()):
        if failure is None:
            continue
        found = failure.counterexample
        response = found and (found.response or found.transcript.run_failure)
        is_in_puzzle = found is not None and found.response is not None
        solutions = found.verdict.solutions if found and is_in_puzzle and not found.wants_count else ()
        yield CheckFailure(
            property=outcome.name,
            statement=outcome.statement,
            reason=failure.reason,
            puzzle=found.puzzle if found and is_in_puzzle else failure.puzzle,
            puzzles=found.batch if found else (),
            answer=response.grid if isinstance(response, Answered) else None,
            wrong_cells=found.mismatch.cells if found else (),
            differing_cells=found.differing_cells if found else (),
            received="" if response is None else str(response),
            expected=found.mismatch.expected if found else "",
            solution=solutions[0] if solutions else None,
            certified=failure.certified,
            replay=failure.saved_as or None,
        )


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
