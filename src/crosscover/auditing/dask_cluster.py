"""An executor whose workers belong to a Dask cluster; Dask comes with the extra `crosscover[dask]`.

audit ──► scheduler ──► worker: a thread waits ──► its process judges a chunk; killed if it hangs
"""

import asyncio
import logging
import multiprocessing
import pickle
import threading
import time
import warnings
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

from crosscover.exit_code import UsageError
from crosscover.system import cores
from crosscover.workers import LOST, Workers

from .distribution import CHUNKS_PER_WORKER, Chunk, Judge, WorkersLostError
from .findings import Findings

CONNECT_SECONDS, REFRESH_SECONDS = 5.0, 3.0
"""Time limit for an answer of the scheduler, and the maximum age of the list of workers, in seconds."""

PACKAGES = ("crosscover", "python-sat", "ortools")
"""Packages that need the same version everywhere, beside Python and those of Dask."""


class DaskExecutor:
    """The workers of the scheduler at an address, or with `local:N` N processes of this machine, `local` one a core.

    Raises UsageError if there is no scheduler.
    """

    def __init__(self, judge: Judge, address: str) -> None:
        self._judge = pickle.dumps(judge)
        self._capacity, self._refresh_at = 1, 0.0
        with ExitStack() as stack:
            try:
                distributed: Any = import_module("distributed")
                self._client = _connect(distributed, address, stack)
            except ImportError:
                raise UsageError("--dask needs the package distributed: pip install 'crosscover[dask]'") from None
            except (OSError, MemoryError, RuntimeError, TypeError, ValueError) as error:
                raise UsageError(f"there is no Dask scheduler at {address}: {str(error) or 'no answer'}") from None
            stack.callback(self._client.close, timeout=CONNECT_SECONDS)
            self._executor = self._client.get_executor(pure=False)
            self.lost: tuple[type[Exception], ...] = (*LOST, distributed.KilledWorker)
            self.close = stack.pop_all().close

    @property
    def capacity(self) -> int:
        """`CHUNKS_PER_WORKER` for each thread of the present workers; 1 if there are none yet.

        Raises WorkersLostError if the scheduler is gone, and UsageError if versions differ from those of this process.
        """
        if time.monotonic() >= self._refresh_at:
            try:
                with warnings.catch_warnings():
                    warnings.filterwarnings("error", "Mismatched versions found")  # all that Dask does about them
                    self._client.get_versions(check=True, packages=PACKAGES)
                self._capacity = max(1, CHUNKS_PER_WORKER * sum(self._client.nthreads().values()))
            except UserWarning as error:
                raise UsageError(f"versions must be the same everywhere. {error}") from None
            except OSError:
                raise WorkersLostError from None
            self._refresh_at = time.monotonic() + REFRESH_SECONDS
        return self._capacity

    def submit(self, chunk: Chunk, seconds: float) -> Future[Findings]:
        """Submit a chunk to the scheduler; its time begins when a process receives it."""
        # Pickled here, since Dask would search a chunk for tasks of its own, and the scheduler would read it.
        judged: Future[Findings] = self._executor.submit(judge_on_worker, self._judge, pickle.dumps(chunk), seconds)
        return judged


_thread = threading.local()


def judge_on_worker(judge: bytes, chunk: bytes, seconds: float) -> Findings:
    """Judge a chunk in the process of this worker's thread, which is kept for all chunks of an audit."""
    if getattr(_thread, "judge", None) != judge:
        multiprocessing.current_process().daemon = False  # the daemons that Dask's nannies start may not start any
        if hasattr(_thread, "workers"):
            _thread.workers.close()
        _thread.judge, _thread.workers = judge, Workers(pickle.loads(judge), 1, "spawn")  # noqa: S301 - as Dask would
    try:
        result: Findings = _thread.workers.submit(pickle.loads(chunk), seconds).result()  # noqa: S301 - likewise
    except BrokenProcessPool:
        del _thread.judge
        raise
    return result


def _connect(distributed: Any, address: str, stack: ExitStack) -> Any:
    """A client of the scheduler at an address, or of a local cluster, which only this machine can reach.

    By default Dask's files would be in a folder of /tmp that anybody can prepare, and its ports open to all networks.
    """
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)
    if not address.startswith("local"):

        async def shake_hands() -> None:  # a client of an address without a scheduler hangs, or raises at exit
            arguments = distributed.Security().get_connection_args("client")
            (await distributed.comm.connect(address, timeout=CONNECT_SECONDS, **arguments)).abort()

        asyncio.run(asyncio.wait_for(shake_hands(), CONNECT_SECONDS))
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    folder = stack.enter_context(TemporaryDirectory())
    cluster = distributed.LocalCluster(
        n_workers=int(address.partition(":")[2] or cores()),
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
    stack.callback(cluster.close, timeout=CONNECT_SECONDS)
    return distributed.Client(cluster, set_as_default=False)
