"""Write a pytest file and a CI workflow that check your solver into the current repository.

With --harness, write a program that reads puzzles and writes answers, with a place for your solver. Existing files are
kept unless --force is given.
"""

import argparse
import json
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import crosscover
from crosscover.contracts import ANY, CONTRACTS, PROPER, SOLUTION
from crosscover.exit_code import ExitCode, UsageError, print_error, refusing
from crosscover.options import INIT, Call, plain_value, solver_options
from crosscover.output import print_line
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.subjects.specification import PREFIXES, files_of

from .inputs import add_options, options_of

TEST = Path("tests") / "test_crosscover.py"
WORKFLOW = Path(".github") / "workflows" / "crosscover.yml"

EXAMPLE = "python:my_solver.py:solve"

REPORTS = ("--profile", "ci", "--junit", "crosscover.xml", "--json", "crosscover.json", "--html", "crosscover.html")
"""Options of a check in CI; the templates of the jobs name the same files."""

_HINTS = {
    "exec": "# `crosscover dialects` shows the text forms of programs.",
    "python": '# The function gets 81 characters; with call="rows" 9 lists of 9 ints, 0 for an empty cell.',
}

DIALECT = "jsonl"
"""The dialect of all programs."""


@dataclass(frozen=True, slots=True)
class ProgramTemplate:
    """A program with a place for a solver: its file, and its build and start commands.

    Until a solver is put there, its answers are error messages that say so.
    """

    file: str
    build: str
    command: str

    @property
    def spec(self) -> str:
        """The specification of the built program, relative to its folder."""
        return f"exec:{self.command}"


