"""`crosscover check`: judges a solver, property by property."""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from math import isfinite
from pathlib import Path

from crosscover import __version__
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.harness.factory import REFERENCE, default_options, fresh_seed, open_trial
from crosscover.harness.harness import Budget, Trial
from crosscover.dialects import ALIASES, DIALECTS
from crosscover.report.github import GithubWriter
from crosscover.report.json_report import JsonWriter
from crosscover.report.junit import JunitWriter
from crosscover.runner.saved import keep, load
from crosscover.runner.expected import KnownFailures, read_known
from crosscover.report.events import Footer, Header, Outcome, Status, Writer
from crosscover.subjects.option_codec import written
from crosscover.report.terminal import TerminalWriter
from crosscover.runner.run import run as run_session
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

CONTRACTS = """\
what it promises; proper: only puzzles with one solution are asked, and that solution is due (the default);
any: any puzzle, and a solution or a refusal; count: the number of solutions, counted to 2"""

BUDGETS = {"dev": Budget(), "ci": Budget(), "nightly": Budget(examples=25 * Budget().examples)}
"""How much is tried, by the name of a profile: `ci` runs once with a seed that never changes and once with a fresh one,
so that CI repeats what it did and yet explores."""

GATE_SEED = 0

JUDGES = ("python-sat", "ortools", "hypothesis", "pytest")
"""The packages whose versions a report names."""

PROFILE = """\
dev: a fresh seed (the default); ci: a round with the seed 0, then one with a fresh seed; nightly: 25 times as much;
poj3074: the limits of that judge, 1 s and 64 MiB a run"""

SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("subject", nargs="?", default=REFERENCE, metavar="SUBJECT")

    asked = parser.add_argument_group("how the solver is asked")
    dialects, calls, contracts = (
        sorted({*DIALECTS, *ALIASES}),
        [call.value for call in Call],
        [c.value for c in Contract],
    )
    asked.add_argument(
        "--dialect", choices=dialects, metavar="NAME", help="the text form that a program speaks (poj3074)"
    )
    asked.add_argument(
        "--call", choices=calls, help="what a function takes: 81 characters (text), or 9 lists of 9 ints"
    )
    asked.add_argument("--contract", choices=contracts, help=CONTRACTS)
    asked.add_argument("--refusal", metavar="TEXT", help="what a program writes where there is no solution")
    asked.add_argument("--stream", action="store_true", help="ask a program puzzle by puzzle, waiting for each answer")

    limits = parser.add_argument_group("limits")
    limits.add_argument("--time-limit", type=_positive, metavar="SECONDS", help="what a run may take (10)")
    limits.add_argument(
        "--puzzle-time", type=_positive, metavar="SECONDS", help="and what for each of its puzzles (0.1)"
    )
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
    seeds = _seeds(arguments)
    budget = BUDGETS.get(arguments.profile, Budget())
    budget = replace(budget, seed=seeds[-1], examples=arguments.examples or budget.examples)
    try:
        options = _options(arguments)
        known = read_known(Path(arguments.known)) if arguments.known else KnownFailures()
        trial = open_trial(spec, options, budget)
    except UnavailableEngineError as error:
        return _stop(ExitCode.NOT_STARTED, str(error))
    except (OSError, ValueError) as error:
        return _stop(ExitCode.USAGE, str(error))
    try:
        not_started = smoke(trial.subject)
        if not_started is not None:
            return _stop(ExitCode.NOT_STARTED, not_started.hint)
        return _judge(trial, options, arguments, seeds, known)
    except BrokenPipeError as gone:
        return _told(ExitCode.INTERRUPTED, [gone])
    except (OSError, ValueError) as error:
        return _stop(ExitCode.USAGE, str(error))
    finally:
        trial.subject.close()


