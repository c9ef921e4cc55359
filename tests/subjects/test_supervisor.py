"""Runs of programs are limited in time, memory, output and processes, and leave no process behind."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from errno import ENOENT
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

import crosscover
from crosscover.subjects import processes
from crosscover.subjects.exits import broke_off
from crosscover.subjects.processes import watch
from crosscover.subjects.processes.supervisor import SupervisorPool, spawn
from crosscover.subjects.processes.wire import RunRequest, RunResult, Stop
from tests import supervisors
from tests.processes import MARK, running_with, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

Run = Callable[..., RunResult]

PLENTY = 60.0


def request_of(text: str, given: str = "", **changes: object) -> RunRequest:
    """Return a request to run Python code, with generous limits."""
    argv = (sys.executable, "-I", "-S", "-c", text)
    request = RunRequest(argv, "/", dict(os.environ), given, PLENTY, PLENTY, 256, 1)
    return replace(request, **changes)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - checked where it fails


@pytest.fixture(autouse=True)
def new_interpreters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start supervisors as users do."""
    monkeypatch.setattr(SupervisorPool, "_start", supervisors.START)


@pytest.fixture
def run(nothing_survives: None) -> Iterator[Run]:  # noqa: ARG001 - checks the end
    """A function that runs Python code."""
    with closing(SupervisorPool()) as pool:

        def run_one(text: str, given: str = "", **changes: object) -> RunResult:
            return pool.run(request_of(text, given, **changes))

        yield run_one


@pytest.fixture
def call(run: Run, tmp_path: Path) -> Run:
    """A function that executes code in a copy of the worker, after the worker has loaded other code."""

    def call_one(code: str, load: str = "", **limits: object) -> RunResult:
        place = tmp_path / f"solver{len(load)}.py"
        place.write_text(f"import os, signal, time\n{load}\ndef f(code): return eval(code)")
        target = json.dumps({"place": str(place), "folder": "/", "path": None})
        header = {"expression": "f(puzzle)", "items": 1, "printed": False, "buffered": False}
        argv = (sys.executable, str(Path(processes.__file__).with_name("worker.py")), target)
        return run("", f"{json.dumps(header)}\n{json.dumps(code)}\n" if code else "", argv=argv, forks=True, **limits)

    return call_one


@pytest.mark.parametrize(
    "text", ["import sys; sys.stdin.read()", "import os; os.read(0, 10)", "import os; os.close(0)"]
)
def test_unread_input(run: Run, text: str) -> None:
    """A program may leave all or part of its input unread, even if it fills the pipe."""
    result = run(text, 300_000 * "x")

    assert (result.status, broke_off(result)) == (0, False)


def test_run(run: Run) -> None:
    """The output, errors, status and usage of a program are returned; it may first write more than a pipe holds."""
    size = 900_000
    text = f"import sys; sys.stderr.write('e' * {size}); sys.stdout.write('o' * {size}); print(len(sys.stdin.read()))"
    result = run(f"{text}; sys.exit(2)", size * "i" + "more")

    assert result.output == "o" * size + f"{size + 4}\n"
    assert (result.errors, result.status, broke_off(result)) == ("e" * 8192, 2, True)
    assert result.cpu_seconds > 0
    assert result.peak > 1024


def test_program_that_cannot_start(run: Run) -> None:
    """A run that cannot be started is reported, and the supervisor continues."""
    assert run("", folder="/nowhere").errno == ENOENT
    assert run("print(1)").output == "1\n"


def test_time_limit(run: Run) -> None:
    """A program that sleeps, computes or is suspended for too long is ended with SIGTERM, or killed."""
    texts = (
        "import time; print(1, flush=True); time.sleep(60)",
        "while True: pass",
        "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)",
        "import os; os.kill(os.getpid(), 19)",
    )
    with ThreadPoolExecutor() as pool:
        by_clock = pool.submit(run, "import time; time.sleep(60)", wall_seconds=0.2)
        results = list(pool.map(partial(run, seconds=0.3), texts))

    assert [result.stopped for result in results] == [Stop.TIME] * 4
    assert [result.status for result in results] == [-signal.SIGTERM] * 2 + [-signal.SIGKILL] * 2
    assert (results[0].output, results[0].seconds) == ("1\n", 0.3)
    assert by_clock.result().stopped is Stop.CLOCK


