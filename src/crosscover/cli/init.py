"""Write a pytest file and a GitHub workflow that judge your own solver, into the repository you are in.

Files that are there already are left alone; --force replaces them.
"""

import argparse
import json
import shlex
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from crosscover.exit_code import ExitCode, fail
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.subjects.specification import PREFIXES, files_of

TEST = Path("tests") / "test_crosscover.py"
WORKFLOW = Path(".github") / "workflows" / "crosscover.yml"

EXAMPLE = "python:my_solver.py:solve"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    which = f"your solver, as for `crosscover check` (default: {EXAMPLE})"
    parser.add_argument("--subject", default=EXAMPLE, metavar="SPEC", help=which)
    parser.add_argument("--dir", type=Path, default=Path(), metavar="DIR", help="the repository (default: this folder)")
    parser.add_argument("--force", action="store_true", help="replace files that are there already")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Write the files, all or none."""
    spec: str = arguments.subject
    if not spec.startswith(PREFIXES):
        return fail(ExitCode.USAGE, f"{spec!r} is none of engine:NAME, python:PLACE:FUNCTION, js:PLACE:FUNCTION, exec:COMMAND")
    directory: Path = arguments.dir
    texts = {directory / TEST: pytest_text(spec), directory / WORKFLOW: workflow_text(spec, requirement())}
    existing = [path for path in texts if path.exists() or path.is_symlink()]
    if existing and not arguments.force:
        for path in existing:
            fail(ExitCode.USAGE, f"{path} is there already; --force replaces it")
        return ExitCode.USAGE
    refuse_shared_files(texts, files_of(spec))
    for path in texts:
        path.parent.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        atomic_write(path, text)
        print(f"wrote {path}")
    print("\nNext:")
    if spec == EXAMPLE:
        print(f"  put your solver in the place of {EXAMPLE!r} in both files")
    print(f"  crosscover check {shlex.quote(spec)}\n  pytest {TEST}\n  git add {TEST} {WORKFLOW}")
    return ExitCode.GOOD


def pytest_text(spec: str) -> str:
    """The pytest file."""
    dialect, hint = "", ""
    if spec.startswith("exec:"):
        dialect = ', dialect="poj3074"'
        hint = "\n# `crosscover dialects` lists the text forms of programs; this is the one of POJ 3074."
    elif spec.startswith("python:"):
        hint = '\n# The function is given 81 characters; with call="rows" 9 lists of 9 ints, 0 for an empty cell.'
    return f'''\
"""Judges the Sudoku solver of this repository, property by property."""

from crosscover.suite import properties_of

# Only proper puzzles are asked, those with one solution; contract="any" or "count" asks the others too.{hint}
test_solver = properties_of({json.dumps(spec, ensure_ascii=False)}{dialect})
'''


def workflow_text(spec: str, required: str) -> str:
    """The workflow: a check on each push, with its failing inputs to download."""
    build = ""
    if spec.startswith("exec:"):
        build = f"""\
      - name: Build the solver
        run: make  # whatever builds {_one_line(spec.removeprefix("exec:"))}
"""
    command = shlex.join(["crosscover", "check", spec, *(["--dialect", "poj3074"] if build else [])])
    return f"""\
name: crosscover

on: [push, pull_request]

permissions:
  contents: read

jobs:
  solver:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Install crosscover
        run: |
          python -m pip install {shlex.quote(required)}
{build}\
      - name: Judge the solver
        run: |
          {_one_line(command)}
      - name: Keep the inputs on which it is wrong
        if: failure()
        uses: actions/upload-artifact@v4
        with:
          name: crosscover
          path: .crosscover
          include-hidden-files: true
          if-no-files-found: ignore
"""


def requirement() -> str:
    """What pip installs to get this crosscover: the commit it was installed from, else its version."""
    try:
        installed = distribution("crosscover")
    except PackageNotFoundError:  # a checkout that was never installed
        return "crosscover"
    match json.loads(installed.read_text("direct_url.json") or "null"):
        case {"url": str(url), "vcs_info": {"vcs": str(vcs), "commit_id": str(commit)}}:
            return f"crosscover @ {vcs}+{url}@{commit}"
        case _:
            return f"crosscover=={installed.version}"


def _one_line(text: str) -> str:
    """The text without line breaks: a command has to stay in its line of YAML."""
    return " ".join(text.split())
