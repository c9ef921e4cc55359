"""Failures that the end of a run reveals: crashes, timeouts, exceeded limits."""

import re
import signal
from collections.abc import Callable

from crosscover.options import Options
from crosscover.responses import Failed, Fault, message_pattern

from .processes.watch import MAX_PROCESSES
from .processes.wire import RunResult

NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|out of memory|OutOfMemory|cannot allocate memory|memory allocation of \d+ bytes failed"
    r"|could not reserve|insufficient memory|not enough space|allocation failed|failed to allocate",
    re.IGNORECASE,
)
"""Messages of the runtimes of common languages if an allocation fails."""

NO_DIRECTORY = "the working directory no longer exists"

_NEAR_LIMIT_RATIO = 0.8
"""Fraction of the memory limit above which a crash is attributed to it."""

USAGE = re.compile(r"\busage\b|(?:missing|required|too few|no) (?:\w+ )?arguments?", re.IGNORECASE)
"""A line with which a program asks for arguments."""

_JAVA_EXCEPTION = re.compile(r'^Exception in thread "[^"]*" (\S.*)', re.MULTILINE)
_JAVA_PLACE = re.compile(r"^\s+at (?:\S+/)?([\w.$<>]+)\(([\w.$]+:[0-9]+)\)", re.MULTILINE)
_JAVA_RUNTIME = ("java.", "javax.", "jdk.", "sun.")
_NODE_EXCEPTION = re.compile(r"^(?:Uncaught )?(\w*Error(?: \[\w+\])?: .*)(?=\n    at )", re.MULTILINE)
_NODE_PLACE = re.compile(r"^    at (?:(\S+) \()?(?:file://)?([^\s()]+:[0-9]+):[0-9]+\)?$", re.MULTILINE)
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
    if result.too_much_memory:
        held = f"held more than {options.memory_limit} MiB of memory (shared memory counts)"
        return Failed(Fault.OUT_OF_MEMORY, held + after, variant="held")
    if result.timed_out:
        return _timeout(result, answered, asked, is_stream=options.stream)
    if result.status:
        status, last_line = describe_status(result.status), stderr_excerpt(result) if result.status > 0 else ""
        ended, variant = status + after + last_line, message_pattern(status + last_line)
        near_limit = result.peak >= _NEAR_LIMIT_RATIO * options.memory_limit * 1024
        if near_limit or NO_MEMORY.search(result.errors + result.output):
            return Failed(
                Fault.OUT_OF_MEMORY, f"ran out of its {options.memory_limit} MiB of memory: {ended}", variant=variant
            )
        return Failed(Fault.CRASHED, ended, variant=variant)
    if result.left_behind:
        names = ", ".join(sorted(set(result.left_behind)))
        number = len(result.left_behind)
        reason = f"left {number} {'process' if number == 1 else 'processes'} behind: {names}"
        return Failed(Fault.LEFT_CHILDREN, reason, variant=names)
    return None


def describe_unread_input(result: RunResult, sent: int, options: Options) -> str:
    """Describe the unread input, to append to a reason; empty if everything was read."""
    if not result.unread:
        return ""
    left = f"; {result.unread} of {sent} bytes of the input were not read"
    if result.unread == sent and result.status == -signal.SIGSEGV:
        left += f", which happens if a program reserves arrays of more than {options.memory_limit} MiB at the start"
    return left


def stderr_excerpt(result: RunResult) -> str:
    """Return the line of stderr that names the cause, to append to a reason; empty if there is none.

    That is an exception of Java, Node or Python with its first place outside the runtime, otherwise the last line.
    """
    text = text_of(result.errors).strip()
    last = text.rpartition("\n")[2].strip()
    places = _JAVA_PLACE.findall(text)
    if (thrown := _JAVA_EXCEPTION.search(text)) and places:
        own = next((place for place in places if not place[0].startswith(_JAVA_RUNTIME)), places[0])
        return f"; {thrown[1][:200]} at {own[1]} in {own[0]}"
    if thrown := _NODE_EXCEPTION.search(text):
        frames = (place for place in _NODE_PLACE.findall(text) if not place[1].startswith("node:"))
        own_frame = next((f" at {path.rpartition('/')[2]} in {name or 'the module'}" for name, path in frames), "")
        return f"; {thrown[1][:200]}{own_frame}"
    frames_in_python = _FRAME.findall(text)
    if frames_in_python and "Traceback" in text:
        path, line, name = frames_in_python[-1]
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
