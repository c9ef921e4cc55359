"""An executor whose workers are those of a Dask cluster; Dask comes with the extra `crosscover[dask]`.

    audit                    DaskExecutor, a client
      └─ scheduler           hands chunks out, and again where a worker is lost
           └─ worker         a thread of it waits while a chunk is judged by
                └─ process   one a thread, with a main thread, where time limits hold; ended where it hangs

So an engine that hangs or crashes costs its process, not the worker, and is told like any other death.
"""

import asyncio
import logging
import pickle
import platform
import re
import sys
import threading
import time
from contextlib import ExitStack
from functools import cache, partial
from importlib import import_module, metadata
from importlib.util import find_spec
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from uuid import uuid4

from crosscover.exit_code import UsageError
from crosscover.worker_pool import cores
from crosscover.workers import Died, Raised, Workers

from .executor import Judge, Outcome, Timed, judge_timed
from .findings import Chunk

CHUNKS_PER_THREAD = 3
"""How many chunks a thread of a worker has: one is judged, one waits, and one is on its way."""

CONNECT_SECONDS = 5.0

REFRESH_SECONDS = 1.0
"""How old the number of threads may be."""

PACKAGES = ("crosscover", "python-sat", "ortools")
"""What has to be of the same version everywhere, as does Python but for its last number."""

ABSENT = "is not installed"


class ClusterLostError(RuntimeError):
    """The scheduler is gone, and with it what it has not given back."""


class Reply(NamedTuple):
    """What a worker makes of a chunk: its address, its versions, and a pickled `Timed`, or how the process died."""

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

    Raises UsageError where there is no scheduler, and where Python or `PACKAGES` differ from what is here.
    """

    def __init__(self, judge: Judge, address: str) -> None:
        self.name = f"dask {address}"
        self._judge = pickle.dumps(judge)
        self._chunks: dict[str, Chunk] = {}
        self._came: SimpleQueue[Any] = SimpleQueue()
        self._id = uuid4().hex
        self._submitted = 0
        self._threads = 0
        self._refresh_at = 0.0
        with ExitStack() as stack:
            distributed = _distributed()
            if address.startswith("local"):
                cluster = _local_cluster(distributed, int(address.partition(":")[2] or cores()))
                stack.callback(cluster.close, timeout=CONNECT_SECONDS)
                self._client = distributed.Client(cluster, set_as_default=False)
            else:
                self._client = _connect(distributed, address)
            stack.callback(self._client.close, timeout=CONNECT_SECONDS)
            self._check_versions()
            if not self._client.nthreads():
                print(f"crosscover: {address} has no workers yet; the audit waits for some", file=sys.stderr)
            if _has_dashboard(self._client):
                print(f"crosscover: {self._client.dashboard_link} shows the cluster", file=sys.stderr)
            self._stack = stack.pop_all()

    @property
    def capacity(self) -> int:
        """Some chunks for each thread of the workers that there are now; one where there are none yet."""
        if time.monotonic() >= self._refresh_at:
            try:
                self._threads = sum(self._client.nthreads().values())
            except OSError:
                raise _lost() from None
            self._refresh_at = time.monotonic() + REFRESH_SECONDS
        return max(1, CHUNKS_PER_THREAD * self._threads)

    def submit(self, chunk: Chunk) -> None:
        """Hand a chunk to the scheduler."""
        key = f"audit-{self._id}-{self._submitted}"
        self._submitted += 1
        self._chunks[key] = chunk
        # Pickled here, since Dask would search a chunk for tasks of its own, and the scheduler would read it.
        arguments = self._judge, pickle.dumps(chunk), chunk.seconds
        future = self._client.submit(judge_on_worker, *arguments, key=key, pure=False)
        future.add_done_callback(self._came.put)

    def wait(self, seconds: float) -> list[Outcome]:
        """What has come back, waiting so long for the first of it; raises what a judge raises in a worker.

        Raises ClusterLostError where the scheduler is gone, and UsageError where a worker has other versions.
        """
        futures: list[Any] = []
        try:
            futures.append(self._came.get(timeout=seconds))
            while True:
                futures.append(self._came.get_nowait())
        except Empty:
            if not futures and self._client.status != "running":
                raise _lost() from None
        return [self._outcome(future) for future in futures]

    def close(self) -> None:
        """Leave the cluster, which drops what is under way; end one that was started here."""
        self._stack.close()

    def _outcome(self, future: Any) -> Outcome:
        """What became of a chunk, whose result is released at once."""
        chunk = self._chunks.pop(future.key)
        distributed = _distributed()
        try:
            reply: Reply = future.result()
        except distributed.KilledWorker:
            return Outcome(chunk, None, 0.0, "was lost by the scheduler together with the worker")
        except distributed.CancelledError:
            raise _lost() from None
        except Exception:
            try:
                self._check_versions()  # it may be that something is missing there
            except OSError:
                raise _lost() from None
            raise
        finally:
            future.release()
        _compare(f"worker {reply.worker}", reply.versions)
        if isinstance(reply.result, Died):
            return Outcome(chunk, None, 0.0, reply.result.how)
        timed: Timed = pickle.loads(reply.result)  # noqa: S301 - Dask itself pickles
        return Outcome(chunk, timed.findings, timed.seconds)

    def _check_versions(self) -> None:
        """Ask the scheduler and the workers for their versions, by means that need nothing of ours there."""
        try:
            scheduler = self._client.run_on_scheduler(metadata.version, "crosscover")
        except metadata.PackageNotFoundError:
            scheduler = ABSENT
        _compare("the scheduler", {"crosscover": scheduler})
        for package in PACKAGES:
            for worker, version in self._client.run(metadata.version, package, on_error="return").items():
                if isinstance(version, str):
                    _compare(f"worker {worker}", {package: version})
                elif isinstance(version, metadata.PackageNotFoundError):
                    _compare(f"worker {worker}", {package: ABSENT})
        for worker, version in self._client.run(platform.python_version, on_error="return").items():
            if isinstance(version, str):
                _compare(f"worker {worker}", {"python": version})


def judge_on_worker(judge: bytes, chunk: bytes, seconds: float) -> Reply:
    """Have a process of this worker's thread judge a chunk; raises what the judge raises."""
    workers = _workers_of_thread(judge)
    workers.submit(chunk, seconds)
    [(_, _, result)] = workers.wait()
    if isinstance(result, Raised):
        raise result.error
    return Reply(_distributed().get_worker().address, versions(), result)


