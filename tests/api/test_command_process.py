"""Commands in a process of their own."""

from pathlib import Path

import pytest

from crosscover.api.command_process import CommandError, Finished, run_command
from crosscover.exit_code import ExitCode


def test_result() -> None:
    """The result of a command and its output are returned."""
    finished = run_command("solve", ["nowhere.txt"])
    assert (finished.exit_code, finished.message) == (ExitCode.USAGE, "nowhere.txt: No such file or directory")
    with pytest.raises(ValueError, match=r"^nowhere\.txt: No such file"):
        finished.refuse_failure()


def test_no_report(tmp_path: Path) -> None:
    """A command that ends before it writes its report raises its message and exit code."""
    finished = Finished(ExitCode.INTERRUPTED, "interrupted")
    finished.refuse_failure()
    with pytest.raises(CommandError, match=r"^interrupted$") as raised:
        finished.refuse_failure(tmp_path / "report.json")
    assert raised.value.exit_code == ExitCode.INTERRUPTED


def test_help_is_not_named() -> None:
    """The message of a usage error does not refer to the help of a command."""
    assert run_command("engines", ["--nothing"]).message == "unrecognized arguments: --nothing"


def test_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that exceeds its time limit is killed."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=r"^crosscover check took more than 1 s$"):
        run_command("check", ["engine:dlx", "--time=60"], seconds=1)
