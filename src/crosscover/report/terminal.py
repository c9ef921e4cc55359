"""Shows a run to people as it goes on: failures, properties that end, a live line on a terminal, and the result."""

from typing import TextIO

from rich.live import Live
from rich.text import Text

from crosscover.result import CheckedProperty, CheckResult, Failure

from .events import Event, Failing, Judged, Progress, Started
from .text import (
    MAX_CAUSES,
    end_text,
    failure_text,
    has_failed,
    heading_text,
    live_line,
    make_console,
    others_text,
    print_text,
    property_text,
    setup_text,
    shown_properties,
    width_of,
)


class TerminalWriter:
    """Writes a run to a stream; needs the last event even after errors, to restore the cursor.

    After a failure, only failed properties are shown. With `verbose`, each property is shown, with its statement.
    """

    def __init__(self, stream: TextIO, *, verbose: bool = False) -> None:
        self._stream = stream
        self._verbose = verbose
        self._console = make_console(stream)
        self._width = width_of(stream)
        self._is_live = stream.isatty() and not self._console.is_dumb_terminal
        self._is_started = False
        self._live: Live | None = None
        self._places: dict[str, int] = {}
        self._shown: list[CheckedProperty] = []
        self._drawn: list[Failure] = []
        self._is_after_drawing = False

    def __call__(self, event: Event, /) -> None:
        """Write or show what is new; the command itself reports why a solver was not started."""
        match event:
            case Started(result):
                self._is_started = True
                self._places = {prop.name: place for place, prop in enumerate(result.properties, 1)}
                self._print(setup_text(result.setup, verbose=self._verbose).append("\n"))
            case Progress():
                if self._is_live:
                    self._show(event)
            case Failing(prop, puzzle):
                self._print_row(prop, puzzle)
            case Judged(prop, failures):
                if self._verbose or has_failed(prop) or not any(map(has_failed, self._shown)):
                    self._print_row(prop)
                for failure in failures[: MAX_CAUSES - len(self._drawn)]:
                    self._drawn.append(failure)
                    self._print(Text("\n").append(failure_text(failure, self._width, brief=True)))
                    self._is_after_drawing = True
            case CheckResult():
                self._end(event)

    def _print(self, text: Text) -> None:
        """Write a text at once, above the live line if there is one."""
        if self._live is None:
            print_text(text, self._stream)
        else:
            self._console.print(text, soft_wrap=True)
        self._stream.flush()

    def _print_row(self, prop: CheckedProperty, puzzle: str = "") -> None:
        """Write the row of a property, unless it was written when the property failed."""
        if any(prop.name == shown.name for shown in self._shown):
            return
        if not self._shown:
            self._print(heading_text())
        self._shown.append(prop)
        self._print_line(property_text(prop, verbose=self._verbose, puzzle=puzzle))

    def _print_line(self, text: Text) -> None:
        """Write a line of the table, after a blank line if a drawing interrupted the table."""
        self._print(Text("\n").append(text) if self._is_after_drawing else text)
        self._is_after_drawing = False

    def _show(self, progress: Progress) -> None:
        if self._live is None:
            self._live = Live(console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        place = f"{self._places.get(progress.name, 0)} of {len(self._places)}"
        self._live.update(live_line(place, progress.name, progress.judged, progress.failed, progress.left))

    def _end(self, result: CheckResult) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
        if not self._is_started:
            return
        for prop in shown_properties(result.properties, verbose=self._verbose):
            self._print_row(prop)
        if others := others_text(result.properties, self._shown):
            self._print_line(others)
        self._print(Text("\n").append(end_text(result, self._width, self._drawn)))
