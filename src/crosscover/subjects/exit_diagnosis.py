"""What the end of a run says, in words: nothing, where it ended as it should."""

import re
import signal
from collections.abc import Callable

from .options import Options
from .processes.watch import CROWD
from .processes.wire import Outcome
from .response import Failed, Fault

NO_MEMORY = re.compile(
    r"bad_alloc|MemoryError|out of memory|OutOfMemory|cannot allocate memory|memory allocation of \d+ bytes failed"
    r"|could not reserve|insufficient memory|not enough space|allocation failed|failed to allocate",
    re.IGNORECASE,
)
"""What the run-times of common languages say on standard error when an allocation fails."""

_NEARLY_ALL = 0.8
"""The part of the memory limit from which on an abnormal end is put down to it."""

_FRAME = re.compile(r'  File "([^"]+)", line (\d+) in (\S+)')


def failure(  # noqa: PLR0911 - one for each way to end
    outcome: Outcome, options: Options, answered: int, asked: int
) -> Failed | None:
    """What went wrong with a run that gave so many of the answers that were asked for; None where nothing did.

    A missing answer is not told here: a program may forget one and end well.
    """
    after = f"after {answered} of {asked} puzzles"
    if outcome.lost:
        return Failed(Fault.CRASHED, f"the run was lost {after}: {outcome.lost}")
    if outcome.flooded:
        return Failed(Fault.TOO_MUCH_OUTPUT, f"wrote more than {options.output_limit} MiB to {outcome.flooded} {after}")
    if outcome.crowded:
        return Failed(Fault.TOO_MANY_PROCESSES, f"ran more than {CROWD} processes at a time {after}")
    if outcome.timed_out:
        return Failed(Fault.TIMED_OUT, _late(outcome, options, answered, asked))
    if outcome.status and (told := _ended(outcome.status, outcome, after)):
        if _was_starved(outcome, options):
            return Failed(Fault.OUT_OF_MEMORY, f"ran out of its {options.memory_limit} MiB of memory: {told}")
        return Failed(Fault.CRASHED, told)
    if outcome.left:
        names = ", ".join(sorted(set(outcome.left)))
        return Failed(Fault.LEFT_CHILDREN, f"left {_counted(len(outcome.left), 'process')} behind: {names}")
    return None


def unread(outcome: Outcome, sent: int, options: Options) -> str:
    """What a program left of its input, to be put after another reason; empty where it took everything."""
    if not outcome.unread:
        return ""
    told = f"; it left {outcome.unread} of {sent} bytes of its input unread"
    if outcome.unread == sent and outcome.status == -signal.SIGSEGV:
        told += f", as does a program that is refused arrays of more than {options.memory_limit} MiB when it starts"
    return told


def last_words(outcome: Outcome) -> str:
    """The last line on standard error, to be put after another reason; empty where there is none."""
    lines = text_of(outcome.errors).split("\n")
    words = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"; its last words: {words[:200]}" if words else ""


def text_of(stream: str) -> str:
    """The text that a program wrote: bytes, carried as Latin-1, which should be UTF-8."""
    return stream.encode("latin-1").decode("utf-8", "replace")


def place_in_python(errors: str, is_users: Callable[[str], bool]) -> str:
    """Where Python code was when it died, to be put after a reason; empty where `faulthandler` did not tell."""
    frames = [match.groups() for match in _FRAME.finditer(errors.rpartition("most recent call first):")[2])]
    users = [frame for frame in frames if is_users(frame[0])]
    return "".join(f"; it was at {path.rpartition('/')[2]}:{line} in {name}" for path, line, name in users[:1])


def _late(outcome: Outcome, options: Options, answered: int, asked: int) -> str:
    allowed = options.seconds(asked)
    if answered == asked:
        told = f"answered {_counted(asked, 'puzzle')} but had not ended after {allowed:g} s"
    else:
        told = f"still running after {allowed:g} s, with {answered} of {_counted(asked, 'puzzle')} answered"
        if options.stream:
            told = f"no answer to puzzle {answered + 1} of {asked} in time (is each line of output flushed?)"
    if outcome.output_closed:
        told += "; it had closed its output"
    return told + ("; it ignored SIGTERM and had to be killed" if outcome.stubborn else "")


def _ended(status: int, outcome: Outcome, after: str) -> str:
    if status > 0:
        return f"exited with status {status} {after}{last_words(outcome)}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"killed by {name} {after}"


def _was_starved(outcome: Outcome, options: Options) -> bool:
    return outcome.peak >= _NEARLY_ALL * options.memory_limit * 1024 or bool(
        NO_MEMORY.search(outcome.errors + outcome.output)
    )


def _counted(number: int, noun: str) -> str:
    plural = noun + ("es" if noun.endswith("s") else "s")
    return f"{number} {noun if number == 1 else plural}"
