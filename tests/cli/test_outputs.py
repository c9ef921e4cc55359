"""Commands replace older results only by complete ones, and never replace other files."""

import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from crosscover.cli import main
from tests.check.running import COMMAND, ENVIRONMENT, run
from tests.check.solvers import RIGHT_PYTHON
from tests.dialects.samples import PUZZLE, SECOND

WRITERS = {
    "audit": ["audit", "--engines", "dlx,bitmask", "--jobs", "1"],
    "certify": ["certify", "--producer", "dlx", "--jobs", "1"],
}
MUCH = f"{PUZZLE}\n" * 200
"""Enough puzzles for output to be written before all are read."""

writers = pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)


@pytest.fixture(autouse=True)
def result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An older result, in the working directory."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "result"
    file.write_text("older\n")
    return file


def parts(directory: Path) -> list[Path]:
    """Partially written files."""
    return list(directory.glob("*.part"))


@writers
@pytest.mark.parametrize("text", [None, "\n\n", "no puzzle\n"], ids=["missing", "blank", "malformed"])
def test_without_an_input_nothing_is_written(command: list[str], text: str | None, result: Path) -> None:
    """With a missing or malformed input the older result is kept, and nothing is written."""
    if text is not None:
        Path("input").write_text(text)
    assert main([*command, "input", "-o", str(result)]) == 2
    assert result.read_text() == "older\n"
    assert parts(result.parent) == []


@writers
def test_a_complete_result_replaces_the_older_one(command: list[str], result: Path) -> None:
    """A complete result replaces the older one, keeps its mode, and follows a link."""
    Path("input").write_text(f"{PUZZLE}\n{SECOND}\n")
    Path("link").symlink_to(result)
    result.chmod(0o600)
    assert main([*command, "input", "-o", "link"]) == 0
    assert len(result.read_text().splitlines()) == 2
    assert result.stat().st_mode & 0o777 == 0o600
    assert Path("link").is_symlink()
    assert parts(result.parent) == []


@writers
@pytest.mark.parametrize("name", ["./input", "hard"])
def test_an_input_is_no_output(command: list[str], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An output that is also an input is refused under any name, and the input is unchanged."""
    Path("input").write_text(MUCH)
    Path("hard").hardlink_to("input")
    assert main([*command, "input", "-o", name]) == 2
    assert capsys.readouterr().err == f"crosscover: the output {Path(name)} is also the input input\n"
    assert Path("input").read_text() == MUCH


def test_standard_streams_are_no_output(result: Path) -> None:
    """An output that is the file of stdin or stdout is refused."""
    Path("input").write_text(MUCH)
    for line in ("-o input < input", f"input -o {result} > {result}"):
        ran = run(["sh", "-c", " ".join([*COMMAND, *WRITERS["certify"], line])], result.parent, given=None)
        assert "is also the" in ran.errors
        assert ran.code == 2
    assert Path("input").read_text() == MUCH


@pytest.mark.parametrize(
    "arguments",
    [
        ["--json", "report", "--junit", "./report"],
        ["--json", "known", "--known", "known"],
        ["--junit", "mine.py"],
        ["--json", "link"],
    ],
    ids=" ".join,
)
def test_reports_of_a_check(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A report may not overwrite another report, the expected failures or the solver."""
    Path("mine.py").write_text(RIGHT_PYTHON)
    Path("known").write_text("")
    Path("link").hardlink_to("mine.py")
    assert main(["check", "python:mine.py:solve", *arguments]) == 2
    assert " is also the " in capsys.readouterr().err
    assert Path("mine.py").read_text() == RIGHT_PYTHON


def test_init_spares_the_solver() -> None:
    """Even with --force the test file does not replace the solver."""
    solver = Path("tests/test_crosscover.py")
    solver.parent.mkdir()
    solver.write_text(RIGHT_PYTHON)
    assert main(["init", "--force", "--subject", f"python:{solver}:solve"]) == 2
    assert solver.read_text() == RIGHT_PYTHON


def has_written(process: int, directory: Path) -> bool:
    """Whether an open file of a process that is in a directory has contents."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # it was closed meanwhile
            if link.readlink().is_relative_to(directory.resolve()) and link.stat().st_size:
                return True
    return False


@contextmanager
def writing(result: Path) -> Generator["subprocess.Popen[str]"]:
    """A command that has written a part of its output and waits for more puzzles."""
    with subprocess.Popen(
        [*COMMAND, *WRITERS["certify"], "-", "-o", str(result)],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    ) as process:
        assert process.stdin is not None
        while not has_written(process.pid, result.parent):
            process.stdin.write(MUCH)
            process.stdin.flush()
        try:
            yield process
        finally:
            process.kill()


def test_interrupt(result: Path) -> None:
    """Ctrl-C keeps the older result, and leaves no partial one."""
    with writing(result) as process:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors.splitlines()[0] == "crosscover: interrupted"
    assert process.returncode == 130
    assert result.read_text() == "older\n"
    assert parts(result.parent) == []


def test_full_disk(result: Path) -> None:
    """On a full disk the older result is kept."""
    Path("input").write_text(MUCH)
    command = [*COMMAND, *WRITERS["certify"], "input", "-o", str(result)]
    ran = run(["sh", "-c", " ".join(["ulimit", "-f", "8;", *command])], result.parent)
    assert f"crosscover: {result}: File too large" in ran.errors
    assert ran.code == 2
    assert result.read_text() == "older\n"
    assert parts(result.parent) == []


def test_full_disk_of_a_ledger(result: Path) -> None:
    """An audit with a full disk for its ledger reports it, and resumes once there is space."""
    Path("input").write_text(MUCH)
    words = [*WRITERS["audit"], "input", "-o", str(result), "--ledger", "ledger"]
    ran = run(["sh", "-c", " ".join(["ulimit", "-f", "200;", *COMMAND, *words])], result.parent)
    said = "crosscover: the ledger ledger cannot be written: a quota, a file size limit or a fault of the disk"
    assert said in ran.errors
    assert f"crosscover: {result} was not written: the audit is not complete" in ran.errors
    assert ran.code == 2
    assert result.read_text() == "older\n"
    assert main(words) == 0
    assert len(result.read_text().splitlines()) == 200