@pytest.mark.slow
def test_time_on_a_busy_machine(run: Run) -> None:
    """If a program gets a small share of a processor, only this share counts as its time."""
    burn = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(burn) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        result = run("import time\nwhile time.process_time() < 1: pass", seconds=3.0)
    finally:
        for other in others:
            other.kill()
            other.wait()

    assert (result.status, result.stopped) == (0, None)
    assert result.seconds < 2.5


def test_children_of_a_shell_count(run: Run) -> None:
    """The CPU time of processes that a program starts counts, even if they outlive it."""
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    text = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {burn!r}])"

    assert run(f"{text}.wait()").cpu_seconds > 0.2
    assert run(f"{text}; import time; time.sleep(0.5)").cpu_seconds > 0.05


def test_memory_limit(run: Run) -> None:
    """Memory is limited; shared memory counts, but files that are only read do not."""
    shared = (
        "import mmap, time; m = mmap.mmap(-1, 1 << 30)\nfor _ in range(1 << 8): m.write(bytes(1 << 20))\ntime.sleep(9)"
    )
    own = run("bytearray(300 << 20)")

    assert (own.status, "MemoryError" in own.errors) == (1, True)
    assert run(shared, memory=128).stopped is Stop.MEMORY
    assert not broke_off(run("bytearray(100 << 20)"))


def test_names_are_printable(run: Run, tmp_path: Path) -> None:
    """The name of a process may contain any bytes."""
    name = os.fsdecode(b"\x1b\xff'")
    (tmp_path / name).symlink_to("/bin/sleep")
    result = run(f"import subprocess; subprocess.Popen([{str(tmp_path / name)!r}, '60'])")

    assert len(result.left_behind) == 1
    assert result.left_behind[0].isprintable()


def test_children_that_end_soon(run: Run) -> None:
    """A child that ends shortly after the program does not count as left behind."""
    result = run("import os, time\nif not os.fork(): time.sleep(0.02)")

    assert (result.status, result.left_behind) == (0, [])


def test_program_that_does_not_end(run: Run) -> None:
    """With `stop_idle`, a program that idles after writing, or fails when more input ends, is no failure."""
    texts = (
        "print(sys.stdin.read(), flush=True); threading.Thread(target=time.sleep, args=(60,)).start()",
        "time.sleep(60)",
        "print(sys.stdin.read(), flush=True)\nwhile True: pass",
        "print(sys.stdin.read(1), flush=True); sys.exit(not sys.stdin.read(1))",
        "print(sys.stdin.read(1)); sys.exit(not sys.stdin.read(1))",
    )
    with ThreadPoolExecutor() as pool:
        one = partial(run, stop_idle=True, seconds=2.5)
        runs = [pool.submit(one, f"import sys, threading, time\n{text}", "x") for text in texts]
        lingers, silent, busy, asks, buffers = (each.result() for each in runs)

    assert (lingers.stopped, broke_off(lingers)) == (Stop.IDLE, False)
    assert (silent.stopped, busy.stopped) == (Stop.TIME, Stop.TIME)
    assert (asks.stopped, buffers.stopped, buffers.status, buffers.output) == (Stop.IDLE, None, 0, "x\n")


def answer_of(result: RunResult) -> Any:
    """Return the answer to the only call."""
    return json.loads(result.output.split("\n")[1])["returned"]


def test_calls(call: Run) -> None:
    """A worker loads once; each call starts from the loaded state, with the same random numbers."""
    load = "import random\nx = [os.getpid()]"
    first = call("[x.append(2), os.getpid() == os.getsid(0), os.getppid() in x][1:], len(x), x[:1]", load)
    second, again = (call("len(x), x[:1], random.random()", load) for _ in range(2))

    assert call("os.kill(os.getpid(), 9)", load).status == -9
    assert answer_of(second) == answer_of(again)
    [in_call, length, process], [reset, same, _] = answer_of(first), answer_of(second)
    assert (in_call, length) == ([True, False], 2)
    assert (reset, same) == (1, process)


def test_usage_of_a_call(call: Run) -> None:
    """A call has its own usage, and loading alone gives one line."""
    load = "def burn():\n  while time.process_time() < 0.1: pass"
    loaded, called = call("", load), call("burn()", load)

    assert (loaded.status, loaded.output.count("\n")) == (0, 1)
    assert (called.status, called.cpu_seconds > 0.03, called.peak > 1024) == (0, True, True)


