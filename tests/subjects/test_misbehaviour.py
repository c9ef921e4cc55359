"""Programs that crash, hang or misbehave: each fault is reported correctly."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.reference import Grid
from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects.subject import Subject

from .puzzles import BATCH, SOLUTIONS

Script = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

SHORT_LIMIT = {"time_limit": 1.0, "puzzle_time": 0.0}
IGNORE_SIGTERM = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
FIRST_ANSWER = "answers = right()\nprint(answers[0], flush=True)\n"


def first_failure(subject: Subject, batch: tuple[Grid, ...] = BATCH) -> Failed:
    """The first failure among the responses, or else that of the run."""
    transcript = subject.ask(batch)
    failures = [response for response in transcript.responses if isinstance(response, Failed)]
    assert len(transcript.responses) == len(batch)
    assert failures or transcript.run_failure
    return failures[0] if failures else transcript.run_failure or failures[0]


def test_hang(script: Script) -> None:
    """A program that hangs is stopped; its earlier answers count."""
    transcript = script(FIRST_ANSWER + "while True: pass", **SHORT_LIMIT).ask(BATCH)

    right, failed, last = transcript.responses
    assert (right, last) == (RIGHT[0], failed)
    assert isinstance(failed, Failed)
    assert failed.fault is Fault.TIMED_OUT
    assert failed.reason.endswith(" s, with 1 of 3 puzzles answered")  # less than 1 s if others use the processor


def test_sleep(script: Script) -> None:
    """A program that sleeps is stopped."""
    failed = first_failure(script(FIRST_ANSWER + "time.sleep(60)", **SHORT_LIMIT))

    assert Failed(Fault.TIMED_OUT, "still running after 1 s, with 1 of 3 puzzles answered") == failed


def test_hang_without_reading(script: Script) -> None:
    """If a program hangs before it reads, the message says so."""
    failed = first_failure(script("time.sleep(60)", **SHORT_LIMIT))

    assert failed.reason.endswith("with 0 of 3 puzzles answered; 250 of 250 bytes of the input were not read")


def test_ignored_sigterm(script: Script) -> None:
    """A program that ignores SIGTERM is killed, and the message says so."""
    failed = first_failure(script(IGNORE_SIGTERM + FIRST_ANSWER + "time.sleep(60)", **SHORT_LIMIT))

    assert Fault.TIMED_OUT is failed.fault
    assert failed.reason.endswith("1 of 3 puzzles answered; it ignored SIGTERM and had to be killed")


def test_answers_on_sigterm(script: Script) -> None:
    """Output of a program on SIGTERM is read."""
    text = "def end(*_): print('\\n'.join(answers), flush=True); os._exit(0)\nsignal.signal(signal.SIGTERM, end)\n"
    transcript = script(text + "answers = right()\nwhile True: time.sleep(60)", **SHORT_LIMIT).ask(BATCH)

    assert transcript.responses == RIGHT
    assert transcript.run_failure == Failed(Fault.TIMED_OUT, "answered 3 puzzles but had not ended after 1 s")


def test_output_closed_but_alive(script: Script) -> None:
    """A program that closes its output and continues has not ended."""
    transcript = script("print('\\n'.join(right()), flush=True); os.close(1); time.sleep(60)", **SHORT_LIMIT).ask(BATCH)

    expected = "answered 3 puzzles but had not ended after 1 s; it had closed its output"
    assert (RIGHT, Failed(Fault.TIMED_OUT, expected)) == (transcript.responses, transcript.run_failure)


def test_flood(script: Script) -> None:
    """A program with endless output is stopped at the output limit."""
    transcript = script(FIRST_ANSWER + "while True: print('x' * 1000)", output_limit=1).ask(BATCH)

    assert RIGHT[0] == transcript.responses[0]
    assert transcript.responses[1] == Failed(
        Fault.TOO_MUCH_OUTPUT,
        "wrote more than 1 MiB to standard output after 1 of 3 puzzles; --output-limit allows more",
    )
    assert len(transcript.received) <= 1 << 16


def test_flood_of_errors(script: Script) -> None:
    """The output limit applies to stderr, too."""
    failed = first_failure(script("while True: sys.stderr.write('x' * 1000)", output_limit=1))

    assert failed.reason.startswith("wrote more than 1 MiB to standard error after 0 of 3 puzzles")


def test_exception(script: Script) -> None:
    """A nonzero exit code is reported with the exception on stderr."""
    transcript = script(FIRST_ANSWER + "answers['x']").ask(BATCH)

    reason = "exited with status 1 after 1 of 3 puzzles; TypeError: list indices must be integers"
    assert RIGHT[0] == transcript.responses[0]
    assert isinstance(transcript.responses[1], Failed)
    assert transcript.responses[1].reason.startswith(reason)


def test_exit_status_after_right_answers(script: Script) -> None:
    """A nonzero exit code is a failure even after right answers."""
    transcript = script("print('\\n'.join(right())); sys.exit(3)").ask(BATCH)

    failed = Failed(Fault.CRASHED, "exited with status 3 after 3 of 3 puzzles")
    assert (RIGHT, failed) == (transcript.responses, transcript.run_failure)


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGFPE", "SIGKILL", "SIGTERM", "SIGPIPE"])
def test_death_by_signal(script: Script, name: str) -> None:
    """A crash is reported with the name of its signal."""
    failed = first_failure(
        script(f"{FIRST_ANSWER}signal.signal(13, signal.SIG_DFL); os.kill(os.getpid(), signal.{name})")
    )

    assert failed == Failed(Fault.CRASHED, f"killed by {name} after 1 of 3 puzzles")


def test_crash_in_the_middle_of_a_line(script: Script) -> None:
    """A line that a crash cut off is not an answer."""
    failed = first_failure(script("print(end=right()[0][:40], flush=True); os.abort()"))

    assert failed == Failed(Fault.CRASHED, "killed by SIGABRT after 0 of 3 puzzles")


def test_crash_before_the_flush(script: Script) -> None:
    """Answers that were not flushed before a crash are missing."""
    failed = first_failure(
        script("output = open(1, 'w'); print(*right(), sep='\\n', file=output); os.kill(os.getpid(), 11)")
    )

    assert failed == Failed(Fault.CRASHED, "killed by SIGSEGV after 0 of 3 puzzles")


def test_segmentation_fault_in_c(compiled: Script) -> None:
    """A C program that writes through a null pointer is killed by SIGSEGV after the answers it had flushed."""
    failed = first_failure(
        compiled(
            f"""
            #include <stdio.h>
            int main(void) {{
                char line[100];
                while (fgets(line, sizeof line, stdin) && line[0] != 'e') {{
                    puts("{SOLUTIONS[0]}");
                    fflush(stdout);
                    *(volatile int *)(line[1] == '2' ? 0 : line) = 1;
                }}
            }}
            """
        )
    )

    assert failed == Failed(Fault.CRASHED, "killed by SIGSEGV after 1 of 3 puzzles")


def test_memory_hog(script: Script) -> None:
    """A program that exceeds the memory limit fails to allocate, and the memory limit is reported."""
    failed = first_failure(script(FIRST_ANSWER + "x = bytearray(100 << 20)", memory_limit=64))

    limit = "ran out of its 64 MiB of memory (--memory-limit allows more)"
    expected = f"{limit}: exited with status 1 after 1 of 3 puzzles; MemoryError"
    assert isinstance(failed, Failed)
    assert (failed.fault, failed.reason[: len(expected)]) == (Fault.OUT_OF_MEMORY, expected)


def test_memory_hog_in_c(compiled: Script) -> None:
    """If a C program ignores the result of malloc, the memory limit is reported."""
    failed = first_failure(
        compiled(
            """
            #include <stdlib.h>
            #include <string.h>
            int main(void) {
                for (;;) memset(malloc(1 << 20), 1, 1 << 20);
            }
            """,
            memory_limit=64,
        )
    )

    assert failed.fault is Fault.OUT_OF_MEMORY
    assert failed.reason.startswith(
        "ran out of its 64 MiB of memory (--memory-limit allows more): killed by SIGSEGV after 0 of 3 puzzles"
    )


def test_memory_within_the_limit(script: Script) -> None:
    """A program may use most of the memory limit and reserve more."""
    text = "import mmap; x = bytearray(40 << 20); y = mmap.mmap(-1, 1 << 30, prot=mmap.PROT_READ); print(*right())"
    transcript = script(text, memory_limit=64).ask(BATCH[:1])

    assert (transcript.responses, transcript.run_failure) == (RIGHT[:1], None)


@pytest.mark.parametrize(
    "parting",
    ["", "os.setsid()", "os.setsid()\n if os.fork(): os._exit(0)", IGNORE_SIGTERM.replace("\n", "")],
    ids=["same group", "own session", "daemon", "ignores SIGTERM"],
)
def test_children_left_behind(script: Script, parting: str) -> None:
    """A child process that outlives its program is found and killed; the answers count."""
    transcript = script(f"if not os.fork():\n {parting or 'pass'}\n time.sleep(60)\nprint('\\n'.join(right()))").ask(
        BATCH
    )

    expected = Failed(Fault.LEFT_CHILDREN, "left 1 process behind: program")
    assert (RIGHT, expected) == (transcript.responses, transcript.run_failure)


def test_children_of_a_program_that_hangs(script: Script) -> None:
    """When a program is stopped, its children are killed."""
    text = "if not os.fork():\n os.setsid()\n if os.fork(): os._exit(0)\n time.sleep(60)\ntime.sleep(60)"
    failed = first_failure(script(text, **SHORT_LIMIT))

    assert failed.fault is Fault.TIMED_OUT


def test_too_many_processes(script: Script) -> None:
    """A program that starts too many processes is stopped."""
    text = "for _ in range(150):\n if not os.fork(): time.sleep(60); os._exit(0)\ntime.sleep(60)"
    failed = first_failure(script(text))

    assert failed.fault is Fault.TOO_MANY_PROCESSES
    assert failed.reason.startswith("ran more than 128 processes at a time after 0 of 3 puzzles")


def test_input_closed_early_when_it_is_long(script: Script) -> None:
    """The unread part is reported even if it exceeds the size of a pipe."""
    failed = first_failure(script("os.close(0)"), BATCH[:1] * 2000)

    assert failed == Failed(
        Fault.MISSING, "answer 1 of 2000 is missing; 164004 of 164004 bytes of the input were not read"
    )


def test_another_process_group_is_untouched(script: Script) -> None:
    """A program that kills its process group does not affect other processes."""
    failed = first_failure(script("os.killpg(0, signal.SIGKILL)"))

    assert failed.reason.startswith("killed by SIGKILL after 0 of 3 puzzles")


def test_core_dumps_are_off(script: Script) -> None:
    """A crash leaves no core file."""
    text = "import resource; assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)\nprint('\\n'.join(right()))"

    assert script(text).ask(BATCH).responses == RIGHT


def test_signals_are_as_usual(make: Script) -> None:
    """A program starts with default signal handling; Python would ignore SIGPIPE."""
    received = make("exec:grep SigIgn /proc/self/status").ask(BATCH).received

    ignored = int(received.split()[1], 16)
    assert not ignored & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1 | 1 << signal.SIGINT - 1)


def test_no_descriptors_leak(script: Script) -> None:
    """A program inherits only its three streams."""
    text = "assert len(os.listdir('/proc/self/fd')) == 4, os.listdir('/proc/self/fd')\nprint('\\n'.join(right()))"

    assert script(text).ask(BATCH).responses == RIGHT


@pytest.mark.parametrize("number", [0, 1, 2])
def test_many_runs_leave_nothing_open(script: Script, number: int) -> None:
    """Runs, successful or not, leave no open descriptors."""
    asked = script(["print('\\n'.join(right()))", "os.abort()", "import nothing"][number])
    asked.ask(BATCH)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        asked.ask(BATCH)

    assert before == len(list(Path("/proc/self/fd").iterdir()))
