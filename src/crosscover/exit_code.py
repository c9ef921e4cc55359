from enum import IntEnum


class ExitCode(IntEnum):
    GOOD = 0
    WRONG = 1
    USAGE = 2
    FAULT = 3
    NOT_STARTED = 4
    INTERRUPTED = 130


def combined(codes):
    order = [ExitCode.GOOD, ExitCode.INTERRUPTED, ExitCode.NOT_STARTED, ExitCode.USAGE, ExitCode.FAULT, ExitCode.WRONG]
    return max(codes, key=order.index, default=ExitCode.GOOD)
