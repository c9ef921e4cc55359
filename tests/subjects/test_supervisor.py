"""When crosscover ends, all processes that it started end."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from errno import ENOENT
from pathlib import Path

import pytest

import crosscover
from crosscover.responses import Answered
from crosscover.subjects.processes import confinement
from crosscover.subjects.processes.supervisor import SupervisorClient
from crosscover.subjects.processes.wire import Action, RunRequest
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Subject
from tests.processes import running_with, wait_until

from .conftest import MARK
from .puzzles import BATCH, SOLUTIONS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere less of this is seen")

SUITE = """
import sys
from crosscover.responses import Answered
from crosscover.options import Options
from crosscover.subjects.specification import subject
from crosscover.subjects.small_puzzles import EASY
asked = subject(sys.argv[1], Options(time_limit=60))
print("asking", flush=True)
print(asked.ask([EASY]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
@pytest.mark.parametrize("kind", ["exec", "python"])
def test_death_of_the_suite(tmp_path: Path, number: signal.Signals, kind: str) -> None:
    """If crosscover dies during a run, the program and its children end."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys, time\n"
        "def solve(text=''):\n"
        "    if not os.fork(): os.setsid()\n"
        f"    open({str(tmp_path / 'ready')!r}, 'a').close()\n"
        "    time.sleep(60)\n"
        "if __name__ == '__main__': solve()\n"
    )
    spec = f"python:{program}:solve" if kind == "python" else f"exec:{sys.executable} {program}"
    suite = subprocess.Popen(
        [sys.executable, "-c", SUITE, spec],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    wait_until((tmp_path / "ready").exists)
    suite.send_signal(number)
    suite.communicate()

    wait_until(lambda: not running_with(f"{MARK}={os.environ[MARK]}"))
    assert suite.returncode != 0


def test_interrupt_in_this_process(tmp_path: Path) -> None:
    """Ctrl-C during a run ends the program before KeyboardInterrupt propagates."""
    program = tmp_path / "program.py"
    program.write_text(f"import os, time\nos.kill({os.getpid()}, {int(signal.SIGINT)})\ntime.sleep(60)")
    asked = subject(f"exec:{sys.executable} {program}")
    with pytest.raises(KeyboardInterrupt):
        asked.ask(BATCH)

    assert not running_with(f"{MARK}={os.environ[MARK]}")


def test_closed_subject_starts_again(script: Callable[..., Subject]) -> None:
    """A closed subject can be used again."""
    asked = script("print('\\n'.join(right()))")
    first = asked.ask(BATCH)
    asked.close()

    assert asked.ask(BATCH) == first


def test_fork_of_the_suite(script: Callable[..., Subject]) -> None:
    """A forked process, as in a process pool, has its own supervisor."""
    asked = script("print('\\n'.join(right()))")
    expected = asked.ask(BATCH)
    child = os.fork()
    if not child:
        same = asked.ask(BATCH) == expected
        asked.close()
        os._exit(0 if same else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert asked.ask(BATCH) == expected


def test_modules_of_the_working_directory_do_not_matter(
    script: Callable[..., Subject], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files named like modules of the standard library in the working directory have no effect."""
    for name in ("json", "socket", "selectors", "crosscover", "properties"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    made = script("print(*right())", spec="exec:env -u PYTHONPATH {}")

    assert made.ask(BATCH[:1]).responses == (Answered(SOLUTIONS[0]),)


def test_supervisor_needs_the_standard_library_alone() -> None:
    """The supervisor imports only the standard library and two small modules, to stay small."""
    root = Path(crosscover.__file__).resolve().parent.parent
    code = "import sys, crosscover.subjects.processes.supervisor; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({str(root)!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    ours = {name for name in loaded if name.startswith("crosscover.") and "subjects" not in name}
    assert ours == {"crosscover.system", "crosscover.time_limit"}


@pytest.mark.parametrize("lists", [True, False])
def test_descendants(monkeypatch: pytest.MonkeyPatch, lists: bool) -> None:
    """Descendants are found with and without the kernel's list of children."""
    monkeypatch.setattr(confinement, "LISTS_CHILDREN", lists)
    code = "import subprocess; subprocess.Popen(['sleep', '60']); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        parent.stdout.readline()
        below = confinement.descendants(parent.pid)
        for process in below:
            os.kill(process, signal.SIGKILL)
    wait_until(lambda: not running_with(f"{MARK}={os.environ[MARK]}"))

    assert len(below) == 1


def test_request_that_cannot_be_met() -> None:
    """A run that cannot be started is reported, and the supervisor continues."""
    request = RunRequest(Action.RUN, ("true",), "/nowhere", {}, (), 1.0, 256, 1)
    with closing(SupervisorClient()) as client:
        results = [client.run(request) for _ in range(2)]

    assert [(result.errno, result.supervisor_error) for result in results] == [(ENOENT, "")] * 2
