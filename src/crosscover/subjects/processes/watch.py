"""Watch one run of a program: feed it, read its output, and end it with all its processes.

The input is written while both outputs are read, because a program may answer before it reads, or fill one output.
"""

import fcntl
import os
import re
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path

import psutil

from .wire import RunRequest, RunResult, Stop

MAX_PROCESSES = 128  # at the same time, for each program
_POLL_INTERVAL = 0.1  # seconds between measurements, which take milliseconds
_END_INTERVAL = 0.0005  # seconds between checks whether a program with closed outputs has ended
_GRACE_PERIOD = 0.25  # seconds for a program to end after SIGTERM, and for its children to end after the program
_IDLE_SECONDS = 0.3  # seconds without computation and output after which a program is idle
_LONG_INPUT = 1 << 16  # bytes; usually the size of a pipe
_LONG_PIPE = 1 << 20  # bytes, more than a fast program reads or writes between two polls
LONG_INTERVAL = 0.01  # seconds between polls of a run with a long input; most programs write 4 KiB at a time
_TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds, the unit of processor times
_CHUNK = 1 << 16
_CHILDREN = Path("/proc/thread-self/children")
_ERRORS_SENT = 8192
_KILL_TIMEOUT = 5.0  # seconds; a process that waits for a device cannot be killed


class Watch:
    """One run of a program that has just started.

    `pipes` are this side's ends of stdin, stdout and stderr. `channel` becomes readable when the suite ends. The
    `excluded` process, a worker, and its other descendants do not belong to the run.
    """

    def __init__(
        self, request: RunRequest, program: int, pipes: Sequence[FileIO], channel: socket.socket, excluded: int = 0
    ) -> None:
        self._request = request
        self._program = program
        self._channel = channel
        self._excluded = excluded
        self._stdin, self._stdout, self._stderr = pipes
        for end in pipes:
            os.set_blocking(end.fileno(), False)
        self._outputs = {self._stdout: bytearray(), self._stderr: bytearray()}
        self._open = {self._stdout, self._stderr}
        self._pending = memoryview(request.input.encode("latin-1"))
        self._is_long = len(self._pending) > _LONG_INPUT
        if self._is_long and sys.platform == "linux":
            for end in pipes:
                with suppress(OSError):  # the limit of a user
                    fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, _LONG_PIPE)
        self._cpu_seconds = self._seconds = 0.0
        self._began = self._measured_at = self._active_at = time.monotonic()
        self._interval = min(_POLL_INTERVAL, request.seconds / 2)
        self._result = RunResult()

    def wait(self, *, for_line: bool = False) -> RunResult:
        """Wait until the program ends, or kill it; none of its processes is left afterwards.

        With `for_line`, return as soon as it has written a line, and let it continue. Raises EOFError if the suite has
        ended or no longer needs the result; the caller then ends everything.
        """
        result = self._result
        self._feed()
        while result.stopped is None and result.status is None:
            if for_line and b"\n" in self._outputs[self._stdout]:
                return self._collect()
            self._poll(self._measured_at + self._interval - time.monotonic())
            if result.status is None and time.monotonic() >= self._measured_at + self._interval:
                self._measure()
        if result.timed_out or result.stopped is Stop.IDLE:  # it may print its last answers, or its place
            self._signal(signal.SIGTERM)
            self._poll_while(lambda: result.status is None)
        elif result.status is not None and self._poll_while(lambda: has_descendants(self._excluded)):
            for process in descendants(self._excluded):
                with suppress(psutil.Error):
                    result.left_behind.append(repr(process.name())[1:-1])  # printable: a name may contain any bytes
        self._signal(signal.SIGKILL)
        end_all(self._reap, self._excluded)
        was_idle = self._request.stop_idle and self._stdin.closed
        if result.stopped is Stop.IDLE or (was_idle and (result.status or 0) > 0):  # it has asked for more input
            result.status = 0
        return self._collect()

    def _poll(self, seconds: float) -> None:
        if not self._open:  # it is ending, or has closed its outputs, so no event marks its end
            seconds = min(seconds, _END_INTERVAL)
        elif self._is_long:  # otherwise each write of the program costs a poll
            time.sleep(LONG_INTERVAL)
        sources: list[socket.socket | FileIO] = [self._channel, *self._open]
        ready, _, _ = select.select(sources, [self._stdin] if self._pending else [], [], max(seconds, 0.0))
        if self._channel in ready:
            raise EOFError
        for stream in self._open.intersection(ready):
            self._read(stream)
        self._reap()
        self._feed()

    def _poll_while(self, condition: Callable[[], bool]) -> bool:
        until = time.monotonic() + _GRACE_PERIOD
        while (holds := condition()) and time.monotonic() < until:
            self._poll(_POLL_INTERVAL / 10)
        return holds

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._program, number)

    def _feed(self) -> None:
        while self._pending and (written := self._stdin.write(self._pending)):
            self._pending = self._pending[written:]
        if not (self._pending or self._request.stop_idle):
            self._stdin.close()

    def _read(self, stream: FileIO) -> bool:
        data = stream.read(_LONG_PIPE if self._is_long else _CHUNK)
        if not data:
            if data == b"":
                self._open.discard(stream)
            return False
        self._active_at = time.monotonic()
        self._outputs[stream] += data
        if len(self._outputs[stream]) > self._request.output << 20:
            self._result.stopped = Stop.OUTPUT
        return True

    def _reap(self) -> None:
        for process, status, usage in reap():
            if process == self._program:
                self._result.status = os.waitstatus_to_exitcode(status)
                self._result.peak = usage.ru_maxrss >> 10 if sys.platform == "darwin" else usage.ru_maxrss
            if process != self._excluded:
                self._result.cpu_seconds += usage.ru_utime + usage.ru_stime

    def _measure(self) -> None:
        request = self._request
        processes = living(self._excluded)
        cpu_seconds = self._result.cpu_seconds
        is_runnable = is_large = False
        for process in processes:
            with suppress(psutil.Error, OSError), process.oneshot():
                cpu_seconds += sum(process.cpu_times()[:4])  # including children that it has waited for
                is_runnable |= process.status() == psutil.STATUS_RUNNING
                is_large |= _memory(process) > request.memory << 10
        now = time.monotonic()
        interval = now - self._measured_at
        computed = max(cpu_seconds - self._cpu_seconds, 0.0)
        if sys.platform == "darwin":  # where psutil reports that every process is running
            is_runnable = computed > interval / 10
        is_starved = is_runnable and computed < interval - _TICK  # others use every processor: do not count that
        self._seconds += computed if is_starved else interval
        self._cpu_seconds = cpu_seconds
        self._measured_at = now
        if is_runnable or computed > 0.001:
            self._active_at = now
        is_idle = request.stop_idle and not self._pending and now - self._active_at > _IDLE_SECONDS
        if is_idle and not self._outputs[self._stdout]:
            self._stdin.close()  # it may wait for the end of its input
        reasons = {
            Stop.MEMORY: is_large,
            Stop.PROCESSES: len(processes) > MAX_PROCESSES,
            Stop.TIME: self._seconds > request.seconds,
            Stop.IDLE: is_idle and bool(self._outputs[self._stdout]),
            Stop.CLOCK: now - self._began > request.wall_seconds,
        }
        self._result.seconds = min(self._seconds, request.seconds)
        for stop, holds in reasons.items():
            if holds and self._result.stopped is None:
                self._result.stopped = stop

    def _collect(self) -> RunResult:
        result, limit = self._result, self._request.output << 20
        for stream, output in self._outputs.items():
            while len(output) <= limit and self._read(stream):
                pass
        result.output = self._outputs[self._stdout][:limit].decode("latin-1")
        result.errors = self._outputs[self._stderr][-_ERRORS_SENT:].decode("latin-1")
        return result


