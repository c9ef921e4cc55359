"""An executor whose workers belong to a Dask cluster; Dask comes with the extra `crosscover[dask]`.

    audit                    DaskExecutor, a client
      └─ scheduler           hands chunks out, and again if a worker is lost
           └─ worker         a thread of it waits while a chunk is judged by
                └─ process   one per thread; its main thread enforces time limits; killed if it hangs

So an engine that hangs or crashes costs its process, not the worker, and is reported like any other death.
"""

import asyncio
import logging
import multiprocessing
import pickle
import re
import threading
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

from crosscover.exit_code import ExitCode, UsageError, print_error
from crosscover.system import cores
from crosscover.workers import Workers

from .distribution import Judge, TimedFindings, judge_timed
from .findings import TaskChunk

CHUNKS_PER_THREAD = 3
"""Chunks per thread of a worker: one is judged, one waits, and one is in flight."""

CONNECT_SECONDS, REFRESH_SECONDS = 5.0, 1.0
"""Time limit for an answer of the scheduler, and the maximum age of the list of workers, in seconds."""

PACKAGES = ("crosscover", "python-sat", "ortools")
"""Packages that need the same version everywhere; Python needs the same minor version."""


class ClusterLostError(UsageError):
    """The connection to the scheduler is lost, with all chunks that it has not returned."""

    code = ExitCode.INTERRUPTED

    def __init__(self) -> None:
        super().__init__("the connection to the scheduler is lost; the same command continues with the ledger")


def refuse_malformed(address: str) -> None:
    """Raise UsageError unless the address of a cluster is well-formed."""
    if not re.fullmatch(r"local(:[1-9]\d{0,3})?|(tcp|tls)://[^/\s]+:\d{1,5}", address):
        raise UsageError(f"--dask expects local, local:N, tcp://HOST:PORT or tls://HOST:PORT, not {address!r}")


class DaskExecutor:
    """The workers of the scheduler at an address, or with `local:N` N processes of this machine, `local` one a core.

    Raises UsageError if there is no scheduler, or if its Python or `PACKAGES` have other versions than this process.
    """

    def __init__(self, judge: Judge, address: str) -> None:
        self.name = f"dask {address}"
        self._judge = pickle.dumps(judge)
        self._threads: dict[str, int] = {}
        self._refresh_at = 0.0
        try:
            self._distributed: Any = import_module("distributed")
        except ImportError:
            raise UsageError("--dask needs the package distributed: pip install 'crosscover[dask]'") from None
        with ExitStack() as stack:
            self._client = _connect(self._distributed, address, stack)
            stack.callback(self._client.close, timeout=CONNECT_SECONDS)
            self._check_versions()
            if not self._client.nthreads():
                print_error(f"{address} has no workers yet; the audit waits for some")
            self._stack = stack.pop_all()

    @property
    def capacity(self) -> int:
        """`CHUNKS_PER_THREAD` for each thread of the present workers; 1 if there are none yet.

        Raises ClusterLostError if the scheduler is gone, and UsageError if a new worker has other versions.
        """
        if time.monotonic() >= self._refresh_at:
            try:
                threads = self._client.nthreads()
                if threads.keys() - self._threads.keys():
                    self._check_versions()
            except OSError:
                raise ClusterLostError from None
            self._threads, self._refresh_at = threads, time.monotonic() + REFRESH_SECONDS
        return max(1, CHUNKS_PER_THREAD * sum(self._threads.values()))

    def submit(self, chunk: TaskChunk) -> Future[TimedFindings]:
        """Submit a chunk to the scheduler; its time begins when a process receives it."""
        # Pickled here, since Dask would search a chunk for tasks of its own, and the scheduler would read it.
        future = self._client.submit(judge_on_worker, self._judge, pickle.dumps(chunk), chunk.seconds, pure=False)
        finished: Future[TimedFindings] = Future()
        future.add_done_callback(partial(self._finish, finished))
        return finished

    def close(self) -> None:
        """Leave the cluster, which drops unfinished chunks; end a local one."""
        self._stack.close()

    def _finish(self, finished: Future[TimedFindings], future: Any) -> None:
        """Hand on the result of a chunk; Dask releases its copy."""
        try:
            finished.set_result(future.result(timeout=CONNECT_SECONDS))  # a lost scheduler would block this thread
        except self._distributed.KilledWorker:
            finished.set_exception(TimeoutError("was lost by the scheduler together with the worker"))
        except Exception as error:
            finished.set_exception(error if future.status == "error" else ClusterLostError())

    def _check_versions(self) -> None:
        """Compare versions with this process; `get_versions(check=True)` of Dask raises nothing, whatever differs."""
        found = self._client.get_versions(packages=PACKAGES)
        here = found["client"]["packages"]
        places = {"the scheduler": found["scheduler"]}
        places |= {f"worker {address}": versions for address, versions in found["workers"].items()}
        for where, versions in places.items():
            for name in ("python", *PACKAGES):
                there, ours = versions["packages"][name], here[name]
                same = there == ours if name != "python" else there.split(".")[:2] == ours.split(".")[:2]
                if not same:
                    message = f"{where} has {name} {there or '(missing)'}, and the audit {ours}"
                    raise UsageError(f"{message}; they must be the same everywhere")


