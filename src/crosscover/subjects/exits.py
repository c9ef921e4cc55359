"""Failures that the end of a run reveals: crashes, timeouts, exceeded limits."""

import re
import signal

from crosscover.options import Options
from crosscover.responses import Failed, Fault, message_pattern

from .processes.watch import MAX_PROCESSES
from .processes.wire import RunResult, Stop

_NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|out of memory|OutOfMemory|cannot allocate memory|memory allocation of \d+ bytes failed"
    r"|could not reserve|insufficient memory|not enough space|allocation failed|failed to allocate",
    re.IGNORECASE,
)
"""Messages that common language runtimes print if an allocation fails."""

STDERR = "last line on stderr"

_NEAR_LIMIT_RATIO = 0.8
"""Fraction of the memory limit above which a crash is attributed to the limit."""

_NOTE = r"Node\.js v|Bun v|note: |[Ss]tack (?:back)?trace|#\d+ |goroutine \d|created by |runtime stack:|\[signal "
"""Beginnings of lines that Node, Rust, Go, PHP and Lua print below a message."""

_MESSAGE = re.compile(
    rf"^(?!{_NOTE}|exit status \d|[\w./]+\(.*\)$|\W*$)(\S.*)"
    r"(?:(?:\n\s+at (?:java|jdk|sun|node:|\S+ \(node:).*)*\n\s+(at \S[^{\n]*))?",
    re.MULTILINE,
)
"""An unindented line, such as an exception message, and the first call that Java or Node prints below it.

Notes, and calls of the libraries of Java and Node, are skipped.
"""

_TERMINATED = re.compile(r"^terminate called after throwing an instance of '(.*)'\n\s+what\(\): *", re.MULTILINE)
"""The beginning of the message of an uncaught exception in C++."""

_TRACE = re.compile(
    r"^Traceback \(most recent|^Exception in thread|^goroutine \d+ \[|^thread .* panicked at", re.MULTILINE
)
"""The beginning of a trace that Python, Java, Go and Rust print for an uncaught exception or a panic."""

_FRAME = re.compile(
    r'  File "(?!<|[^"]*(?:/lib/python|/site-packages/|/worker\.py))(?:[^"]*/)?([^"/]+)", line (\d+),? in (\S+)'
)
"""A call in the user's code: the last one in a traceback, or the first one that `faulthandler` prints."""

_DUMP = re.compile(r"^.*most recent call first\):$", re.MULTILINE)
"""The first line that `faulthandler` prints above the calls."""


def broke_off(result: RunResult) -> bool:
    """Whether a run failed, or printed the trace of an uncaught exception, so its last answers may be missing."""
    was_killed = result.stopped not in (None, Stop.IDLE)
    return bool(result.status or result.errno) or was_killed or _TRACE.search(result.errors) is not None


def diagnose(result: RunResult, options: Options, answered: int, expected: int) -> Failed | None:
    """Return the failure of a run with `answered` answers to `expected` puzzles, or None.

    Missing answers alone are not a failure here.
    """
    after = f" after {answered} of {expected} puzzles" if expected else ""
    if result.errno:
        return Failed(Fault.NOT_STARTED, f"cannot start {result.errors}")
    if result.timed_out:
        return _timeout(result, answered, expected)
    flood = f"{options.output_mebibytes(expected)} MiB of output{after}"
    memory = f"{options.memory_mebibytes} MiB of memory (shared memory counts){after}; --memory-limit allows more"
    stops = {
        Stop.LOST: (Fault.CRASHED, f"the run was lost{after}: {result.errors}"),
        Stop.OUTPUT: (Fault.TOO_MUCH_OUTPUT, f"wrote more than {flood}"),
        Stop.PROCESSES: (Fault.TOO_MANY_PROCESSES, f"ran more than {MAX_PROCESSES} processes at a time{after}"),
        Stop.MEMORY: (Fault.OUT_OF_MEMORY, f"held more than {memory}"),
    }
    if result.stopped in stops:
        return Failed(*stops[result.stopped], variant=result.stopped.value)
    if result.status or (answered < expected and broke_off(result)):
        return _bad_status(result, result.status or 0, options, after)
    if not result.left_behind:
        return None
    number = len(result.left_behind)
    names = ", ".join(sorted(set(result.left_behind)))
    reason = f"left {number} {'process' if number == 1 else 'processes'} behind: {names}"
    return Failed(Fault.LEFT_CHILDREN, reason, variant=names)


def _timeout(result: RunResult, answered: int, expected: int) -> Failed:
    puzzles = f"{expected} {'puzzle' if expected == 1 else 'puzzles'}"
    reason = f"still running after {result.seconds:.3g} s, with {answered} of {puzzles} answered"
    variant = ""
    if not expected:
        reason = f"still running after {result.seconds:.3g} s"
    elif answered == expected:
        reason = f"answered {puzzles} but had not exited after {result.seconds:.3g} s"
        variant = "at exit"
    return Failed(Fault.TIMED_OUT, reason, variant=variant).with_remark(place_in_python(result.errors))


def _bad_status(result: RunResult, status: int, options: Options, after: str) -> Failed:
    if status < 0:
        names = {number.value: number.name for number in signal.Signals}
        ended = f"killed by {names.get(-status, f'signal {-status}')}"
        cause = place_in_python(result.errors)
        if status == -signal.SIGABRT and not cause:
            cause = stderr_excerpt(result.errors)  # such as an uncaught exception of C++, or an assertion
    else:
        ended = f"exited with status {status}"
        cause = stderr_excerpt(result.errors)
    reason = f"{ended}{after}{cause}"
    variant = message_pattern(ended + cause)
    near_limit = result.peak >= _NEAR_LIMIT_RATIO * options.memory_mebibytes * 1024
    if near_limit or _NO_MEMORY.search(result.errors + result.output):
        limit = f"{options.memory_mebibytes} MiB of memory (--memory-limit allows more)"
        return Failed(Fault.OUT_OF_MEMORY, f"ran out of its {limit}: {reason}", variant=variant)
    return Failed(Fault.CRASHED, reason, variant=variant)


def stderr_excerpt(errors: str) -> str:
    """Return the last message on stderr and its place, to append to a reason; empty if there is none."""
    text = _TERMINATED.sub(r"\1: ", decoded(errors))
    messages = _MESSAGE.findall(text)
    frames = _FRAME.findall(text)
    if not messages:
        return ""
    message, place = messages[-1]
    if frames:
        place = "at {}:{} in {}".format(*frames[-1])
    return f"; {STDERR}: {message.strip()[:200]} {place}".rstrip()


def place_in_python(errors: str) -> str:
    """Return the place that `faulthandler` printed, to append to a reason; empty if it printed none."""
    frames = _FRAME.findall(errors.rpartition("most recent call first):")[2])
    return "; it was at {}:{} in {}".format(*frames[0]) if frames else ""


def without_dump(errors: str) -> str:
    """Return what a run printed before `faulthandler` printed its calls, which include crosscover's; without notes."""
    return re.sub(rf"^(?:{_NOTE}).*\n?", "", _DUMP.split(errors, maxsplit=1)[0], flags=re.MULTILINE)


def decoded(stream: str) -> str:
    """Decode output that is stored as Latin-1 and should be UTF-8."""
    return stream.encode("latin-1").decode("utf-8", "replace")
