"""A run for people: the seed first, a line for each property, failures by cause, and the result last.

A terminal shows the current property live, and colours. A pipe gets plain lines; `NO_COLOR` disables the colours of a
terminal too.
"""

import time
from collections import Counter
from collections.abc import Sequence
from typing import TextIO

from rich.console import RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from crosscover.harness.outcome import Outcome, Status
from crosscover.harness.performance import Performance
from crosscover.reference import Shape
from crosscover.subjects.source_coverage import FileCoverage

from .display import FAINT, TITLE, TONE_STYLES, format_failure, make_console
from .events import (
    Event,
    Footer,
    Header,
    NotStarted,
    PerformanceMeasured,
    Progress,
    PropertyFinished,
    PropertyStarted,
    RunFinished,
    RunStarted,
)
from .grade import grade_of, shortcomings
from .summary import closing_lines, group_failures, repeat_command
from .words import (
    describe_bound,
    describe_versions,
    escape_unprintable,
    performance_facts,
    pluralize,
    unreached_facts,
)

TITLE_WIDTH = len("expected failure")
"""Columns of the longest title of an outcome."""

PROVED = "verdicts of failures, and those from which volume derives puzzles"
"""The certified verdicts without `--certify`."""

REFRESH_RATE = 4
"""Updates of the live line per second, in a thread of Rich: events may be seconds apart."""

RARER_THAN = "errors rarer than"

ROOM = 30
"""Columns that a statement needs beside the numbers of its property; with less it goes below them."""


def print_failure(outcome: Outcome, stream: TextIO, same_cause: Sequence[str] = (), repeat: str = "") -> None:
    """Write one failure; see `format_failure`."""
    print(format_failure(outcome, same_cause, repeat, make_console(stream)), file=stream, flush=True)


