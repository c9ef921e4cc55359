"""Failures that the end of a run reveals: crashes, timeouts, exceeded limits."""

import re
import signal
from collections.abc import Callable

from crosscover.options import Options
from crosscover.responses import Failed, Fault, message_pattern

from .processes.watch import MAX_PROCESSES
from .processes.wire import RunResult

NO_DIRECTORY = "the working directory no longer exists"

_NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|out of memory|OutOfMemory|cannot allocate memory|memory allocation of \d+ bytes failed"
    r"|could not reserve|insufficient memory|not enough space|allocation failed|failed to allocate",
    re.IGNORECASE,
)
"""Messages of the runtimes of common languages if an allocation fails."""

_NEAR_LIMIT_RATIO = 0.8
"""Fraction of the memory limit above which a crash is attributed to it."""

_RAISED = re.compile(
    r'^(?:Exception in thread "[^"]*" (?P<java>\S.*)|(?:Uncaught )?(?P<node>\w*Error(?: \[\w+\])?: .*)(?=\n    at ))',
    re.MULTILINE,
)
_PLACE = re.compile(r"^\s+at (?:(?:async )?(\S+) ?\()?(?:file://)?([^\s()]+:[0-9]+)(?::[0-9]+)?\)?$", re.MULTILINE)
_RUNTIMES = ("java.", "javax.", "jdk.", "sun.", "node:", "java.base/")
_FRAME = re.compile(r'  File "([^"]+)", line (\d+),? in (\S+)')


def diagnose(  # noqa: PLR0911 - one for each way to end
    result: RunResult, options: Options, answered: int, asked: int, *, packed: bool = False
) -> Failed | None:
    """Return the failure of a run with `answered` answers to `asked` puzzles, or None.

    Missing answers alone are not a failure here. If answers are `packed`, the last ones may be lost.
    """
    after = f" after {'at least ' * packed}{answered} of {asked} puzzles" if asked else ""
    if result.supervisor_error:
        return Failed(Fault.CRASHED, f"the run was lost{after}: {result.supervisor_error}", variant="lost")
    if stream := result.overflowed_stream:
        flood = f"wrote more than {options.output_mebibytes(asked)} MiB to {stream}{after}; --output-limit allows more"
        return Failed(Fault.TOO_MUCH_OUTPUT, flood, variant=stream)
    if result.too_many_processes:
        return Failed(Fault.TOO_MANY_PROCESSES, f"ran more than {MAX_PROCESSES} processes at a time{after}")
    limit = f"{options.memory_mebibytes} MiB of memory"
    if result.too_much_memory:
        held = f"held more than {limit} (shared memory counts){after}; --memory-limit allows more"
        return Failed(Fault.OUT_OF_MEMORY, held, variant="held")
    if result.timed_out:
        return _timeout(result, answered, asked, is_stream=options.stream)
    if result.status:
        status, last_line = describe_status(result.status), stderr_excerpt(result) if result.status > 0 else ""
        ended, variant = status + after + last_line, message_pattern(status + last_line)
        near_limit = result.peak >= _NEAR_LIMIT_RATIO * options.memory_mebibytes * 1024
        if near_limit or _NO_MEMORY.search(result.errors + result.output):
            reason = f"ran out of its {limit} (--memory-limit allows more): {ended}"
            return Failed(Fault.OUT_OF_MEMORY, reason, variant=variant)
        return Failed(Fault.CRASHED, ended, variant=variant)
    if result.left_behind:
        names = ", ".join(sorted(set(result.left_behind)))
        number = len(result.left_behind)
        reason = f"left {number} {'process' if number == 1 else 'processes'} behind: {names}"
        return Failed(Fault.LEFT_CHILDREN, reason, variant=names)
    return None


def stderr_excerpt(result: RunResult) -> str:
    """Return the line of stderr that names the cause, to append to a reason; empty if there is none.

    That is an exception of Java, Node or Python with its first place outside the runtime, otherwise the last line.
    """
    text = text_of(result.errors).strip()
    last = text.rpartition("\n")[2].strip()
    if raised := _RAISED.search(text):
        places = [place for place in _PLACE.findall(text) if not place[0].startswith(_RUNTIMES)]
        own = [f" at {path.rpartition('/')[2]} in {name or 'the module'}" for name, path in places if ":" in path]
        return f"; {(raised['java'] or raised['node'])[:200]}{own[0] if own else ''}"
    frames = _FRAME.findall(text)
    if frames and "Traceback" in text:
        path, line, name = frames[-1]
        return f"; {last[:200]} at {path.rpartition('/')[2]}:{line} in {name}"
    return f"; last line on stderr: {last[:200]}" if last else ""


def text_of(stream: str) -> str:
    """Decode a stream that is kept as Latin-1 and should be UTF-8."""
    return stream.encode("latin-1").decode("utf-8", "replace")


def place_in_python(errors: str, is_users: Callable[[str], bool]) -> str:
    """Return the place of a crash of Python code, to append to a reason; empty if `faulthandler` printed none."""
    frames = [match.groups() for match in _FRAME.finditer(errors.rpartition("most recent call first):")[2])]
    users = [frame for frame in frames if is_users(frame[0])]
    return "".join(f"; it was at {path.rpartition('/')[2]}:{line} in {name}" for path, line, name in users[:1])


def _timeout(result: RunResult, answered: int, asked: int, *, is_stream: bool) -> Failed:
    allowed = f"{result.seconds:.3g} s"
    puzzles = f"{asked} {'puzzle' if asked == 1 else 'puzzles'}"
    if answered == asked:
        variant, reason = "at exit", f"answered {puzzles} but had not ended after {allowed}"
    elif is_stream:
        variant = "in a stream"
        reason = f"no answer to puzzle {answered + 1} of {asked} in time (is each line of output flushed?)"
    else:
        variant, reason = "", f"still running after {allowed}, with {answered} of {puzzles} answered"
    remarks = ["; it had closed its output"] if result.output_closed else []
    remarks += ["; it ignored SIGTERM and had to be killed"] if result.ignored_sigterm else []
    return Failed(Fault.TIMED_OUT, reason, variant=variant).with_remark("".join(remarks))


def describe_status(status: int) -> str:
    """Return how a process ended; a negative status is minus the number of a signal."""
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
