"""The command `crosscover init`."""

import ast
import re
import shlex
from pathlib import Path

import pytest

import crosscover
from crosscover.cli import main
from crosscover.cli.init import PROGRAM_TEMPLATES, Setup, github_text, pytest_text

TEST = Path("tests/test_crosscover.py")
WORKFLOW = Path(".github/workflows/crosscover.yml")


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
    assert "there is no file a.out" in capsys.readouterr().err
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
    """With --harness and --ci the CI files build the program."""
    assert main(["init", "--harness", "rust", "--ci", "github"]) == 0
    assert "          rustc -O -o harness harness.rs\n" in WORKFLOW.read_text()
    assert 'properties_of("exec:./harness", dialect="jsonl")' in TEST.read_text()


def test_failing_inputs_are_kept() -> None:
    """The workflows upload and cache the store of saved failures, a hidden folder."""
    setup = Setup("engine:dlx")
    text = github_text(setup)
    assert text.count("path: .crosscover\n") == 2
    assert "            .crosscover\n          include-hidden-files: true" in text


def test_the_guide_shows_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/how-to/ci.md shows the workflow as written, apart from the version of crosscover, and each language."""
    monkeypatch.setattr(crosscover, "__version__", "VERSION", raising=False)
    guide = (Path(__file__).parents[2] / "docs" / "how-to" / "ci.md").read_text(encoding="utf-8")
    assert main(["init"]) == 0
    assert WORKFLOW.read_text() in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    assert [name for name in PROGRAM_TEMPLATES if f"`{name}`" not in guide] == []


@pytest.mark.parametrize("language", PROGRAM_TEMPLATES)
def test_a_harness_of_each_language(language: str) -> None:
    """For each language a harness and a workflow that runs it can be written."""
    assert main(["init", "--harness", language, "--ci", "github"]) == 0
    assert f"crosscover check {shlex.quote(PROGRAM_TEMPLATES[language].spec)} --dialect jsonl" in WORKFLOW.read_text()
