"""The reports that a run writes to files, each by the name of its option."""

from collections.abc import Callable, Mapping
from pathlib import Path

from crosscover.options import RUN_OPTIONS, OptionGroup, RunOptions

from .badge import badge_writer
from .events import DocumentWriter, Listener
from .files import STDOUT
from .html.check_page import check_page
from .json_report import JsonWriter
from .junit import document

WRITERS: Mapping[str, Callable[[str], Listener]] = {
    "json": JsonWriter,
    "junit": lambda name: DocumentWriter(Path(name), document),
    "html": lambda name: DocumentWriter(Path(name), check_page),
    "badge": lambda name: badge_writer(Path(name)),
}
"""What writes a report to the file of an option; the first error refuses the run, so nothing is shown before."""


def report_writers(options: RunOptions) -> list[Listener]:
    """Return the writers of the reports that options ask for."""
    return [writer(file) for name, writer in WRITERS.items() if (file := getattr(options, name))]


def output_files(options: RunOptions) -> list[Path]:
    """Return the files that a run writes, reports and others."""
    outputs = (getattr(options, name) for name, option in RUN_OPTIONS.items() if option.group is OptionGroup.REPORTS)
    return [Path(file) for file in outputs if file not in ("", STDOUT)]
