"""The executor of Dask clusters: the same ledger as one process makes, whatever dies meanwhile."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.audit import dask_cluster
from crosscover.audit.dask_cluster import ClusterLostError, DaskExecutor, parse_cluster
from crosscover.audit.executor import SerialExecutor
from crosscover.audit.findings import Chunk, Findings, Task
from crosscover.exit_code import UsageError
from crosscover.properties.corpus import known_puzzles

from .clusters import Cluster, cluster
from .judges import QUESTIONS, Deadly, Slow, audit, tasks_of

POISON = str(known_puzzles()[7].puzzle)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of one worker, of which no test takes anything away."""
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
    """What one process finds of it."""
    return audit(tasks, SerialExecutor(QUESTIONS), tmp_path_factory.mktemp("expected") / "ledger")


def test_deaths_of_workers(tasks: list[Task], expected: list[str], tmp_path: Path) -> None:
    """A worker that is killed with its chunks loses nothing, nor does it matter that another joins."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    kept = 0

    def disturb(findings: Findings) -> None:
        nonlocal kept
        kept += 1
        if kept == 2:
            several.workers[0].kill()
            several.add_worker()

    with cluster(tmp_path, 2) as several:
        executor = DaskExecutor(Slow(0.1), several.address)
        executor._client.wait_for_workers(2)  # pyright: ignore[reportPrivateUsage]
        assert audit(tasks, executor, tmp_path / "ledger", disturb) == expected


def test_lost_scheduler(tasks: list[Task], expected: list[str], tmp_path: Path) -> None:
    """A scheduler that is killed ends the audit, which keeps what it has and goes on elsewhere."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    kept: list[Findings] = []

    def disturb(findings: Findings) -> None:
        kept.append(findings)
        lost.scheduler.kill()

    ledger = tmp_path / "ledger"
    with cluster(tmp_path, 1) as lost, pytest.raises(ClusterLostError, match="the same command goes on"):
        audit(tasks, DaskExecutor(Slow(0.1), lost.address), ledger, disturb)
    done = {row.number for findings in kept for row in findings.puzzle}
    assert done
    left = [task for task in tasks if task.number not in done]
    assert audit(left, SerialExecutor(QUESTIONS), ledger) == expected


def test_deadly_puzzle(shared: Cluster, tasks: list[Task], expected: list[str], tmp_path: Path) -> None:
    """A puzzle that kills its process is set aside; the worker lives, and all others are as they would be."""
    found = audit(tasks, DaskExecutor(Deadly(POISON), shared.address), tmp_path / "ledger")
    assert len(found) == len(expected)
    [row] = set(found) - set(expected)
    assert POISON in row
    assert "set aside: 3 workers died of it, the last one was killed by SIGKILL" in row
    assert shared.workers[0].poll() is None


def test_hanging_puzzle(shared: Cluster, tasks: list[Task]) -> None:
    """A chunk that takes too long comes back without findings, and the next one is done."""
    with closing(DaskExecutor(Deadly(POISON, "hang"), shared.address)) as executor:
        executor.submit(Chunk((tasks[7],), 0.1))
        executor.submit(Chunk((tasks[8],), 60))
        outcomes = [outcome for _ in range(2) for outcome in executor.wait(60)]
    found = {outcome.chunk.tasks[0].number: (outcome.death, outcome.findings is None) for outcome in outcomes}
    assert found == {8: ("gave no answer in 0.1 s", True), 9: ("", False)}


def test_versions(shared: Cluster, tasks: list[Task], monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with other versions is named, be it there from the beginning or noticed by its first results."""
    with closing(DaskExecutor(QUESTIONS, shared.address)) as executor:
        executor.submit(Chunk(tuple(tasks[:1]), 60))
        others = dask_cluster.versions() | {"ortools": "1.2.3"}
        monkeypatch.setattr(dask_cluster, "versions", lambda: others)
        message = r"worker tcp://127.0.0.1:\d+ has ortools [\d.]+, and the audit 1.2.3"
        with pytest.raises(UsageError, match=message):
            executor.wait(60)
    with pytest.raises(UsageError, match=message):
        DaskExecutor(QUESTIONS, shared.address)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address at which nothing listens is named within seconds."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    monkeypatch.setattr(dask_cluster, "CONNECT_SECONDS", 1.2)
    with pytest.raises(UsageError, match="there is no Dask scheduler at tcp://127.0.0.1:1: Timed out"):
        DaskExecutor(QUESTIONS, "tcp://127.0.0.1:1")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the message names the extra."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'crosscover\[dask\]'"):
        DaskExecutor(QUESTIONS, "local:2")


@pytest.mark.parametrize("text", ["", "here", "local:0", "local:x", "tcp://", "tcp://host", "host:8786", "http://host:80"])
def test_malformed_address(text: str) -> None:
    """What is no address of a cluster is refused, with the forms that there are."""
    with pytest.raises(ValueError, match="expected local, local:N, tcp://HOST:PORT or tls://HOST:PORT"):
        parse_cluster(text)
