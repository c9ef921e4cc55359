"""Write a pytest file and a CI workflow that check your solver into the current repository.

With --harness, write a program that reads puzzles and writes answers, with a place for your solver. Existing files are
kept unless --force is given.
"""

import argparse
import shlex
from collections.abc import Iterator
from pathlib import Path

from crosscover.contracts import ANY, CONTRACTS, SOLUTION
from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.options import INIT, plain_value, solver_options
from crosscover.report.files import atomic_write, refuse_shared_files
from crosscover.subjects.specification import PREFIXES, files_of, suggest

from .init_files import (
    DIALECT,
    GITLAB_INCLUDE,
    PROGRAM_TEMPLATES,
    Setup,
    github_text,
    gitlab_text,
    project_commands,
    pytest_text,
    read_template,
    requirement,
)
from .inputs import add_options, options_of

TEST = Path("tests") / "test_crosscover.py"
WORKFLOW = Path(".github") / "workflows" / "crosscover.yml"
GITLAB_JOB = Path(".gitlab") / "crosscover.yml"
GITLAB_PIPELINE = Path(".gitlab-ci.yml")

EXAMPLE = "python:my_solver.py:solve"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    subject = f"your solver, as for `crosscover check` (default: {EXAMPLE})"
    parser.add_argument("--subject", metavar="SPEC", help=subject)
    harness = "write a program around your solver in this language: " + ", ".join(PROGRAM_TEMPLATES)
    parser.add_argument("--harness", choices=PROGRAM_TEMPLATES, metavar="LANGUAGE", help=harness)
    add_options(parser, INIT)
    service = "CI service of the workflow (default: github; with --harness: none)"
    parser.add_argument("--ci", choices=["github", "gitlab"], help=service)
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
        texts[Path(program.file)] = read_template(program.file)
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
            print_error(f"{path} exists; --force replaces it")
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
    """The contents of the files; raises UsageError for arguments that exclude each other."""
    options = {name: str(plain_value(value)) for name, value in options_of(arguments, INIT).items()}
    if arguments.harness:
        for name in ("subject", "dialect", "call"):
            if getattr(arguments, name):
                raise UsageError(f"--harness excludes --{name}: it writes a program in the dialect {DIALECT}")
        if arguments.contract and not arguments.contract.jsonl:
            raise UsageError(f"{DIALECT} has no answers for --contract {arguments.contract.name}")
        program = PROGRAM_TEMPLATES[arguments.harness]
        commands = (program.build,) if program.build else project_commands(program.spec, arguments.dir)
        return Setup(program.spec, {"dialect": DIALECT, **options}, commands, program.packages)
    spec: str = arguments.subject or EXAMPLE
    if not spec.startswith(PREFIXES):
        raise UsageError(suggest(spec))
    kind = spec.partition(":")[0]
    try:
        solver_options(spec, options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if kind == "exec":
        options = {"dialect": "poj3074", **options}
    packages = PROGRAM_TEMPLATES["js"].packages if kind == "js" else ""
    return Setup(spec, options, project_commands(spec, arguments.dir), packages)


def _next_steps(arguments: argparse.Namespace, setup: Setup, names: list[Path]) -> list[str]:
    steps: list[str] = []
    if arguments.harness:
        program = PROGRAM_TEMPLATES[arguments.harness]
        steps.append(f"put your solver into {program.file}, between the two comments")
        contract = CONTRACTS[setup.options.get("contract", ANY.name)]
        if contract.several is not SOLUTION:
            steps.append(f"return the answers of --contract {contract}: {contract.jsonl}")
        if program.build:
            steps.append(program.build)
    elif arguments.subject is None:
        steps.append(f"replace {EXAMPLE!r} in these files by your solver")
    steps.append(setup.check())
    if TEST in names:
        steps.append(f"pytest {TEST}")
    if GITLAB_JOB in names and GITLAB_PIPELINE not in names:
        steps.append(f"add to {GITLAB_PIPELINE}, unless it is there already: include: [local: {GITLAB_JOB}]")
    return [*steps, shlex.join(["git", "add", *map(str, names)])]
