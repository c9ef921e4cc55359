"""Solvers that misbehave: they end, leak, flood, fork and sleep.

An attempt is a check of one solver, in a few seconds. A wrong one must not pass. A right one must pass, unless what it
does is a failure in itself.
"""

import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from subprocess import TimeoutExpired, run

from tests.check.running import COMMAND
from tests.check.solvers import RIGHT_PYTHON

from .running import traceback_in

GOOD, WRONG, USAGE, FAULT = 0, 1, 2, 3
SECONDS = 60.0
"""Time after which a check is too slow, also on a busy machine: it has 5 s, and at most 15 s more at its end."""

ASKED = ("--time=5", "--max-slowdown=0", "--jobs=1", "--time-limit=2", "--memory-limit=256")
PROPERTIES = "missing_digits or images_of_known_puzzles"

HARMLESS = (
    "signal.signal(signal.{signal}, signal.SIG_IGN)",
    "signal.set_wakeup_fd(-1); signal.setitimer(signal.ITIMER_REAL, 0)",
    "os.environ.clear()",
    "os.chdir('/')",
    "os.umask(0o777)",
    "sys.path.clear()",
    "sys.dont_write_bytecode = False",
    "gc.disable()",
    "random.seed(0)",
    "print('x' * {number}, file=sys.stderr)",
    "kept.append((os.dup(1), os.dup(2), os.open('/dev/null', 0)))",
    "kept.append(bytearray({number} << 10))",
    "time.sleep({number} / 100_000)",
    "os.nice(1)",
    "threading.Thread(target=time.sleep, args=(0.01,)).start()",
    "subprocess.run(['true'])",
    "os.waitpid(os.fork() or os._exit(0), 0)",
)
"""Right solvers stay right."""

UNSUITABLE = ("SIGSTOP", "SIGRTMIN", "SIGRTMAX")
"""Signals that a solver does not send."""

FATAL = (
    "os._exit({code})",
    "os.abort()",
    "sys.exit({code})",
    "os.kill(os.getpid(), signal.{signal})",
    "os.killpg(0, signal.{signal})",
    "os.write(1, b'x' * (5 << 20))",
    "os.write(2, b'x' * (5 << 20))",
    "os.closerange(0, {code})",
    "os.closerange(3, 100)",
    "os.dup2(os.open('/dev/null', os.O_RDWR), {code} % 5)",
    "os.fork() or time.sleep(100)",
    "os.fork()",
    "os.fork() or (os.setsid(), os.fork() or time.sleep(100), os._exit(0))",
    "time.sleep(100)",
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(100)",
    "kept.append(bytearray(1 << 30))",
    "sys.setrecursionlimit({code})",
    "threading.Thread(target=time.sleep, args=(100,)).start()",
    "ctypes.string_at(0)",
    "sys.settrace(lambda *_: 1 / 0)",
    "raise {error}",
)
"""Any solver may fail by these."""

WHEN_WRONG = (
    "True",
    "puzzle != first[0]",
    "os.getpid() % 2",
    "not any('PYTEST' in name for name in os.environ)",
)
"""When a wrong solver is wrong."""

OPENING = """
import ctypes, gc, os, random, signal, subprocess, sys, threading, time
right, kept, asked, first = solve, [], [], []
"""


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """What a solver does when it is loaded, if `at` is 0, or at that puzzle of a run; and when it is wrong."""

    code: str
    at: int
    wrong: str

    def function(self) -> str:
        """Return the text of a module with the function `solve`."""
        return f"""{RIGHT_PYTHON}{OPENING}
def act():
    {self.code}

def solve(puzzle):
    asked.append(puzzle)
    if len(asked) == 1:
        first.append(puzzle)
    if len(asked) == {self.at}:
        act()
    answer = right(puzzle)
    return answer and answer[::-1] if {self.wrong} else answer

{"" if self.at else "act()"}
"""

    def program(self) -> str:
        """Return the text of a program around the function, which needs no stream that the function may replace."""
        write = "os.write(1, ((answer or '') + chr(10)).encode())"
        loop = f"for line in stream:\n    answer = solve(line.strip())\n    {write}\n"
        return f"import sys\nstream = sys.stdin\n{self.function()}\n{loop}"


def attack_subjects(random: Random, folder: Path) -> Iterator[str]:
    """Check a random solver that misbehaves."""
    is_program, is_harmless = random.random() < 0.5, random.random() < 0.5
    code = random.choice(HARMLESS if is_harmless else FATAL).format(
        signal=random.choice([name for name in signal.Signals.__members__ if name not in UNSUITABLE]),
        number=random.choice([1, 100, 10_000]),
        code=random.choice([0, 1, 3, 5, 50, 255]),
        error=random.choice(["KeyError", "SystemExit", "MemoryError"]),
    )
    wrong = random.choice(["False", *WHEN_WRONG])
    solver = Misbehaviour(code, random.choice([0, 1, 2, 5]), wrong)
    file = folder / "solver.py"
    file.write_text(solver.program() if is_program else solver.function())
    words = [f"exec:{sys.executable} {file}", "--dialect=lines"] if is_program else [f"python:{file}:solve"]
    command = [*COMMAND, "check", *words, *ASKED, f"--seed={random.randint(1, 10**6)}", "-k", PROPERTIES]
    about = f"{words[0]}, wrong if {wrong}, at {solver.at}: {code}"
    try:
        done = run(command, capture_output=True, check=False, timeout=SECONDS)
    except TimeoutExpired:
        yield f"{about}: runs for more than {SECONDS:g} s"
        return
    errors, output = done.stderr.decode(errors="replace"), done.stdout.decode(errors="replace")
    yield from (f"{about}: {found}" for found in traceback_in(errors))
    if done.returncode < 0 or done.returncode in (USAGE, FAULT):
        yield f"{about}: exit code {done.returncode}: {(errors or output)[-500:]!r}"
    if wrong != "False" and done.returncode == GOOD:
        yield f"{about}: wrong, and passes: {output[-500:]!r}"
    if wrong == "False" and is_harmless and done.returncode == WRONG:
        yield f"{about}: right, and called wrong: {output[-800:]!r}"
