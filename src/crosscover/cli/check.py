"""Check a solver, property by property.

SUBJECT is a file or a command, such as mine.py:solve, solver.c or ./a.out.
Explicit forms skip the search:
  engine:NAME              an engine: see `crosscover engines`
  python:FILE.py:FUNCTION  a Python function, or an expression, Board(p).solve()
  js:./FILE.mjs:FUNCTION   a JavaScript function; js:NAME:FUNCTION of a package
  exec:COMMAND             a program that reads puzzles and writes answers
"""

import argparse
import shlex
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from crosscover.errors import ExitCode, UsageError, print_error, refusing
from crosscover.options import CHECK, REFERENCE, find_option
from crosscover.output import print_line
from crosscover.runner.settings import read_settings
from crosscover.subjects.specification import meanings
from crosscover.system import cores

from .inputs import add_options, options_of, report_listeners

MAX_SHOWN = 20
"""Maximum number of solvers of a folder that are shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    subject = f"the solver (default: pyproject.toml's, or {REFERENCE})"
    parser.add_argument("subject", nargs="?", metavar="SUBJECT", help=subject)
    parser.add_argument("--problem", choices=["sudoku", "cover"], metavar="NAME", help="cover: exact covers")
    add_options(parser, CHECK)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    subject, options = configured(Path.cwd(), arguments.subject, options_of(arguments, CHECK))
    if subject and Path(subject).is_dir():
        yield ExitCode.USAGE
        _show_solvers(subject)
        return
    given = {"jobs": 1 if "rounds" in options else cores(), **options}
    meanings(subject)
    with refusing():
        settings = read_settings(subject, given)

    from crosscover.runner.opening import open_run

    with closing(open_run(settings, report_listeners(settings.run), ("crosscover", *sys.argv[1:]))) as opened:
        yield opened.run().exit_code
    if opened.error is not None:
        raise opened.error


def _show_solvers(folder: str) -> None:
    """Print a command for each solver in a folder, and the reason for the exit code."""
    from crosscover.subjects.folder import solvers_in

    solvers = solvers_in(Path(folder))
    for path in solvers[:MAX_SHOWN]:
        print_line(shlex.join(["crosscover", "check", str(path)]))
    found = f"these {len(solvers)} files look like solvers" if len(solvers) > 1 else "this file looks like a solver"
    more = f" (the first {MAX_SHOWN} are shown)" if len(solvers) > MAX_SHOWN else ""
    print_error(f"{folder} is a folder; {found if solvers else 'no file in it looks like a solver'}{more}")


def configured(folder: Path, subject: str | None, given: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """Return a check's subject and options, from the command line, then from `[tool.crosscover]` of pyproject.toml.

    Keys of the table are long option names with dashes or underscores. Its subject is the default. For another subject,
    options that do not apply are left out. Raises UsageError for a file that is not TOML, an unknown key, an invalid
    value, and an option that does not apply to the subject of the table.
    """
    path = folder / "pyproject.toml"
    text = path.read_bytes() if path.is_file() else b""
    with refusing(place=str(path)):
        project: dict[str, Any] = tomllib.loads(text.decode()) if b"crosscover" in text else {}
    match project:
        case {"tool": {"crosscover": found}}:
            pass
        case _:
            found = {}
    if not isinstance(found, dict):
        raise UsageError(f"expected a table [tool.crosscover], found {found!r}", str(path))
    table = {key.replace("-", "_"): value for key, value in cast("dict[str, object]", found).items()}
    own_subject = str(table.pop("subject", ""))
    spec = own_subject or REFERENCE if subject is None else subject
    defaults: dict[str, object] = {}
    replaced: set[str] = {"time", "rounds"} if given.keys() & {"time", "rounds"} else set()
    with refusing("[tool.crosscover] ", str(path)):
        for name, value in table.items():
            option = find_option(name, CHECK)
            read = option.read(value)
            if spec == own_subject:
                option.refuse_other_kinds(spec)
            if option.applies_to(spec) and name not in replaced:
                defaults[name] = read
    return spec, {**defaults, **given}
