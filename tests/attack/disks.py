"""Full and read-only disks, and standard streams that are closed or cannot be written, for every command."""

import ctypes
import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from subprocess import PIPE

from crosscover.exit_code import ExitCode

from .commands import COMMANDS, RUN, Command, damages, ledger_damages, misses, prepare, start, traceback_in

PRIVATE, RECURSIVE, REMOUNT, READ_ONLY = 1 << 18, 1 << 14, 1 << 5, 1
"""Flags of mount(2)."""
NEW_NAMESPACE = 0x20000
"""Flag of unshare(2)."""
SIZE = 16 << 20
"""Size of a disk in bytes, most of it filled."""
STATES = ("open", "closed", "full", "unread", "left")
"""States of a standard stream: `left` by a reader that has read some."""
OURS = tuple(command for command in COMMANDS if command.program == tuple(RUN))
LIBC = ctypes.CDLL(None, use_errno=True)


def attack_disks(random: Random, folder: Path) -> Iterator[str]:
    """Run a command on a full or read-only disk, or with a limit for the size of files."""
    command, disk = random.choice(OURS), folder / "disk"
    free = random.choice((0, 1, random.randrange(20), random.randrange(200))) * 4096
    kind = random.choice(("full", "full", "read-only", "full TMPDIR", "limit"))
    temporary = Path(os.environ["TMPDIR"])
    disk.mkdir()
    if kind != "limit" and not mounted(temporary if kind == "full TMPDIR" else disk):
        kind = "limit"  # only root may mount
    prepare(command, disk)
    if kind.startswith("full"):
        fill(disk if kind == "full" else temporary, free)
    elif kind == "read-only":
        remount(disk, READ_ONLY)
    before = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (free, free))) if kind == "limit" else int
    with (folder / "stdout").open("w+", errors="replace") as output:
        with start(command, disk, output.fileno(), before=before) as process:
            _, errors = process.communicate()
        output.seek(0)
        found = [*outcome(command, process.returncode, errors), *misses(command, process.returncode, output.read())]
    found += damages(command, disk, process.returncode, errors)
    if kind == "read-only":
        remount(disk, 0)
    elif kind.startswith("full"):
        (disk if kind == "full" else temporary).joinpath("filler").unlink()
    if command.ledger:
        found += ledger_damages(command, disk)
    for finding in found:
        yield f"{kind} disk, {free:,} bytes free, {command.line!r}: {finding}"


def attack_streams(random: Random, folder: Path) -> Iterator[str]:
    """Run a command with standard streams that are closed, full, not read, or closed by a reader that has read some."""
    command = random.choice(OURS)
    states = [random.choice(STATES[:2]), random.choice(STATES), random.choice(STATES[:4])]
    prepare(command, folder)
    with ExitStack() as stack:
        full = stack.enter_context(Path("/dev/full").open("w")).fileno()
        read, pipe = os.pipe()
        if states[1] != "left":
            os.close(read)
        output = stack.enter_context((folder.parent / "stdout").open("w+", errors="replace"))
        targets = {"full": full, "unread": pipe, "left": pipe}
        closed = [number for number, state in enumerate(states) if state == "closed"]
        process = stack.enter_context(
            start(
                command,
                folder,
                targets.get(states[1], output.fileno()),
                targets.get(states[2], PIPE),
                lambda: [*map(os.close, closed)],
            )
        )
        os.close(pipe)
        if states[1] == "left":
            os.read(read, random.randrange(1, 500))
            os.close(read)
        errors = process.communicate()[1] or ""
        output.seek(0)
        found = list(traceback_in(errors))
        if process.returncode not in codes_of(command, *states[1:]):
            found.append(f"exit code {process.returncode}: {errors[-500:]!r}")
        if states[1] == "open":
            found += misses(command, process.returncode, output.read())
    found += damages(command, folder, process.returncode, errors)
    for finding in found:
        yield f"stdin, stdout, stderr {', '.join(states)}, {command.line!r}: {finding}"


def codes_of(command: Command, output: str, errors: str) -> set[int]:
    """The exit codes of a command whose stdout and stderr are in these states: findings come first."""
    codes, failing = {*command.codes}, {"full": {ExitCode.USAGE}, "unread": {ExitCode.INTERRUPTED}}
    if output == "left":
        codes.add(ExitCode.INTERRUPTED)
    elif command.ends and output != "open":
        codes = codes & {ExitCode.WRONG} | failing.get(output, {ExitCode.USAGE})
    return {int(code) for code in codes | failing.get(errors, set())}


def outcome(command: Command, code: int, errors: str) -> Iterator[str]:
    """What is wrong with the exit code and the messages of a command that may not have been able to write."""
    if code not in {*command.codes, ExitCode.USAGE, ExitCode.INTERRUPTED, ExitCode.NOT_DECIDED}:
        yield f"exit code {code}: {errors[-500:]!r}"
    yield from traceback_in(errors)


def mounted(folder: Path) -> bool:
    """Mount a small disk for this process and its children only; false if that is not allowed."""
    return not (
        LIBC.unshare(NEW_NAMESPACE)
        or LIBC.mount(None, b"/", None, PRIVATE | RECURSIVE, None)
        or LIBC.mount(b"none", os.fsencode(folder), b"tmpfs", 0, b"size=%d" % SIZE)
    )


def remount(folder: Path, flags: int) -> None:
    """Mount a disk again, read-only or not."""
    if LIBC.mount(b"none", os.fsencode(folder), None, REMOUNT | flags, None):
        raise OSError(ctypes.get_errno(), "remount")


def fill(folder: Path, free: int) -> None:
    """Leave so many bytes free on a disk."""
    state = os.statvfs(folder)
    with (folder / "filler").open("wb") as file:
        file.write(bytes(max(0, state.f_bavail * state.f_frsize - free)))
