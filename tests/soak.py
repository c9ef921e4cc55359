"""Soak tests: signals at random moments for all commands, and mutated inputs for all readers.

Run it from the root of a checkout: `python -m tests.soak [--signals N] [--inputs N] [--seed N]`. It reports leftover
processes, files left in TMPDIR, tracebacks, undocumented exit codes, and exceptions of readers other than
MalformedInputError; the exit code is 1 if there are any.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import time

from crosscover.dialects import DIALECTS, PUZZLE_FILES, Claim, MalformedInputError
from crosscover.dialects.interface import Dialect
from crosscover.exit_code import ExitCode
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

from .check import solvers
from .processes import await_none, running_with

ROOT = Path(__file__).parents[1]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
CODES = {*map(int, ExitCode), *(-number for number in SIGNALS), *(128 + number for number in SIGNALS)}
"""Exit codes that are allowed: those of crosscover, death by the signal, and 128 plus its number as a shell reports."""

MAX_SECONDS = 4.0
"""Latest time of a signal in seconds; a run may end before it."""

FILES = {
    "mine.py": solvers.RIGHT_PYTHON,
    "wrong.py": solvers.WRONG_PYTHON,
    "solver.py": f"import sys\n{solvers.RIGHT_PYTHON}\nfor line in sys.stdin:\n    if line != 'end\\n':\n"
    "        print(solve(line.strip()), flush=True)\n",
    "puzzles.txt": f"{EASY}\n" * 3000,
}
COMMANDS = (
    "check engine:cpsat --examples=20",
    "check python:mine.py:solve --examples=20 --json=report.json --junit=report.xml",
    "check python:wrong.py:solve --examples=5",
    f"check 'exec:{sys.executable} solver.py' --examples=20",
    f"check 'exec:{sys.executable} solver.py' --examples=20 --stream --certify",
    "solve puzzles.txt --engine bitmask",
    "audit puzzles.txt",
    "certify puzzles.txt -o certificates.jsonl",
    "certify puzzles.txt --producer cpsat -o certificates.jsonl",
    "verify kept.jsonl",
    "replay",
    "init --subject python:mine.py:solve",
    "engines",
    "dialects",
)


def soak_signals(count: int, random: Random) -> Iterator[str]:
    """Send signals to commands at random moments, and yield a line for everything that is left behind."""
    with TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text)
        run = [sys.executable, "-m", "crosscover"]
        puzzles = [*run, "certify", "puzzles.txt", "-o", "kept.jsonl"]
        subprocess.run(puzzles, cwd=folder, env=environment(folder / "tmp"), check=True, capture_output=True)
        for number in range(count):
            command, sent = COMMANDS[number % len(COMMANDS)], random.choice(SIGNALS)
            seconds = random.uniform(0, MAX_SECONDS)
            for left in interrupt(command, sent, seconds, folder, number):
                yield f"{command}, {sent.name} after {seconds:.2f} s: {left}"


def environment(temporary: Path) -> dict[str, str]:
    """The environment of a run with its own temporary folder, which identifies its processes."""
    temporary.mkdir(exist_ok=True)
    return os.environ | {"PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(temporary)}


def interrupt(command: str, sent: signal.Signals, seconds: float, folder: Path, number: int) -> Iterator[str]:
    """Send a command a signal after these seconds, and yield what it leaves behind."""
    temporary = folder / f"run-{number}"
    line = f"exec {sys.executable} -m crosscover {command}"
    with subprocess.Popen(
        ["sh", "-c", line],
        cwd=folder,
        env=environment(temporary),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=restore_signals,  # noqa: PLW1509 - there are no threads
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(sent)
        try:
            _, errors = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            yield "it ran on for a minute"
            return
    if process.returncode not in CODES:
        yield f"exit code {process.returncode}: {errors[-200:]!r}"
    if "Traceback" in errors or "Exception ignored" in errors:
        yield f"a traceback: {errors[-1000:]!r}"
    if living := await_none(lambda: running_with(f"TMPDIR={temporary}\0")):
        yield f"processes: {living}"
    if files := await_none(lambda: [path.name for path in temporary.iterdir()]):
        yield f"files in TMPDIR: {files}"


def restore_signals() -> None:
    """Reset the signal handling of a forked process to that of a process started from a terminal."""
    for number in SIGNALS[:-1]:
        signal.signal(number, signal.SIG_DFL)


def soak_inputs(count: int, random: Random) -> Iterator[str]:
    """Give each dialect's readers mutated texts, and yield those that raise an unexpected exception."""
    for dialect in (*DIALECTS.values(), *PUZZLE_FILES.values()):
        puzzles = [EASY] * (dialect.batch_limit or 2)
        answers = [dialect.write_answer(EASY_SOLUTION if dialect.gives_grids else Claim.ONE, EASY, n) for n in (1, 2)]
        samples = [dialect.write(puzzles), dialect.answer_header + "".join(answers)]
        for _ in range(count):
            text = mutated(random.choice(samples), random)
            if fault := reading_fault(dialect, text):
                yield f"{dialect.name}: {fault}, reading {text!r}"


def mutated(text: str, random: Random) -> str:
    """A text with some of its characters or parts removed, doubled, moved or replaced."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start, end = sorted(random.randrange(len(text) + 1) for _ in "ab")
        end = min(end, start + random.choice((1, 1, 10, 200)))
        put = random.choice((*" \t\r\n\0\"',;|+-0.9#\ufeff٣é─│", "end", "puzzle", text[start:end] * 2, str(10**20)))
        text = text[:start] + put + text[end:]
    return text


def reading_fault(dialect: Dialect, text: str) -> str | None:
    """The unexpected exception that a dialect raises for a text, if any."""
    try:
        dialect.read_answers(text)
        list(dialect.read(text.split("\n")))
    except MalformedInputError:
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """Run the soak tests and print the findings."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--signals", type=int, default=200, metavar="N", help="signals over all commands (200)")
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N", help="texts for each dialect (100000)")
    parser.add_argument("--seed", type=int, default=int(time()), metavar="N", help="draw the same again")
    parsed = parser.parse_args(arguments)
    print(f"seed {parsed.seed}: {parsed.signals} signals, {parsed.inputs} inputs for each of {len(DIALECTS)} dialects")
    found = 0
    for soak, count in ((soak_inputs, parsed.inputs), (soak_signals, parsed.signals)):
        for left in soak(count, Random(parsed.seed)):
            found += 1
            print(left, flush=True)
    print(f"{found or 'nothing'} left behind")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
