"""Programs that crash, hang or misbehave: each fault is reported correctly."""

import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects.subject import Subject

from .puzzles import BATCH, SOLUTIONS

Script = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

FIRST = "answers = right()\nprint(answers[0], flush=True)\n"
ALL = "print('\\n'.join(right()), flush=True)\n"
ON_SIGTERM = "def end(*_): print('\\n'.join(answers), flush=True); os._exit(0)\nsignal.signal(15, end)\n"
FORKS = "for _ in range(150):\n if not os.fork(): time.sleep(60); os._exit(0)\ntime.sleep(60)"
LEAVES = f"if not os.fork():\n os.setsid()\n if os.fork(): os._exit(0)\n time.sleep(60)\n{ALL}"
LIMIT = "ran out of its 64 MiB of memory (--memory-limit allows more): "
FLOOD = "wrote more than 1 MiB of output after"

MISBEHAVIOR: dict[str, tuple[str, int, Fault, str]] = {
    # name: text, number of answers, fault and the beginning of the reason
    "sleeps": (f"{FIRST}time.sleep(60)", 1, Fault.TIMED_OUT, "still running after 0.4 s, with 1 of 3 puzzles answered"),
    "answers after its time": (
        f"{ON_SIGTERM}answers = right()\ntime.sleep(60)",
        3,
        Fault.TIMED_OUT,
        "answered 3 puzzles but had",
    ),
    "closes its output": (f"{ALL}os.close(1); time.sleep(60)", 3, Fault.TIMED_OUT, "answered 3 puzzles but had"),
    "hangs with a child": ("os.fork() or os.setsid(); time.sleep(60)", 0, Fault.TIMED_OUT, "still running after 0.4 s"),
    "floods": (f"{FIRST}while True: print('x' * 1000)", 1, Fault.TOO_MUCH_OUTPUT, f"{FLOOD} 1 of 3 puzzles"),
    "floods stderr": ("while True: sys.stderr.write('x' * 1000)", 0, Fault.TOO_MUCH_OUTPUT, f"{FLOOD} 0 of 3 puzzles"),
    "raises": (
        f"{FIRST}answers['x']",
        1,
        Fault.CRASHED,
        "exited with status 1 after 1 of 3 puzzles; last line on stderr",
    ),
    "exits": (f"{ALL}sys.exit(3)", 3, Fault.CRASHED, "exited with status 3 after 3 of 3 puzzles"),
    "crashes in a line": ("print(end=right()[0][:40], flush=True); os.abort()", 0, Fault.CRASHED, "killed by SIGABRT"),
    "kills its group": ("os.killpg(0, signal.SIGKILL)", 0, Fault.CRASHED, "killed by SIGKILL after 0 of 3 puzzles"),
    "allocates": (
        f"{FIRST}x = bytearray(100 << 20)",
        1,
        Fault.OUT_OF_MEMORY,
        f"{LIMIT}exited with status 1 after 1 of",
    ),
    "leaves a child": (LEAVES, 3, Fault.LEFT_CHILDREN, "left 1 process behind: program"),
    "forks": (FORKS, 0, Fault.TOO_MANY_PROCESSES, "ran more than 128 processes at a time after 0 of 3 puzzles"),
    "prompts and sleeps": (
        "print('Enter rows:', flush=True); time.sleep(60)",
        0,
        Fault.TIMED_OUT,
        "still running after",
    ),
    "raises after a title": ("print('Solving...', flush=True); right()[9]", 0, Fault.CRASHED, "exited with status 1"),
    "does not answer": ("os.close(0)", 0, Fault.MISSING, "answer 1 of 3 is missing"),
}


@pytest.mark.parametrize("name", MISBEHAVIOR)
def test_misbehavior(script: Script, name: str) -> None:
    """A program that misbehaves is killed with all its processes; its earlier answers count, and the fault is named."""
    text, answered, fault, reason = MISBEHAVIOR[name]
    limits = {"time_limit": 0.4, "puzzle_time": 0.0} if fault is Fault.TIMED_OUT else {}
    transcript = script(text, output_limit=1, memory_limit=64, **limits).run(BATCH)
    failed = [*transcript.responses[answered:], transcript.run_failure][0]

    assert transcript.responses[:answered] == RIGHT[:answered]
    assert len(transcript.responses) == len(BATCH)
    assert isinstance(failed, Failed)
    assert failed.fault is fault
    assert failed.reason.startswith(reason)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) here")
def test_malloc_in_c(make: Script, tmp_path: Path) -> None:
    """A C program may ignore a failed malloc."""
    body = "volatile char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i++) p[i] = 1;"
    (tmp_path / "solver.c").write_text(f"#include <stdlib.h>\nint main(void) {{ for (;;) {{ {body} }} }}")
    failed = make(f"exec:{tmp_path / 'solver.c'}", memory_limit=64).run(BATCH).responses[0]

    assert isinstance(failed, Failed)
    assert (failed.fault, failed.reason) == (Fault.OUT_OF_MEMORY, f"{LIMIT}killed by SIGSEGV after 0 of 3 puzzles")


def test_memory_within_the_limit(script: Script) -> None:
    """A program may use most of the memory limit and reserve more."""
    text = "import mmap; x = bytearray(40 << 20); y = mmap.mmap(-1, 1 << 30, prot=mmap.PROT_READ); print(*right())"
    transcript = script(text, memory_limit=64).run(BATCH[:1])

    assert (transcript.responses, transcript.run_failure) == (RIGHT[:1], None)


def test_what_a_program_inherits(script: Script, make: Script) -> None:
    """A program gets three streams and default signal handling, and leaves no core file; Python ignores SIGPIPE."""
    text = "import resource; assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)\n"
    text += "assert len(os.listdir('/proc/self/fd')) == 4, os.listdir('/proc/self/fd')\nprint('\\n'.join(right()))"
    ignored = int(make("exec:grep SigIgn /proc/self/status").run(BATCH).received.split()[1], 16)

    assert script(text).run(BATCH).responses == RIGHT
    assert not ignored & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1 | 1 << signal.SIGINT - 1)


def test_many_runs_leave_nothing_open(script: Script) -> None:
    """Failed runs leave no open descriptors."""
    asked = script("os.abort()")
    asked.run(BATCH)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        asked.run(BATCH)

    assert before == len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("spec", ["exec:true", "python:solver:solve"])
def test_no_working_directory(make: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    """A solver without a working directory is not started."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    [failed] = make(spec).run(BATCH[:1]).responses

    assert isinstance(failed, Failed)
    assert failed.fault is Fault.NOT_STARTED
    assert failed.reason.endswith("cannot start without a working directory")


def test_no_interpreter(make: Script) -> None:
    """A function whose interpreter is missing is not started."""
    [failed] = make("python:solver:solve", python="missing").run(BATCH[:1]).responses

    assert isinstance(failed, Failed)
    assert failed.fault is Fault.NOT_STARTED
    assert "cannot start --python missing: neither an interpreter nor a virtual environment" in failed.reason