_thread = threading.local()


def judge_on_worker(judge: bytes, chunk: bytes, seconds: float) -> TimedFindings:
    """Judge a chunk in the process of this worker's thread, which is kept for all chunks of an audit."""
    if getattr(_thread, "judge", None) != judge:
        multiprocessing.current_process().daemon = False  # the daemons that Dask's nannies start may not start any
        if hasattr(_thread, "workers"):
            _thread.workers.close()
        _thread.judge, _thread.workers = judge, Workers(partial(_judge_pickled, judge), 1, "spawn")
    try:
        result: TimedFindings = _thread.workers.submit(chunk, seconds).result()
    except BrokenProcessPool:
        del _thread.judge
        raise
    return result


def _judge_pickled(judge: bytes, chunk: bytes) -> TimedFindings:
    return judge_timed(pickle.loads(judge), pickle.loads(chunk))  # noqa: S301 - as Dask would


def _connect(distributed: Any, address: str, stack: ExitStack) -> Any:
    """A client of a cluster in this process, or of the scheduler at an address; Dask's own messages are turned off."""
    if address.startswith("local"):
        workers = int(address.partition(":")[2] or cores())
        cluster = _local_cluster(distributed, workers, stack.enter_context(TemporaryDirectory()))
        stack.callback(cluster.close, timeout=CONNECT_SECONDS)
        return distributed.Client(cluster, set_as_default=False)
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)
    arguments = distributed.Security().get_connection_args("client")
    if address.startswith("tls:") and arguments.get("ssl_context") is None:
        raise UsageError(f"{address} needs certificates, set distributed.comm.tls as docs/how-to/cluster.md shows")

    async def shake_hands() -> None:  # a client waits for a silent server without end
        (await distributed.comm.connect(address, timeout=CONNECT_SECONDS - 1, **arguments)).abort()

    try:
        asyncio.run(asyncio.wait_for(shake_hands(), CONNECT_SECONDS))
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, MemoryError, RuntimeError, ValueError) as error:
        raise UsageError(f"there is no Dask scheduler at {address}: {str(error) or 'no answer'}") from None


def _local_cluster(distributed: Any, workers: int, folder: str) -> Any:
    """A cluster in this process, reachable from this machine alone, with its files in the folder.

    By default Dask's files would be in a folder of /tmp that anybody can prepare, and its ports open to all networks.
    """
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,  # but each worker has one process, which ends with this one
        protocol="inproc://",  # even if Dask's configuration demands encryption, which is for real clusters
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        local_directory=folder,
        scheduler_kwargs={"local_directory": folder},
        memory_limit=0,
        silence_logs=logging.CRITICAL,
    )
