"""The reports that a run writes to files, each by the name of its option."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from crosscover.options import RunOptions
from crosscover.result import encode

from .events import DocumentWriter, Listener
from .files import STDOUT
from .junit import document
from .page import page

WRITERS: Mapping[str, Callable[[str], Listener]] = {
    "json": partial(DocumentWriter, render=encode),
    "junit": partial(DocumentWriter, render=document),
    "html": partial(DocumentWriter, render=page),
}
"""What writes a report to the file of an option; the first error refuses the run, so nothing is shown before."""


def report_writers(options: RunOptions) -> list[Listener]:
    """Return the writers of the reports that options ask for."""
    return [writer(file) for name, writer in WRITERS.items() if (file := getattr(options, name))]


def output_files(options: RunOptions) -> list[Path]:
    """Return the files that a run writes."""
    return [Path(file) for name in WRITERS if (file := getattr(options, name)) not in ("", STDOUT)]
