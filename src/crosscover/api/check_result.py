"""Checks of solvers from Python: runs `crosscover check`, and reads its report."""

import json
import pickle
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # it has no types

from crosscover.exit_code import ExitCode
from crosscover.options import CHECK, option_words
from crosscover.reference import Grid, Shape
from crosscover.report.files import STORE, atomic_write
from crosscover.runner.settings import read_settings
from crosscover.subjects.specification import meanings

from .command_process import CommandError, run_check

SPARE_SECONDS = 300.0
"""Seconds beyond twice the time budget, for the start, for shrinking and for measuring performance."""

FRAME_HEIGHT = 640
"""Height of a page in a notebook, in pixels; longer pages scroll."""

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
    differ from the only expected grid. `solution` is a known solution, None if there is none. `received` and `expected`
    describe the answers; they are empty if the run failed as a whole. `replay` is the ID for `crosscover replay`, None
    if nothing was saved.
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


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult:
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

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        atomic_write(Path(path), self.page)

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{escape(self.sentence)}" sandbox="allow-scripts" srcdoc="{escape(self.page)}" '
            f'style="width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
        )

    @property
    def failures(self) -> tuple[CheckFailure, ...]:
        """Each cause of each failed property."""
        return tuple(failure for judged in self.report["properties"] for failure in _failures(judged))

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


def check(solver: Solver, **options: object) -> CheckResult:
    """Check a solver: a function, or a subject as `crosscover check` names it, such as `"exec:./a.out"`.

    A function may be one that a cell of a notebook has just defined. It is copied, and runs in processes of its own
    under the limits of every solver; what it changes here does not show. Its failures are saved in `.crosscover/`, and
    tried first in the next check of a function of that name.

    The options are those of `crosscover check --help` except for its reports on the whole run (`html`, `json`,
    `verbose`): `time` is in seconds, or text such as `"10m"`; `first` stops at the first failed property, `only`
    selects properties as `-k` does. Files are relative to the working directory. An interrupt stops all processes that
    were started. Raises ValueError for an option that does not exist, does not fit or does not apply, and for a
    function that cannot be copied, CommandError if the solver cannot be started.
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
        report, page = Path(folder, "report.json"), Path(folder, "report.html")
        files = [f"--json={report}", f"--html={page}"]
        code, message = run_check(words, hidden=files, seconds=seconds)
        if code is ExitCode.NOT_STARTED or not (report.exists() and page.exists()):
            raise CommandError(message or f"crosscover ended with exit code {code:d}", code)
        if message:
            sys.stderr.write(f"{message}\n")
        return CheckResult(code, json.loads(report.read_text("utf-8")), page.read_text("utf-8"))


def _failures(judged: Json) -> Iterator[CheckFailure]:
    """Yield each cause of a failed property of the report."""
    first: Json | None = judged["failure"]
    for failure in () if first is None else (first, *first["others"]):
        found: Json = failure["counterexample"] or {}
        place: int | None = found.get("failing_index")
        shape = Shape.parse(found["shape"]) if found else Shape()
        puzzles = tuple(Grid.parse(puzzle, shape) for puzzle in found.get("puzzles", ()))
        response: Json = {} if place is None else found["responses"][place]
        solutions: list[str] = [] if place is None else found["verdicts"][place]["solutions"]
        mismatch: Json = found.get("mismatch", {})
        yield CheckFailure(
            property=judged["name"],
            statement=judged["statement"],
            reason=failure["reason"],
            puzzle=None if place is None else puzzles[place],
            puzzles=puzzles,
            answer=Grid.parse(response["grid"], shape) if "grid" in response else None,
            wrong_cells=tuple(mismatch.get("cells", ())),
            differing_cells=tuple(found.get("differing_cells", ())),
            received=mismatch.get("received", ""),
            expected=mismatch.get("expected", ""),
            solution=Grid.parse(solutions[0], shape) if solutions else None,
            certified=failure["certified"],
            replay=failure["saved_as"],
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
