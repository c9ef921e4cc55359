"""Check an exact-cover solver, property by property: crosscover check SOLVER --problem cover.

SOLVER is a file or a command: mine.py, mine.py:covers, dlx.mjs, dlx.c, ./a.out.
Small problems reveal how it takes a problem and what its answers mean. If no
form fits, wrap it: covers(primary, options, secondary) takes the names of the
items and lists of them, and returns or yields covers as lists of option numbers.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing

from crosscover.errors import ExitCode, refusing
from crosscover.options import COVERS

from .inputs import add_options, options_of, report_listeners


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
    from crosscover.covers.opening import open_run, read_settings

    with refusing():
        settings = read_settings(
            arguments.subject,
            options_of(arguments, COVERS),
            form=arguments.call,
            promise=arguments.contract,
            strict_forms=arguments.strict_forms,
            colors=arguments.colors,
        )
    with closing(open_run(settings, report_listeners(settings.run.run), ("crosscover", *sys.argv[1:]))) as opened:
        yield opened.run().exit_code
    if opened.error is not None:
        raise opened.error
