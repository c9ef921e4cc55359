"""Helpers to find processes in Linux's /proc, and to wait for them."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MARK = "CROSSCOVER_TEST_MARK"
"""A variable of the environment by which a test finds all processes that it has started."""

GRACE_SECONDS = 10.0
"""Time in seconds within which a killed process must end, even on a busy machine."""


def import_path() -> dict[str, str]:
    """Return an environment in which a new interpreter has the same import path."""
    return {"PYTHONPATH": os.pathsep.join(path for path in [str(Path.cwd()), *sys.path] if path)}


def is_running(pid: int) -> bool:
    """Whether a process runs; zombies count as ended."""
    return _state_and_group(Path(f"/proc/{pid}"))[0] not in ("", "X", "Z")


def members(group: int) -> list[int]:
    """Return the running processes of a process group."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        state, number = _state_and_group(folder)
        if number == group and state not in ("X", "Z"):
            found.append(int(folder.name))
    return found


def running_with(text: str) -> list[str]:
    """Return the command lines of all processes whose initial environment contains a text."""
    found: list[str] = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if text in (folder / "environ").read_text(encoding="latin-1"):
                found.append((folder / "cmdline").read_text(encoding="latin-1").replace("\0", " "))
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; raises AssertionError after a minute."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def await_none(find: Callable[[], list[str]], seconds: float = GRACE_SECONDS) -> list[str]:
    """Wait until `find` returns nothing, for at most `seconds`, and return what it still finds."""
    deadline = time.monotonic() + seconds
    while (found := find()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _state_and_group(folder: Path) -> tuple[str, int]:
    """Return the state and the process group of a process; the state is empty if it does not exist."""
    try:
        state, _, group = (folder / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[:3]
    except OSError:
        return "", 0
    return state, int(group)