@cache
def versions() -> dict[str, str]:
    """The versions of Python and of `PACKAGES` here."""
    return {"python": platform.python_version(), **{package: metadata.version(package) for package in PACKAGES}}


_thread = threading.local()


def _workers_of_thread(judge: bytes) -> Workers[bytes, bytes]:
    """The one process of this thread, kept from chunk to chunk as long as they are of the same audit."""
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
    """Raise UsageError where a version is not the one here; of Python the last number may differ."""
    for name, version in there.items():
        here = versions()[name]
        same = version == here or (name == "python" and version.rpartition(".")[0] == here.rpartition(".")[0])
        if not same:
            raise UsageError(f"{where} has {name} {version}, and the audit {here}; they must be the same everywhere")


def _lost() -> ClusterLostError:
    return ClusterLostError("the scheduler is gone; the same command goes on, with what the ledger has")


def _distributed() -> Any:
    """The package; raises UsageError where it is not installed."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("--dask needs the package distributed: pip install 'crosscover[dask]'") from None
    return distributed


def _connect(distributed: Any, address: str) -> Any:
    """A client of the scheduler, which leaves it to this module to say what goes wrong."""
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
    """Find out whether anything there speaks as Dask does; a client would wait for that without end."""
    arguments = distributed.Security().get_connection_args("client")
    comm = await distributed.comm.connect(address, timeout=CONNECT_SECONDS - 1, **arguments)
    comm.abort()


def _local_cluster(distributed: Any, workers: int) -> Any:
    """A scheduler and workers in this process, each with one process that judges: those end with this one."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=logging.CRITICAL,
    )


def _has_dashboard(client: Any) -> bool:
    """Whether there is more than the address of one: it needs a package that Dask does without."""
    return client.run_on_scheduler(find_spec, "bokeh") is not None
