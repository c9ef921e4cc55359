"""Runs of programs are bounded in time, memory, output and processes, and nothing of them survives."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from errno import ENOENT
from functools import partial
from pathlib import Path

import psutil
import pytest

import crosscover
from crosscover.subjects.processes.supervisor import SupervisorClient, SupervisorPool
from crosscover.subjects.processes.watch import WORKER_LOST
from crosscover.subjects.processes.wire import Action, RunRequest, RunResult
from tests.processes import running_with, wait_until

from .conftest import MARK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

Run = Callable[..., RunResult]

PLENTY = 60.0

WORKER = """
import json, os, signal, socket, sys, time
LOAD
print("loaded", flush=True)
requests = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, streams, _, _ = socket.recv_fds(requests, 32, 3)
    if not message:
        os._exit(0)
    copy = os.fork()
    if not copy:
        requests.close()
        os.setsid()
        import ctypes
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        exec(sys.stdin.read())
        sys.stdout.flush()
        os._exit(0)
    for stream in streams:
        os.close(stream)
    requests.send(str(copy).encode())
    _, status, usage = os.wait4(copy, 0)
    requests.send(f"{status} {usage.ru_utime} {usage.ru_stime} {usage.ru_maxrss}".encode())
"""
"""A worker that executes its input in a copy of itself, once `LOAD` is replaced."""


def request_of(text: str, *inputs: str, **changes: object) -> RunRequest:
    """A request to run Python code, with generous limits."""
    argv = (sys.executable, "-I", "-S", "-c", text)
    request = RunRequest(Action.RUN, argv, "/", dict(os.environ), inputs, PLENTY, 256, 1)
    return replace(request, **changes)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - checked where it fails


@pytest.fixture
def client() -> Iterator[SupervisorClient]:
    """A client that is closed after the test."""
    with closing(SupervisorClient()) as made:
        yield made


@pytest.fixture
def run(client: SupervisorClient) -> Run:
    """A function that runs Python code."""

    def run_one(text: str, *inputs: str, **limits: object) -> RunResult:
        return client.run(request_of(text, *inputs, **limits))

    return run_one


@pytest.fixture
def load(run: Run) -> Run:
    """A function that loads the worker with some code."""

    def load_one(text: str = "") -> RunResult:
        return run(WORKER.replace("LOAD", text), action=Action.LOAD)

    return load_one


@pytest.fixture
def call(run: Run) -> Run:
    """A function that lets a copy of the worker execute code."""
    return partial(run, "", action=Action.CALL)


@pytest.mark.parametrize(
    "text", ["import sys; sys.stdin.read()", "import os; os.read(0, 10)", "import os; os.close(0)"]
)
def test_unread_input(run: Run, text: str) -> None:
    """A program may leave all or a part of its input unread, in the pipe or not."""
    result = run(text, 300_000 * "x")

    assert (result.status, result.ended_badly) == (0, False)


def test_run(run: Run) -> None:
    """The output, errors, status and usage of a program are returned; it may write more than a pipe holds at first."""
    size = 900_000
    text = f"import sys; sys.stderr.write('e' * {size}); sys.stdout.write('o' * {size}); print(len(sys.stdin.read()))"
    result = run(f"{text}; sys.exit(2)", size * "i", "more")

    assert result.output == "o" * size + f"{size + 4}\n"
    assert (result.errors, result.status, result.ended_badly) == ("e" * 8192, 2, True)
    assert result.cpu_seconds > 0
    assert result.peak > 1024


def test_program_that_cannot_start(client: SupervisorClient) -> None:
    """A run that cannot be started is reported, and the supervisor continues."""
    results = [client.run(request_of("", folder="/nowhere")) for _ in range(2)]

    assert [(result.errno, result.supervisor_error) for result in results] == [(ENOENT, "")] * 2


def test_time_limit(run: Run) -> None:
    """A program that sleeps or computes for too long is ended by SIGTERM, even if it is stopped, or killed."""
    sleeps, computes, ignores = (
        run(text, seconds=0.5, wall_seconds=PLENTY)
        for text in (
            "import time; print(1, flush=True); time.sleep(60)",
            "while True: pass",
            "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)",
        )
    )

    assert [(result.timed_out, result.cut_off) for result in (sleeps, computes, ignores)] == [(True, False)] * 3
    assert (sleeps.output, sleeps.seconds, sleeps.status) == ("1\n", 0.5, -signal.SIGTERM)
    assert ignores.status == -signal.SIGKILL
    stops = "import os, signal; signal.signal(15, lambda *_: os._exit(3)); os.kill(os.getpid(), 19)"
    assert run(stops, seconds=0.5).status == 3
    assert run("import time; time.sleep(60)", wall_seconds=0.2).cut_off


@pytest.mark.slow
def test_time_on_a_busy_machine(run: Run) -> None:
    """A program that gets a small part of a processor is charged for this part alone."""
    burn = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(burn) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        result = run("import time\nwhile time.process_time() < 1: pass", seconds=3.0, wall_seconds=PLENTY)
    finally:
        for other in others:
            other.kill()
            other.wait()

    assert (result.status, result.timed_out) == (0, False)
    assert result.seconds < 2.5


def test_children_of_a_shell_count(run: Run) -> None:
    """The CPU time of the processes that a program has started counts, also if they outlive it."""
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    text = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {burn!r}])"

    assert run(f"{text}.wait()").cpu_seconds > 0.3
    assert run(f"{text}; import time; time.sleep(1)").cpu_seconds > 0.05


def test_memory_limit(run: Run) -> None:
    """Memory is limited; shared memory counts, files that are only read do not."""
    shared = (
        "import mmap, time; m = mmap.mmap(-1, 1 << 30)\nfor _ in range(1 << 10): m.write(bytes(1 << 20))\ntime.sleep(9)"
    )
    own = run("bytearray(300 << 20)")

    assert (own.status, "MemoryError" in own.errors) == (1, True)
    assert run(shared, memory=128).too_much_memory
    assert not run("bytearray(100 << 20)").ended_badly


def test_names_are_printable(run: Run, tmp_path: Path) -> None:
    """The name of a process may contain any bytes."""
    name = os.fsdecode(b"\x1b\xff'")
    (tmp_path / name).symlink_to("/bin/sleep")
    result = run(f"import subprocess; subprocess.Popen([{str(tmp_path / name)!r}, '60'])")

    assert len(result.left_behind) == 1
    assert result.left_behind[0].isprintable()


def test_children_that_end_soon(run: Run) -> None:
    """A child that ends shortly after the program was not left behind."""
    result = run("import os, time\nif not os.fork(): time.sleep(0.02)")

    assert (result.status, result.left_behind) == (0, ())


def test_dialogue(run: Run) -> None:
    """With `answer_seconds`, each part of the input waits for the answer to the previous one: a line with text."""
    text = "import os\nwhile got := os.read(0, 99): print('\\n', len(got), end=' '); print(flush=True)"
    result = run(text, "1\n", "", "12\n", "123\n", answer_seconds=PLENTY)

    assert result.output.split() == ["2", "3", "4"]


def test_late_answer(run: Run) -> None:
    """The time for an answer is limited; each answer has its own."""
    text = "import sys, time\nfor line in sys.stdin: time.sleep(float(line)); print(line, end='', flush=True)"
    result = run(text, "0.3\n", "0.3\n", "0.3\n", "60\n", answer_seconds=0.6, wall_seconds=PLENTY)

    assert (result.output, result.timed_out, result.cut_off) == ("0.3\n" * 3, True, False)


@pytest.mark.parametrize(
    ("text", "lingers"),
    [
        ("print(sys.stdin.read(), flush=True); threading.Thread(target=time.sleep, args=(60,)).start()", True),
        ("time.sleep(60)", False),
        ("print(sys.stdin.read(), flush=True)\nwhile True: pass", False),
    ],
    ids=["lingers", "no output", "computes"],
)
def test_program_that_does_not_end(run: Run, text: str, lingers: bool) -> None:
    """With `stop_idle`, a program that has read and written and now idles is stopped, which is no failure."""
    result = run(f"import sys, threading, time\n{text}", "x", stop_idle=True, seconds=2.0, wall_seconds=PLENTY)

    assert (result.lingered, result.timed_out) == (lingers, not lingers)
    assert result.ended_badly is not lingers


def test_calls(load: Run, call: Run) -> None:
    """Each call has the state after loading, and its own status and usage."""
    loaded = load("x = [1]")
    first = call("x.append(2); print(x, os.getpid() == os.getsid(0))\nwhile time.process_time() < 0.1: pass")
    second = call("print(x); sys.exit(3)")
    third = call("os.kill(os.getpid(), 9)")

    assert (loaded.status, loaded.output) == (None, "loaded\n")
    assert (first.status, first.output, second.output) == (0, "[1, 2] True\n", "[1]\n")
    assert (second.status, third.status) == (3, -9)
    assert first.cpu_seconds > 0.03
    assert first.peak > 1024


def test_call_without_end(load: Run, call: Run) -> None:
    """A call that exceeds its time or starts processes is ended with all of them; the worker continues."""
    load()
    hangs = call("os.fork(); time.sleep(60)", seconds=0.3)
    leaves = call("if not os.fork():\n os.setsid(); time.sleep(60)")
    last = call("print(1)")

    assert (hangs.timed_out, hangs.status) == (True, -signal.SIGTERM)
    assert (leaves.status, len(leaves.left_behind)) == (0, 1)
    assert (last.output, last.left_behind, last.supervisor_error) == ("1\n", (), "")


def test_processes_of_the_worker(load: Run, call: Run) -> None:
    """Processes that a worker starts while loading survive the calls, and do not count for them."""
    load("child = os.fork()\nif not child: time.sleep(60)")
    results = [call("os.kill(child, 0); print(1)") for _ in range(2)]

    assert [(result.output, result.left_behind) for result in results] == [("1\n", ())] * 2


def test_lost_worker(load: Run, call: Run) -> None:
    """If the worker ends, this is an error of the supervisor, until a worker is loaded again."""
    before = call("print(1)")
    load()
    lost = [call("os.kill(os.getppid(), 9); time.sleep(60)"), call("print(1)")]
    load()

    assert [result.supervisor_error for result in (before, *lost)] == [WORKER_LOST] * 3
    assert call("print(1)").output == "1\n"


SUITE = """
import os, sys
from crosscover.subjects.processes.supervisor import SupervisorClient
from crosscover.subjects.processes.wire import Action, RunRequest
argv = (sys.executable, "-c", sys.argv[1])
SupervisorClient().run(RunRequest(Action.RUN, argv, "/", dict(os.environ), (), 60, 256, 1))
"""


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
    """Ctrl-C during a run ends the program before KeyboardInterrupt propagates; then the client can be used again."""
    with pytest.raises(KeyboardInterrupt):
        run(f"import os, time; os.kill({os.getpid()}, {int(signal.SIGINT)}); time.sleep(60)")

    assert not running_with(f"{MARK}={os.environ[MARK]}")
    assert run("print(1)").output == "1\n"


def test_fork_of_the_suite(run: Run, client: SupervisorClient) -> None:
    """A forked process has a supervisor of its own."""
    run("")
    child = os.fork()
    if not child:
        same = run("print(1)").output == "1\n"
        client.close()
        os._exit(0 if same else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert run("print(1)").output == "1\n"


def test_pool() -> None:
    """A pool reuses idle supervisors, and has one for each concurrent run. Those that end have nothing loaded."""
    with closing(SupervisorPool()) as pool:
        with pool.borrow() as first, pool.borrow() as second:
            first.loaded = second.loaded = "something"
            first.run(request_of(""))
        with pool.borrow() as third:
            assert third in (first, second)
        assert first is not second
    assert first.loaded is None


def test_modules_of_the_working_directory_do_not_matter(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files named like modules of the standard library in the working directory have no effect."""
    for name in ("json", "socket", "select", "crosscover", "psutil"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert run("print(1)").output == "1\n"


def test_supervisor_imports_little() -> None:
    """The supervisor imports only the standard library, psutil and one small module, to start fast."""
    paths = [str(Path(str(package.__file__)).resolve().parents[1]) for package in (crosscover, psutil)]
    code = f"import sys; sys.path += {paths}; import crosscover.subjects.processes.supervisor; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-I", "-S", "-c", code], text=True).split()

    ours = {name for name in loaded if name.startswith("crosscover.") and "subjects" not in name}
    assert ours == {"crosscover.system"}
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names <= {"__main__", "crosscover", "psutil"}
