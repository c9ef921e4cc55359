"""The supervisor: a small process that starts, watches and ends programs for the suite.

It needs only the standard library and psutil. It runs in its own session, so Ctrl-C reaches the suite but not the
program. If the suite ends, which closes the socket, the supervisor ends all programs and itself.
"""

import ctypes
import os
import resource
import select
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from io import FileIO
from pathlib import Path
from pickle import UnpicklingError

import psutil

import crosscover
from crosscover.system import die_with_parent

from .watch import Watch, end_all, reap
from .wire import ADOPTS_ORPHANS, RunRequest, RunResult, Stop, receive, send

_IDLE_INTERVAL = 1.0  # seconds between checks whether the suite is still running
_FORK_TIMEOUT = 5.0  # seconds for the worker to fork
_END_TIMEOUT = 10.0  # seconds for the supervisor to end its processes and itself

_PR_SET_CHILD_SUBREAPER = 36

LOAD_SECONDS = 1.0
"""Minimum time limit in seconds for a worker to load a file."""

LINGERING_SECONDS = 1.5
"""Additional time limit in seconds for the first run of a program that is stopped when it is idle."""

_START = (
    "import sys; sys.path += sys.argv[2:]; from crosscover.subjects.processes.supervisor import Supervisor; "
    "Supervisor(int(sys.argv[1])).serve()"
)


class Supervisor:
    """Executes requests, one run at a time. It keeps one worker, and the line that the worker wrote after loading."""

    def __init__(self, channel: int) -> None:
        self._channel = socket.socket(fileno=channel)
        self._channel.set_inheritable(False)
        self._parent = os.getppid()
        self._worker = self._channel
        self._worker_pid = 0
        self._loaded: object = None
        self._line = ""

    def serve(self) -> None:
        """Answer requests until the suite closes the channel, or ends without doing so."""
        if ADOPTS_ORPHANS:
            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        try:
            while os.getppid() == self._parent:
                if select.select([self._channel], (), (), _IDLE_INTERVAL)[0]:
                    send(self._channel, self._execute(receive(self._channel)))
        except (ConnectionError, EOFError, UnpicklingError):
            pass
        finally:
            end_all(reap)

    def _execute(self, request: RunRequest) -> RunResult:
        try:
            return self._call(request) if request.forks else self._run(request, partial(spawn, request))
        except OSError as error:
            return RunResult(errno=error.errno or 0, errors=f"{error.filename}: {error.strerror}", stopped=Stop.LOST)

    def _call(self, request: RunRequest) -> RunResult:
        """Fork the worker, and put its line before the output; the next call reloads a lost worker."""
        loaded = request.argv, request.folder, request.environment, request.memory
        if self._loaded != loaded:
            result = self._load(request)
            if not result.output.startswith('{"loaded"'):
                return result
            self._loaded, self._line = loaded, result.output
        if not request.input:
            return RunResult(status=0, output=self._line)
        try:
            result = self._run(request, self._fork, self._worker_pid)
        except (ConnectionError, TimeoutError, ValueError):
            self._loaded = None
            return RunResult(stopped=Stop.LOST, errors="the process that had loaded the function has ended")
        result.output = self._line + result.output
        return result

    def _load(self, request: RunRequest) -> RunResult:
        """Replace the last worker with a new one, and wait for its line."""
        self._loaded = None
        end_all(reap)
        self._worker, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._worker.settimeout(_FORK_TIMEOUT)
        load = replace(request, input="", seconds=max(request.seconds, LOAD_SECONDS))

        def start(*streams: int) -> int:
            self._worker_pid = spawn(load, *streams, theirs.fileno())
            return self._worker_pid

        with theirs:
            return self._run(load, start, for_line=True)

    def _fork(self, *streams: int) -> int:
        """Return the process ID of a copy of the worker.

        Raises ConnectionError, TimeoutError or ValueError if the worker is lost.
        """
        socket.send_fds(self._worker, [b"fork"], streams)
        return int(self._worker.recv(64))

    def _run(
        self, request: RunRequest, start: Callable[..., int], excluded: int = 0, *, for_line: bool = False
    ) -> RunResult:
        with ExitStack() as opened:
            stdin, to_stdin = _pipe(opened)
            from_stdout, stdout = _pipe(opened)
            from_stderr, stderr = _pipe(opened)
            program = start(stdin.fileno(), stdout.fileno(), stderr.fileno())
            stdout.close()
            stderr.close()
            watch = Watch(request, program, (to_stdin, from_stdout, from_stderr), self._channel, excluded)
            return watch.wait(for_line=for_line)


