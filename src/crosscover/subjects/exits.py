"""Failures that the end of a run reveals: crashes, timeouts, exceeded limits."""

import re
import signal
from collections.abc import Callable

from crosscover.options import Options
from crosscover.responses import Failed, Fault, message_pattern

from .processes.watch import MAX_PROCESSES
from .processes.wire import RunResult, Stop

_NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|out of memory|OutOfMemory|cannot allocate memory|memory allocation of \d+ bytes failed"
    r"|could not reserve|insufficient memory|not enough space|allocation failed|failed to allocate",
    re.IGNORECASE,
)
"""Messages of the runtimes of common languages if an allocation fails."""

_NEAR_LIMIT_RATIO = 0.8
"""Fraction of the memory limit above which a crash is attributed to it."""

_MESSAGE = re.compile(r"^(?!Node\.js v|\W*$)(\S.*)(?:\n\s+(at \S.*))?", re.MULTILINE)
"""A line that begins at the margin, as the message of an exception, and a first call that Java or Node put below it."""

_FRAME = re.compile(r'  File "([^"]+)", line (\d+),? in (\S+)')


def diagnose(  # noqa: PLR0911 - one for each way to end
    result: RunResult, options: Options, answered: int, asked: int
) -> Failed | None:
    """Return the failure of a run with `answered` answers to `asked` puzzles, or None.

    Missing answers alone are not a failure here.
    """
    after = f" after {answered} of {asked} puzzles" if asked else ""
    limit = f"{options.memory_mebibytes} MiB of memory"
    match result.stopped:
        case Stop.LOST:
            return Failed(Fault.CRASHED, f"the run was lost{after}: {result.errors}", variant="lost")
        case Stop.OUTPUT:
            flood = f"wrote more than {options.output_mebibytes(asked)} MiB of output{after}"
            return Failed(Fault.TOO_MUCH_OUTPUT, flood)
        case Stop.PROCESSES:
            return Failed(Fault.TOO_MANY_PROCESSES, f"ran more than {MAX_PROCESSES} processes at a time{after}")
        case Stop.MEMORY:
            held = f"held more than {limit} (shared memory counts){after}; --memory-limit allows more"
            return Failed(Fault.OUT_OF_MEMORY, held, variant="held")
        case Stop.TIME | Stop.CLOCK:
            return _timeout(result, answered, asked, is_stream=options.stream)
        case Stop.IDLE | None:
            pass
    if result.status:
        ended = describe_status(result.status) + after
        cause = stderr_excerpt(result.errors) if result.status > 0 else ""
        variant = message_pattern(describe_status(result.status) + cause)
        near_limit = result.peak >= _NEAR_LIMIT_RATIO * options.memory_mebibytes * 1024
        if near_limit or _NO_MEMORY.search(result.errors + result.output):
            reason = f"ran out of its {limit} (--memory-limit allows more): {ended}{cause}"
            return Failed(Fault.OUT_OF_MEMORY, reason, variant=variant)
        return Failed(Fault.CRASHED, ended + cause, variant=variant)
    if result.left_behind:
        names, number = ", ".join(sorted(set(result.left_behind))), len(result.left_behind)
        reason = f"left {number} {'process' if number == 1 else 'processes'} behind: {names}"
        return Failed(Fault.LEFT_CHILDREN, reason, variant=names)
    return None


def stderr_excerpt(errors: str) -> str:
    """Return the last message on stderr and its place, to append to a reason; empty if there is none."""
    text = decoded(errors)
    messages, frames = _MESSAGE.findall(text), _FRAME.findall(text)
    if not messages:
        return ""
    message, place = messages[-1]
    if frames and "Traceback" in text:
        path, line, name = frames[-1]
        place = f"at {path.rpartition('/')[2]}:{line} in {name}"
    return f"; last line on stderr: {message.strip()[:200]} {place}".rstrip()


def decoded(stream: str) -> str:
    """Decode a stream that is kept as Latin-1 and should be UTF-8."""
    return stream.encode("latin-1").decode("utf-8", "replace")


def place_in_python(errors: str, is_users: Callable[[str], bool]) -> str:
    """Return the place of a crash of Python code, to append to a reason; empty if `faulthandler` printed none."""
    frames = _FRAME.findall(errors.rpartition("most recent call first):")[2])
    users = [frame for frame in frames if is_users(frame[0])]
    return "".join(f"; it was at {path.rpartition('/')[2]}:{line} in {name}" for path, line, name in users[:1])


def _timeout(result: RunResult, answered: int, asked: int, *, is_stream: bool) -> Failed:
    allowed = f"{result.seconds:.3g} s"
    puzzles = f"{asked} {'puzzle' if asked == 1 else 'puzzles'}"
    if answered == asked:
        return Failed(Fault.TIMED_OUT, f"answered {puzzles} but had not ended after {allowed}", variant="at exit")
    if is_stream:
        reason = f"no answer to puzzle {answered + 1} of {asked} in time (is each line of output flushed?)"
        return Failed(Fault.TIMED_OUT, reason, variant="in a stream")
    return Failed(Fault.TIMED_OUT, f"still running after {allowed}, with {answered} of {puzzles} answered")


def describe_status(status: int) -> str:
    """Return how a process ended; a negative status is minus the number of a signal."""
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