PROGRAM_TEMPLATES: Mapping[str, ProgramTemplate] = MappingProxyType(
    {
        "python": ProgramTemplate("harness.py", "", "python3 harness.py"),
        "js": ProgramTemplate("harness.mjs", "", "node harness.mjs"),
        "c": ProgramTemplate("harness.c", "cc -O2 -o harness harness.c", "./harness"),
        "cpp": ProgramTemplate("harness.cpp", "c++ -std=c++17 -O2 -o harness harness.cpp", "./harness"),
        "rust": ProgramTemplate("harness.rs", "rustc -O -o harness harness.rs", "./harness"),
        "go": ProgramTemplate("harness.go", "go build -o harness harness.go", "./harness"),
        # Without -Xmx, Java takes its heap from the memory of the machine, which is more than the default limit.
        "java": ProgramTemplate("Harness.java", "javac Harness.java", "java -Xmx64m Harness"),
    }
)
"""Programs by language."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A solver, its options, and the commands that install or build it."""

    spec: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    commands: tuple[str, ...] = ()

    def check(self, *more: str) -> str:
        """The command that checks the solver, quoted for a shell."""
        given = [word for name, value in self.options.items() for word in (f"--{name}", value)]
        return shlex.join(["crosscover", "check", self.spec, *given, *more])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    subject = f"your solver, as for `crosscover check` (default: {EXAMPLE})"
    parser.add_argument("--subject", metavar="SPEC", help=subject)
    harness = "write a program around your solver in this language: " + ", ".join(PROGRAM_TEMPLATES)
    parser.add_argument("--harness", choices=PROGRAM_TEMPLATES, metavar="LANGUAGE", help=harness)
    add_options(parser, INIT)
    parser.add_argument("--ci", choices=["github"], help="with --harness: also write the test and the workflow")
    parser.add_argument(
        "--dir", type=Path, default=Path(), metavar="DIR", help="the repository (default: the current folder)"
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Write the files, all or none."""
    directory: Path = arguments.dir
    setup = _setup(arguments)
    texts: dict[Path, str] = {}
    if arguments.harness:
        program = PROGRAM_TEMPLATES[arguments.harness]
        texts[Path(program.file)] = harness_text(arguments.harness, on_board=arguments.call is Call.BOARD)
    if arguments.ci or not arguments.harness:
        texts[TEST] = pytest_text(setup)
        texts[WORKFLOW] = github_text(setup)
    existing = [path for name in texts if (path := directory / name).exists() or path.is_symlink()]
    if existing and not arguments.force:
        yield ExitCode.USAGE
        for path in existing:
            print_error(f"{path} exists; --force replaces it")
        return
    solver = [] if arguments.harness else files_of(setup.spec)
    refuse_shared_files([directory / name for name in texts], solver)
    for name in texts:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        atomic_write(directory / name, text)
        print_line(f"wrote {directory / name}")
    print_line("")
    print_line("Next:")
    for line in _next_steps(arguments, setup, list(texts)):
        print_line(f"  {line}")


def _setup(arguments: argparse.Namespace) -> Setup:
    """The contents of the files; raises UsageError for arguments that exclude each other."""
    options = {name: str(plain_value(value)) for name, value in options_of(arguments, INIT).items()}
    if arguments.harness:
        on_board = options.pop("call", None) == Call.BOARD.value
        if on_board:
            options.setdefault("contract", PROPER.name)
        for name in ("subject", "dialect", "call"):
            if getattr(arguments, name) and not (name == "call" and on_board):
                raise UsageError(f"--harness excludes --{name}: it writes a program in the dialect {DIALECT}")
        if arguments.contract and not arguments.contract.jsonl:
            raise UsageError(f"{DIALECT} has no answers for --contract {arguments.contract.name}")
        program = PROGRAM_TEMPLATES[arguments.harness]
        commands = (program.build,) if program.build else project_commands(program.spec, arguments.dir)
        return Setup(program.spec, {"dialect": DIALECT, **options}, commands)
    spec: str = EXAMPLE if arguments.subject is None else arguments.subject
    with refusing():
        given = solver_options(spec, options)
    if not spec.startswith(PREFIXES) or files_of(spec):
        from crosscover.subjects.find import find

        found = find(spec, given)
        spec, options = found.spec, {name: str(value) for name, value in found.options.given().items()}
    kind = spec.partition(":")[0]
    if kind == "exec":
        options = {"dialect": "poj3074", **options}
    return Setup(spec, options, project_commands(spec, arguments.dir))


def _next_steps(arguments: argparse.Namespace, setup: Setup, names: list[Path]) -> list[str]:
    steps: list[str] = []
    if arguments.harness:
        program = PROGRAM_TEMPLATES[arguments.harness]
        steps.append(f"put your solver into {program.file}, between the two comments")
        contract = CONTRACTS[setup.options.get("contract", ANY.name)]
        if contract.requirements[2] is not SOLUTION:
            steps.append(f"return the answers of --contract {contract}: {contract.jsonl}")
        if program.build:
            steps.append(program.build)
    elif arguments.subject is None:
        steps.append(f"replace {EXAMPLE!r} in these files with your solver")
    steps.append(setup.check())
    if TEST in names:
        steps.append(f"pytest {TEST}")
    return [*steps, shlex.join(["git", "add", *map(str, names)])]


def pytest_text(setup: Setup) -> str:
    """A test file for pytest."""
    hint = _HINTS.get(setup.spec.partition(":")[0], "")
    keywords = "".join(f", {name}={json.dumps(value)}" for name, value in setup.options.items())
    return f'''\
"""Checks the Sudoku solver of this repository, property by property."""

from crosscover.suite import properties_of

# `contract` says which puzzles the solver gets, and which answers are right: see `crosscover check --help`.
{hint}{hint and chr(10)}test_solver = properties_of({json.dumps(setup.spec, ensure_ascii=False)}{keywords})
'''


def github_text(setup: Setup) -> str:
    """A workflow for GitHub Actions, with commands in place of the lines INSTALL and CHECK of its template."""
    commands = [f"python -m pip install crosscover=={crosscover.__version__}", *map(_one_line, setup.commands)]
    text = read_template("github.yml")
    for place, lines in (("INSTALL", commands), ("CHECK", [_one_line(setup.check(*REPORTS))])):
        text = text.replace(f"          {place}\n", "".join(f"          {line}\n" for line in lines))
    return text


def project_commands(spec: str, directory: Path) -> tuple[str, ...]:
    """The commands that install the requirements of a solver, found in the files of its repository.

    For a program this is `make`, as a placeholder. Raises UsageError for a malformed file, and OSError.
    """
    kind, _, target = spec.partition(":")
    word = next(iter(target.split()), "")
    if kind == "python" or word.startswith("python"):
        requirements = (directory / "requirements.txt").is_file()
        commands = ("python -m pip install -r requirements.txt",) if requirements else ()
        return (*commands, "python -m pip install .") if _is_package(directory) else commands
    if kind == "js" or word == "node":
        if (directory / "package-lock.json").is_file():
            return ("npm ci",)
        return ("npm install",) if (directory / "package.json").is_file() else ()
    return (f"make  # whatever builds {_one_line(target)}",) if kind == "exec" else ()


def harness_text(language: str, *, on_board: bool) -> str:
    """The program around a solver; `on_board` is for one as LeetCode wants it, which fills a board in place."""
    text = read_template(PROGRAM_TEMPLATES[language].file)
    if not on_board:
        return text
    lines = text.splitlines(keepends=True)
    begin, end = (
        next(at for at, line in enumerate(lines) if f"Your solver {word} here." in line) for word in ("begins", "ends")
    )
    return "".join([*lines[:begin], read_template(f"board-{language}.txt"), *lines[end + 1 :]])


def read_template(name: str) -> str:
    """The text of a file in the folder `templates`."""
    return Path(__file__).with_name("templates").joinpath(name).read_text(encoding="utf-8")


def _is_package(directory: Path) -> bool:
    """Whether pip can install a folder; some `pyproject.toml` only configure tools."""
    path = directory / "pyproject.toml"
    with refusing(place=str(path)):
        declared = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return "project" in declared or "build-system" in declared or (directory / "setup.py").is_file()


def _one_line(text: str) -> str:
    """The text on one line, as a command in YAML must be."""
    return " ".join(text.split())
