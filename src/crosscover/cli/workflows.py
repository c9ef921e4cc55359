"""The files that judge a solver in the repository of somebody else: a test for pytest, and jobs for CI services."""

import json
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from crosscover.exit_code import UsageError

from .program_templates import read_template

REPORTS = ("--profile", "ci", "--junit", "crosscover.xml", "--json", "crosscover.json", "--html", "crosscover.html")
"""What a check in CI is given besides what concerns the solver; the templates name its files."""

GITLAB_INCLUDE = "include:\n  - local: .gitlab/crosscover.yml\n"
"""What makes a pipeline of GitLab run the job."""

_HINTS = {
    "exec": "# `crosscover dialects` shows the text forms of programs.",
    "python": '# The function is given 81 characters; with call="rows" 9 lists of 9 ints, 0 for an empty cell.',
}


@dataclass(frozen=True, slots=True)
class Setup:
    """A solver, the options by which it is asked, and the commands that install or build it.

    `packages` are those of Debian that the commands need beyond Python and a C compiler.
    """

    spec: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    commands: tuple[str, ...] = ()
    packages: str = ""

    def check(self, *more: str) -> str:
        """The command that judges the solver, quoted for a shell."""
        given = [word for name, value in self.options.items() for word in (f"--{name}", value)]
        return shlex.join(["crosscover", "check", self.spec, *given, *more])


def pytest_text(setup: Setup) -> str:
    """A test file for pytest."""
    hint = _HINTS.get(setup.spec.partition(":")[0], "")
    keywords = "".join(f", {name}={json.dumps(value)}" for name, value in setup.options.items())
    return f'''\
"""Judges the Sudoku solver of this repository, property by property."""

from crosscover.suite import properties_of

# The contract says which puzzles are asked, and what the solver owes for them: see `crosscover check --help`.
{hint}{hint and chr(10)}test_solver = properties_of({json.dumps(setup.spec, ensure_ascii=False)}{keywords})
'''


def github_text(setup: Setup, required: str) -> str:
    """A workflow for GitHub Actions; `required` is what pip installs to get crosscover."""
    commands = [_pip_install(required), *map(_one_line, setup.commands)]
    return _fill("github.yml", "          {}\n", commands, _one_line(setup.check(*REPORTS)))


def gitlab_text(setup: Setup, required: str) -> str:
    """A job for GitLab's pipelines; `required` is what pip installs to get crosscover."""
    apt = f"apt-get update && apt-get install -y --no-install-recommends {setup.packages}"
    commands = [*([apt] if setup.packages else []), _pip_install(required), *map(_one_line, setup.commands)]
    check = _one_line(setup.check(*REPORTS))
    return _fill("gitlab.yml", "    - {}\n", map(_quote, commands), _quote(check))


def project_commands(spec: str, directory: Path) -> tuple[str, ...]:
    """The commands that install what a solver needs, by the files of its repository; raises UsageError and OSError.

    What a program needs cannot be told; it is taken to be built by `make`.
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


def _fill(name: str, line: str, commands: Iterable[str], check: str) -> str:
    """A template with the commands on lines of this form in the place of INSTALL, and the check in that of CHECK."""
    before, _, rest = read_template(name).partition(line.format("INSTALL"))
    between, _, after = rest.partition(line.format("CHECK"))
    return "".join([before, *map(line.format, commands), between, line.format(check), after])


def _is_package(directory: Path) -> bool:
    """Whether pip can install a folder; many a `pyproject.toml` only configures tools."""
    path = directory / "pyproject.toml"
    try:
        declared = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        raise UsageError(str(error), str(path)) from None
    return "project" in declared or "build-system" in declared or (directory / "setup.py").is_file()


def _pip_install(required: str) -> str:
    return f"python -m pip install {shlex.quote(required)}"


def _quote(command: str) -> str:
    """A command as a scalar of YAML, of which JSON's strings are some."""
    return json.dumps(command, ensure_ascii=False)


def _one_line(text: str) -> str:
    """The text without line breaks: a command has to stay in its line of YAML."""
    return " ".join(text.split())
