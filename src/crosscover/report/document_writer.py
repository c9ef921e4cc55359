"""Writes a run to a file as one document, such as a page or XML, which is made once all is known."""

from collections.abc import Callable
from pathlib import Path

from crosscover.exit_code import ExitCode
from crosscover.harness.performance import Performance

from .events import Event, Footer, Header, PerformanceMeasured, RunFinished, RunStarted
from .files import atomic_write, write_partial

Render = Callable[[Header, Footer, Performance | None], str]


class DocumentWriter:
    """Writes a run to a file as `render` makes it; raises OSError from `RunStarted` where that cannot be done."""

    def __init__(self, path: Path, render: Render) -> None:
        self._path = path
        self._render = render
        self._header: Header | None = None
        self._performance: Performance | None = None

    def __call__(self, event: Event, /) -> None:
        """Write that of a run that was cut short at once, so that no older one is taken for it; then the whole."""
        match event:
            case RunStarted(header):
                self._header = header
                cut_short = Footer((), 0, ExitCode.INTERRUPTED, complete=False)
                write_partial(self._path, self._render(header, cut_short, None))
            case PerformanceMeasured(performance):
                self._performance = performance
            case RunFinished(footer) if self._header is not None:
                atomic_write(self._path, self._render(self._header, footer, self._performance))
            case _:
                pass
