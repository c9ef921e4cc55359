"""Checks in a process of their own."""

from pathlib import Path

import pytest

from crosscover.api.command_process import CommandError, run_check


def test_usage_errors() -> None:
    """A usage error is raised with the message of the command, which does not refer to its help."""
    with pytest.raises(ValueError, match=r"^unrecognized arguments: --nothing$"):
        run_check(["engine:dlx", "--nothing"], hidden=(), seconds=None)


def test_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that exceeds its time limit is killed."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=r"^crosscover check took more than 1 s$"):
        run_check(["engine:dlx", "--time=60"], hidden=(), seconds=1)
