"""Rerun failures that `crosscover check` has saved in .crosscover/.

Without an ID, list the saved failures of all solvers. With IDs, or prefixes of IDs, rerun each solver on the input that
it failed, with the same options. The exit code is 0 if all answers are now correct, 1 if one is wrong, and 5 if the
solver did not answer in time, or if a flaky failure did not occur again.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from crosscover.errors import ExitCode, UsageError, print_error
from crosscover.output import print_line
from crosscover.report.files import STORE

if TYPE_CHECKING:
    from crosscover.runner.saved import SavedFailure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="the failures to rerun; 'all' for all of them")
    parser.add_argument("--subject", metavar="SPEC", help="run this solver with the options of the solver that failed")
    where = f"folder of saved failures (default: {STORE})"
    parser.add_argument("--dir", type=Path, default=Path(STORE), metavar="DIR", help=where)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    from crosscover.runner.saved import find, load

    saved = load(arguments.dir)
    if not arguments.ids:
        for line in _table(saved):
            print_line(line)
        if not saved:
            print_line(f"no failures are saved in {arguments.dir}")
        return
    selected = saved if arguments.ids == ["all"] else [find(name, saved) for name in arguments.ids]
    for failure in selected:
        yield from _replay(failure, arguments.subject or failure.setup.subject)


def _table(saved: "Sequence[SavedFailure]") -> Iterator[str]:
    from crosscover.report.words import aligned

    rows: list[tuple[str, ...]] = []
    for found in sorted(saved, key=lambda found: (found.setup.subject, found.setup.contract, found.saved_at)):
        day, setup, failure = found.saved_at[: len("2000-01-01")], found.setup, found.failure
        reason = " ".join(failure.reason.split())
        rows.append((found.id, day, setup.subject, setup.contract, failure.property_name, reason))
    return aligned(rows, "<")


def _replay(saved: "SavedFailure", spec: str) -> Iterator[ExitCode]:
    """Run the property `saved_failures` with one failure, without shrinking it."""
    from crosscover.report.text import failure_text, print_text, width_of
    from crosscover.report.words import pluralize
    from crosscover.runner.opening import rerun
    from crosscover.runner.saved import input_of
    from crosscover.subjects.find import find as find_form

    old = saved.failure
    is_flaky = old.is_flaky and spec == saved.setup.subject
    try:
        options = saved.options
        if old.searches:
            from crosscover.covers.opening import rerun as rerun_covers

            result, stopped_by = rerun_covers(saved, spec)
        elif spec != saved.setup.subject:
            found = find_form(spec, options)
            result, stopped_by = rerun(found.spec, found.options, input_of(saved.failure))
        else:
            result, stopped_by = rerun(spec, options, input_of(saved.failure))
    except UsageError as error:
        yield error.code
        print_error(f"{saved.id}: {error}")
        return
    passes = result.grade.exit_code is ExitCode.GOOD
    yield ExitCode.NOT_DECIDED if passes and is_flaky else result.exit_code
    for failure in result.failures:
        named = replace(failure, property_name=old.property_name, statement=old.statement, saved_as=saved.id)
        print_text(failure_text(named, width_of(sys.stdout)), sys.stdout)
    if passes and is_flaky:
        when_found = f"it failed {old.failed_repeats} of {old.repeats} times when it was found"
        print_line(f"{saved.id}  not decided: {spec} did not fail in {pluralize(old.repeats, 'repeats')}; {when_found}")
    elif passes:
        print_line(f"{saved.id}  fixed: {spec} no longer fails {old.property_name}")
    elif not result.failures and result.complete:
        print_error(f"{saved.id}: not decided: {spec} was not judged on the whole input. {result.not_covered}".rstrip())
    if stopped_by is not None:
        raise stopped_by
    if not result.complete:
        raise KeyboardInterrupt