def test_call_without_end(call: Run) -> None:
    """A call that exceeds its time or starts processes is killed with all its processes; the worker continues."""
    hangs = call("os.fork(), time.sleep(60)", seconds=0.3)
    leaves = call("os.fork() or (os.setsid(), time.sleep(60))")
    last = call("1")

    assert (hangs.stopped, hangs.status) == (Stop.TIME, -signal.SIGTERM)
    assert (leaves.status, len(leaves.left_behind)) == (0, 1)
    assert (last.status, last.left_behind, last.stopped) == (0, [], None)


def test_processes_of_the_worker(call: Run) -> None:
    """Processes that a worker starts while loading survive the calls, and do not count as theirs."""
    load = "child = os.fork()\nif not child: time.sleep(60)"
    results = [call("os.kill(child, 0)", load) for _ in range(2)]

    assert [(result.status, result.left_behind) for result in results] == [(0, [])] * 2


def test_lost_worker(call: Run) -> None:
    """If a worker ends or cannot fork, the run fails; the next run loads it again."""
    load = "me = os.getpid()"
    killed = call("os.kill(me, 9), time.sleep(0.1)", load)

    assert (killed.status, answer_of(killed)) == (0, [None, None])
    assert call("1", load).stopped is Stop.LOST
    assert answer_of(call("1", load)) == 1
    assert call("1", "os.register_at_fork(before=lambda: os._exit(0))").stopped is Stop.LOST


SUITE = """
import os, sys
from crosscover.subjects.processes import watch
from crosscover.subjects.processes.supervisor import SupervisorPool
from crosscover.subjects.processes.wire import RunRequest
argv = (sys.executable, "-c", sys.argv[1])
SupervisorPool().run(RunRequest(argv, "/", dict(os.environ), "", 60, 60, 256, 1))
"""


@pytest.mark.usefixtures("nothing_survives")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_death_of_the_suite(tmp_path: Path, number: signal.Signals) -> None:
    """If the suite ends during a run, the supervisor ends, with the program and its children."""
    text = f"import os, time\nif not os.fork(): open({str(tmp_path / 'ready')!r}, 'a').close()\ntime.sleep(60)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    suite = subprocess.Popen([sys.executable, "-c", SUITE, text], env=environment, stderr=subprocess.DEVNULL)
    wait_until((tmp_path / "ready").exists)
    suite.send_signal(number)
    suite.wait()

    wait_until(lambda: not running_with(f"{MARK}={os.environ[MARK]}"))
    assert suite.returncode != 0


def test_interrupt(run: Run) -> None:
    """Ctrl-C during a run ends the program before KeyboardInterrupt propagates; the pool remains usable."""
    with pytest.raises(KeyboardInterrupt):
        run(f"import os, time; os.kill({os.getpid()}, {int(signal.SIGINT)}); time.sleep(60)")

    assert not running_with(f"{MARK}={os.environ[MARK]}")
    assert run("print(1)").output == "1\n"


def test_closed_pool() -> None:
    """A closed pool runs nothing."""
    pool = SupervisorPool()
    pool.close()
    assert pool.run(request_of("")).stopped is Stop.LOST


