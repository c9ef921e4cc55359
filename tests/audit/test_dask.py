"""The executor for Dask clusters gives the same ledger as one process, whatever dies."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from crosscover.auditing import dask_cluster
from crosscover.auditing.dask_cluster import ClusterLostError, DaskExecutor, parse_cluster
from crosscover.auditing.distribution import SerialExecutor
from crosscover.auditing.findings import Findings, Task, TaskChunk
from crosscover.exit_code import UsageError
from crosscover.properties.corpus import known_puzzles
from crosscover.scratch import scratch_folder
from crosscover.subjects.processes.confinement import descendants
from tests.processes import is_running, wait_until
from tests.solve.test_workers import import_path

from .clusters import Cluster, cluster
from .judges import JUDGE, Deadly, Slow, audit, tasks_of

POISON = str(known_puzzles()[7].puzzle)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with one worker, shared by tests that do not kill it."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    with cluster(tmp_path_factory.mktemp("dask"), 1) as started:
        yield started


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> list[Task]:
    """A small collection."""
    known = [each.puzzle for each in known_puzzles()]
    return tasks_of(known[:60], tmp_path_factory.mktemp("tasks") / "puzzles.txt")


@pytest.fixture(scope="module")
def expected(tasks: list[Task], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The findings of a single process."""
    return audit(tasks, SerialExecutor(JUDGE), tmp_path_factory.mktemp("expected") / "ledger")


@pytest.mark.slow
def test_death_of_a_worker(shared: Cluster, tasks: list[Task], expected: list[str], tmp_path: Path) -> None:
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
    assert audit(tasks, executor, tmp_path / "ledger", disturb) == expected
    assert shared.workers[-2].wait() == -signal.SIGKILL


