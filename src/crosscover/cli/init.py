"""Write a pytest file and a CI workflow that check your solver into the current repository.

With --harness, instead write a program that reads puzzles and writes answers, with a place for your solver. Existing
files are kept unless --force is given.
"""

import argparse
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import crosscover
from crosscover.contracts import ANY, SOLUTION
from crosscover.errors import ExitCode, UsageError, print_error, refusing
from crosscover.options import INIT, Plain, option_words, solver_options
from crosscover.output import print_line
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.subjects.specification import PREFIXES, files_of

from .inputs import add_options, options_of

TEST = Path("tests") / "test_crosscover.py"
WORKFLOW = Path(".github") / "workflows" / "crosscover.yml"
EXAMPLE = "python:my_solver.py:solve"

REPORTS = ("--junit", "crosscover.xml", "--json", "crosscover.json", "--html", "crosscover.html")
"""Options of a check in CI; the workflow template also names these files."""


class ProgramTemplate(NamedTuple):
    """A program with a place for a solver: its file, and its build and start commands.

    Until a solver is inserted, the program answers with error messages.
    """

    file: str
    build: str
    command: str


PROGRAM_TEMPLATES = {
    "python": ProgramTemplate("harness.py", "", "python3 harness.py"),
    "js": ProgramTemplate("harness.mjs", "", "node harness.mjs"),
    "c": ProgramTemplate("harness.c", "cc -O2 -o harness harness.c", "./harness"),
    "cpp": ProgramTemplate("harness.cpp", "c++ -std=c++17 -O2 -o harness harness.cpp", "./harness"),
    "rust": ProgramTemplate("harness.rs", "rustc -O -o harness harness.rs", "./harness"),
    "go": ProgramTemplate("harness.go", "go build -o harness harness.go", "./harness"),
    "php": ProgramTemplate("harness.php", "", "php harness.php"),
    "lua": ProgramTemplate("harness.lua", "", "lua harness.lua"),
    # Without -Xmx, Java sizes its heap by the memory of the machine, which exceeds the default memory limit.
    "java": ProgramTemplate("Harness.java", "javac Harness.java", "java -Xmx64m Harness"),
}
"""Programs by language; all use the dialect jsonl."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    subject = f"your solver, as for `crosscover check` (default: {EXAMPLE})"
    parser.add_argument("--subject", metavar="SPEC", help=subject)
    harness = f"write a program around your solver in this language: {', '.join(PROGRAM_TEMPLATES)}"
    parser.add_argument("--harness", choices=PROGRAM_TEMPLATES, metavar="LANGUAGE", help=harness)
    parser.add_argument("--force", action="store_true", help="replace existing files")
    add_options(parser, INIT)


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    texts, steps = _harness(arguments) if arguments.harness else _project(arguments)
    existing = [path for path in texts if path.exists() or path.is_symlink()]
    if existing and not arguments.force:
        yield ExitCode.USAGE
        for path in existing:
            print_error(f"{path} exists; --force replaces it")
        return
    refuse_shared_files(texts, files_of(arguments.subject or EXAMPLE))
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, text)
        print_line(f"wrote {path}")
    for line in ("", "Next:", *(f"  {step}" for step in steps)):
        print_line(line)


def _harness(arguments: argparse.Namespace) -> tuple[dict[Path, str], list[str]]:
    if arguments.subject and arguments.harness in ("c", "cpp"):
        return _function_harness(arguments)
    if arguments.subject or arguments.dialect or arguments.call:
        raise UsageError("--harness writes a program in the dialect jsonl: it excludes --subject, --dialect and --call")
    program = PROGRAM_TEMPLATES[arguments.harness]
    steps = [f"put your solver into {program.file}, between the two comments"]
    contract = arguments.contract or ANY
    if contract.requirements[2] is not SOLUTION:
        steps.append(f"return the answers of --contract {contract}: {contract.jsonl}")
    check = check_command(f"exec:{program.command}", {"dialect": "jsonl", **options_of(arguments, INIT)})
    steps += [*filter(None, [program.build]), check, f"git add {program.file}"]
    return {Path(program.file): _template(program.file)}, steps


def _function_harness(arguments: argparse.Namespace) -> tuple[dict[Path, str], list[str]]:
    """Return the files of a harness that calls a function of a source, and the steps that use it."""
    from crosscover.subjects.compiled import kept_harness
    from crosscover.subjects.find import find

    spec, options = arguments.subject, options_of(arguments, INIT)
    with refusing():
        found = find(spec, solver_options(spec, options))
    if not found.spec.startswith(f"{arguments.harness}:") or found.options.answers:
        raise UsageError(f"--harness {arguments.harness} calls a function that returns its answer, not {found.spec}")
    texts = {Path(name): text for name, text in kept_harness(found.spec, found.options, Path()).items()}
    compiler = "c++ -std=c++17 -fno-access-control" if arguments.harness == "cpp" else "cc"
    build = f"{compiler} -O2 -o harness harness.{arguments.harness} worker.c"
    given = {name: value for name, value in found.options.given().items() if name not in ("call", "empty", "answers")}
    check = check_command("exec:./harness", {"dialect": "jsonl", **given})
    return texts, [build, check, shlex.join(["git", "add", *map(str, texts)])]


def _project(arguments: argparse.Namespace) -> tuple[dict[Path, str], list[str]]:
    spec, options = arguments.subject or EXAMPLE, options_of(arguments, INIT)
    with refusing():
        given = solver_options(spec, options)
    if not spec.startswith(PREFIXES) or files_of(spec):
        from crosscover.subjects.find import find

        found = find(spec, given)
        spec, given = found.spec, found.options
    plain = given.given()
    texts = {TEST: pytest_text(spec, plain), WORKFLOW: github_text(spec, plain)}
    steps = [] if arguments.subject else [f"replace {EXAMPLE!r} in these files with your solver"]
    return texts, [*steps, check_command(spec, plain), f"pytest {TEST}", shlex.join(["git", "add", *map(str, texts)])]


def check_command(spec: str, options: Mapping[str, object], more: Sequence[str] = ()) -> str:
    return shlex.join(["crosscover", "check", spec, *option_words(options), *more])


def pytest_text(spec: str, options: Mapping[str, Plain]) -> str:
    written = {name: json.dumps(value) if isinstance(value, str) else value for name, value in options.items()}
    keywords = "".join(f", {name}={value}" for name, value in written.items())
    return f'''\
"""Checks the Sudoku solver of this repository, property by property."""

from crosscover.suite import properties_of

# `crosscover check --help` explains the options.
test_solver = properties_of({json.dumps(spec, ensure_ascii=False)}{keywords})
'''


def github_text(spec: str, options: Mapping[str, Plain]) -> str:
    """Return a workflow for GitHub Actions: its template with commands for the lines INSTALL and CHECK."""
    install = [f"python -m pip install crosscover=={crosscover.__version__}", *install_commands(spec)]
    text = _template("github.yml")
    for place, lines in (("INSTALL", install), ("CHECK", [check_command(spec, options, REPORTS)])):
        written = "".join(f"          {' '.join(line.split())}\n" for line in lines)
        text = text.replace(f"          {place}\n", written)
    return text


def install_commands(spec: str) -> list[str]:
    """Return commands that install what the current repository declares; `make` for a program without declarations."""
    project = Path("pyproject.toml").read_text(encoding="utf-8") if Path("pyproject.toml").is_file() else ""
    is_package = "[project]" in project or "[build-system]" in project  # others only configure tools
    found = {
        "python -m pip install -r requirements.txt": Path("requirements.txt").is_file(),
        "python -m pip install .": is_package or Path("setup.py").is_file(),
        "npm install": Path("package.json").is_file(),
    }
    commands = [command for command, is_declared in found.items() if is_declared]
    kind, _, target = spec.partition(":")
    return commands or ([f"make  # or another command that builds {target}"] if kind == "exec" else [])


def _template(name: str) -> str:
    return Path(__file__).with_name("templates").joinpath(name).read_text(encoding="utf-8")
