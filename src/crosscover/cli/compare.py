"""Compare several solvers on the same puzzles.

Each solver runs with the same seed and number of rounds; then all solvers get the puzzles that one solver failed. A
SUBJECT is as for `crosscover check`, quoted if it has its own options: 'exec:./a.out --dialect grid'. Solver options
outside quotes are defaults for all solvers.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from crosscover.errors import ExitCode, NotStartedError, UsageError, print_error
from crosscover.harness.limits import COMPARED_SECONDS
from crosscover.options import COMPARE
from crosscover.output import print_line
from crosscover.report.files import STDOUT, refuse_shared_files, refuse_unwritable, write_output
from crosscover.result import Comparison, encode
from crosscover.runner.settings import COMPARED_ROUNDS
from crosscover.subjects.specification import files_of
from crosscover.system import cores

from .inputs import add_options, options_of, read_quoted

TEXTS = {
    "rounds": f"rounds per solver; each doubles the previous one (default: {COMPARED_ROUNDS})",
    "time": f"time budget per solver (default: {COMPARED_SECONDS:g}s)",
    "jobs": "runs of a solver at once (default: one per processor)",
    "html": "write the comparison as a self-contained HTML page",
    "json": "write the comparison as JSON; - for stdout",
}
"""Help texts of options whose meaning differs from `crosscover check`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("solvers", nargs="+", metavar="SUBJECT")
    add_options(parser, COMPARE, TEXTS)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    texts: Sequence[str] = arguments.solvers
    if len(texts) < 2:
        raise UsageError("expected at least two solvers, as in `crosscover compare exec:./a.out engine:dlx`")
    given = options_of(arguments, COMPARE)
    files = {name: str(given.pop(name, "")) for name in ("json", "html")}
    reports = {name: file for name, file in files.items() if file}
    quoted = [read_quoted(text) for text in texts]
    from crosscover.report.text import comparison_text, print_text, width_of
    from crosscover.runner.comparing import compare_solvers, settings_of

    solvers = settings_of(quoted, {"jobs": cores(), **given})
    outputs = [Path(file) for file in reports.values() if file != STDOUT]
    sources = chain.from_iterable(files_of(settings.subject) for settings in solvers)
    names = {settings.run.puzzles for settings in solvers if settings.run.puzzles}
    refuse_shared_files(outputs, [*sources, *map(Path, sorted(names))])
    refuse_unwritable(outputs)
    stream = sys.stderr if reports.get("json") == STDOUT else sys.stdout

    def announce(text: str) -> None:
        print_line(f"{text} ...", stream)
        stream.flush()

    try:
        comparison, error = compare_solvers(solvers, announce)
    except NotStartedError as error:
        _write(Comparison(notes=(str(error),)), reports)
        raise
    for text in texts[len(comparison.results) :]:
        yield ExitCode.INTERRUPTED
        print_error(f"interrupted before {text}")
    yield comparison.exit_code
    print_text(comparison_text(comparison, width_of(stream)), stream)
    _write(comparison, reports)
    if error is not None:
        raise error


def _write(comparison: Comparison, reports: Mapping[str, str]) -> None:
    from crosscover.report.page import page

    renderers: dict[str, Callable[[Comparison], str]] = {"json": encode, "html": page}
    for name, file in reports.items():
        write_output(file, renderers[name](comparison))