def _judge(
    trial: Trial, options: Options, arguments: argparse.Namespace, seeds: Sequence[int], known: KnownFailures
) -> ExitCode:
    spec = trial.subject.name
    trial.remembered = tuple(
        (failure.batch, failure.formatting) for failure in load() if failure.contract is options.contract
    )
    trial.certifies = arguments.certify
    writers = _writers(arguments)
    header = Header(
        subject=spec,
        contract=options.contract.value,
        seed=seeds[-1],
        panel=trial.panel.names,
        versions={"crosscover": __version__, **{name: version(name) for name in JUDGES}},
        command=("crosscover", *sys.argv[1:]),
        options=written(options),
    )

    desk = _Desk(writers, header, known, selected=bool(arguments.expression))
    trial.progress = desk.judged
    session = run_session(trial, desk, seeds=seeds, expression=arguments.expression, seconds=arguments.time)
    if session.error:
        return _stop(ExitCode.FAULT if session.outcomes else ExitCode.USAGE, session.error)
    stale = known.stale(session.outcomes, spec)
    code = _code(session.outcomes, stale, complete=session.complete)
    footer = Footer(session.outcomes, session.seconds, code, session.complete, stale)
    troubles = {str(session.deaf): session.deaf} if session.deaf is not None else {}
    for writer in writers:
        try:
            writer.ended(footer)
        except OSError as error:
            troubles[str(error)] = error
    return _told(code, troubles.values())


def _told(code: ExitCode, troubles: Iterable[OSError]) -> ExitCode:
    """The exit code, once it is said what could not be written; that nobody reads any more needs no word."""
    for trouble in troubles:
        if isinstance(trouble, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its exit
        else:
            code = _stop(ExitCode.USAGE if code in (ExitCode.GOOD, ExitCode.INTERRUPTED) else code, str(trouble))
    return code


class _Desk:
    """Keeps failing inputs, marks known failures, and tells the writers."""

    def __init__(self, writers: Sequence[Writer], header: Header, known: KnownFailures, *, selected: bool) -> None:
        self._writers = writers
        self._header = header
        self._known = known
        self._selected = selected
        self._name = ""

    def begun(self, names: tuple[str, ...]) -> None:
        if not self._selected:
            self._known.check((*names, "kept_failures"), self._header.subject)
        for writer in self._writers:
            writer.begun(self._header, names)

    def started(self, name: str) -> None:
        self._name = name
        for writer in self._writers:
            writer.started(name)

    def judged(self, count: int) -> None:
        for writer in self._writers:
            writer.judged(self._name, count)

    def finished(self, outcome: Outcome) -> Outcome:
        settled = self._known.marked(keep(outcome, self._header), self._header.subject)
        for writer in self._writers:
            writer.finished(settled)
        return settled


def _code(outcomes: Sequence[Outcome], stale: Sequence[str], *, complete: bool) -> ExitCode:
    """The exit code: what was seen of the subject first, since each failure stands for itself; then faults of ours."""
    statuses = {outcome.status for outcome in outcomes if not outcome.known}
    if statuses & {Status.WRONG, Status.TIMED_OUT}:
        return ExitCode.WRONG
    if statuses & {Status.FAULT, Status.VACUOUS}:
        return ExitCode.FAULT
    if stale:
        return ExitCode.WRONG
    return ExitCode.GOOD if complete else ExitCode.INTERRUPTED


def _writers(arguments: argparse.Namespace) -> list[Writer]:
    """Files come first: what cannot be written is refused before anything is shown."""
    writers: list[Writer] = []
    if arguments.json:
        writers.append(JsonWriter(arguments.json))
    if arguments.junit:
        writers.append(JunitWriter(Path(arguments.junit)))
    writers.append(TerminalWriter(sys.stderr if arguments.json == "-" else sys.stdout))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        writers.append(GithubWriter(sys.stderr if arguments.json == "-" else sys.stdout))
    return writers


def _options(arguments: argparse.Namespace) -> Options:
    options = PROFILES.get(arguments.profile, default_options(arguments.subject))
    names = ("dialect", "call", "contract", "refusal", "time_limit", "puzzle_time", "memory_limit")
    given = {name: getattr(arguments, name) for name in names}
    words = {name: str(value) for name, value in given.items() if value is not None}
    return replace(options.reworded(words), stream=arguments.stream)


def _seeds(arguments: argparse.Namespace) -> list[int]:
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    return [GATE_SEED, seed] if arguments.profile == "ci" else [seed]


def _stop(code: ExitCode, message: str) -> ExitCode:
    print(f"crosscover: {message}", file=sys.stderr)
    return code


def _count(text: str) -> int:
    number = _seed(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return number


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, not {text!r}")
    return int(text)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not isfinite(number) or number < 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds, not {text!r}")
    return number


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"expected a time such as 90s, 10m or 2h, not {text!r}")
    return float(match[1]) * SECONDS[match[2]]
