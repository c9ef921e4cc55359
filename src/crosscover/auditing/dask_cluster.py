"""An executor whose workers belong to a Dask cluster; Dask comes with the extra `crosscover[dask]`.

    audit                    DaskExecutor, a client
      └─ scheduler           hands chunks out, and again if a worker is lost
           └─ worker         a thread of it waits while a chunk is judged by
                └─ process   one per thread; its main thread enforces time limits; killed if it hangs

So an engine that hangs or crashes costs its process, not the worker, and is reported like any other death.
"""

import asyncio
import logging
import pickle
import platform
import re
import threading
import time
from contextlib import ExitStack
from functools import cache, partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from uuid import uuid4

from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.scratch import scratch_folder
from crosscover.system import cores
from crosscover.undisturbed import load_library
from crosscover.workers import Died, Raised, Workers

from .distribution import ChunkResult, Judge, TimedFindings, judge_timed
from .findings import TaskChunk

CHUNKS_PER_THREAD = 3
"""Chunks per thread of a worker: one is judged, one waits, and one is on its way."""

CONNECT_SECONDS = 5.0

LOOPBACK = "127.0.0.1:0"
"""The address of each HTTP server of a local cluster, with any free port."""

REFRESH_SECONDS = 1.0
"""Maximum age of the number of threads in seconds."""

PACKAGES = ("crosscover", "python-sat", "ortools")
"""Packages that need the same version everywhere; Python needs the same minor version."""

ABSENT = "is not installed"


class ClusterLostError(UsageError):
    """The connection to the scheduler is lost, with all chunks that it has not returned."""

    code = ExitCode.INTERRUPTED


class WorkerReply(NamedTuple):
    """A worker's reply for a chunk: address, versions, and pickled `TimedFindings` or the death of the process."""

    worker: str
    versions: dict[str, str]
    result: bytes | Died


def parse_cluster(text: str) -> str:
    """Check the address of a cluster; raises ValueError.

    >>> parse_cluster("tcp://127.0.0.1:8786")
    'tcp://127.0.0.1:8786'
    """
    if not re.fullmatch(r"local(:[1-9]\d{0,3})?|(tcp|tls)://[^/\s]+:\d{1,5}", text):
        raise ValueError(f"expected local, local:N, tcp://HOST:PORT or tls://HOST:PORT, not {text!r}")
    return text


class DaskExecutor:
    """The workers of the scheduler at an address, or with `local:N` N processes of this machine, `local` one a core.

    Raises UsageError if there is no scheduler, or if its Python or `PACKAGES` have other versions than this process.
    """

    def __init__(self, judge: Judge, address: str) -> None:
        self.name = f"dask {address}"
        self._judge = pickle.dumps(judge)
        self._chunks: dict[str, TaskChunk] = {}
        self._finished: SimpleQueue[Any] = SimpleQueue()
        self._threads = 0
        self._refresh_at = 0.0
        with ExitStack() as stack:
            distributed = _distributed()
            if address.startswith("local"):
                workers = int(address.partition(":")[2] or cores())
                cluster = _local_cluster(distributed, workers, stack.enter_context(scratch_folder()))
                stack.callback(cluster.close, timeout=CONNECT_SECONDS)
                self._client = distributed.Client(cluster, set_as_default=False)
            else:
                self._client = _connect(distributed, address)
            stack.callback(self._client.close, timeout=CONNECT_SECONDS)
            self._check_versions()
            if not self._client.nthreads():
                print_error(f"{address} has no workers yet; the audit waits for some")
            if self._client.run_on_scheduler(find_spec, "bokeh") is not None:  # the dashboard needs it
                print_error(f"{self._client.dashboard_link} shows the cluster")
            self._stack = stack.pop_all()

    @property
    def capacity(self) -> int:
        """`CHUNKS_PER_THREAD` for each thread of the present workers; 1 if there are none yet."""
        if time.monotonic() >= self._refresh_at:
            try:
                self._threads = sum(self._client.nthreads().values())
            except OSError:
                raise _lost() from None
            self._refresh_at = time.monotonic() + REFRESH_SECONDS
        return max(1, CHUNKS_PER_THREAD * self._threads)

    def submit(self, chunk: TaskChunk) -> None:
        """Submit a chunk to the scheduler."""
        key = f"audit-{uuid4().hex}"
        self._chunks[key] = chunk
        # Pickled here, since Dask would search a chunk for tasks of its own, and the scheduler would read it.
        arguments = self._judge, pickle.dumps(chunk), chunk.seconds
        future = self._client.submit(judge_on_worker, *arguments, key=key, pure=False)
        future.add_done_callback(self._finished.put)

    def wait(self, seconds: float) -> list[ChunkResult]:
        """The chunks that are returned, after at most `seconds` for the first; raises errors of the judge.

        Raises ClusterLostError if the scheduler is gone, and UsageError if a worker has other versions.
        """
        futures: list[Any] = []
        try:
            futures.append(self._finished.get(timeout=seconds))
            while True:
                futures.append(self._finished.get_nowait())
        except Empty:
            if not futures and self._client.status != "running":
                raise _lost() from None
        return [self._result(future) for future in futures]

    def close(self) -> None:
        """Leave the cluster, which drops unfinished chunks; end a local one."""
        self._stack.close()

    def _result(self, future: Any) -> ChunkResult:
        """The result of a chunk; Dask releases its copy."""
        chunk = self._chunks.pop(future.key)
        distributed = _distributed()
        try:
            reply: WorkerReply = future.result()
        except distributed.KilledWorker:
            return ChunkResult(chunk, None, 0.0, "was lost by the scheduler together with the worker")
        except distributed.CancelledError:
            raise _lost() from None
        except Exception:
            try:
                self._check_versions()  # something may be missing there
            except OSError:
                raise _lost() from None
            raise
        finally:
            future.release()
        _compare(f"worker {reply.worker}", reply.versions)
        if isinstance(reply.result, Died):
            return ChunkResult(chunk, None, 0.0, reply.result.how)
        timed: TimedFindings = pickle.loads(reply.result)  # noqa: S301 - Dask itself pickles
        return ChunkResult(chunk, timed.findings, timed.seconds)

    def _check_versions(self) -> None:
        """Compare the versions of the scheduler and the workers; works if crosscover is not installed there."""
        try:
            scheduler = self._client.run_on_scheduler(metadata.version, "crosscover")
        except metadata.PackageNotFoundError:
            scheduler = ABSENT
        _compare("the scheduler", {"crosscover": scheduler})
        for name in versions():
            function = platform.python_version if name == "python" else partial(metadata.version, name)
            for worker, version in self._client.run(function, on_error="return").items():
                if isinstance(version, (str, metadata.PackageNotFoundError)):
                    _compare(f"worker {worker}", {name: version if isinstance(version, str) else ABSENT})


