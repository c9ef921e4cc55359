"""Shows on standard error how far a selftest has come: a bar on a terminal, elsewhere a line for each run."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from crosscover.report.words import escape_unprintable

from .judging import BAD, Judged


class Watch:
    """Is told of each run when it is over; to be used in a `with` statement."""

    def __init__(self, runs: int, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False, soft_wrap=True)
        self._runs = runs
        self._over = 0
        # Drawn only when told to: a thread that draws may hold a lock while the processes that judge are forked.
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
            auto_refresh=False,
            transient=True,
        )
        self._task = self._bar.add_task("judging", total=runs)

    def note(self, judged: Judged) -> None:
        """A run is over."""
        self._over += 1
        if self._console.is_terminal:
            self._bar.update(self._task, advance=1, description=escape(judged.case.name), refresh=True)
        if not self._console.is_terminal or judged.fate in BAD:
            self._console.print(f"{self._over}/{self._runs} {escape(_line(judged))}")

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._bar.start()
            self._bar.refresh()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._bar.stop()


def _line(judged: Judged) -> str:
    after = f" after {judged.first_kill} puzzles" if judged.first_kill is not None else ""
    reason = f"; {escape_unprintable(judged.reason)}" if judged.reason and judged.fate in BAD else ""
    return f"{judged.case.name}, seed {judged.case.seed}: {judged.fate.value}{after}, {judged.seconds:.1f} s{reason}"
