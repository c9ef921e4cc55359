"""Shows a run to people: the seed first, then one live line on a terminal, and the result at the end."""

import time
from typing import TextIO

from rich.live import Live

from crosscover.result import CheckResult

from .events import Event, Progress, Started
from .text import check_text, live_line, make_console, print_text, setup_text, width_of


class TerminalWriter:
    """Writes a run to a stream; needs the last event even after errors, to restore the cursor.

    With `verbose`, each property is shown with its statement.
    """

    def __init__(self, stream: TextIO, *, verbose: bool = False) -> None:
        self._stream = stream
        self._verbose = verbose
        self._console = make_console(stream)
        self._is_live = stream.isatty() and not self._console.is_dumb_terminal
        self._is_started = False
        self._live: Live | None = None
        self._places: dict[str, int] = {}
        self._ends: float | None = None

    def __call__(self, event: Event, /) -> None:
        """Write or show what is new; the command itself reports why a solver was not started."""
        match event:
            case Started(result):
                self._is_started = True
                self._places = {prop.name: place for place, prop in enumerate(result.properties, 1)}
                if result.setup.time_limit is not None:
                    self._ends = time.monotonic() + result.setup.time_limit
                print_text(setup_text(result.setup).append("\n"), self._stream)
                self._stream.flush()
            case Progress():
                if self._is_live:
                    self._show(event)
            case CheckResult():
                if self._live is not None:
                    self._live.stop()
                if self._is_started:
                    print_text(check_text(event, width_of(self._stream), verbose=self._verbose), self._stream)

    def _show(self, progress: Progress) -> None:
        if self._live is None:
            self._live = Live(console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False)
            self._live.start()
        place = f"{self._places.get(progress.name, 0)} of {len(self._places)}"
        left = None if self._ends is None else self._ends - time.monotonic()
        self._live.update(live_line(place, progress.name, progress.judged, progress.failed, left))
