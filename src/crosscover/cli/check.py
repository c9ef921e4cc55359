"""`crosscover check`: judges a solver, property by property."""

import argparse
import os
import re
import sys

from crosscover.dialects import ALIASES, DIALECTS
from crosscover.exit_code import ExitCode, combine, fail
from crosscover.harness.factory import REFERENCE
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.report.events import Listener
from crosscover.report.github import GithubWriter
from crosscover.report.terminal import TerminalWriter
from crosscover.runner.run import run_properties
from crosscover.runner.settings import SETTINGS, RunSettings, read_settings
from crosscover.runner.subject_run import SubjectRun, open_run, report_files
from crosscover.subjects.options import OPTION_FIELDS
from crosscover.subjects.smoke import smoke

from .inputs import argument

DESCRIPTION = """\
Judge a solver, property by property. Every puzzle is decided by a panel of independent oracles first; then the solver
is asked, and every answer is checked against the rules.

SUBJECT is one of
  engine:NAME                  an engine of crosscover (see 'crosscover engines'); engine:dlx where none is named
  python:FILE.py:FUNCTION      a Python function; python:package.module:FUNCTION likewise
  exec:COMMAND                 a program that reads puzzles and writes answers; words split as a shell does
"""

CONTRACTS = """\
what it promises; proper: only puzzles with one solution are asked, and it must return that solution (the default);
any: any puzzle, and a solution or a refusal; count: the number of solutions, counted to 2"""

GROUPS = {
    "how the solver is asked": ("dialect", "call", "contract", "refusal", "stream"),
    "limits": ("time_limit", "puzzle_time", "memory_limit", "profile"),
    "what is drawn": ("examples", "seed", "certify"),
    "reports": ("json", "junit", "known"),
}
"""The options by the heading under which the help shows them."""

UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("subject", nargs="?", default=REFERENCE, metavar="SUBJECT")
    groups = {title: parser.add_argument_group(title) for title in GROUPS}
    for title, names in GROUPS.items():
        for name in names:
            _add(groups[title], name)
    drawn = groups["what is drawn"]
    drawn.add_argument(
        "--time", type=argument(_duration), default=0.0, metavar="TIME", help="keep drawing for this long: 90s, 10m, 2h"
    )
    drawn.add_argument("-k", dest="expression", default="", metavar="EXPR", help="only properties of these names")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge the subject."""
    names = ("subject", *(name for names in GROUPS.values() for name in names))
    judged: SubjectRun | None = None
    try:
        settings = read_settings({name: getattr(arguments, name) for name in names})
        judged = open_run(settings, _listeners(settings), ("crosscover", *sys.argv[1:]), timed=arguments.time > 0)
        not_started = smoke(judged.harness.subject)
        if not_started is not None:
            return fail(ExitCode.NOT_STARTED, not_started)
        footer = run_properties(judged, seeds=settings.seeds, expression=arguments.expression, seconds=arguments.time)
    except UnavailableEngineError as error:
        return fail(ExitCode.NOT_STARTED, str(error))
    except BrokenPipeError as error:
        return _report_write_error(ExitCode.INTERRUPTED, error)
    except (OSError, ValueError) as error:
        return fail(ExitCode.USAGE, str(error))
    finally:
        if judged is not None:
            judged.close()
    return _report_write_error(footer.exit_code, judged.listener_error)


def _report_write_error(code: ExitCode, error: OSError | None) -> ExitCode:
    """The exit code, once it is said what could not be written; that nobody reads any more needs no word."""
    if error is None:
        return code
    if isinstance(error, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its exit
        return code
    fail(ExitCode.USAGE, str(error))
    return combine([ExitCode.USAGE, code])


def _listeners(settings: RunSettings) -> list[Listener]:
    """Files come first: what cannot be written is refused before anything is shown."""
    stream = sys.stderr if settings.json == "-" else sys.stdout
    github = [GithubWriter(stream)] if os.environ.get("GITHUB_ACTIONS") == "true" else []
    return [*report_files(settings), TerminalWriter(stream), *github]


def _add(group: "argparse._ArgumentGroup", name: str) -> None:
    """Add an option of the subject, or a setting of the run, as its table describes it."""
    option = f"--{name.replace('_', '-')}"
    if name in SETTINGS:
        parse, metavar, text = SETTINGS[name].parse, SETTINGS[name].metavar, SETTINGS[name].help
    else:
        field = OPTION_FIELDS[name]
        parse, metavar, text = (field.metadata[key] for key in ("parse", "metavar", "help"))
        parse = None if field.default is False else parse
    match name:
        case "dialect":
            group.add_argument(option, choices=sorted({*DIALECTS, *ALIASES}), metavar=metavar, help=text)
        case _ if parse is None:
            group.add_argument(option, action="store_const", const=True, help=text)
        case _:
            group.add_argument(option, type=argument(parse), metavar=metavar, help=text)


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if match is None:
        raise ValueError(f"expected a time such as 90s, 10m or 2h, not {text!r}")
    return float(match[1]) * UNITS[match[2]]
