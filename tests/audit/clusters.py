"""Dask clusters for tests: a scheduler and workers as processes on the loopback address."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.processes import wait_until
from tests.solve.test_workers import import_path

WORKER = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        wait_until(self._file.exists)
        wait_until(lambda: self._file.read_text().endswith("}"))
        self.address = str(json.loads(self._file.read_text())["address"])

    def add_worker(self) -> None:
        """Start another worker, which joins within seconds."""
        self.workers.append(self._start("worker", *WORKER))

    def end(self) -> None:
        """Kill all remaining processes."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, command: str, *options: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{command}", "--scheduler-file", self._file, *options],
                env=os.environ | import_path(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )


@contextmanager
def cluster(folder: Path, workers: int) -> Generator[Cluster]:
    """A cluster with a number of workers, killed afterwards."""
    started = Cluster(folder)
    try:
        for _ in range(workers):
            started.add_worker()
        yield started
    finally:
        started.end()
