"""Runs a command of crosscover in a separate process, so that it changes nothing in this one."""

import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from crosscover.exit_code import ExitCode

INTERRUPT_SECONDS = 30.0
"""Seconds in which an interrupted command must stop its processes."""

FRAME = re.compile(r"^crosscover(?: \w+)?: |; see `crosscover [^`]*`$")
"""The name of the command before a message, and the reference to its help after it."""

START = """\
import sys
root, hidden, *words = sys.argv[1:]
sys.path[:0] = [root]
sys.argv[1:] = [words[0], *words[1 + int(hidden):]]
from crosscover.system import die_with_parent
die_with_parent()
from crosscover.__main__ import run
sys.exit(run(words))
"""


class CommandError(RuntimeError):
    """A command had no result; the message is from its stderr, and `exit_code` is negative for a signal."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@dataclass(frozen=True, slots=True)
class Finished:
    """The exit code of a command, and what it wrote to stderr."""

    exit_code: ExitCode
    message: str

    def refuse_failure(self, *outputs: Path) -> None:
        """Raise ValueError for wrong arguments or input, CommandError if no solver started or an output is missing."""
        if self.exit_code is ExitCode.USAGE:
            raise ValueError(self.message)
        if self.exit_code is ExitCode.NOT_STARTED or not all(path.exists() for path in outputs):
            raise CommandError(self.message or f"crosscover ended with exit code {self.exit_code:d}", self.exit_code)


def run_command(
    name: str, words: Sequence[str], *, hidden: Sequence[str] = (), seconds: float | None = None
) -> Finished:
    """Run a command in the current directory with this interpreter, without input, and wait for it.

    Reports show the words, but not those that are `hidden`, such as names of temporary files. An interrupt is passed
    on, and raised again once the process has ended. On Linux the process ends with this one. Raises CommandError if it
    is killed, and if it exceeds the seconds, after which it is stopped.
    """
    start = [sys.executable, "-P", "-c", START, str(Path(__file__).parents[2]), str(len(hidden))]
    with subprocess.Popen(  # noqa: S603 - our own program
        [*start, name, *hidden, *words],
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
            raise CommandError(f"crosscover {name} took more than {seconds:g} s", ExitCode.INTERRUPTED) from None
        except BaseException:
            _end(process)
            raise
    code, message = process.returncode, FRAME.sub("", errors.strip())
    if code < 0:
        message = f"crosscover was killed by {signal.Signals(-code).name}; {message}".rstrip("; ")
    for each in ExitCode:
        if each.value == code:
            return Finished(each, message)
    raise CommandError(message, code)


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
