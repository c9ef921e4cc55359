"""The command `crosscover init`."""

import ast
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from crosscover.cli import init, main
from crosscover.cli.init import pytest_text, requirement, workflow_text

TEST = Path("tests/test_crosscover.py")
WORKFLOW = Path(".github/workflows/crosscover.yml")


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_both_files_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    """A pytest file and a workflow are written for the solver, and what comes next is said."""
    assert main(["init", "--subject", "python:mine.py:solve"]) == 0
    assert 'test_solver = properties_of("python:mine.py:solve")' in TEST.read_text()
    assert "crosscover check python:mine.py:solve\n" in WORKFLOW.read_text()
    out = capsys.readouterr().out
    assert out.startswith(f"wrote {TEST}\nwrote {WORKFLOW}\n")
    assert "pytest tests/test_crosscover.py" in out


def test_another_folder(tmp_path: Path) -> None:
    """The files can be written into another repository."""
    assert main(["init", "--dir", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / WORKFLOW).is_file()


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a file is there already nothing at all is written, with exit code 2."""
    WORKFLOW.parent.mkdir(parents=True)
    WORKFLOW.write_text("mine")
    assert main(["init"]) == 2
    assert WORKFLOW.read_text() == "mine"
    assert not TEST.exists()
    assert f"{WORKFLOW} is there already; --force replaces it" in capsys.readouterr().err


def test_force() -> None:
    """With --force files are replaced."""
    main(["init"])
    assert main(["init", "--force", "--subject", "exec:./solver"]) == 0
    assert "exec:./solver" in TEST.read_text()


def test_a_subject_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    """A word that names no solver is exit code 2, and nothing is written."""
    assert main(["init", "--subject", "./a.out"]) == 2
    assert "exec:COMMAND" in capsys.readouterr().err
    assert not TEST.exists()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    """A place that cannot be written is exit code 2."""
    (tmp_path / "tests").write_text("a file")
    assert main(["init"]) == 2


@pytest.mark.parametrize("spec", ["exec:./a.out 'x \"y' \\ ü", "python:a.b:f", "engine:dlx"])
def test_the_pytest_file_is_python(spec: str) -> None:
    """Whatever the name of the solver, the file is Python that hands on just that name."""
    (call,) = (node for node in ast.walk(ast.parse(pytest_text(spec))) if isinstance(node, ast.Call))
    assert ast.literal_eval(call.args[0]) == spec


def test_a_program_is_built_first() -> None:
    """The workflow of a program has a step that builds it, and both files name its dialect."""
    text = workflow_text("exec:./a.out --fast", "crosscover")
    assert text.index("run: make  # whatever builds ./a.out --fast") < text.index("crosscover check")
    assert "crosscover check 'exec:./a.out --fast' --dialect poj3074" in text
    assert 'dialect="poj3074"' in pytest_text("exec:./a.out")


def test_failing_inputs_can_be_downloaded() -> None:
    """The workflow keeps the store of failing inputs, which is a hidden folder."""
    text = workflow_text("engine:dlx", "crosscover")
    assert "path: .crosscover\n          include-hidden-files: true" in text


class Installed(Distribution):
    """An installed crosscover that came from somewhere."""

    def __init__(self, origin: str | None) -> None:
        self._origin = origin

    def read_text(self, filename: str) -> str | None:
        """The files of its metadata."""
        return self._origin if filename == "direct_url.json" else "Name: crosscover\nVersion: 1.2.3\n"

    def locate_file(self, path: object) -> Path:
        """Nothing is looked up."""
        return Path(str(path))


@pytest.mark.parametrize(
    ("origin", "required"),
    [
        (None, "crosscover==1.2.3"),
        ('{"url": "file:///here", "dir_info": {"editable": true}}', "crosscover==1.2.3"),
        (
            '{"url": "https://example.org/c.git", "vcs_info": {"vcs": "git", "commit_id": "abc"}}',
            "crosscover @ git+https://example.org/c.git@abc",
        ),
    ],
)
def test_the_workflow_installs_what_is_used_here(
    origin: str | None, required: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workflow installs the commit that is installed here, else this version."""

    def installed(_: str) -> Installed:
        return Installed(origin)

    monkeypatch.setattr(init, "distribution", installed)
    assert requirement() == required
