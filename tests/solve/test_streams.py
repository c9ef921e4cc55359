"""`crosscover solve` on pipes, its processes, imports and memory."""

import os
import re
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, Popen

import pytest

from tests.check.running import COMMAND, ROOT, run
from tests.dialects.samples import ANSWER, ANSWERS, INPUTS, PUZZLE, SECOND, SECOND_ANSWER
from tests.processes import members, wait_until

from .commands import PURE, crosscover, talking_to

HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
"""A puzzle that is slow for search in cell order (Wikipedia, "Sudoku solving algorithms")."""


def children_of(process: Popen[bytes]) -> list[int]:
    """Wait until a process has children, and return their IDs."""
    while not (children := [pid for pid in members(process.pid) if pid != process.pid]):
        assert process.poll() is None
        time.sleep(0.01)
    return children


def test_first_answer_does_not_wait() -> None:
    """Each puzzle is answered before the next one is sent."""
    with talking_to("solve") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for puzzle, answer in ((PUZZLE, ANSWER), (SECOND, SECOND_ANSWER), (PUZZLE, ANSWER)):
            process.stdin.write(f"{puzzle}\n".encode())
            assert process.stdout.readline() == f"{answer}\n".encode()


@pytest.mark.parametrize(("name", "rest", "code"), [("poj3074", "\n", 0), ("t-grids", f"{PUZZLE}\n", 2)])
def test_input_that_ends_with_end(name: str, rest: str, code: int) -> None:
    """After `end` all answers are written though the pipe is open; later text is still read."""
    with talking_to("solve") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(INPUTS[name].encode())
        for line in ANSWERS[name].splitlines():
            assert process.stdout.readline() == f"{line}\n".encode()
        process.stdin.write(rest.encode())
        process.stdin.close()
        assert process.wait(60) == code


def test_order_over_processes() -> None:
    """With several processes the answers come in the order of the puzzles."""
    text = f"{PUZZLE}\n{HARD}\n{SECOND}\n{'1' * 2 + '.' * 79}\n" * 40
    alone = crosscover("solve", "--jobs", "1", given=text)
    assert run([*COMMAND, "solve", "--jobs", "3"], ROOT, environment=PURE, given=text) == alone
    assert alone.output.count("\n") == 160


@pytest.fixture(scope="module")
def much(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file that takes minutes to solve."""
    file = tmp_path_factory.mktemp("much") / "puzzles.txt"
    file.write_text(f"{HARD}\n" * 50_000)
    return str(file)


@pytest.mark.parametrize(
    ("name", "code", "errors"),
    [
        ("SIGINT", 130, b"crosscover: interrupted\n"),
        ("SIGKILL", -9, b""),
    ],
)
def test_ended_from_outside(name: str, code: int, errors: bytes, much: str) -> None:
    """Signals end the process and its workers at once, without a traceback."""
    with talking_to("solve", "--jobs", "2", much, output=DEVNULL, environment=PURE) as process:
        children_of(process)
        if name == "SIGINT":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.Signals[name])
        assert process.wait(30) == code
        wait_until(lambda: members(process.pid) == [])
        assert process.stderr is not None
        assert process.stderr.read() == errors


@pytest.mark.slow
def test_dead_worker(much: str) -> None:
    """A worker that dies is an error; no puzzle is skipped."""
    with talking_to("solve", "--jobs", "2", much, output=DEVNULL, environment=PURE) as process:
        while process.poll() is None:  # a worker without a task is just replaced
            time.sleep(0.2)
            for pid in set(members(process.pid)) - {process.pid}:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        assert process.returncode == 3
        assert process.stderr is not None
        assert re.search(rb"a worker process (was killed by SIGKILL|ended, as did all others);", process.stderr.read())
        wait_until(lambda: members(process.pid) == [])


def test_closed_input() -> None:
    """A closed stdin is an empty input."""
    ran = run(["sh", "-c", " ".join([*COMMAND, "solve", "<&-"])], ROOT)
    assert (ran.code, ran.errors) == (2, "crosscover: -: the standard input is closed\n")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to find a process's own peak")
def test_imports_and_memory() -> None:
    """`solve` imports no library of other commands, and a thousand puzzles take at most 64 MiB, the limit of POJ 3074.

    The peak is not read from `ru_maxrss`, which a process inherits from its parent.
    """
    program = (
        "import sys; from crosscover.cli import main; main(['solve']);"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')),"
        "*{name.partition('.')[0] for name in sys.modules})"
    )
    ran = run([sys.executable, "-c", program], ROOT, given=f"{PUZZLE}\n" * 1000)
    answer, *_, last = ran.output.splitlines()
    peak, *loaded = last.split()
    assert answer == ANSWER
    assert int(peak) < 64 * 1024
    assert {"hypothesis", "multiprocessing", "numpy", "ortools", "pysat", "pytest", "rich"}.isdisjoint(loaded)
