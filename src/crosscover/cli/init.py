"""Write the files that judge your own solver, into the repository you are in: a pytest file and a CI workflow.

With --harness, write a program to put your solver into: it reads the puzzles and writes the answers. Files that are
there already are left alone; --force replaces them.
"""

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path

from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.options import INIT, plain_value
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.subjects.specification import PREFIXES, files_of
from crosscover.subjects.suggestion import suggest

from .contract_table import OWED
from .inputs import add_options, options_of
from .program_templates import DIALECT, PROGRAM_TEMPLATES
from .workflows import GITLAB_INCLUDE, Setup, github_text, gitlab_text, project_commands, pytest_text, requirement

TEST = Path("tests") / "test_crosscover.py"
WORKFLOW = Path(".github") / "workflows" / "crosscover.yml"
GITLAB_JOB = Path(".gitlab") / "crosscover.yml"
GITLAB_PIPELINE = Path(".gitlab-ci.yml")

EXAMPLE = "python:my_solver.py:solve"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    which = f"your solver, as for `crosscover check` (default: {EXAMPLE})"
    parser.add_argument("--subject", metavar="SPEC", help=which)
    harness = "write a program that asks your solver, in this language: " + ", ".join(PROGRAM_TEMPLATES)
    parser.add_argument("--harness", choices=PROGRAM_TEMPLATES, metavar="LANGUAGE", help=harness)
    add_options(parser, INIT)
    service = "the service that a workflow is written for (default: github; with --harness: none)"
    parser.add_argument("--ci", choices=["github", "gitlab"], help=service)
    parser.add_argument("--dir", type=Path, default=Path(), metavar="DIR", help="the repository (default: this folder)")
    parser.add_argument("--force", action="store_true", help="replace files that are there already")


def run(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Write the files, all or none."""
    directory: Path = arguments.dir
    setup = _setup(arguments)
    texts: dict[Path, str] = {}
    if arguments.harness:
        program = PROGRAM_TEMPLATES[arguments.harness]
        texts[Path(program.file)] = program.text()
    if arguments.ci or not arguments.harness:
        texts[TEST] = pytest_text(setup)
        if arguments.ci == "gitlab":
            texts[GITLAB_JOB] = gitlab_text(setup, requirement())
            if not (directory / GITLAB_PIPELINE).exists():
                texts[GITLAB_PIPELINE] = GITLAB_INCLUDE
        else:
            texts[WORKFLOW] = github_text(setup, requirement())
    existing = [path for name in texts if (path := directory / name).exists() or path.is_symlink()]
    if existing and not arguments.force:
        yield ExitCode.USAGE
        for path in existing:
            print_error(f"{path} is there already; --force replaces it")
        return
    solver = [] if arguments.harness else files_of(setup.spec)
    refuse_shared_files([directory / name for name in texts], solver)
    for name in texts:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        atomic_write(directory / name, text)
        print(f"wrote {directory / name}")
    print("\nNext:")
    for line in _next_steps(arguments, setup, list(texts)):
        print(f"  {line}")


def _setup(arguments: argparse.Namespace) -> Setup:
    """What the files say; raises UsageError for arguments that do not belong together."""
    options = {name: str(plain_value(value)) for name, value in options_of(arguments, INIT).items()}
    if arguments.harness:
        for name in ("subject", "dialect", "call"):
            if getattr(arguments, name):
                raise UsageError(f"--harness goes without --{name}: it writes the solver, which speaks {DIALECT}")
        if arguments.contract and not OWED[arguments.contract.value].jsonl:
            raise UsageError(f"{DIALECT} cannot say what --contract {arguments.contract.value} asks for")
        program = PROGRAM_TEMPLATES[arguments.harness]
        commands = (program.build,) if program.build else project_commands(program.spec, arguments.dir)
        return Setup(program.spec, {"dialect": DIALECT, **options}, commands, program.packages)
    spec: str = arguments.subject or EXAMPLE
    if not spec.startswith(PREFIXES):
        raise UsageError(suggest(spec))
    kind = spec.partition(":")[0]
    if kind == "exec":
        options = {"dialect": "poj3074", **options}
    elif "dialect" in options:
        raise UsageError(f"--dialect is for programs, exec:COMMAND, and not for {spec}")
    if "call" in options and kind in ("exec", "engine"):
        raise UsageError(f"--call is for functions, and not for {spec}")
    packages = PROGRAM_TEMPLATES["js"].packages if kind == "js" else ""
    return Setup(spec, options, project_commands(spec, arguments.dir), packages)


def _next_steps(arguments: argparse.Namespace, setup: Setup, names: list[Path]) -> list[str]:
    steps: list[str] = []
    if arguments.harness:
        program = PROGRAM_TEMPLATES[arguments.harness]
        steps.append(f"put your solver into {program.file}, where it says so")
        contract = setup.options.get("contract", "any")
        if contract not in ("proper", "any"):
            steps.append(f"have it write what --contract {contract} asks for: {OWED[contract].jsonl}")
        if program.build:
            steps.append(program.build)
    elif arguments.subject is None:
        steps.append(f"put your solver in the place of {EXAMPLE!r} in these files")
    steps.append(setup.check())
    if TEST in names:
        steps.append(f"pytest {TEST}")
    if GITLAB_JOB in names and GITLAB_PIPELINE not in names:
        steps.append(f"add to {GITLAB_PIPELINE}, unless it is there: include: [local: {GITLAB_JOB}]")
    return [*steps, shlex.join(["git", "add", *map(str, names)])]
