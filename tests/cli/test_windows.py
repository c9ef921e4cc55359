"""Commands that work on Windows run without the modules and functions that Windows lacks.

On Windows itself CI runs `tests/packaging/try_installed.py`.
"""

import sys
from pathlib import Path

from tests.check.running import Ran, run
from tests.dialects.samples import ANSWER, PUZZLE

WITHOUT = """
import multiprocessing, os, signal, subprocess, sys  # which adapt to the system by themselves
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None
for module, names in {
    os: "fork geteuid getgid getuid killpg sched_getaffinity setsid wait4",
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGSTOP SIGUSR1 getitimer pthread_sigmask setitimer",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
from crosscover.__main__ import run
sys.exit(run())
"""


def run_without(folder: Path, *arguments: str, text: str = "") -> Ran:
    """Run a command with the modules and functions that Windows lacks removed."""
    return run([sys.executable, "-c", WITHOUT, *arguments], folder, given=text)


def test_a_puzzle_is_solved(tmp_path: Path) -> None:
    """`crosscover solve` works without POSIX."""
    ran = run_without(tmp_path, "solve", text=f"{PUZZLE}\n")
    assert (ran.code, ran.output.split()) == (0, [ANSWER]), ran.errors


def test_a_certificate_is_made_and_verified(tmp_path: Path) -> None:
    """`crosscover certify` and `crosscover verify` work without POSIX."""
    made = run_without(tmp_path, "certify", "-o", "certificate.jsonl", text=f"{PUZZLE}\n")
    assert made.code == 0, made.errors
    verified = run_without(tmp_path, "verify", "certificate.jsonl")
    assert verified.output.startswith("1 certificate verified"), verified.errors


def test_an_unsupported_command_is_refused(tmp_path: Path) -> None:
    """A check, which needs POSIX to watch processes, is refused with a message and no traceback."""
    ran = run_without(tmp_path, "check")
    assert (ran.code, ran.errors) == (
        2,
        "crosscover: check needs Linux or macOS; on Windows only solve, unique, count, certify, verify work\n",
    )


def test_more_processes_than_one_are_refused(tmp_path: Path) -> None:
    """More than one job is refused."""
    ran = run_without(tmp_path, "solve", "--jobs", "2", text=f"{PUZZLE}\n")
    assert ran.code == 2
    assert "argument --jobs: expected 1 on Windows, not 2" in ran.errors
