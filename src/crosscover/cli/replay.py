"""`crosscover replay`: lists the failing inputs that were kept, and asks a solver again what it was wrong about."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from crosscover.oracles.errors import EngineError, UnavailableEngineError
from crosscover.oracles.panel import DisagreementError
from crosscover.harness.factory import open_trial
from crosscover.harness.harness import Budget
from crosscover.runner.saved import STORE, Kept, UnknownIdError, find, load
from crosscover.report.events import Outcome, Status
from crosscover.subjects.option_codec import options_of
from crosscover.report.replaying import replayed
from crosscover.report.terminal import print_failure
from crosscover.report.words import escape_unprintable
from crosscover.subjects.smoke import smoke

from .exit_code import ExitCode

DESCRIPTION = """\
Ask a solver again what it was wrong about. The inputs are those that `crosscover check` keeps in .crosscover/.

Without an ID, list what is kept. With IDs, or the beginnings of some, ask the solver that failed on each of them, as
it was asked then: exit code 0 if all is right now, 1 if not.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("ids", nargs="*", metavar="ID", help="what to ask again; 'all' for everything")
    parser.add_argument("--subject", metavar="SPEC", help="ask this solver, with the options of the one that failed")
    parser.add_argument(
        "--dir", type=Path, default=Path(STORE), metavar="DIR", help=f"where failures are kept (default: {STORE})"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """List, or ask again."""
    kept = load(arguments.dir)
    if not arguments.ids:
        _list(kept, arguments.dir)
        return ExitCode.GOOD
    try:
        asked = kept if arguments.ids == ["all"] else [find(name, kept) for name in arguments.ids]
    except UnknownIdError as error:
        print(f"crosscover: {error}", file=sys.stderr)
        return ExitCode.USAGE
    codes = [_replay(one, arguments.subject or one.subject) for one in asked]
    return max(codes, key=_weight, default=ExitCode.GOOD)


def _replay(kept: Kept, spec: str) -> ExitCode:
    try:
        trial = open_trial(spec, options_of(kept.options), Budget())
    except UnavailableEngineError as error:
        return _stop(ExitCode.NOT_STARTED, kept, str(error))
    except ValueError as error:
        return _stop(ExitCode.USAGE, kept, str(error))
    with closing(trial.subject):
        not_started = smoke(trial.subject)
        if not_started is not None:
            return _stop(ExitCode.NOT_STARTED, kept, not_started.hint)
        try:
            outcome = replayed(trial, kept.batch, kept.formatting, kept.property, kept.statement)
        except (DisagreementError, EngineError) as error:
            return _stop(ExitCode.FAULT, kept, f"{type(error).__name__}: {error}")
    return _show(outcome, kept, spec)


def _show(outcome: Outcome, kept: Kept, spec: str) -> ExitCode:
    if outcome.status is Status.PASSED or outcome.failure is None:
        print(f"{kept.id}  right now: {escape_unprintable(spec)} no longer fails {kept.property}")
        return ExitCode.GOOD
    print_failure(replace(outcome, failure=replace(outcome.failure, kept=kept.id)), sys.stdout)
    return ExitCode.WRONG


def _list(kept: Sequence[Kept], directory: Path) -> None:
    if not kept:
        print(f"nothing is kept in {directory}")
        return
    width = max(len(one.property) for one in kept)
    for one in kept:
        print(
            f"{one.id}  {escape_unprintable(one.property):<{width}}  {escape_unprintable(one.reason)}  ({escape_unprintable(one.subject)})"
        )


def _stop(code: ExitCode, kept: Kept, message: str) -> ExitCode:
    print(f"crosscover: {kept.id}: {message}", file=sys.stderr)
    return code


def _weight(code: ExitCode) -> int:
    """What weighs more where several were asked: what could not be asked, then what is wrong."""
    order = (ExitCode.GOOD, ExitCode.WRONG, ExitCode.FAULT, ExitCode.NOT_STARTED, ExitCode.USAGE)
    return order.index(code)