def _memory(process: psutil.Process) -> int:
    """Return the memory of a process in KiB; on Linux written and shared memory, but not files."""
    if sys.platform != "linux":
        return process.memory_info().rss >> 10
    status = Path(f"/proc/{process.pid}/status").read_bytes()
    return sum(map(int, re.findall(rb"^Rss(?:Anon|Shmem):\s*(\d+)", status, re.MULTILINE)))


def descendants(excluded: int = 0) -> list[psutil.Process]:
    """List the descendants of this process, except the `excluded` child and its descendants.

    This takes milliseconds, because psutil reads all processes of the machine.
    """
    found: list[psutil.Process] = []
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            if child.pid != excluded:
                found += [child, *child.children(recursive=True)]
    return found


def living(excluded: int = 0) -> list[psutil.Process]:
    """List the descendants as `descendants` does; on Linux in a tenth of the time, but some may be missing.

    The kernel may leave out a process while another one ends, so this is for measurements that are repeated. A process
    may end at any moment, also while its threads are listed.
    """
    if not _CHILDREN.exists():
        return descendants(excluded)
    found: list[psutil.Process] = []
    waiting = [os.getpid()]
    while waiting:
        with suppress(OSError, psutil.NoSuchProcess):
            for children in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
                known = [child for child in map(int, children.read_bytes().split()) if child != excluded]
                waiting += known
                found += map(psutil.Process, known)
    return found


def has_descendants(excluded: int = 0) -> bool:
    """Whether any `descendants` exist; cheap on Linux, where all orphans are children of this process."""
    try:
        return not {excluded}.issuperset(map(int, _CHILDREN.read_bytes().split()))
    except OSError:
        return bool(descendants(excluded))


def end_all(reap: Callable[[], object], excluded: int = 0) -> None:
    """Kill and reap the descendants, repeatedly, since new ones may appear between listing and killing."""
    until = time.monotonic() + _KILL_TIMEOUT
    reap()
    while has_descendants(excluded) and time.monotonic() < until:
        for process in descendants(excluded):
            with suppress(psutil.Error):
                process.kill()
        time.sleep(0.001)
        reap()


def reap() -> list[tuple[int, int, resource.struct_rusage]]:
    """Reap the children that have ended; return the process ID, status and usage of each."""
    ended: list[tuple[int, int, resource.struct_rusage]] = []
    with suppress(ChildProcessError):
        while (child := os.wait4(-1, os.WNOHANG))[0]:
            ended.append(child)
    return ended
