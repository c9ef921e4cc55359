"""The command `crosscover init`."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import crosscover
from crosscover.cli import main
from crosscover.cli.init import PROGRAM_TEMPLATES, check_command, github_text, pytest_text

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

TEST = Path("tests/test_crosscover.py")
WORKFLOW = Path(".github/workflows/crosscover.yml")


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def steps(text: str) -> list[dict[str, Any]]:
    """The steps of a workflow's only job."""
    (job,) = yaml.safe_load(text)["jobs"].values()
    return list(job["steps"])


def test_both_files_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    """`init` writes a pytest file and a workflow for the solver with its options, and prints the next steps."""
    assert main(["init", "--subject", "python:mine.py:solve", "--call", "rows", "--contract", "any"]) == 0
    assert 'properties_of("python:mine.py:solve", call="rows", contract="any")' in TEST.read_text()
    assert "crosscover check python:mine.py:solve --call=rows --contract=any --junit" in WORKFLOW.read_text()
    out = capsys.readouterr().out
    assert out.startswith(f"wrote {TEST}\nwrote {WORKFLOW}\n")
    assert "  pytest tests/test_crosscover.py\n" in out
    assert "replace" not in out


def test_existing_files(capsys: pytest.CaptureFixture[str]) -> None:
    """If one of the files exists, nothing is written, and the exit code is 2; --force replaces it."""
    WORKFLOW.parent.mkdir(parents=True)
    WORKFLOW.write_text("mine")
    assert main(["init"]) == 2
    assert (WORKFLOW.read_text(), TEST.exists()) == ("mine", False)
    assert f"{WORKFLOW} exists; --force replaces it" in capsys.readouterr().err
    assert main(["init", "--force"]) == 0
    assert "replace 'python:my_solver.py:solve' in these files" in capsys.readouterr().out
    assert "python:my_solver.py:solve" in WORKFLOW.read_text()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--subject", "./a.out"], "there is no file a.out"),
        (["--subject", "exec:./a", "--call", "rows"], "call: only for python:, js:, c:, cpp:, java: solvers"),
        (["--harness", "go", "--subject", "exec:./a"], "it excludes --subject"),
    ],
)
def test_inapplicable_options(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For an invalid solver and inapplicable options the exit code is 2, and nothing is written."""
    assert main(["init", *arguments]) == 2
    assert reason in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_unwritable_place(tmp_path: Path) -> None:
    """If a file cannot be written, the exit code is 2."""
    (tmp_path / "tests").write_text("a file")
    assert main(["init"]) == 2


@pytest.mark.parametrize("spec", ["exec:./a.out 'x: \"y' \\ ü #", "python:a.b:f", "engine:dlx"])
def test_a_specification_comes_through(spec: str) -> None:
    """Both files have the exact specification of the solver, whatever its characters."""
    (call,) = (node for node in ast.walk(ast.parse(pytest_text(spec, {}))) if isinstance(node, ast.Call))
    assert ast.literal_eval(call.args[0]) == spec
    *_, check = [step["run"].strip() for step in steps(github_text(spec, {"dialect": "grid"})) if "run" in step]
    assert check.startswith(check_command(spec, {"dialect": "grid"}))


@pytest.mark.parametrize(
    ("spec", "files", "command"),
    [
        ("python:mine:solve", {"pyproject.toml": "[project]\nname = 'mine'\n"}, "python -m pip install ."),
        ("python:mine:solve", {"setup.py": ""}, "python -m pip install ."),
        ("python:mine:solve", {"pyproject.toml": "[tool.ruff]\n"}, None),
        ("python:mine.py:solve", {"requirements.txt": "numpy\n"}, "python -m pip install -r requirements.txt"),
        ("exec:node mine.js", {"package.json": "{}"}, "npm install"),
        ("exec:./a.out --fast", {}, "make # or another command that builds ./a.out --fast"),
    ],
)
def test_dependencies_are_installed(spec: str, files: dict[str, str], command: str | None) -> None:
    """The workflow installs what the repository declares, or runs `make` for a program."""
    for name, text in files.items():
        Path(name).write_text(text)
    assert main(["init", "--subject", spec]) == 0
    lines = next(step["run"] for step in steps(WORKFLOW.read_text()) if "run" in step).splitlines()
    assert lines == [f"python -m pip install crosscover=={crosscover.__version__}", *([command] if command else [])]


def test_steps_of_the_workflow() -> None:
    """Each step is an action by GitHub with a major version, or a command; the last one uploads all reports."""
    found = steps(github_text("engine:dlx", {}))
    for step in found:
        assert set(step) <= {"name", "if", "uses", "with", "run"}
        assert ("uses" in step) != ("run" in step)
        assert re.fullmatch(r"actions/[a-z/-]+@v\d+", step.get("uses", "actions/x@v1"))
    (check,) = (step["run"] for step in found if "crosscover check" in step.get("run", ""))
    written = re.findall(r"--(?:junit|json|html) (\S+)", check)
    assert sorted([*written, ".crosscover"]) == sorted(found[-1]["with"]["path"].split())
    assert found[-1]["with"]["include-hidden-files"]


def test_a_harness(capsys: pytest.CaptureFixture[str]) -> None:
    """--harness writes only the program, and prints how to build and check it."""
    assert main(["init", "--harness", "c", "--contract", "count"]) == 0
    assert [path.name for path in Path().iterdir()] == ["harness.c"]
    out = capsys.readouterr().out
    assert "  cc -O2 -o harness harness.c\n" in out
    assert "  crosscover check exec:./harness --dialect=jsonl --contract=count\n" in out
    assert 'return the answers of --contract count: {"count": 2}' in out


def test_an_existing_harness() -> None:
    """--harness does not replace a program."""
    Path("harness.c").write_text("mine")
    assert main(["init", "--harness", "c"]) == 2
    assert Path("harness.c").read_text() == "mine"


def test_the_guide_names_the_languages() -> None:
    """docs/how-to/ci.md names each language of --harness."""
    guide = (Path(__file__).parents[2] / "docs" / "how-to" / "ci.md").read_text(encoding="utf-8")
    assert [name for name in PROGRAM_TEMPLATES if f"`{name}`" not in guide] == []
