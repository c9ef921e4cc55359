"""The report files of a run, by the names of their options."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from crosscover.options import RunOptions
from crosscover.result import CheckResult, encode

from .events import Event, Listener, Started
from .files import STDOUT, is_special, write_output
from .junit import document
from .page import page

RENDERERS: dict[str, Callable[[CheckResult], str]] = {"json": encode, "junit": document, "html": page}


def report_writers(options: RunOptions) -> list[Listener]:
    """Return the writers of the reports that the options request.

    Writers raise OSError if their file is not writable; the first error ends the run before anything is shown.
    """
    return [partial(_write, name, getattr(options, name)) for name in RENDERERS if getattr(options, name)]


def _write(option: str, file: str, event: Event) -> None:
    """Write an interrupted run at the start, so an older file is never mistaken for this run; then the result."""
    match event:
        case Started(result) if file != STDOUT and not is_special(Path(file)):
            write_output(file, RENDERERS[option](result))
        case CheckResult():
            write_output(file, RENDERERS[option](event))
        case _:
            pass


def output_files(options: RunOptions) -> list[Path]:
    """Return the files that a run writes."""
    return [Path(file) for name in RENDERERS if (file := getattr(options, name)) not in ("", STDOUT)]
