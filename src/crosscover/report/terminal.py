"""A run as people watch it: the seed first, a line a property, the failures by cause, the verdict last.

On a terminal the current property is shown live and colours tell right from wrong. In a pipe there are plain lines
and nothing else; `NO_COLOR` takes the colours out of a terminal too.
"""

import os
import time
from collections.abc import Sequence
from errno import EPIPE
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from .display import WIDTH, Line, Tone, explained, shown
from .grouping import grouped
from .events import Footer, Header, Outcome, Status
from .plural import pluralize
from .summary import repeating, verdict
from .words import escape_unprintable

__all__ = ["TerminalWriter", "explained", "print_failure"]

STYLES = {Tone.PLAIN: "", Tone.TITLE: "bold", Tone.WRONG: "bold red", Tone.RIGHT: "green", Tone.FAINT: "dim"}

WORDS = {
    Status.PASSED: ("ok", Tone.RIGHT),
    Status.WRONG: ("WRONG", Tone.WRONG),
    Status.TIMED_OUT: ("TIMED OUT", Tone.WRONG),
    Status.VACUOUS: ("NOTHING", Tone.WRONG),
    Status.FAULT: ("FAULT", Tone.WRONG),
    Status.NOT_RUN: ("not run", Tone.FAINT),
}

REFRESH = 0.1
"""Seconds between two updates of the live line. It is updated as puzzles are judged, by no thread of its own: what is
judged forks processes."""

ROOM = 30
"""Columns that the sentence of a property needs beside its numbers; with less it comes below them."""


class _Console(Console):
    """A console that tells when nobody reads it any more, and does not end the process."""

    def on_broken_pipe(self) -> None:
        """What Rich calls; raises BrokenPipeError."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def console(stream: TextIO) -> Console:
    """A console that adds nothing to what it is given but colours, and those on a terminal alone."""
    plain = not stream.isatty() or bool(os.environ.get("NO_COLOR"))
    return _Console(
        file=stream,
        force_terminal=stream.isatty(),
        color_system=None if plain else "auto",
        highlight=False,
        markup=False,
        emoji=False,
    )


def print_lines(to: Console, lines: Sequence[Line]) -> None:
    """Write lines in the styles of their tones."""
    for line in lines:
        text = Text.assemble(*((piece.text, STYLES[piece.tone]) for piece in line))
        text.rstrip()
        to.print(text, soft_wrap=True)


def print_failure(outcome: Outcome, stream: TextIO) -> None:
    """Write one failure."""
    to = console(stream)
    print_lines(to, shown(outcome, width=to.width if stream.isatty() else WIDTH))


class TerminalWriter:
    """Writes a run to a stream, for people. `ended` has to be called whatever happens, to give the cursor back."""

    def __init__(self, stream: TextIO) -> None:
        self._is_terminal = stream.isatty()
        self._console = console(stream)
        self._header: Header | None = None
        self._name_width = 0
        self._live: Live | None = None
        self._updated = 0.0
        self._places: dict[str, int] = {}

    def begun(self, header: Header, properties: tuple[str, ...]) -> None:
        """Write the header."""
        self._header = header
        self._places = {name: place for place, name in enumerate(properties, 1)}
        self._name_width = max(map(len, properties), default=0)
        self._print(Text(f"seed      {header.seed}", "bold"))
        versions = ", ".join(f"{name} {version}" for name, version in header.versions.items())
        facts = {
            "subject": header.subject,
            "contract": header.contract,
            "panel": ", ".join(header.panel),
            "versions": versions,
            "repeat": repeating(header),
        }
        for name, fact in facts.items():
            if fact:
                self._print(Text(f"{name:<8}  {escape_unprintable(fact)}"))
        self._print(Text())

    def started(self, name: str) -> None:
        """Show what is judged now."""
        self._show(name, "")

    def judged(self, name: str, count: int) -> None:
        """Show how far it is."""
        if time.monotonic() - self._updated >= REFRESH:
            self._show(name, pluralize(count, "puzzles"))

    def finished(self, outcome: Outcome) -> None:
        """Write the line of a property, and what is wrong in a second one."""
        self._hide()
        if self._header is None:  # a run that could not begin has nothing to show
            return
        word, tone = WORDS[outcome.status]
        if outcome.known:
            word, tone = "known", Tone.FAINT
        number = "" if outcome.status is Status.NOT_RUN else pluralize(outcome.judged, outcome.unit)
        if outcome.status is Status.VACUOUS:
            number = "judged nothing"
        head = Text.assemble(
            (f"{word:<9}", STYLES[tone]),
            f"  {outcome.name:<{self._name_width}}  {number:>16}  {outcome.seconds:>6.1f} s",
        )
        statement = Text(escape_unprintable(outcome.statement), STYLES[Tone.FAINT])
        if self._is_terminal and self._console.width - head.cell_len < ROOM:
            self._print(head)
            self._print_below(statement)
        elif self._is_terminal:
            first, *others = statement.wrap(self._console, self._console.width - head.cell_len - 2)
            self._print(Text.assemble(head, "  ", first))
            for other in others:
                self._print(Text.assemble(" " * (head.cell_len + 2), other))
        else:
            self._print(Text.assemble(head, "  ", statement))
        if outcome.failure is not None and outcome.status is not Status.VACUOUS:
            reason, *_ = outcome.failure.reason.splitlines() or [""]
            self._print_below(Text(escape_unprintable(reason), STYLES[tone]))

    def ended(self, footer: Footer) -> None:
        """Write the failures, each cause once, and the verdict."""
        self._hide()
        if self._header is None:
            return
        width = self._console.width if self._is_terminal else WIDTH
        for group in grouped(footer.outcomes):
            self._print(Text(f"\n{'-' * min(width, 80)}", STYLES[Tone.FAINT]))
            print_lines(self._console, shown(group.shown, group.also, width, repeating(self._header)))
        self._print(Text())
        first, *others = verdict(self._header, footer)
        self._print(Text(first, "bold red" if footer.exit_code else "bold green"))
        for line in others:
            self._print(Text(line))

    def _print_below(self, text: Text) -> None:
        self._print(Text.assemble(" " * 11, text))

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)

    def _show(self, name: str, number: str) -> None:
        if not self._is_terminal or self._console.is_dumb_terminal:
            return
        self._updated = time.monotonic()
        text = Text(
            f"{self._places.get(name, 0):>3} of {len(self._places)}  {name}  {number}", STYLES[Tone.FAINT], no_wrap=True
        )
        if self._live is None:
            self._live = Live(
                text,
                console=self._console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.update(text, refresh=True)

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
