"""One attempt of an attack, in a process of its own: it may hang, crash, take all memory or leave something behind."""

import os
import resource
import signal
import sys
import tempfile
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from traceback import format_exc

from tests.processes import await_none, kill_with, running_with

from .attacks import ATTACKS

ROOT = Path(__file__).parents[2]
LIMIT_SECONDS = 120.0
"""Time after which an attempt counts as hanging, also on a busy machine."""
LIMIT_BYTES = 2 << 30
"""Private memory of each process of an attempt."""


class Attempt:
    """A running attempt in a folder of its own. Its child processes have a TMPDIR there, by which they are found."""

    def __init__(self, name: str, seed: int, number: int) -> None:
        self.name = name
        self.command = f"python -m tests.attack {name} --seed {seed} --attempt {number}"
        self.folder = tempfile.TemporaryDirectory(prefix="attack-", ignore_cleanup_errors=True)
        self.temporary = Path(self.folder.name, "tmp")
        self.begun = monotonic()
        self.process = get_context("fork").Process(target=self._run, args=(Random(f"{seed} {name} {number}"),))
        self.process.start()

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return monotonic() - self.begun

    def ended(self) -> bool:
        """Whether it has ended, or is over its time limit."""
        return not self.process.is_alive() or self.seconds > LIMIT_SECONDS

    def findings(self) -> list[str]:
        """Kill what still runs, and return the findings."""
        hung = self.process.is_alive()
        self.kill()
        folder = Path(self.folder.name)
        found = (folder / "findings").read_text().splitlines() if (folder / "findings").exists() else []
        if hung:
            found.append(f"ran on for {LIMIT_SECONDS:.0f} s")
        elif self.process.exitcode:
            found.append(f"died with exit code {self.process.exitcode}: {(folder / 'output').read_bytes()[-2000:]!r}")
        self.folder.cleanup()
        return found

    def kill(self) -> None:
        """Kill all of its processes."""
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError):
                kill(self.process.pid or 0, signal.SIGKILL)
        kill_with(f"TMPDIR={self.temporary}\0")
        self.process.join()

    def _run(self, random: Random) -> None:
        """Make the attempt in this process, and write its findings, a line each."""
        os.setsid()
        resource.setrlimit(resource.RLIMIT_DATA, (LIMIT_BYTES, LIMIT_BYTES))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        work = Path(self.folder.name, "work")
        work.mkdir()
        self.temporary.mkdir()
        os.chdir(work)
        os.environ |= {"TMPDIR": str(self.temporary), "PYTHONPATH": str(ROOT / "src")}
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # on a full disk Python would truncate the bytecode of the checkout
        tempfile.tempdir = None
        output = os.open("../output", os.O_WRONLY | os.O_CREAT)
        for descriptor, opened in enumerate((os.open(os.devnull, os.O_RDONLY), output, output)):
            os.dup2(opened, descriptor)
        sys.stdout, sys.stderr = (os.fdopen(each, "w", errors="backslashreplace") for each in (1, 2))
        with Path("../findings").open("w", buffering=1) as written:
            try:
                for finding in ATTACKS[self.name](random, work):
                    print(finding.encode("unicode_escape").decode()[:2000], file=written)
            except Exception:
                written.write(f"the attack failed: {format_exc()!r}\n")
            if living := await_none(lambda: running_with(f"TMPDIR={self.temporary}\0")):
                written.write(f"processes left: {living!r}\n")
            if files := await_none(lambda: sorted(path.name for path in self.temporary.iterdir())):
                written.write(f"files left in TMPDIR: {files!r}\n")