def test_modules_of_the_working_directory_do_not_matter(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files in the working directory that are named like standard library modules have no effect."""
    for name in ("json", "socket", "select", "crosscover", "psutil"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert run("print(1)").output == "1\n"


def test_supervisor_imports_little() -> None:
    """To start fast, the supervisor imports only the standard library, psutil and one small module."""
    paths = [str(Path(str(package.__file__)).resolve().parents[1]) for package in (crosscover, psutil)]
    code = f"import sys; sys.path += {paths}; import crosscover.subjects.processes.supervisor; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-I", "-S", "-c", code], text=True).split()

    ours = {name for name in loaded if name.startswith("crosscover.") and "subjects" not in name}
    assert ours == {"crosscover.system"}
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names <= {"__main__", "crosscover", "psutil"}


POLLS = """
import os, socket, sys, time
from crosscover.subjects.processes import watch
from crosscover.subjects.processes.supervisor import Supervisor
from crosscover.subjects.processes.wire import RunRequest

waited, size = [], int(sys.argv[1])
watch.time.sleep = waited.append
channel, theirs = socket.socketpair()
request = RunRequest(["cat"], "/", dict(os.environ), "x" * size, 60.0, 60.0, 256, 2)
result = Supervisor(theirs.detach())._execute(request)
print(result.status, result.output == request.input, watch.LONG_INTERVAL in waited)
"""


@pytest.mark.parametrize(("size", "waits"), [(1000, False), (1_000_000, True)])
def test_long_inputs_are_polled_at_intervals(size: int, waits: bool) -> None:
    """The supervisor waits between polls of a run with a long input, so pieces of 4 KiB do not cost a poll each."""
    arguments = sys.executable, "-c", POLLS, str(size)
    ran = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert ran.stdout == f"0 True {waits}\n"


MACOS = """
import os, psutil, resource, socket, sys
from types import SimpleNamespace
from crosscover.subjects.processes import watch
from crosscover.subjects.processes.supervisor import Supervisor
from crosscover.subjects.processes.wire import RunRequest

set_limit = resource.setrlimit
def refuse(kind, limits):
    if kind == resource.RLIMIT_DATA:
        raise ValueError("current limit exceeds maximum limit")
    set_limit(kind, limits)

resource.setrlimit = refuse
watch.sys = SimpleNamespace(platform="darwin")
psutil.Process.status = lambda process: psutil.STATUS_RUNNING
channel, theirs = socket.socketpair()
argv = [sys.executable, "-I", "-S", "-c", sys.argv[1]]
result = Supervisor(theirs.detach())._execute(RunRequest(argv, "/", {}, "", float(sys.argv[2]), 9.0, 128, 1))
print(result.stopped and result.stopped.name, result.peak)
"""
"""Runs code as on macOS: the memory cannot be limited, and each process is said to be running."""


def on_macos(code: str, seconds: float = 9.0) -> list[str]:
    """Return why a run was stopped, and its peak of memory."""
    return subprocess.check_output([sys.executable, "-c", MACOS, code, str(seconds)], text=True).split()


def test_memory_on_macos() -> None:
    """If the memory of a process cannot be limited, it is measured."""
    assert on_macos("import time; held = bytearray(b'x') * (256 << 20); time.sleep(60)")[0] == "MEMORY"


def test_time_on_macos() -> None:
    """A process that sleeps times out, although it is said to be running."""
    assert on_macos("import time; time.sleep(60)", seconds=0.3)[0] == "TIME"


def test_the_peak_of_memory_on_macos() -> None:
    """The system counts bytes instead of KiB."""
    assert 0 < int(on_macos("")[1]) < 1024  # of some 10 MB, counted in MiB here


def test_a_hard_limit_of_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the user may not use as much memory as the limit allows, the program gets what the user may use."""
    hard = 64 << 20

    def limits(_kind: int) -> tuple[int, int]:
        return hard, hard

    monkeypatch.setattr(resource, "getrlimit", limits)
    with (tmp_path / "printed").open("w+") as file:
        code = "import resource; print(resource.getrlimit(resource.RLIMIT_DATA))"
        os.waitpid(spawn(request_of(code), file.fileno(), file.fileno(), file.fileno()), 0)
        file.seek(0)
        assert file.read() == f"({hard}, {hard})\n"


@pytest.mark.parametrize("error", [FileNotFoundError, ProcessLookupError])
def test_a_process_that_ends_while_it_is_listed(monkeypatch: pytest.MonkeyPatch, error: type[OSError]) -> None:
    """A process that has ended when its threads are listed, such as one of many short ones, ends no run."""

    def glob(_path: Path, _pattern: str) -> Iterator[Path]:
        raise error
        yield

    monkeypatch.setattr(Path, "glob", glob)
    assert watch.living() == []


def test_living_processes() -> None:
    """The quick list of the descendants for measurements contains children of children, as the complete list does."""
    code = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'input()'], stdin=0).wait()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as child:
        wait_until(lambda: len(psutil.Process(child.pid).children()) == 1)
        found = [sorted(process.pid for process in each()) for each in (watch.living, watch.descendants)]
        grandchild = psutil.Process(child.pid).children()[0].pid
        excluded = [process.pid for process in watch.living(child.pid)]
        child.communicate(b"\n")
    assert found[0] == found[1]
    assert {child.pid, grandchild} <= set(found[0])
    assert not {child.pid, grandchild} & set(excluded)
