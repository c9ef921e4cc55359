"""Descriptions of how a run ended."""

import signal

import pytest

from crosscover.options import Options
from crosscover.responses import Failed, Fault
from crosscover.subjects.exits import diagnose, place_in_python, stderr_excerpt
from crosscover.subjects.processes.wire import RunResult

TRACE = """Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "/usr/lib/python3.11/ctypes/__init__.py", line 519 in string_at
  File "/home/me/solver.py", line 3 in look
  File "/home/me/solver.py", line 7 in solve
"""


def test_good_end() -> None:
    """A run with exit code 0 is not a failure, even if answers are missing."""
    assert diagnose(RunResult(status=0, errors="warning"), Options(), 0, 3) is None


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (RunResult(status=3), Failed(Fault.CRASHED, "exited with status 3 after 1 of 3 puzzles")),
        (
            RunResult(status=1, errors="Traceback:\nKeyError: 7\n \n"),
            Failed(Fault.CRASHED, "exited with status 1 after 1 of 3 puzzles; last line on stderr: KeyError: 7"),
        ),
        (
            RunResult(status=-signal.SIGABRT, errors="oh"),
            Failed(Fault.CRASHED, "killed by SIGABRT after 1 of 3 puzzles"),
        ),
        (RunResult(status=-99), Failed(Fault.CRASHED, "killed by signal 99 after 1 of 3 puzzles")),
        (RunResult(supervisor_error="gone"), Failed(Fault.CRASHED, "the run was lost after 1 of 3 puzzles: gone")),
        (
            RunResult(too_much_output=True),
            Failed(
                Fault.TOO_MUCH_OUTPUT,
                "wrote more than 4 MiB of output after 1 of 3 puzzles",
            ),
        ),
        (
            RunResult(too_many_processes=True),
            Failed(Fault.TOO_MANY_PROCESSES, "ran more than 128 processes at a time after 1 of 3 puzzles"),
        ),
        (
            RunResult(status=0, left_behind=("sh", "a.out", "sh")),
            Failed(Fault.LEFT_CHILDREN, "left 3 processes behind: a.out, sh"),
        ),
        (
            RunResult(status=1, left_behind=("sh",)),
            Failed(Fault.CRASHED, "exited with status 1 after 1 of 3 puzzles"),
        ),
    ],
)
def test_bad_ends(result: RunResult, expected: Failed) -> None:
    """Each bad end has its fault and description, in which answers are counted from the first puzzle on."""
    assert diagnose(result, Options(), 1, 3) == expected
    before = diagnose(result, Options(), 0, 0)
    assert before is not None
    assert "puzzles" not in before.reason


@pytest.mark.parametrize(
    ("result", "is_memory"),
    [
        (RunResult(status=1, peak=64 * 1024 * 9 // 10), True),
        (RunResult(status=1, peak=64 * 1024 * 3 // 4), False),
        (RunResult(status=-6, errors="terminate called after throwing 'std::bad_alloc'"), True),
        (RunResult(status=101, errors="memory allocation of 8192 bytes failed"), True),
        (RunResult(status=1, output="java.lang.OutOfMemoryError: Java heap space"), True),
        (RunResult(status=1, errors="no memory of that"), False),
    ],
)
def test_memory(result: RunResult, is_memory: bool) -> None:
    """A crash is attributed to memory if nearly all was in use, or if stderr says so."""
    failed = diagnose(result, Options(memory_limit=64), 1, 3)

    assert failed is not None
    assert (failed.fault is Fault.OUT_OF_MEMORY) == is_memory
    assert failed.reason.startswith("ran out of its 64 MiB of memory (--memory-limit allows more): ") == is_memory


@pytest.mark.parametrize(
    ("answered", "asked", "options", "expected"),
    [
        (1, 3, Options(), "still running after 10.3 s, with 1 of 3 puzzles answered"),
        (0, 1, Options(), "still running after 10.3 s, with 0 of 1 puzzle answered"),
        (3, 3, Options(), "answered 3 puzzles but had not ended after 10.3 s"),
        (1, 3, Options(stream=True), "no answer to puzzle 2 of 3 in time (is each line of output flushed?)"),
        (3, 3, Options(stream=True), "answered 3 puzzles but had not ended after 10.3 s"),
    ],
)
def test_timeout(answered: int, asked: int, options: Options, expected: str) -> None:
    """A timeout is described with the number of answers."""
    failed = diagnose(RunResult(timed_out=True, seconds=10.3), options, answered, asked)
    assert failed == Failed(Fault.TIMED_OUT, expected)


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        (" \n\n", ""),
        ("a\n\u00c3\u00a9\n", "; last line on stderr: é"),
        ("x" * 300, "; last line on stderr: " + "x" * 200),
        (
            'Traceback (most recent call last):\n  File "/a/s.py", line 3, in f\n    g()\nKeyError: 7\n',
            "; last line on stderr: KeyError: 7 at s.py:3 in f",
        ),
        (
            'Exception in thread "main" E: no\n\tat S.f(S.java:3)\n\tat S.main(S.java:9)\n',
            '; last line on stderr: Exception in thread "main" E: no at S.f(S.java:3)',
        ),
        (
            "/a/s.js:1\nthrow e;\n^\n\nError: no\n    at f (/a/s.js:3:7)\n    at g (/a/s.js:1:1)\n\nNode.js v20.1.0\n",
            "; last line on stderr: Error: no at f (/a/s.js:3:7)",
        ),
    ],
    ids=["blank", "UTF-8", "long", "Python", "Java", "Node"],
)
def test_excerpt_of_standard_error(errors: str, expected: str) -> None:
    """The last message on stderr is shown, with its place in Python, Java and Node."""
    assert stderr_excerpt(errors) == expected


def test_place_in_python() -> None:
    """A crash of Python code is described with the last line of the user's code, not of a library."""
    assert place_in_python(TRACE, lambda path: path.startswith("/home")) == "; it was at solver.py:3 in look"
    assert place_in_python(TRACE, lambda _: False) == ""
    assert place_in_python("", lambda _: True) == ""
