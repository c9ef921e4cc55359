"""Runs `crosscover check` in a separate process, so that it changes nothing in this one."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from crosscover.exit_code import ExitCode

INTERRUPT_SECONDS = 30.0
"""Seconds in which an interrupted command must stop its processes."""

FRAME = re.compile(r"^crosscover(?: \w+)?: |; see `crosscover [^`]*`$")
"""The name of the command before a message, and the reference to its help after it."""

START = """\
import sys
root, parent, hidden, *words = sys.argv[1:]
sys.path[:0] = [root]
sys.argv[1:] = [words[0], *words[1 + int(hidden):]]
from crosscover.system import die_with_parent
die_with_parent(int(parent))
from crosscover.__main__ import run
sys.exit(run(words))
"""


class CommandError(RuntimeError):
    """A command had no result; the message is from its stderr, and `exit_code` is negative for a signal."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def run_check(words: Sequence[str], *, hidden: Sequence[str], seconds: float | None) -> tuple[ExitCode, str]:
    """Run a check in the current directory with this interpreter; return its exit code and what it wrote to stderr.

    Reports show the words, but not those that are `hidden`, such as names of temporary files. An interrupt is passed
    on, and raised again once the process has ended. On Linux the process ends with this one. Raises ValueError for
    wrong arguments or input, CommandError if the process is killed, and if it exceeds the seconds, after which it is
    stopped.
    """
    start = [sys.executable, "-P", "-c", START, str(Path(__file__).parents[2]), str(os.getpid())]
    with subprocess.Popen(  # noqa: S603 - our own program
        [*start, str(len(hidden)), "check", *hidden, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            _, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            raise CommandError(f"crosscover check took more than {seconds:g} s", ExitCode.INTERRUPTED) from None
        except BaseException:
            _end(process)
            raise
    code, message = process.returncode, FRAME.sub("", errors.strip())
    if code < 0:
        message = f"crosscover was killed by {signal.Signals(-code).name}; {message}".rstrip("; ")
    if code == ExitCode.USAGE:
        raise ValueError(message)
    if code not in map(int, ExitCode):
        raise CommandError(message, code)
    return next(each for each in ExitCode if each == code), message


def _end(process: "subprocess.Popen[str]") -> None:
    """Let a command stop its processes and itself; kill it if it does not, or at a second interrupt."""
    process.terminate()  # which crosscover handles as Ctrl-C, and cannot ignore
    try:
        process.communicate(timeout=INTERRUPT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
    except BaseException:
        process.kill()
        raise
