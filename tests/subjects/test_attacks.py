"""Subjects that interfere with crosscover, usually by accident: they are contained and reported."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.responses import Answered, Failed, Fault
from crosscover.subjects.subject import Subject

from .puzzles import ANSWERS, BATCH, SOLUTIONS

Make = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))
KNOWN = f"import os, signal, subprocess, sys, time\nANSWERS = {ANSWERS}\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

RECORDS = [
    '{"cells": 1e9}',
    '{"number": 1}',
    '{"changed": "answer", "puzzle": -1}',
    '{"loaded": true}',
    "[]",
    "null",
    "",
]
WRITE = """
def write_everywhere(record):
    for number in map(int, os.listdir('/proc/self/fd')):
        try: os.write(number, record)
        except OSError: pass
"""


def written(record: str) -> str:
    """The record as a bytes literal with a line end."""
    escaped = record.replace("'", "\\'") if record.startswith("\\x") else record.replace("\\", "\\\\")
    return f"b'{escaped}\\n'"


either_order = pytest.mark.parametrize("step", [1, -1], ids=["forwards", "backwards"])
"""Any record may be the first or the last one."""


@either_order
def test_records_of_a_function(function: Make, step: int) -> None:
    """Output of a function to a descriptor that it did not open is neither an answer nor a fault of crosscover."""
    writing = "".join(f"    write_everywhere({written(record)})\n" for record in RECORDS[::step])
    transcript = function(f"{KNOWN}{WRITE}def solve(text):\n{writing}    return ANSWERS[text]").ask(BATCH)

    assert transcript.responses == RIGHT
    assert transcript.run_failure
    assert transcript.run_failure.fault is Fault.EXTRA
    assert transcript.run_failure.reason.endswith("to a descriptor that it had not opened")


JAVASCRIPT = """
import fs from "node:fs";
const writeEverywhere = (record) => {
  for (const number of [0, 1, 2, 3]) try { fs.writeSync(number, record); } catch {} // those of node's own crash it
};
"""
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")


@pytest.fixture
def javascript(tmp_path: Path, make: Make) -> Make:
    """A factory of subjects from the function `solve` of a JavaScript module."""

    def make_one(text: str, **options: object) -> Subject:
        (tmp_path / "solver.mjs").write_text(f"{JAVASCRIPT}const ANSWERS = {json.dumps(ANSWERS)};\n{text}")
        return make(f"js:{tmp_path / 'solver.mjs'}:solve", **options)

    return make_one


@NODE
def test_records_of_a_javascript_function(javascript: Make) -> None:
    """Output of a JavaScript function to the pipe for answers is neither an answer nor a fault of crosscover."""
    records = ['{"cells": 1e9}\n', '{"changed": [], "puzzle": 0}\n', "[]"]
    text = f"const solve = (text) => {{ {json.dumps(records)}.forEach(writeEverywhere); return ANSWERS[text]; }};"
    transcript = javascript(f"{text}\nexport {{ solve }};").ask(BATCH)

    assert transcript.responses == RIGHT
    assert transcript.run_failure
    assert transcript.run_failure.reason.endswith("to a descriptor that it had not opened")


@NODE
def test_children_of_a_javascript_function(javascript: Make) -> None:
    """A leftover child process is found; it inherits only the three streams."""
    start = "spawn('sh', ['-c', 'ls /proc/self/fd; sleep 60'], { stdio: 'inherit', detached: true }).unref()"
    wait = "await new Promise((done) => setTimeout(done, 300))"
    text = f"import {{ spawn }} from 'node:child_process';\nexport const solve = async (text) => {{ {start}; {wait};"
    transcript = javascript(f"{text} return ANSWERS[text]; }};").ask(BATCH[:1])

    assert transcript.responses == RIGHT[:1]
    assert transcript.run_failure
    assert transcript.run_failure.fault is Fault.LEFT_CHILDREN
    assert transcript.received.split() == ["0", "1", "2", "3"]  # the last is that of ls for the listing


def test_descriptors_of_a_function(function: Make) -> None:
    """A function has three streams and the pipe for its answers; its children inherit only the streams."""
    text = (
        f"{KNOWN}def solve(text):\n    print(len(os.listdir('/proc/self/fd')) - 1, flush=True)\n"
        "    os.system('ls /proc/self/fd')\n    return ANSWERS[text]"
    )
    transcript = function(text).ask(BATCH[:1])

    assert transcript.received.split() == ["4", "0", "1", "2", "3"]


def test_descriptors_of_a_module(function: Make) -> None:
    """Processes that a module starts while it is loaded inherit only the streams."""
    text = f"{KNOWN}seen = os.popen('ls /proc/self/fd').read()\ndef solve(text): print(seen)"

    assert function(text).ask(BATCH[:1]).received.split() == ["0", "1", "2", "3"]


def test_descriptors_of_a_program(compiled: Make) -> None:
    """A C program has only its three streams."""
    asked = compiled(
        """
        #include <fcntl.h>
        #include <stdio.h>
        int main(void) {
            for (int number = 0; number < 1024; number++) if (fcntl(number, F_GETFD) != -1) printf("%d ", number);
        }
        """
    )

    assert asked.ask(BATCH).received == "0 1 2 "


@pytest.mark.parametrize(
    ("body", "fault", "expected"),
    [
        ("return 10 ** 5000", Fault.MALFORMED, "returned an int of more than 18 digits"),
        ("a = []; a.append(a); return a", Fault.MALFORMED, "returned [[["),
        (
            "a = ''\n    for _ in range(10_000): a = [a]\n    return a",
            Fault.MALFORMED,
            "returned [[[",
        ),
        ("return '\\udc80' * 81", None, ""),
        ("os.closerange(3, 100); return 7", Fault.CRASHED, "exited with status 1 after 0 of 1 puzzles; "),
    ],
)
def test_odd_answers(function: Make, body: str, fault: Fault | None, expected: str) -> None:
    """Unusual return values of a function are handled."""
    (response,) = function(f"{KNOWN}def solve(text):\n    {body}").ask(BATCH[:1]).responses

    if fault:
        assert isinstance(response, Failed)
        assert (response.fault, response.reason[: len(expected)]) == (fault, expected)


@pytest.mark.parametrize("parting", ["", "os.setsid()\n if os.fork(): os._exit(0)"], ids=["child", "daemon"])
def test_child_of_a_module(function: Make, parting: str) -> None:
    """A process that a module starts while it is loaded, and that stays, is reported after every run."""
    start = f"if not os.fork():\n {parting or 'pass'}\n time.sleep(600)\n"
    asked = function(f"{KNOWN}{start}def solve(text): return ANSWERS[text]")
    transcripts = [asked.ask(BATCH[:1]) for _ in range(2)]

    failed = Failed(Fault.LEFT_CHILDREN, f"left 1 process behind: {Path(sys.executable).name[:15]}")
    assert [(transcript.responses, transcript.run_failure) for transcript in transcripts] == [(RIGHT[:1], failed)] * 2


def test_child_of_a_module_that_ends_at_exit(function: Make) -> None:
    """A helper process that ends with the interpreter is not reported as left behind."""
    start = "import atexit\nhelper = subprocess.Popen(['sleep', '600'])\natexit.register(helper.kill)\n"
    transcript = function(f"{KNOWN}{start}def solve(text): return ANSWERS[text]").ask(BATCH[:1])

    assert (transcript.responses, transcript.run_failure) == (RIGHT[:1], None)


@pytest.mark.parametrize("kind", ["program", "function"])
def test_working_directory_removed(
    script: Make, function: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """If a subject removes the working directory, the failure says so."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    body = f"os.rmdir({str(gone)!r})"
    if kind == "program":
        asked = script(f"{body}\nprint('\\n'.join(right()))")
    else:
        asked = function(f"{KNOWN}def solve(text):\n    {body}\n    return ANSWERS[text]")
    responses = [asked.ask(BATCH[:1]).responses for _ in range(2)]

    failed = Failed(Fault.NOT_STARTED, "the working directory no longer exists")
    assert responses == [RIGHT[:1], (failed,)]


def test_very_little_time(script: Make) -> None:
    """Limits shorter than the polling interval are enforced."""
    (response, *_) = script("time.sleep(0.04); print(*right())", time_limit=0.001, puzzle_time=0.0).ask(BATCH).responses

    assert isinstance(response, Failed)
    assert response.fault is Fault.TIMED_OUT


@pytest.mark.parametrize("kind", ["program", "function"])
def test_shared_memory(script: Make, function: Make, kind: str) -> None:
    """Shared memory counts towards the memory limit, though no limit of the system covers it."""
    fill = "memory = mmap.mmap(-1, 1 << 30)\n for _ in range(1 << 10): memory.write(bytes(1 << 20))\n time.sleep(60)"
    if kind == "program":
        asked = script(f"import mmap\nif True:\n {fill}", memory_limit=64)
    else:
        asked = function(f"{KNOWN}import mmap\ndef solve(text):\n {fill}", memory_limit=64)
    (response, *_) = asked.ask(BATCH).responses

    assert isinstance(response, Failed)
    assert response.fault is Fault.OUT_OF_MEMORY
    assert response.reason.startswith("held more than 64 MiB of memory (shared memory counts) after 0 of 3 puzzles")