class TerminalWriter:
    """Writes a run to a stream. It needs the last event even after errors, to restore the cursor."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._console = make_console(stream)
        self._header: Header | None = None
        self._name_width = 0
        self._is_wide = True
        self._live: Live | None = None
        self._shown = ""
        self._judged = Counter[str]()
        self._judged_before = 0
        self._ends: float | None = None
        self._places: dict[str, int] = {}

    def __call__(self, event: Event, /) -> None:
        """Write, or show, what is new; the command itself says why a solver was not started."""
        match event:
            case RunStarted(header, properties):
                self._header = header
                self._places = {name: place for place, name in enumerate(properties, 1)}
                self._name_width = max(map(len, properties), default=0)
                self._is_wide = not self._is_terminal or self._columns().cell_len <= self._console.width
                self._print_header(header)
                if header.time_limit is not None:
                    self._ends = time.monotonic() + header.time_limit
            case PropertyStarted(name):
                self._judged_before += self._judged.pop(name, 0)
                self._show(name, 0)
            case Progress(name, judged):
                self._show(name, judged)
            case PropertyFinished(outcome):
                self._hide()
                if self._header is not None:  # a run that could not start has nothing to show
                    self._print_outcome(outcome)
            case PerformanceMeasured(performance):
                self._hide()
                self._print_performance(performance)
            case RunFinished(footer):
                self._hide()
                if self._header is not None:
                    self._print_end(self._header, footer)
            case NotStarted():
                pass

    def _print_header(self, header: Header) -> None:
        self._print(Text(f"seed      {header.seed}", TITLE))
        shape = "" if header.options.shape == Shape() else str(header.options.shape)
        proved = "every verdict" if header.all_certified else PROVED
        facts = {
            "subject": header.subject,
            "contract": header.options.contract.name,
            "shape": shape,
            "panel": ", ".join(header.panel),
            "proved": "" if shape else proved,  # there are certificates for 3x3 alone
            "versions": describe_versions(header.versions),
            "repeat": repeat_command(header),
        }
        for name, fact in facts.items():
            if fact:
                self._print(Text(f"{name:<8}  {escape_unprintable(fact)}"))
        self._print(Text())
        self._print(self._columns("result", "property", "judged", "time", RARER_THAN))

    def _print_outcome(self, outcome: Outcome) -> None:
        """Print the line of a property, and a second one with the reason of its failure."""
        style = TONE_STYLES[outcome.tone]
        number = "" if outcome.status is Status.NOT_RUN else pluralize(outcome.judged, outcome.unit)
        bound = describe_bound(outcome.rarer_than)
        head = self._columns(outcome.title, outcome.name, number, f"{outcome.seconds:.1f} s", bound)
        head.stylize(style, 0, TITLE_WIDTH)
        statement = Text(escape_unprintable(outcome.statement), FAINT)
        if not self._is_terminal:
            self._print(Text.assemble(head, "  ", statement))
        elif self._console.width - head.cell_len < ROOM:
            self._print(head)
            self._print_below(statement)
        else:
            line = Table.grid(padding=(0, 2))
            line.add_column(no_wrap=True)
            line.add_row(head, statement)
            self._print(line)
        if outcome.failure is not None and outcome.status is not Status.VACUOUS:
            reason, *_ = outcome.failure.reason.splitlines() or [""]
            self._print_below(Text(escape_unprintable(reason), style))
        if bound and not self._is_wide:
            self._print_below(Text(f"{RARER_THAN} {bound}"))
        for words in shortcomings(outcome):
            self._print_below(Text(escape_unprintable(words)))

    def _columns(self, title: str = "", name: str = "", number: str = "", seconds: str = "", bound: str = "") -> Text:
        """Return the head of a line of the table; the bound is below it on a narrow terminal."""
        head = f"{title:<{TITLE_WIDTH}}  {name:<{self._name_width}}  {number:>16}  {seconds:>8}"
        return Text(f"{head}  {bound:>{len(RARER_THAN)}}" if self._is_wide else head)

    def _print_performance(self, performance: Performance) -> None:
        self._print(Text("\nPerformance, in processor time", TITLE))
        for name, fact in performance_facts(performance).items():
            self._print(Text(f"{name:<12}  {fact}"))

    def _print_coverage(self, files: Sequence[FileCoverage]) -> None:
        self._print(Text("\nSource that no puzzle reached", TITLE))
        for name, fact in unreached_facts(files):
            self._print(Text(escape_unprintable(f"{name:<12}  {fact}")))
        if not files:
            self._print(Text("unknown, since no run ended with a measurement"))

    def _print_end(self, header: Header, footer: Footer) -> None:
        """Print what was not reached, each cause of failures once, and the result."""
        if footer.coverage is not None:
            self._print_coverage(footer.coverage)
        for group in group_failures(footer.outcomes):
            self._print(Text(f"\n{'-' * min(self._console.width, 80)}", FAINT))
            print_failure(group.outcome, self._stream, group.same_cause, repeat_command(header, footer.rounds))
        self._print(Text())
        first, *others = closing_lines(header, footer)
        self._print(Text(first, f"bold {TONE_STYLES[grade_of(footer).tone]}"))
        for line in others:
            self._print(Text(line, TITLE if line in footer.notable else ""))
        if header.time_limit is not None:
            self._print(Text(f"repeat    {repeat_command(header, footer.rounds)}"))

    def _print_below(self, text: Text) -> None:
        self._print(Text.assemble(" " * (TITLE_WIDTH + 2), text))

    def _print(self, renderable: RenderableType) -> None:
        self._console.print(renderable, soft_wrap=True)

    def _show(self, name: str, judged: int) -> None:
        self._shown = name
        self._judged[name] = judged
        if self._live is None and self._is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(
                console=self._console,
                get_renderable=self._progress,
                refresh_per_second=REFRESH_RATE,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start(refresh=True)

    def _progress(self) -> Text:
        """Return the current property, the puzzles so far and the time left; also while the subject is silent."""
        name = self._shown
        words = [f"{self._places.get(name, 0):>3} of {len(self._places)}", name]
        words.append(pluralize(self._judged_before + self._judged.total(), "puzzles"))
        if self._ends is not None:
            words.append(f"{max(0.0, self._ends - time.monotonic()):.0f} s left")
        return Text("  ".join(words), FAINT, no_wrap=True)

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
