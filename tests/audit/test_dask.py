"""The executor for Dask clusters gives the same ledger as processes, whatever dies."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from crosscover.auditing import distribution
from crosscover.auditing.distribution import DaskExecutor, ProcessExecutor
from crosscover.auditing.findings import Findings, PuzzleRow
from crosscover.errors import UsageError
from crosscover.properties.corpus import known_puzzles
from crosscover.workers import describe_loss
from tests.processes import import_path, wait_until

from .judges import JUDGE, POISON, Deadly, Slow, audit, rows_of
from .samples import contents

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


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with one worker, shared by tests that do not kill it."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    with cluster(tmp_path_factory.mktemp("dask"), 1) as started:
        yield started


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[PuzzleRow]:
    """A small collection."""
    known = [each.puzzle for each in known_puzzles()]
    return rows_of(known[:60], tmp_path_factory.mktemp("rows") / "puzzles.txt")


@pytest.fixture(scope="module")
def expected(rows: list[PuzzleRow], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The findings of a single process."""
    return audit(rows, ProcessExecutor(JUDGE, 1), tmp_path_factory.mktemp("expected") / "ledger")


@pytest.mark.slow
def test_death_of_a_worker(shared: Cluster, rows: list[PuzzleRow], expected: list[str], tmp_path: Path) -> None:
    """If a worker is killed or another one joins, nothing is lost."""
    kept: list[Findings] = []

    def disturb(findings: Findings) -> None:
        kept.append(findings)
        if len(kept) == 2:
            shared.workers[-1].kill()
            shared.add_worker()

    shared.add_worker()
    executor = DaskExecutor(Slow(0.1), shared.address)
    executor._client.wait_for_workers(2)  # pyright: ignore[reportPrivateUsage]
    assert audit(rows, executor, tmp_path / "ledger", disturb) == expected
    assert shared.workers[-2].wait() == -signal.SIGKILL


@pytest.mark.slow
def test_hanging_puzzle(shared: Cluster, rows: list[PuzzleRow]) -> None:
    """A chunk that takes too long is returned without findings, and the next one is judged."""
    with closing(DaskExecutor(Deadly(POISON, hangs=True), shared.address)) as executor:
        lost = executor.submit((rows[7],), 0.1)
        judged = executor.submit((rows[8],), 60)
        with pytest.raises(TimeoutError) as caught:
            lost.result(200)
        assert describe_loss(caught.value) == "gave no answer in 0.1 s"
        assert [row.number for row in judged.result(200).puzzle] == [9]


def test_versions() -> None:
    """A worker with other versions refuses a chunk."""
    message = r"versions must be the same everywhere: .*, the audit \{'crosscover': '1.2.3'\}"
    with pytest.raises(UsageError, match=message):
        distribution.judge_on_worker(b"", b"", 1.0, {"crosscover": "1.2.3"})


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "local:2", "http://127.0.0.1:80"])
def test_nobody_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a scheduler is reported within seconds."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    monkeypatch.setattr(distribution, "CONNECT_SECONDS", 1.2)
    with pytest.raises(UsageError, match=f"there is no Dask scheduler at {address}: "):
        DaskExecutor(JUDGE, address)


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Dask the message names the extra to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'crosscover\[dask\]'"):
        DaskExecutor(JUDGE, "tcp://127.0.0.1:1")


def start_audit(*arguments: object, temporary: Path) -> subprocess.Popen[str]:
    """Start the command in its own process group, as a terminal would, with a folder for temporary files."""
    command = [sys.executable, "-m", "crosscover", "audit", *map(str, arguments), "--engines", "dlx,bitmask"]
    return subprocess.Popen(
        command,
        env=os.environ | import_path() | {"TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def has_rows(ledger: Path) -> bool:
    """Whether an audit has committed rows, as the size of its ledger shows."""
    return ledger.exists() and ledger.stat().st_size > 200_000


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A collection that takes some seconds to audit."""
    file = tmp_path / "many.txt"
    file.write_text("".join(f"{known.puzzle}\n" for known in known_puzzles()) * 10)
    return file


@pytest.mark.slow
def test_command_whose_scheduler_dies(many: Path, tmp_path: Path) -> None:
    """A scheduler that is killed ends the command with a message, and the same command continues with another."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    ledger = tmp_path / "ledger"
    with cluster(tmp_path, 1) as lost:
        process = start_audit(many, "--dask", lost.address, "--ledger", ledger, temporary=tmp_path)
        wait_until(lambda: has_rows(ledger))
        lost.scheduler.kill()
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == "crosscover: the connection to the scheduler is lost; the same command continues with the ledger\n"
    (tmp_path / "another").mkdir()
    with cluster(tmp_path / "another", 2) as another:
        again = start_audit(many, "--dask", another.address, "--ledger", ledger, temporary=tmp_path)
        again.communicate()
    assert again.returncode == 0
    assert len(contents(ledger)["puzzle"]) == len(many.read_text().splitlines())