def judge_on_worker(judge: bytes, chunk: bytes, seconds: float) -> WorkerReply:
    """Judge a chunk in the process of this worker's thread; raises errors of the judge."""
    workers = _workers_of_thread(judge)
    workers.submit(chunk, seconds)
    [(_, _, result)] = workers.wait()
    if isinstance(result, Raised):
        raise result.error
    return WorkerReply(_distributed().get_worker().address, versions(), result)


@cache
def versions() -> dict[str, str]:
    """The versions of Python and `PACKAGES` in this process."""
    return {"python": platform.python_version(), **{package: metadata.version(package) for package in PACKAGES}}


_thread = threading.local()


def _workers_of_thread(judge: bytes) -> Workers[bytes, bytes]:
    """The process of this thread, kept for all chunks of an audit."""
    if getattr(_thread, "judge", None) != judge:
        if hasattr(_thread, "workers"):
            _thread.workers.close()
        _thread.judge = judge
        _thread.workers = Workers(partial(_judge_pickled, judge), 1, fresh=True)
    workers: Workers[bytes, bytes] = _thread.workers
    return workers


def _judge_pickled(judge: bytes, chunk: bytes) -> bytes:
    return pickle.dumps(judge_timed(pickle.loads(judge), pickle.loads(chunk)))  # noqa: S301 - as Dask would


def _compare(where: str, there: dict[str, str]) -> None:
    """Raise UsageError if a version differs from this process's; of Python only the minor version counts."""
    for name, version in there.items():
        here = versions()[name]
        same = version == here or (name == "python" and version.rpartition(".")[0] == here.rpartition(".")[0])
        if not same:
            raise UsageError(f"{where} has {name} {version}, and the audit {here}; they must be the same everywhere")


def _lost() -> ClusterLostError:
    return ClusterLostError("the connection to the scheduler is lost; the same command continues with the ledger")


def _distributed() -> Any:
    """The package; raises UsageError if it is not installed."""
    try:
        return load_library("distributed")
    except ImportError:
        raise UsageError("--dask needs the package distributed: pip install 'crosscover[dask]'") from None


def _local_cluster(distributed: Any, workers: int, folder: Path) -> Any:
    """A cluster in this process, reachable from this machine alone, with its files in the folder.

    By default Dask's files would be in a folder of /tmp that anybody can prepare, and its ports open to all networks.
    """
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,  # but each worker has one process, which ends with this one
        protocol="inproc://",  # even if Dask's configuration demands encryption, which is for real clusters
        dashboard_address=LOOPBACK,
        worker_dashboard_address=LOOPBACK,
        local_directory=str(folder),
        scheduler_kwargs={"local_directory": str(folder)},
        memory_limit=0,
        silence_logs=logging.CRITICAL,
    )


def _connect(distributed: Any, address: str) -> Any:
    """A client of the scheduler, with Dask's own error messages turned off."""
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)
    if address.startswith("tls:") and distributed.Security().get_connection_args("client").get("ssl_context") is None:
        raise UsageError(f"{address} needs certificates, set distributed.comm.tls as docs/how-to/cluster.md shows")
    try:
        asyncio.run(asyncio.wait_for(_shake_hands(distributed, address), CONNECT_SECONDS))
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"there is no Dask scheduler at {address}: {str(error) or 'no answer'}") from None


async def _shake_hands(distributed: Any, address: str) -> None:
    """Check that a Dask scheduler answers; without, a client would wait forever."""
    arguments = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=CONNECT_SECONDS - 1, **arguments)
    comm.abort()
