"""What the exit code of every command means."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes, the same for every command."""

    GOOD = 0
    WRONG = 1
    USAGE = 2
    FAULT = 3
    NOT_STARTED = 4
    INTERRUPTED = 130
