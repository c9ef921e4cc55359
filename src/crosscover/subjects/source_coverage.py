"""What the puzzles of a run have reached of a function's source, and which of its lines and branches they have not.

The workers in `processes/` measure each batch: coverage.py in Python, V8 in JavaScript. `SourceCoverage` adds up what
they report, over batches, copies of a subject and processes. At the end of a run, `files` finds what is left.
"""

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, cast

ANALYSIS_SECONDS = 60.0
"""Time limit in seconds of the analysis of Python files."""

_ANALYSIS = Path(__file__).with_name("processes") / "coverage_analysis.py"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class UnreachedFunction:
    """A function that never ran, with its first and last line, from 1."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class UnreachedBranch:
    """A branch that was never taken, from a line that was reached to another; `target` is None for the exit."""

    line: int
    target: int | None


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """A file: its `source` by line, the numbers of the `lines` that have code, and what was not reached of them."""

    path: str
    source: tuple[str, ...]
    lines: frozenset[int]
    unreached: frozenset[int]
    functions: tuple[UnreachedFunction, ...]
    branches: tuple[UnreachedBranch, ...]

    def unreached_ranges(self) -> list[range]:
        """The unreached lines as ranges, which lines without code do not interrupt."""
        ranges = (list(group) for missed, group in groupby(sorted(self.lines), self.unreached.__contains__) if missed)
        return [range(lines[0], lines[-1] + 1) for lines in ranges]


@dataclass(frozen=True, slots=True)
class SourceCoverage:
    """What was reached, by file; `a | b` is what a or b has reached.

    For Python these are pairs of lines that followed each other, which `interpreter` can analyse.
    """

    interpreter: str | None = None
    reached: Mapping[str, frozenset[Span]] = field(default_factory=dict[str, frozenset[Span]])

    @classmethod
    def of_record(cls, record: object, interpreter: str | None) -> "SourceCoverage":
        """Read the record of a worker; nothing was reached if it is damaged, as the function shares its process."""
        try:
            spans = cast("Mapping[str, Iterable[Any]]", cast("Any", record)["spans"])
            reached = {str(file): frozenset((int(a), int(b)) for a, b in pairs) for file, pairs in spans.items()}
        except (AttributeError, KeyError, TypeError, ValueError):
            return cls()
        return cls(interpreter, reached)

    def __or__(self, other: "SourceCoverage") -> "SourceCoverage":
        reached = dict(self.reached)
        for file, spans in other.reached.items():
            reached[file] = reached.get(file, frozenset()) | spans
        return SourceCoverage(self.interpreter or other.interpreter, reached)

    def files(self) -> tuple[FileCoverage, ...]:
        """Compare what was reached with the files as they are now; those that cannot be read are left out."""
        if self.interpreter is None:
            return ()
        return tuple(_python_files(_analyse(self.interpreter, self.reached)))


def _analyse(interpreter: str, reached: Mapping[str, frozenset[Span]]) -> Mapping[str, Any]:
    """Return the files in the report of coverage.py; none if it fails, as in a version without this report."""
    asked = json.dumps({file: sorted(pairs) for file, pairs in reached.items()})
    command = [interpreter, str(_ANALYSIS)]
    try:
        analysis = subprocess.run(  # noqa: S603 - our own program
            command, input=asked, capture_output=True, text=True, timeout=ANALYSIS_SECONDS, check=True
        )
        files: Mapping[str, Any] = json.loads(analysis.stdout)["files"]
    except (OSError, subprocess.SubprocessError, ValueError):
        return {}
    return files


def _python_files(report: Mapping[str, Any]) -> Iterator[FileCoverage]:
    for name, found in report.items():
        path = Path("/", name)
        unreached = frozenset(found["missing_lines"])
        never = [
            UnreachedFunction(function, part["start_line"], max(part["missing_lines"]))
            for function, part in found["functions"].items()
            if function and part["missing_lines"] and not part["executed_lines"]
        ]
        branches = [
            UnreachedBranch(line, target if target > 0 else None)
            for line, target in found["missing_branches"]
            if unreached.isdisjoint((line, target))  # otherwise the line says it
        ]
        yield FileCoverage(
            str(path),
            tuple(path.read_text(encoding="utf-8", errors="replace").splitlines()),
            unreached | frozenset(found["executed_lines"]),
            unreached,
            tuple(sorted(never, key=lambda function: function.first)),
            tuple(branches),
        )