def _pipe(opened: ExitStack) -> tuple[FileIO, FileIO]:
    reader, writer = os.pipe()
    return opened.enter_context(FileIO(reader, "r")), opened.enter_context(FileIO(writer, "w"))


def spawn(request: RunRequest, stdin: int, stdout: int, stderr: int, *kept: int) -> int:
    """Start a program in its own session and return its process ID; raises OSError if it cannot be started.

    Of all other descriptors, only `kept` stay open; they are passed as its last arguments.
    """
    process = subprocess.Popen(  # noqa: S603 - starting the program is the purpose
        [*request.argv, *map(str, kept)],
        cwd=request.folder,
        env=request.environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        pass_fds=kept,
        start_new_session=True,
        preexec_fn=partial(_confine, request.memory << 20, os.getpid()),  # noqa: PLW1509 - the supervisor has no threads
    )
    process.returncode = 0  # the watch reaps it
    return process.pid


def _confine(memory: int, parent: int) -> None:
    """Set the limits of a process. On Linux, RLIMIT_DATA counts writable memory, not what a runtime only reserves."""
    die_with_parent(parent)
    _limit(resource.RLIMIT_DATA if ADOPTS_ORPHANS else resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CORE, 0)
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft > memory:
        resource.setrlimit(resource.RLIMIT_STACK, (memory, hard))


def _limit(kind: int, most: int) -> None:
    """Set a limit, or keep a lower hard limit. macOS refuses to limit the memory, which the watch measures."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(kind, (most, most))


class SupervisorPool:
    """Runs programs through one supervisor per concurrent run, and reuses supervisors, which take 0.1 s to start."""

    def __init__(self) -> None:
        self._all: dict[socket.socket, subprocess.Popen[bytes]] = {}
        self._idle: list[socket.socket] = []
        self._is_closed = False

    def run(self, request: RunRequest) -> RunResult:
        """Execute a request, in any thread; raises only exceptions like KeyboardInterrupt, after ending the run."""
        if self._is_closed:
            return RunResult(stopped=Stop.LOST, errors="the supervisors are closed")
        try:
            channel = self._idle.pop()
        except IndexError:
            channel = self._start()
        try:
            send(channel, request)
            result: RunResult = receive(channel)
        except BaseException as error:
            self._end(channel)
            if not isinstance(error, (OSError, EOFError, UnpicklingError)):
                raise
            return RunResult(stopped=Stop.LOST, errors=f"the supervisor does not answer: {error}")
        self._idle.append(channel)
        return result

    def close(self) -> None:
        """End all supervisors for good, including supervisors that other threads wait for."""
        self._is_closed = True
        for channel in list(self._all):
            self._end(channel)

    def _start(self) -> socket.socket:
        places = [str(Path(str(package.__file__)).resolve().parents[1]) for package in (crosscover, psutil)]
        channel, theirs = socket.socketpair()
        with theirs:
            self._all[channel] = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-I", "-S", "-B", "-c", _START, str(theirs.fileno()), *places],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return channel

    def _end(self, channel: socket.socket) -> None:
        """End a supervisor and all its processes, unless another thread already does."""
        supervisor = self._all.pop(channel, None)
        if supervisor is None:
            return
        with suppress(OSError):
            channel.shutdown(socket.SHUT_RDWR)  # forked processes may also hold it
        try:
            supervisor.wait(_END_TIMEOUT)
        except subprocess.TimeoutExpired:
            supervisor.kill()
            supervisor.wait()
        channel.close()
