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
from rich.text import Text

from crosscover.harness.performance import Performance
from crosscover.harness.result import PropertyResult, Status
from crosscover.output import escape_line
from crosscover.reference import Shape
from crosscover.subjects.environment import HASH_SEED

from .display import FAINT, TITLE, TONE_STYLES, format_failure, make_console
from .events import Event, Footer, Header, Progress, PropertyFinished, PropertyStarted, RunFinished, RunStarted
from .grade import grade_of, shortcomings
from .summary import closing_lines, group_failures, repeat_command
from .words import describe_bound, describe_versions, performance_facts, pluralize

TITLE_WIDTH = len("expected failure")
"""Columns of the longest title of an outcome."""

RARER_THAN = "errors rarer than"

NUMBER_WIDTHS = 16, 8, len(RARER_THAN)
"""Columns of the number of puzzles, the seconds and the bound."""

FACT_WIDTH, PERFORMANCE_WIDTH = 10, 14
"""Columns of the names of facts."""


def print_failure(outcome: PropertyResult, stream: TextIO, same_cause: Sequence[str] = (), repeat: str = "") -> None:
    """Write one failure; see `format_failure`."""
    make_console(stream).print(format_failure(outcome, same_cause, repeat), soft_wrap=True)


class TerminalWriter:
    """Writes a run to a stream. It needs the last event even after errors, to restore the cursor.

    With `verbose` each property has its statement. A failure has it in any case.
    """

    def __init__(self, stream: TextIO, *, verbose: bool = False) -> None:
        self._stream = stream
        self._verbose = verbose
        self._is_terminal = stream.isatty()
        self._console = make_console(stream)
        self._is_started = False
        self._name_width = 0
        self._live: Live | None = None
        self._judged = Counter[str]()
        self._judged_before = 0
        self._ends: float | None = None
        self._failed = Counter[Status]()
        self._places: dict[str, int] = {}

    def __call__(self, event: Event, /) -> None:
        """Write, or show, what is new; the command itself says why a solver was not started."""
        match event:
            case RunStarted(header, properties):
                self._is_started = True
                self._places = {name: place for place, name in enumerate(properties, 1)}
                self._name_width = max(map(len, properties), default=0)
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
                self._failed[outcome.status] += outcome.has_failed and not outcome.expected
                self._print_outcome(outcome)
            case RunFinished(header, footer):
                self._hide()
                if self._is_started:
                    self._print_end(header, footer)

    def _print_header(self, header: Header) -> None:
        hash_seed = "" if header.hash_seed is None else f" ({HASH_SEED}={header.hash_seed})"
        self._print(Text(f"seed      {header.seed}{hash_seed}", TITLE))
        shape = "" if header.options.shape == Shape() else str(header.options.shape)
        facts = {
            "subject": header.solver,
            "contract": header.options.contract.name,
            "shape": shape,
            "panel": ", ".join(header.panel),
            "versions": describe_versions(header.versions),
        }
        for name, fact in facts.items():
            if fact:
                self._print_fact(name, fact)
        self._print_repeat(header)
        self._print(Text())
        self._print_row("result", "property", "judged", "time", RARER_THAN)

    def _print_outcome(self, outcome: PropertyResult) -> None:
        """Print the line of a property, and below it the reason of a failure, and what was left open."""
        style = TONE_STYLES[outcome.tone]
        number = "" if outcome.status is Status.NOT_RUN else pluralize(outcome.judged, outcome.unit)
        bound = describe_bound(outcome.rarer_than)
        self._print_row(outcome.title, outcome.name, number, f"{outcome.seconds:.1f} s", bound, style=style)
        if self._verbose:
            self._print_below(outcome.statement, FAINT)
        if outcome.failure is not None and outcome.status is not Status.VACUOUS:
            reason, *_ = outcome.failure.reason.splitlines() or [""]
            self._print_below(reason, style)
        for words in shortcomings(outcome):
            self._print_below(words)

    def _print_row(self, title: str, name: str, *numbers: str, style: str = "") -> None:
        row = Text.assemble((f"{title:<{TITLE_WIDTH}}", style), f"  {name:<{self._name_width}}")
        for number, width in zip(numbers, NUMBER_WIDTHS, strict=True):
            row.append(f"  {number:>{width}}")
        row.rstrip()
        self._print(row)

    def _print_performance(self, performance: Performance) -> None:
        self._print(Text("\nPerformance, in processor time", TITLE))
        for name, fact in performance_facts(performance).items():
            self._print_fact(name, fact, width=PERFORMANCE_WIDTH)

    def _print_end(self, header: Header, footer: Footer) -> None:
        """Print the performance, each cause of failures once, and the result."""
        if footer.performance is not None:
            self._print_performance(footer.performance)
        for group in group_failures(footer.outcomes):
            self._print(Text(f"\n{'-' * 80}", FAINT))
            print_failure(group.outcome, self._stream, group.same_cause, repeat_command(header, footer.rounds))
        self._print(Text())
        first, *others = closing_lines(header, footer)
        self._print_fact("", first, f"bold {TONE_STYLES[grade_of(footer).tone]}", width=0)
        for line in others:
            self._print_fact("", line, TITLE if line in footer.notable else "", width=0)
        if header.time_limit is not None:
            self._print_repeat(header, footer.rounds)

    def _print_repeat(self, header: Header, rounds: int | None = None) -> None:
        self._print_fact("repeat", repeat_command(header, rounds))

    def _print_below(self, words: str, style: str = "") -> None:
        self._print_fact("", words, style, width=TITLE_WIDTH + 2)

    def _print_fact(self, name: str, fact: str, style: str = "", *, width: int = FACT_WIDTH) -> None:
        start = f"{escape_line(name):<{width - 1}} " if name else " " * width
        self._print(Text.assemble(start, (escape_line(fact), style)))

    def _print(self, renderable: RenderableType) -> None:
        self._console.print(renderable, soft_wrap=True)

    def _show(self, name: str, judged: int) -> None:
        """Show the current property, the failures so far, the time left and the puzzles on the last line."""
        self._judged[name] = judged
        if not self._is_terminal or self._console.is_dumb_terminal:
            return
        words = [(f"{self._places.get(name, 0)} of {len(self._places)}", FAINT), (name, FAINT)]
        words += [(f"{number} {one.word}", TONE_STYLES[one.tone]) for one, number in self._failed.items() if number]
        if self._ends is not None:
            words.append((f"{max(0.0, self._ends - time.monotonic()):.0f} s left", FAINT))
        words.append((pluralize(self._judged_before + self._judged.total(), "puzzles"), FAINT))
        line = Text("  ", no_wrap=True, overflow="ellipsis").join(Text(*word) for word in words)
        if self._live is None:
            self._live = Live(console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        self._live.update(line)  # a thread of Rich refreshes it four times a second

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
