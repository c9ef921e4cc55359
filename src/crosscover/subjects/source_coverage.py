"""What the puzzles of a run have reached of a function's source, and which of its lines and branches they have not.

The workers in `processes/` measure each batch: coverage.py in Python, V8 in JavaScript. `SourceCoverage` adds up what
they report, over batches, copies of a subject and processes. At the end of a run, `files` finds what is left.
"""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

ANALYSIS_SECONDS = 10.0
"""Time limit in seconds of the analysis of Python files."""

_ANALYSIS = Path(__file__).with_name("processes") / "coverage_analysis.py"

MAX_PART = 40
"""Characters of a branch in JavaScript that are shown."""

Span = tuple[int, int]
NamedSpan = tuple[str, int, int]
Part = TypeVar("Part", Span, NamedSpan)

_COMMENT_OR_TEXT = re.compile(r"""(?s)//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""")
_NOT_CODE = " \t\r\f\v()[]{};,"
"""Characters that do nothing themselves: a line without others is not reached or unreached."""


@dataclass(frozen=True, slots=True)
class UnreachedFunction:
    """A function that never ran, with its first and last line, from 1."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class UnreachedBranch:
    """A branch that was never taken, in a line that was reached, from 1.

    The `part` is `-> 70`, the next line in Python, or `-> exit`; in JavaScript the part of the line, as `|| row[0]`.
    """

    line: int
    part: str


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

    For Python these are pairs of lines that followed each other, which `interpreter` can analyse. For JavaScript these
    are spans of characters, from the first to before the last, which do not touch; `idle` are the functions that did
    not run in some run, with their spans.
    """

    interpreter: str | None = None
    reached: Mapping[str, frozenset[Span]] = field(default_factory=dict[str, frozenset[Span]])
    idle: Mapping[str, frozenset[NamedSpan]] = field(default_factory=dict[str, frozenset[NamedSpan]])

    @classmethod
    def of_record(cls, record: object, interpreter: str | None) -> "SourceCoverage":
        """Read the record of a worker; nothing was reached if it is damaged, as the function shares its process."""
        try:
            spans = cast("Mapping[str, Iterable[Any]]", cast("Any", record)["spans"])
            reached = {str(file): frozenset((int(a), int(b)) for a, b in pairs) for file, pairs in spans.items()}
            if interpreter is not None:
                return cls(interpreter, reached)
            functions = cast("Mapping[str, Iterable[Any]]", cast("Any", record)["functions"])
            idle = {file: frozenset((str(name), int(a), int(b)) for name, a, b in functions[file]) for file in reached}
        except (AttributeError, KeyError, TypeError, ValueError):
            return cls()
        return cls(None, {file: _joined(spans) for file, spans in reached.items()}, idle)

    def __or__(self, other: "SourceCoverage") -> "SourceCoverage":
        interpreter, reached = self.interpreter or other.interpreter, _union(self.reached, other.reached)
        if interpreter is None:
            reached = {file: _joined(spans) for file, spans in reached.items()}
        return SourceCoverage(interpreter, reached, _union(self.idle, other.idle))

    def files(self) -> tuple[FileCoverage, ...]:
        """Compare what was reached with the files as they are now; those that cannot be read are left out."""
        if self.interpreter is None:
            texts = ((file, text) for file in sorted(self.reached) if (text := _text_of(Path(file))))
            return tuple(_javascript_file(file, text, self.reached[file], self.idle[file]) for file, text in texts)
        return tuple(_python_files(_analyse(self.interpreter, self.reached)))


def _union(one: Mapping[str, frozenset[Part]], other: Mapping[str, frozenset[Part]]) -> dict[str, frozenset[Part]]:
    union = dict(one)
    for file, parts in other.items():
        union[file] = union.get(file, frozenset()) | parts
    return union


def _joined(spans: Iterable[Span]) -> frozenset[Span]:
    """Return the same spans, those that touch or overlap as one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return frozenset(joined)


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
            UnreachedFunction(function, part.get("start_line", missed[0]), missed[-1])
            for function, part in found.get("functions", {}).items()  # earlier versions have less
            if function and (missed := sorted(part["missing_lines"])) and not part["executed_lines"]
        ]
        branches = [
            UnreachedBranch(line, f"-> {target}" if target > 0 else "-> exit")
            for line, target in found["missing_branches"]
            if unreached.isdisjoint((line, target))  # otherwise the line says it
        ]
        yield FileCoverage(
            str(path),
            _source_lines(_text_of(path)),
            unreached | frozenset(found["executed_lines"]),
            unreached,
            tuple(sorted(never, key=lambda function: function.first)),
            tuple(branches),
        )


def _javascript_file(file: str, text: str, reached: frozenset[Span], idle: frozenset[NamedSpan]) -> FileCoverage:
    """Compare spans with a text; comments and brackets are no code."""
    units = re.sub("[\U00010000-\U0010ffff]", "??", text)  # V8 counts these characters as two
    code = _COMMENT_OR_TEXT.sub(
        lambda found: re.sub(r"[^\n]", " ", found[0]) if found[0][0] == "/" else found[0], units
    )
    ran = bytearray(len(units))
    for start, end in reached:
        ran[start:end] = b"\1" * (min(end, len(units)) - start)
    named = sorted((one for one in idle if one[0]), key=itemgetter(1, 2))
    never = [(name, start, end) for name, start, end in named if not any(ran[start:end])]
    lines: set[int] = set()
    unreached: set[int] = set()
    branches: list[UnreachedBranch] = []
    start = 0
    for number, line in enumerate(code.split("\n"), 1):
        places = [place for place, character in enumerate(line, start) if character not in _NOT_CODE]
        missed = [place for place in places if not ran[place]]
        if places:
            lines.add(number)
        if missed and len(missed) == len(places):
            unreached.add(number)
        elif missed:
            own = [place for place in missed if not any(first <= place < last for _, first, last in never)]
            branches += [UnreachedBranch(number, part) for part in _parts(units, own, ran)]
        start += len(line) + 1
    functions = (
        UnreachedFunction(name, *(units.count("\n", 0, place) + 1 for place in (first, last)))
        for name, first, last in never
    )
    return FileCoverage(
        file, _source_lines(text), frozenset(lines), frozenset(unreached), tuple(functions), tuple(branches)
    )


def _parts(text: str, places: Sequence[int], ran: bytearray) -> Iterator[str]:
    """Yield the parts of a line with these places, which were not reached."""
    for index, place in enumerate(places):
        if index and not any(ran[places[index - 1] : place]):
            continue
        end = next((at for at in range(place, len(text)) if ran[at] or text[at] == "\n"), len(text))
        part = text[place:end].strip()
        yield f"`{part if len(part) <= MAX_PART else part[:MAX_PART] + ' …'}`"


def _source_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a source; unlike `splitlines`, does not end one at a form feed, as interpreters do not."""
    return tuple(line.rstrip("\r") for line in text.removesuffix("\n").split("\n"))


def _text_of(path: Path) -> str:
    """Return the text of a file as an interpreter reads it; empty if it is not readable."""
    try:
        return path.read_bytes().decode("utf-8-sig", "replace")
    except OSError:
        return ""