@pytest.mark.slow
def test_lost_scheduler(
    tasks: list[Task], expected: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without workers the audit waits; a killed scheduler ends it, and another cluster can resume it."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    kept: list[Findings] = []

    def disturb(findings: Findings) -> None:
        kept.append(findings)
        lost.scheduler.kill()

    ledger = tmp_path / "ledger"
    with cluster(tmp_path, 0) as lost:
        executor = DaskExecutor(Slow(0.1), lost.address)
        assert executor.capacity == 1
        assert capsys.readouterr().err == f"crosscover: {lost.address} has no workers yet; the audit waits for some\n"
        lost.add_worker()
        with pytest.raises(ClusterLostError, match="the same command continues"):
            audit(tasks, executor, ledger, disturb)
    done = {row.number for findings in kept for row in findings.puzzle}
    assert done
    left = [task for task in tasks if task.number not in done]
    assert audit(left, SerialExecutor(JUDGE), ledger) == expected


@pytest.mark.slow
def test_deadly_puzzle(shared: Cluster, tasks: list[Task], expected: list[str], tmp_path: Path) -> None:
    """A puzzle that kills its process is set aside; the worker survives and the other rows are unchanged."""
    found = audit(tasks[4:8], DaskExecutor(Deadly(POISON), shared.address), tmp_path / "ledger")
    [row] = set(found) - set(expected)
    assert sum(line.startswith("puzzle ") for line in found) == 4
    assert POISON in row
    assert "set aside: 3 workers crashed on this puzzle; the last one was killed by SIGKILL" in row
    assert shared.workers[0].poll() is None


def test_hanging_puzzle(shared: Cluster, tasks: list[Task]) -> None:
    """A chunk that takes too long is returned without findings, and the next one is judged."""
    with closing(DaskExecutor(Deadly(POISON, "hang"), shared.address)) as executor:
        executor.submit(TaskChunk((tasks[7],), 0.1))
        executor.submit(TaskChunk((tasks[8],), 60))
        outcomes = [outcome for _ in range(2) for outcome in executor.wait(60)]
    found = {outcome.chunk.tasks[0].number: (outcome.death, outcome.findings is None) for outcome in outcomes}
    assert found == {8: ("gave no answer in 0.1 s", True), 9: ("", False)}


def test_versions(shared: Cluster, tasks: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with other versions is named, whether it was there at the start or joined later."""
    with closing(DaskExecutor(JUDGE, shared.address)) as executor:
        executor.submit(TaskChunk(tuple(tasks[:1]), 60))
        others = dask_cluster.versions() | {"ortools": "1.2.3"}
        monkeypatch.setattr(dask_cluster, "versions", lambda: others)
        message = r"worker tcp://127.0.0.1:\d+ has ortools [\d.]+, and the audit 1.2.3"
        with pytest.raises(UsageError, match=message):
            executor.wait(60)
    with pytest.raises(UsageError, match=message):
        DaskExecutor(JUDGE, shared.address)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a scheduler is reported within seconds."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    monkeypatch.setattr(dask_cluster, "CONNECT_SECONDS", 1.2)
    with pytest.raises(UsageError, match=r"there is no Dask scheduler at tcp://127\.0\.0\.1:1: Timed out"):
        DaskExecutor(JUDGE, "tcp://127.0.0.1:1")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Dask the message names the extra to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'crosscover\[dask\]'"):
        DaskExecutor(JUDGE, "local:2")


def test_local_cluster_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A local cluster listens on the loopback address alone, and opens no file that others have prepared."""
    psutil: Any = pytest.importorskip("psutil", reason="needs the extra dask")
    prepared = tmp_path / "temporary" / "dask-scratch-space"
    prepared.mkdir(parents=True)
    victims = [tmp_path / name for name in ("global.lock", "purge.lock")]
    for victim in victims:
        victim.write_text("precious")
        (prepared / victim.name).symlink_to(victim)
    monkeypatch.setattr(tempfile, "tempdir", str(prepared.parent))
    connections = psutil.Process().net_connections
    before = {each.laddr for each in connections("inet")}
    with closing(DaskExecutor(JUDGE, "local:2")):
        opened = {each.laddr for each in connections("inet") if each.status == psutil.CONN_LISTEN} - before
        [private] = set(prepared.parent.iterdir()) - {prepared}
        assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert len(opened) >= 2
    assert {address.ip for address in opened} == {"127.0.0.1"}
    assert [victim.read_text() for victim in victims] == ["precious"] * 2
    assert list(prepared.parent.iterdir()) == [prepared]
    assert len(list(prepared.iterdir())) == 2


@pytest.mark.parametrize(
    "text", ["", "here", "local:0", "local:x", "tcp://", "tcp://host", "host:8786", "http://host:80"]
)
def test_malformed_address(text: str) -> None:
    """A malformed address is refused with the valid forms."""
    with pytest.raises(ValueError, match="expected local, local:N, tcp://HOST:PORT or tls://HOST:PORT"):
        parse_cluster(text)


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


def committed(ledger: Path) -> int:
    """The number of rows of the ledger."""
    if not ledger.exists():
        return 0
    with closing(sqlite3.connect(ledger)) as connection, suppress(sqlite3.OperationalError):
        [(number,)] = connection.execute("SELECT count(*) FROM puzzle")
        return int(number)
    return 0


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A collection that takes some seconds to audit."""
    file = tmp_path / "many.txt"
    file.write_text("".join(f"{known.puzzle}\n" for known in known_puzzles()) * 150)
    return file


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_local_cluster_ends_with_the_audit(
    many: Path, tmp_path: Path, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However an audit ends, the processes of its cluster end, and its files are removed, if need be by the next."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    ledger = tmp_path / "ledger"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = start_audit(many, "--dask", "local:2", "--ledger", ledger, temporary=temporary)
    wait_until(lambda: committed(ledger) > 0)
    below = descendants(process.pid)
    assert len(below) >= 2
    if how == signal.SIGINT:
        os.killpg(process.pid, how)  # as a terminal does
    else:
        process.send_signal(how)
    _, errors = process.communicate()
    wait_until(lambda: not any(is_running(each) for each in below))
    assert process.returncode == (-how if how == signal.SIGKILL else 130)
    assert errors == ("" if how == signal.SIGKILL else "crosscover: interrupted\n")
    left = set(temporary.iterdir())
    assert len(left) == (how == signal.SIGKILL)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with scratch_folder() as used, scratch_folder() as other:
        assert set(temporary.iterdir()) == {used, other}
    assert not list(temporary.iterdir())


@pytest.mark.slow
def test_command_whose_scheduler_dies(many: Path, tmp_path: Path) -> None:
    """A scheduler that is killed ends the command with a message, and the same command continues with another."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    ledger = tmp_path / "ledger"
    with cluster(tmp_path, 1) as lost:
        process = start_audit(many, "--dask", lost.address, "--ledger", ledger, temporary=tmp_path)
        wait_until(lambda: committed(ledger) > 0)
        lost.scheduler.kill()
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == "crosscover: the connection to the scheduler is lost; the same command continues with the ledger\n"
    again = start_audit(many, "--dask", "local:2", "--ledger", ledger, temporary=tmp_path)
    again.communicate()
    assert again.returncode == 0
    assert committed(ledger) == len(many.read_text().splitlines())
