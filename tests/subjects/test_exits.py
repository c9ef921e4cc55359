"""Descriptions of how a run ended."""

import signal

import pytest

from crosscover.options import Options
from crosscover.responses import Failed, Fault
from crosscover.subjects.exits import diagnose, stderr_excerpt, without_dump
from crosscover.subjects.processes.wire import RunResult, Stop

TRACE = """Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/home/me/solver.py", line 3 in look
  File "/home/me/solver.py", line 7 in solve
"""


LIMIT = "ran out of its 64 MiB of memory (--memory-limit allows more): "
MOST = 64 * 1024
ENDS: dict[str, tuple[RunResult, Fault]] = {
    # reason: result of a run with 1 of 3 answers, and its fault
    "exited with status 3 after 1 of 3 puzzles": (RunResult(status=3), Fault.CRASHED),
    "exited with status 1 after 1 of 3 puzzles; last line on stderr: KeyError: 7": (
        RunResult(status=1, errors="Traceback:\nKeyError: 7\n \n", left_behind=["sh"], peak=MOST * 3 // 4),
        Fault.CRASHED,
    ),
    "killed by SIGABRT after 1 of 3 puzzles": (RunResult(status=-signal.SIGABRT, errors="oh"), Fault.CRASHED),
    "killed by signal 99 after 1 of 3 puzzles": (RunResult(status=-99), Fault.CRASHED),
    "the run was lost after 1 of 3 puzzles: gone": (RunResult(stopped=Stop.LOST, errors="gone"), Fault.CRASHED),
    "wrote more than 4 MiB of output after 1 of 3 puzzles": (RunResult(stopped=Stop.OUTPUT), Fault.TOO_MUCH_OUTPUT),
    "ran more than 128 processes at a time after": (RunResult(stopped=Stop.PROCESSES), Fault.TOO_MANY_PROCESSES),
    "held more than 64 MiB of memory (shared memory counts)": (RunResult(stopped=Stop.MEMORY), Fault.OUT_OF_MEMORY),
    "left 3 processes behind: a.out, sh": (
        RunResult(status=0, left_behind=["sh", "a.out", "sh"]),
        Fault.LEFT_CHILDREN,
    ),
    f"{LIMIT}killed by SIGKILL": (RunResult(status=-signal.SIGKILL, peak=MOST * 9 // 10), Fault.OUT_OF_MEMORY),
    f"{LIMIT}killed by SIGABRT": (RunResult(status=-signal.SIGABRT, errors="std::bad_alloc"), Fault.OUT_OF_MEMORY),
    f"{LIMIT}exited with status 1": (RunResult(status=1, output="java.lang.OutOfMemoryError"), Fault.OUT_OF_MEMORY),
}


@pytest.mark.parametrize("reason", ENDS)
def test_bad_ends(reason: str) -> None:
    """Each bad end gets its fault and description; a crash is attributed to memory if nearly all of it was in use."""
    result, fault = ENDS[reason]
    failed = diagnose(result, Options(memory_limit=64), 1, 3)
    before = diagnose(result, Options(), 0, 0)

    assert failed is not None
    assert (failed.fault, failed.reason[: len(reason)]) == (fault, reason)
    assert before is not None
    assert "puzzles" not in before.reason


def test_good_end() -> None:
    """A run with exit code 0 is not a failure, even if answers are missing."""
    assert diagnose(RunResult(status=0, errors="warning"), Options(), 0, 3) is None


def test_trace_with_exit_code_0() -> None:
    """Missing answers after the trace of an exception are a crash, even with exit code 0."""
    failed = diagnose(RunResult(status=0, errors="Traceback (most recent call last):\nKeyError: 7\n"), Options(), 0, 1)
    assert failed == Failed(
        Fault.CRASHED, "exited with status 0 after 0 of 1 puzzles; last line on stderr: KeyError: 7"
    )


@pytest.mark.parametrize(
    ("answered", "asked", "expected"),
    [
        (1, 3, "still running after 10.3 s, with 1 of 3 puzzles answered"),
        (3, 3, "answered 3 puzzles but had not exited after 10.3 s"),
    ],
)
def test_timeout(answered: int, asked: int, expected: str) -> None:
    """The description of a timeout states the number of answers."""
    failed = diagnose(RunResult(stopped=Stop.TIME, seconds=10.3), Options(), answered, asked)
    assert failed == Failed(Fault.TIMED_OUT, expected)


EXCERPTS = {
    "blank": (" \n\n", ""),
    "UTF-8": ("a\n\u00c3\u00a9\n", "é"),
    "long": ("x" * 300, "x" * 200),
    "Python": (
        'Traceback (most recent call last):\n  File "/a/s.py", line 3, in f\n    g()\nKeyError: 7\n',
        "KeyError: 7 at s.py:3 in f",
    ),
    "Java": (
        'Exception in thread "main" E: no\n\tat S.f(S.java:3)\n\tat S.main(S.java:9)\n',
        'Exception in thread "main" E: no at S.f(S.java:3)',
    ),
    "Java's library": (
        'Exception in thread "main" E: no\n\tat java.base/java.util.A.f(A.java:3)\n\tat S.main(S.java:9)\n',
        'Exception in thread "main" E: no at S.main(S.java:9)',
    ),
    "Go": (
        "panic: index out of range [9]\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/s.go:3 +0x1d\nexit status 2\n",
        "panic: index out of range [9]",
    ),
    "Go's signal": (
        "panic: no\n[signal SIGSEGV: code=0x1]\n\ngoroutine 6 [running]:\nmain.(*S).f(0)\n\t/s.go:3\ncreated by f\n",
        "panic: no",
    ),
    "Rust": ("thread 'main' panicked at s.rs:3:5:\ncorner\nnote: run with it\n", "corner"),
    "Rust's trace": (
        "thread 'main' panicked at s.rs:3:5:\ncorner\nstack backtrace:\n   0: main\nnote: run with it\n",
        "corner",
    ),
    "Node": (
        "/a/s.js:1\nthrow e;\n^\n\nError: no\n    at f (/a/s.js:3:7)\n    at g (/a/s.js:1:1)\n\nNode.js v20.1.0\n",
        "Error: no at f (/a/s.js:3:7)",
    ),
    "Node's library": (
        "Error: no\n    at Object.open (node:fs:5:1)\n    at f (/a/s.js:3:7) {\n  errno: -2\n}\n\nNode.js v20.1.0\n",
        "Error: no at f (/a/s.js:3:7)",
    ),
    "C++": ("terminate called after throwing an instance of 'std::E'\n  what():  vector: no\n", "std::E: vector: no"),
    "Lua": ("lua: s.lua:3: no\nstack traceback:\n\t[C]: in ?\n", "lua: s.lua:3: no"),
}


@pytest.mark.parametrize("name", EXCERPTS)
def test_excerpt_of_standard_error(name: str) -> None:
    """The last message on stderr is shown, with its place for Python, Java and Node."""
    errors, expected = EXCERPTS[name]
    assert stderr_excerpt(errors) == (expected and f"; last line on stderr: {expected}")


def test_uncaught_exception_of_cpp() -> None:
    """A program that aborts shows the message of its exception."""
    errors = "terminate called after throwing an instance of 'E'\n  what():  corner\n"
    failed = diagnose(RunResult(status=-signal.SIGABRT, errors=errors), Options(), 0, 1)
    assert failed is not None
    assert failed.reason == "killed by SIGABRT after 0 of 1 puzzles; last line on stderr: E: corner"


def test_notes_are_no_output() -> None:
    """Notes of Rust and Node are left out of the shown output."""
    assert without_dump("oh\nnote: run with `RUST_BACKTRACE=1`\n\nNode.js v20.1.0\n").strip() == "oh"


def test_place_in_python() -> None:
    """The description of a crash or timeout in Python names the last line of the user's code, not of a library."""
    for result in RunResult(status=-11, errors=TRACE), RunResult(stopped=Stop.TIME, errors=TRACE):
        failed = diagnose(result, Options(), 0, 1)
        assert failed is not None
        assert failed.reason.endswith("; it was at solver.py:3 in look")
