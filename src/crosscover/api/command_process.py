"""Runs `crosscover check` in a separate process, so that it changes nothing in this one."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import IO

from crosscover.exit_code import ExitCode
from crosscover.report.terminal import PROGRESS

INTERRUPT_SECONDS = 30.0
"""Seconds in which an interrupted command must stop its processes."""

WIDTH = 79
"""Columns of the line that shows the progress."""

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


def run_check(words: Sequence[str], *, hidden: Sequence[str], seconds: float | None) -> tuple[int, str]:
    """Run a check in the current directory with this interpreter; return its exit code and what it wrote to stderr.

    Reports show the words, but not those that are `hidden`, such as names of temporary files. A notebook and a terminal
    show a line with the progress. An interrupt is passed on, and raised again once the process has ended. On Linux the
    process ends with this one. Raises ValueError for wrong arguments or input, CommandError if the process is killed,
    and if it exceeds the seconds, after which it is stopped.
    """
    start = [sys.executable, "-P", "-c", START, str(Path(__file__).parents[2]), str(os.getpid())]
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*start, str(len(hidden)), "check", *hidden, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            env={**os.environ, PROGRESS: "1"},
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        shown = Thread(target=_show_progress, args=(process.stdout,), daemon=True)
        shown.start()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise CommandError(f"crosscover check took more than {seconds:g} s", ExitCode.INTERRUPTED) from None
        finally:
            _end(process)
            shown.join()
        errors.seek(0)
        code, message = process.returncode, FRAME.sub("", errors.read().strip())
    if code < 0:
        raise CommandError(f"crosscover was killed by {signal.Signals(-code).name}; {message}".rstrip("; "), code)
    if code == ExitCode.USAGE:
        raise ValueError(message)
    return code, message


def _show_progress(lines: IO[str]) -> None:
    """Show each line of progress in place of the one before, and remove the last."""
    in_notebook = "ipykernel" in sys.modules
    stream = sys.stdout if in_notebook else sys.stderr
    shows = in_notebook or stream.isatty()
    for line in lines:
        if shows and line.startswith(PROGRESS):
            stream.write(f"\r{line.removeprefix(PROGRESS).strip()[:WIDTH]:{WIDTH}}")
            stream.flush()
    if shows:
        stream.write(f"\r{'':{WIDTH}}\r")
        stream.flush()
    lines.close()


def _end(process: "subprocess.Popen[str]") -> None:
    """Let a command stop its processes and itself; kill it if it does not, or at a second interrupt."""
    try:
        with suppress(subprocess.TimeoutExpired):
            process.terminate()  # which crosscover handles as Ctrl-C, and cannot ignore
            process.wait(INTERRUPT_SECONDS)
    finally:
        process.kill()
        process.wait()
