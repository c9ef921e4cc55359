"""The command `crosscover init`."""

import ast
import json
import re
import shlex
import subprocess
from collections.abc import Callable
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from crosscover.cli import init, main
from crosscover.cli.init import (
    GITLAB_INCLUDE,
    PROGRAM_TEMPLATES,
    Setup,
    github_text,
    gitlab_text,
    pytest_text,
    requirement,
)

TEST = Path("tests/test_crosscover.py")
WORKFLOW = Path(".github/workflows/crosscover.yml")
GITLAB_JOB = Path(".gitlab/crosscover.yml")
GITLAB_PIPELINE = Path(".gitlab-ci.yml")


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_both_files_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    """`init` writes a pytest file and a workflow for the solver, and prints the next steps."""
    assert main(["init", "--subject", "python:mine.py:solve"]) == 0
    assert 'test_solver = properties_of("python:mine.py:solve")' in TEST.read_text()
    assert "crosscover check python:mine.py:solve --profile ci" in WORKFLOW.read_text()
    out = capsys.readouterr().out
    assert out.startswith(f"wrote {TEST}\nwrote {WORKFLOW}\n")
    assert "pytest tests/test_crosscover.py" in out


@pytest.mark.parametrize(("arguments", "is_shown"), [([], True), (["--subject", "python:my_solver.py:solve"], False)])
def test_without_a_solver(arguments: list[str], is_shown: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Only if the files contain an example solver do the next steps tell to replace it."""
    assert main(["init", *arguments]) == 0
    assert ("replace 'python:my_solver.py:solve' in these files" in capsys.readouterr().out) is is_shown


def test_another_folder(tmp_path: Path) -> None:
    """The files can be written into another repository."""
    assert main(["init", "--dir", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / WORKFLOW).is_file()


def test_existing_files(capsys: pytest.CaptureFixture[str]) -> None:
    """If one of the files exists, nothing is written, and the exit code is 2."""
    WORKFLOW.parent.mkdir(parents=True)
    WORKFLOW.write_text("mine")
    assert main(["init"]) == 2
    assert WORKFLOW.read_text() == "mine"
    assert not TEST.exists()
    assert f"{WORKFLOW} exists; --force replaces it" in capsys.readouterr().err


def test_force() -> None:
    """With --force existing files are replaced."""
    main(["init"])
    assert main(["init", "--force", "--subject", "exec:./solver"]) == 0
    assert "exec:./solver" in TEST.read_text()


def test_invalid_subject(capsys: pytest.CaptureFixture[str]) -> None:
    """For an invalid solver the exit code is 2, and nothing is written."""
    assert main(["init", "--subject", "./a.out"]) == 2
    assert "try exec:./a.out" in capsys.readouterr().err
    assert not TEST.exists()


def test_unwritable_place(tmp_path: Path) -> None:
    """If a file cannot be written, the exit code is 2."""
    (tmp_path / "tests").write_text("a file")
    assert main(["init"]) == 2


@pytest.mark.parametrize("spec", ["exec:./a.out 'x \"y' \\ ü", "python:a.b:f", "engine:dlx"])
def test_the_pytest_file_is_python(spec: str) -> None:
    """The pytest file is valid Python with the exact specification of the solver, whatever its characters."""
    (call,) = (node for node in ast.walk(ast.parse(pytest_text(Setup(spec)))) if isinstance(node, ast.Call))
    assert ast.literal_eval(call.args[0]) == spec


def test_options_are_written_through() -> None:
    """The options of the solver occur in both files as they were given."""
    assert main(["init", "--call", "rows", "--contract", "any"]) == 0
    assert 'properties_of("python:my_solver.py:solve", call="rows", contract="any")' in TEST.read_text()
    assert "crosscover check python:my_solver.py:solve --call rows --contract any --profile ci" in WORKFLOW.read_text()


def test_a_program_is_built_first() -> None:
    """The workflow of a program has a build command, and both files contain its dialect."""
    assert main(["init", "--subject", "exec:./a.out --fast", "--dialect", "grid"]) == 0
    text = WORKFLOW.read_text()
    assert text.index("make # whatever builds ./a.out --fast") < text.index("crosscover check")
    assert "crosscover check 'exec:./a.out --fast' --dialect grid" in text
    assert 'dialect="grid"' in TEST.read_text()


@pytest.mark.parametrize(
    ("spec", "files", "command"),
    [
        ("python:mine:solve", {"pyproject.toml": "[project]\nname = 'mine'\n"}, "python -m pip install ."),
        ("python:mine:solve", {"setup.py": ""}, "python -m pip install ."),
        ("python:mine:solve", {"pyproject.toml": "[tool.ruff]\n"}, None),
        ("python:mine.py:solve", {"requirements.txt": "numpy\n"}, "python -m pip install -r requirements.txt"),
        ("exec:node mine.js", {"package.json": "{}", "package-lock.json": "{}"}, "npm ci"),
        ("exec:node mine.js", {"package.json": "{}"}, "npm install"),
        ("engine:dlx", {"setup.py": ""}, None),
    ],
)
def test_dependencies_are_installed(spec: str, files: dict[str, str], command: str | None) -> None:
    """The workflow installs the repository's package or its dependencies with the tools of its language."""
    for name, text in files.items():
        Path(name).write_text(text)
    assert main(["init", "--subject", spec]) == 0
    _, _, rest = WORKFLOW.read_text().partition("run: |\n")
    lines = [line.strip() for line in rest.partition("      - name:")[0].splitlines()]
    assert lines[1:] == ([command] if command else [])


def test_a_malformed_project_file(capsys: pytest.CaptureFixture[str]) -> None:
    """For a malformed `pyproject.toml` the place is named, the exit code is 2, and nothing is written."""
    Path("pyproject.toml").write_text("[project]\nname = \n")
    assert main(["init"]) == 2
    assert "pyproject.toml: Invalid value (at line 2, column 8)" in capsys.readouterr().err
    assert not TEST.exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--subject", "python:a:b", "--dialect", "grid"], "dialect: only for exec: solvers"),
        (["--subject", "exec:./a", "--call", "rows"], "call: only for python: and js: solvers"),
        (["--harness", "c", "--subject", "exec:./a"], "--harness excludes --subject"),
    ],
)
def test_inapplicable_options(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For inapplicable options the exit code is 2, and nothing is written."""
    assert main(["init", *arguments]) == 2
    assert reason in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_gitlab(capsys: pytest.CaptureFixture[str]) -> None:
    """For GitLab the job is written to its own file, and a pipeline that includes it unless one exists."""
    assert main(["init", "--ci", "gitlab", "--subject", "exec:./a"]) == 0
    assert '    - "crosscover check exec:./a --dialect poj3074 --profile ci' in GITLAB_JOB.read_text()
    assert GITLAB_PIPELINE.read_text() == GITLAB_INCLUDE
    assert not WORKFLOW.exists()
    assert "include" not in capsys.readouterr().out


def test_an_existing_gitlab_pipeline_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """An existing pipeline is kept, even with --force, and the lines to add are printed."""
    GITLAB_PIPELINE.write_text("mine")
    assert main(["init", "--ci", "gitlab", "--force"]) == 0
    assert GITLAB_PIPELINE.read_text() == "mine"
    assert (
        "add to .gitlab-ci.yml, unless it is there already: include: [local: .gitlab/crosscover.yml]"
        in capsys.readouterr().out
    )


def test_a_harness_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """--harness writes only the program, and prints how to build and check it."""
    assert main(["init", "--harness", "c", "--contract", "count"]) == 0
    assert [path.name for path in Path().iterdir()] == ["harness.c"]
    out = capsys.readouterr().out
    assert "  cc -O2 -o harness harness.c\n" in out
    assert "  crosscover check exec:./harness --dialect jsonl --contract count\n" in out
    assert 'return the answers of --contract count: {"count": 2}' in out


@pytest.mark.parametrize("arguments", [["--harness", "python"], ["--harness", "python", "--ci", "github"]])
def test_a_harness_is_replaced_only_by_force(arguments: list[str]) -> None:
    """An existing harness, with a solver in it, is kept unless --force is given."""
    Path("harness.py").write_text("mine")
    assert main(["init", *arguments]) == 2
    assert Path("harness.py").read_text() == "mine"
    assert main(["init", *arguments, "--force"]) == 0
    assert "Your solver begins here." in Path("harness.py").read_text()


def test_a_harness_in_ci() -> None:
    """With --harness and --ci the CI files install a compiler and build the program."""
    assert main(["init", "--harness", "rust", "--ci", "gitlab"]) == 0
    lines = GITLAB_JOB.read_text().splitlines()
    first = lines.index("  before_script:") + 1
    assert "apt-get install -y --no-install-recommends rustc" in lines[first]
    assert lines[first + 2] == '    - "rustc -O -o harness harness.rs"'
    assert 'properties_of("exec:./harness", dialect="jsonl")' in TEST.read_text()


def test_failing_inputs_are_kept() -> None:
    """The workflows upload and cache the store of saved failures, a hidden folder."""
    setup = Setup("engine:dlx")
    text = github_text(setup, "crosscover")
    assert text.count("path: .crosscover\n") == 2
    assert "            .crosscover\n          include-hidden-files: true" in text
    assert gitlab_text(setup, "crosscover").count("      - .crosscover\n") == 2


def git(*words: str) -> str:
    """The output of git in the current folder."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


class Installed(Distribution):
    """The metadata of an installed crosscover with a given origin."""

    def __init__(self, origin: str | None) -> None:
        self._origin = origin

    def read_text(self, filename: str) -> str | None:
        """The text of a file of its metadata."""
        return self._origin if filename == "direct_url.json" else "Name: crosscover\nVersion: 1.2.3\n"

    def locate_file(self, path: object) -> Path:
        """Not used."""
        return Path(str(path))


def installed_from(origin: str | None) -> Callable[[str], Installed]:
    """A function that finds such a distribution by any name."""

    def distribution(_name: str) -> Installed:
        return Installed(origin)

    return distribution


@pytest.mark.parametrize(
    ("origin", "required"),
    [
        (None, "crosscover==1.2.3"),
        ('{"url": "file:///a%20b/c.whl", "archive_info": {}}', "/a b/c.whl"),
        ('{"url": "https://example.org/c.whl", "archive_info": {}}', "crosscover @ https://example.org/c.whl"),
        ('{"url": "file:///c", "vcs_info": {"vcs": "git", "commit_id": "abc"}}', "/c"),
        (
            '{"url": "https://example.org/c.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}',
            "crosscover @ git+https://example.org/c.git@abc",
        ),
    ],
)
def test_the_workflow_installs_the_same_version(
    origin: str | None, required: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workflow installs crosscover from its own source; a version only if that was an index."""
    monkeypatch.setattr(init, "distribution", installed_from(origin))
    assert requirement() == required


@pytest.mark.parametrize("editable", ["true", "false"])
@pytest.mark.parametrize(
    ("remote", "required"),
    [
        ("https://user:secret@example.org:8443/x/c.git", "crosscover @ git+https://example.org:8443/x/c.git"),
        ("git@example.org:x/c.git", "crosscover @ git+https://example.org/x/c.git"),
        ("ssh://git@example.org/x/c.git", "crosscover @ git+https://example.org/x/c.git"),
        ("/mirror/c.git", None),
        (None, None),
    ],
)
def test_a_clone_stands_for_its_repository(
    remote: str | None, required: str | None, editable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed from a clone, the workflow installs from the URL of the clone, with the commit once it is pushed."""
    origin = {"url": tmp_path.as_uri(), "dir_info": {"editable": editable == "true"}}
    monkeypatch.setattr(init, "distribution", installed_from(json.dumps(origin)))
    git("init", "-q")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first")
    if remote:
        git("remote", "add", "origin", remote)
    assert requirement() == (required or str(tmp_path))
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    commit = git("rev-parse", "HEAD")
    assert requirement() == (f"{required}@{commit}" if required else str(tmp_path))


def test_a_path_of_this_machine_is_pointed_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a URL, the job and the next steps say that CI does not have the path."""
    monkeypatch.setattr(init, "requirement", lambda: "/here/crosscover")
    assert main(["init"]) == 0
    assert "          python -m pip install /here/crosscover  # a path of this machine" in WORKFLOW.read_text()
    assert "replace /here/crosscover in the job" in capsys.readouterr().out


def test_the_guide_shows_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/how-to/ci.md shows the files as written, apart from the address of crosscover, and each language."""
    monkeypatch.setattr(init, "requirement", lambda: "crosscover @ git+URL@COMMIT")
    guide = (Path(__file__).parents[2] / "docs" / "how-to" / "ci.md").read_text(encoding="utf-8")
    assert main(["init"]) == 0
    assert main(["init", "--harness", "c", "--ci", "gitlab", "--force"]) == 0
    shown = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    assert [path for path in (WORKFLOW, GITLAB_PIPELINE, GITLAB_JOB) if path.read_text() not in shown] == []
    assert [name for name in PROGRAM_TEMPLATES if f"`{name}`" not in guide] == []


@pytest.mark.parametrize("language", PROGRAM_TEMPLATES)
def test_a_harness_of_each_language(language: str) -> None:
    """For each language a harness and a workflow that runs it can be written."""
    assert main(["init", "--harness", language, "--ci", "github"]) == 0
    assert f"crosscover check {shlex.quote(PROGRAM_TEMPLATES[language].spec)} --dialect jsonl" in WORKFLOW.read_text()
