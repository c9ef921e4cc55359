"""Signals at random moments of every command."""

import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired

from .commands import COMMANDS, INTERRUPTED, Command, damages, ledger_damages, misses, prepare, start, traceback_in

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
SECONDS = (0.2, 1.0, 2.0, 4.0, 8.0)
"""Latest times of a signal; a command may end before it."""


def attack_with_signals(random: Random, folder: Path) -> Iterator[str]:
    """Send a command one or two signals, and find what it leaves behind, loses or gets wrong."""
    command, sent, group = random.choice(COMMANDS), random.choice(SIGNALS), random.random() < 0.3
    waits = [random.uniform(0, random.choice(SECONDS))]
    if random.random() < 0.3:
        waits.append(random.choice((0.0, random.uniform(0, 0.5))))
    disk = folder / "disk"
    prepare(command, disk)
    with (folder / "stdout").open("w+", errors="replace") as output:
        with start(command, disk, output.fileno()) as process:
            arrived = False
            for seconds in waits:
                with suppress(TimeoutExpired):
                    process.wait(seconds)
                if process.poll() is None:
                    arrived = True
                    (os.killpg if group else os.kill)(process.pid, sent)
            _, errors = process.communicate()
        output.seek(0)
        code = -sent if arrived and begins_python(errors) else process.returncode
        found = [*outcome(command, sent if arrived else None, code, errors), *misses(command, code, output.read())]
    found += damages(command, disk, code, errors)
    if command.line == "script.py":  # the script is no command of ours: it ends without cleaning up
        for path in Path(os.environ["TMPDIR"]).glob("crosscover-*"):
            shutil.rmtree(path)
    if command.ledger:
        found += ledger_damages(command, disk)
    times = " and ".join(f"{seconds:.3f} s" for seconds in waits)
    for finding in found:
        yield f"{sent.name} to {'the group of ' if group else ''}{command.line!r} after {times}: {finding}"


def outcome(command: Command, sent: signal.Signals | None, code: int, errors: str) -> Iterator[str]:
    """What is wrong with the exit code and the messages of a command after a signal."""
    allowed = {*command.codes}
    if sent is not None:
        allowed |= {INTERRUPTED, -sent}
    if "pytest" in command.line:
        allowed.add(2)  # pytest's own exit code for an interrupt
    if code not in allowed:
        yield f"exit code {code}: {errors[-500:]!r}"
    if sent is None or not (begins_python(errors) or command.line == "script.py"):
        yield from traceback_in(errors)


def begins_python(errors: str) -> bool:
    """Whether a traceback is that of an interrupt before Python, or pytest, has begun to run crosscover."""
    has_begun = re.search("_run_code|<string>", errors) and "in _prepareconfig" not in errors
    return "<frozen " in errors and "KeyboardInterrupt" in errors and not has_begun
