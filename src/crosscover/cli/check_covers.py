"""Check an exact-cover solver, property by property: crosscover check SOLVER --problem cover.

SOLVER is a file or a command: mine.py, mine.py:covers, dlx.mjs, dlx.c, ./a.out.
Small problems reveal how it takes a problem and what its answers mean. If no
form fits, wrap it: covers(primary, options, secondary) takes the names of the
items and lists of them, and returns or yields covers as lists of option numbers.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from crosscover.errors import ExitCode
from crosscover.options import COVERS, SOLVER_OPTIONS, Options, RunOptions
from crosscover.report.files import STORE, refuse_shared_files
from crosscover.subjects.specification import files_of

from .inputs import add_options, options_of

if TYPE_CHECKING:
    from crosscover.report.events import Listener


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from crosscover.covers.forms import CALL_FORMS, TEXT_FORMS, Promise

    parser.add_argument("subject", metavar="SOLVER", help="the solver")
    parser.add_argument("--problem", choices=["cover"], metavar="NAME", help="cover: exact covers")
    forms = [form.name for form in (*CALL_FORMS, *TEXT_FORMS)]
    call = f"how it takes a problem (default: found): {'; '.join(forms)}"
    parser.add_argument("--call", choices=forms, metavar="FORM", default="", help=call)
    promises = [promise.value for promise in Promise]
    promise = "what it promises (default: found): all covers; one; count: their number; decide: whether there is one"
    parser.add_argument("--contract", choices=promises, metavar="NAME", default="", help=promise)
    strict = "also judge what published solvers disagree about, such as options without a primary item"
    parser.add_argument("--strict-forms", action="store_true", help=strict)
    colors = "judge colors, also if small problems with colors are answered wrongly"
    parser.add_argument("--colors", action="store_true", help=colors)
    add_options(parser, COVERS)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    from crosscover.covers.opening import CoverSettings, open_run
    from crosscover.report.terminal import TerminalWriter
    from crosscover.report.writers import output_files, report_writers

    given = options_of(arguments, COVERS)
    of_solver = {name: value for name, value in given.items() if name in SOLVER_OPTIONS}
    of_run = {name: value for name, value in given.items() if name not in SOLVER_OPTIONS}
    reports = RunOptions(**of_run)  # type: ignore[arg-type]  # as the options parsed them
    refuse_shared_files(output_files(reports), files_of(arguments.subject))
    stream = sys.stderr if reports.json == "-" else sys.stdout
    listeners: list[Listener] = [*report_writers(reports), TerminalWriter(stream, verbose=reports.verbose)]
    settings = CoverSettings(
        arguments.subject,
        Options().with_overrides(of_solver),
        arguments.call,
        arguments.contract,
        arguments.strict_forms,
        arguments.colors,
        reports.time,
        reports.rounds,
        reports.seed,
        reports.only,
        reports.first,
        Path(STORE),
    )
    opened = open_run(settings, listeners, ("crosscover", *sys.argv[1:]))
    try:
        yield opened.run().exit_code
    finally:
        opened.subject.close()
    if opened.error is not None:
        raise opened.error
