"""`crosscover check`: judges a solver, property by property."""

import argparse
import math
import os
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.oracles.errors import UnavailableEngine
from crosscover.properties.opening import REFERENCE, default_options, fresh_seed, open_trial
from crosscover.properties.trial import Budget, Trial
from crosscover.reference.dialects import ALIASES, DIALECTS
from crosscover.report.github import GithubWriter
from crosscover.report.json_report import JsonWriter
from crosscover.report.junit import JunitWriter
from crosscover.report.model import Footer, Header, Outcome, Status, Writer
from crosscover.report.terminal import TerminalWriter
from crosscover.session import Session, run
from crosscover.subjects.contract import Contract
from crosscover.subjects.options import PROFILES, Call, Options
from crosscover.subjects.smoke import smoke

from .exit_code import ExitCode

DESCRIPTION = """\
Judge a solver, property by property. Every puzzle is decided by a panel of independent oracles first; then the solver
is asked, and every answer is checked against the rules.

SUBJECT is one of
  engine:NAME                  an engine of crosscover (see 'crosscover engines'); engine:dlx where none is named
  python:FILE.py:FUNCTION      a Python function; python:package.module:FUNCTION likewise
  exec:COMMAND                 a program that reads puzzles and writes answers; words split as a shell does
"""

UNITS = {"s": 1, "m": 60, "h": 3600}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("subject", nargs="?", default=REFERENCE, metavar="SUBJECT")

    asked = parser.add_argument_group("how the solver is asked")
    dialects, calls, contracts = sorted({*DIALECTS, *ALIASES}), [call.value for call in Call], [c.value for c in Contract]
    asked.add_argument("--dialect", choices=dialects, metavar="NAME", help="the text form that a program speaks (poj3074)")
    asked.add_argument("--call", choices=calls, help="what a function takes: 81 characters (text), or 9 lists of 9 ints")
    asked.add_argument("--contract", choices=contracts, help=CONTRACTS)
    asked.add_argument("--refusal", metavar="TEXT", help="what a program writes where there is no solution")
    asked.add_argument("--stream", action="store_true", help="ask a program puzzle by puzzle, waiting for each answer")

    limits = parser.add_argument_group("limits")
    limits.add_argument("--time-limit", type=_positive, metavar="SECONDS", help="what a run may take (10)")
    limits.add_argument("--puzzle-time", type=_positive, metavar="SECONDS", help="and what for each of its puzzles (0.1)")
    limits.add_argument("--memory-limit", type=_count, metavar="MIB", help="what a program may use (256)")
    limits.add_argument("--profile", choices=sorted({*PROFILES, *BUDGETS}), help=PROFILE)

    drawn = parser.add_argument_group("what is drawn")
    drawn.add_argument("--examples", type=_count, metavar="N", help="batches of puzzles for a property (40)")
    drawn.add_argument("--seed", type=_seed, metavar="N", help="draw what the run of this seed drew")
    drawn.add_argument("--time", type=_duration, default=0.0, metavar="TIME", help="go on for so long: 90s, 10m, 2h")
    drawn.add_argument("-k", dest="expression", default="", metavar="EXPR", help="only properties of these names")
    drawn.add_argument("--certify", action="store_true", help="certify every verdict that the subject is judged by")

    out = parser.add_argument_group("reports")
    out.add_argument("--json", metavar="FILE", help="write a report for programs, to standard output for -")
    out.add_argument("--junit", metavar="FILE", help="write a report for CI servers")
    out.add_argument("--known", metavar="FILE", help="the properties that are expected to fail, one a line")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge the subject."""
    spec: str = arguments.subject
    options = _options(arguments)
    seeds = _seeds(arguments)
    budget = BUDGETS.get(arguments.profile, Budget())
    if arguments.examples:
        budget = replace(budget, examples=arguments.examples)
    try:
        known = read_known(Path(arguments.known)) if arguments.known else ()
        trial = open_trial(spec, options, replace(budget, seed=seeds[-1]))
    except UnavailableEngine as error:
        return _stop(ExitCode.NOT_STARTED, str(error))
    except (OSError, ValueError) as error:
        return _stop(ExitCode.USAGE, str(error))
    try:
        hint = smoke(trial.subject)
        if hint is not None:
            return _stop(ExitCode.NOT_STARTED, hint.hint)
        return _judge(trial, arguments, seeds, known)
    finally:
        trial.subject.close()


def _judge(trial: Trial, arguments: argparse.Namespace, seeds: Sequence[int], known: KnownFailures) -> ExitCode:
    store = Path(STORE)
    kept = load(store)
    trial.remembered = tuple((failure.batch, failure.form) for failure in kept)
    trial.certifies = arguments.certify
    writers: list[Writer] = [TerminalWriter(sys.stderr if arguments.json == "-" else sys.stdout)]
    if arguments.json:
        writers.append(JsonWriter(arguments.json))
    if arguments.junit:
        writers.append(JunitWriter(Path(arguments.junit)))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        writers.append(GithubWriter())
    header = Header(
        subject=trial.subject.name,
        contract=trial.subject.contract.value,
        seed=seeds[-1],
        panel=tuple(trial.panel.engines),
        versions={name: version(name) for name in ("crosscover", "python-sat", "ortools", "hypothesis", "pytest")},
        command=("crosscover", *sys.argv[1:]),
        options=asdict(trial.subject.options),
    )

    def begun(names: tuple[str, ...]) -> None:
        for writer in writers:
            writer.begun(header, names)

    session = judge(trial, writers, begun, seeds=seeds, expression=arguments.expression, seconds=arguments.time)
    if session.error:
        return _stop(ExitCode.USAGE if not session.outcomes else ExitCode.FAULT, session.error)
    code = _code(session)
    for writer in writers:
        writer.ended(Footer(session.outcomes, session.seconds, code, session.complete))
    return code
