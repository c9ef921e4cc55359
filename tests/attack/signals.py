"""Signals at random moments of commands that write files."""

import json
import os
import re
import shlex
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired, run

from tests.check.running import COMMAND
from tests.check.solvers import RIGHT_PYTHON
from tests.dialects.samples import PUZZLE
from tests.processes import await_none, members

from .running import traceback_in

OLDER = '{"older": true}\n'
"""The content of each output file before a command."""

COMMANDS = (
    "solve --jobs 2 many.txt",
    "unique --jobs 2 many.txt",
    "certify few.txt -o out.jsonl",
    "audit few.txt --engines dlx,bitmask --ledger few.ledger --json out.jsonl",
    "check python:mine.py:solve --rounds 1 --max-slowdown 0 -k images --json out.jsonl",
    "compare python:mine.py:solve engine:dlx --rounds 1 -k images --json out.jsonl",
)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
SECONDS = (0.2, 1.0, 4.0)
"""Latest times of a signal; a command may end before it."""


def attack_with_signals(random: Random, folder: Path) -> Iterator[str]:
    """Send a command one or two signals, and find what it leaves behind, loses or gets wrong."""
    line, sent, to_group = random.choice(COMMANDS), random.choice(SIGNALS), random.random() < 0.3
    (folder / "few.txt").write_text(f"{PUZZLE}\n" * 100)
    (folder / "many.txt").write_text(f"{PUZZLE}\n" * 2000)
    (folder / "mine.py").write_text(RIGHT_PYTHON)
    (folder / "out.jsonl").write_text(OLDER)
    command = [*COMMAND, *shlex.split(line)]
    waits = [random.uniform(0, random.choice(SECONDS)), *([random.uniform(0, 0.5)] if random.random() < 0.3 else [])]
    with Popen(command, cwd=folder, stdout=DEVNULL, stderr=PIPE, text=True, start_new_session=True) as process:
        arrived = False
        for seconds in waits:
            with suppress(TimeoutExpired):
                process.wait(seconds)
            if process.poll() is None:
                arrived = True
                (os.killpg if to_group else os.kill)(process.pid, sent)
        _, errors = process.communicate(timeout=120)
    about = f"{sent.name} to {'the group of ' if to_group else ''}{line!r} after {waits}"
    if process.returncode not in ({0, 130, -sent, -signal.SIGINT} if arrived else {0}):
        yield f"{about}: exit code {process.returncode}: {errors[-500:]!r}"
    if not begins_python(errors):
        yield from (f"{about}: {found}" for found in traceback_in(errors))
    if left := await_none(lambda: [str(pid) for pid in members(process.pid)]):
        yield f"{about}: processes left: {left}"
    try:
        whole = [json.loads(each) for each in (folder / "out.jsonl").read_text().splitlines()[:1]] or ["empty"]
    except ValueError:
        whole = [] if not (folder / "out.jsonl").read_text().startswith("{\n") else ["a report"]
    if not whole:
        yield f"{about}: out.jsonl is neither the older nor a newer file"
    if "audit" in line:
        again = run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        if again.returncode or "100 puzzles" not in again.stdout:
            yield f"{about}: the audit does not continue: {again.stdout[-300:]!r} {again.stderr[-300:]!r}"


def begins_python(errors: str) -> bool:
    """Whether a traceback is that of an interrupt before Python has begun to run crosscover."""
    return "<frozen " in errors and "KeyboardInterrupt" in errors and not re.search("_run_code|<string>", errors)
