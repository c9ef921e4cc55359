"""Watch one run of a program: feed it, read its output, and end it.

The input is written while both outputs are read, so a program that answers before it reads, or that floods one stream
while the other is full, causes no deadlock. Stdout and stderr have the same limit.
"""

import fcntl
import math
import os
import re
import selectors
import signal
import socket
import struct
import termios
import time
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial

from crosscover.time_limit import time_limit

from .confinement import descendants, end_all, memory_held, process_name, reap, signal_group
from .tree_time import TreeTime, tree_usage
from .wire import Action, RunRequest, RunResult

POLL_INTERVAL = 0.05
"""Polling interval of the clock and the number of processes, in seconds."""

GRACE_PERIOD = 0.25
"""Time in seconds for a program to end after SIGTERM, and for its children to end after the program."""

MAX_PROCESSES = 128
"""Maximal number of simultaneous processes of a program."""

PATTERN_SECONDS = 5.0
"""Time limit in seconds of `--ignore` and `--words` for one output: some patterns take exponential time."""

MAX_SEARCHED = 1000
"""Maximum number of characters of a line that a regular expression searches."""

_CHUNK = 1 << 16
_ERRORS_SENT = 8192


class Pipes:
    """The three pipes to a program, whose standard streams are `child_ends`; all ends are closed on exec.

    The supervisor also keeps `stdin_r`, to count the bytes that the program never read, even if the program has closed
    its end or has ended.
    """

    def __init__(self) -> None:
        self.stdin_r, self.stdin_w = os.pipe()
        self.stdout_r, stdout_w = os.pipe()
        self.stderr_r, stderr_w = os.pipe()
        self.child_ends = (self.stdin_r, stdout_w, stderr_w)
        self.open_ends = {self.stdin_w, self.stdout_r, self.stderr_r, *self.child_ends}
        for end in self.open_ends - set(self.child_ends):
            os.set_blocking(end, False)

    def close(self, ends: Iterable[int]) -> None:
        """Close these ends if they are open."""
        for end in self.open_ends.intersection(ends):
            os.close(end)
            self.open_ends.remove(end)


class InputQueue:
    """The input in parts, and the number of answers to them; each non-blank line of output is an answer."""

    def __init__(self, request: RunRequest) -> None:
        self.waiting = deque(part.encode("latin-1") for part in request.inputs if part)
        self.answered = 0
        self._is_dialogue = request.answer_seconds is not None
        self._fed = 0
        self._fed_at = 0.0
        self._begun = b""

    def next(self, now: float) -> bytes:
        """The input to write now: everything or, in a dialogue, the next part if the last one is answered."""
        if not self._is_dialogue:
            everything = b"".join(self.waiting)
            self.waiting.clear()
            return everything
        if not self.waiting or self.answered < self._fed:
            return b""
        self._fed += 1
        self._fed_at = now
        return self.waiting.popleft()

    def count_answers(self, output: bytes) -> None:
        """Count the answers in further output."""
        *lines, begun = (self._begun + output).split(b"\n")
        self.answered += sum(bool(line.strip()) for line in lines)
        self._begun = begun.strip()[:1]

    def unanswered_seconds(self, now: float) -> float:
        """Seconds since the last part was written, or 0 if it is answered."""
        return now - self._fed_at if self.answered < self._fed else 0.0


class Watch:
    """One run of a program that has just started.

    `wakeup` is readable when a child has ended, `channel` when the suite has ended. The `excluded` processes and their
    descendants do not belong to this run: the templates and the processes that they started while loading.
    """

    def __init__(
        self,
        request: RunRequest,
        process: int,
        pipes: Pipes,
        channel: socket.socket,
        wakeup: int,
        *,
        excluded: Collection[int],
    ) -> None:
        self._request = request
        self._output_limit = request.output << 20
        self._process = process
        self._pipes = pipes
        self._excluded = excluded
        self._result = RunResult()
        self._inputs = InputQueue(request)
        self._pending = memoryview(b"")
        self._searched = 0
        self._outputs = {pipes.stdout_r: bytearray(), pipes.stderr_r: bytearray()}
        self._began = time.monotonic()
        self._time = TreeTime(self._began)
        self._wall_seconds = 2 * request.seconds if request.wall_seconds is None else request.wall_seconds
        self._interval = min(POLL_INTERVAL, request.seconds / 2)
        self._next_poll = self._began + self._interval
        self._selector = selectors.DefaultSelector()
        for stream in self._outputs:
            self._selector.register(stream, selectors.EVENT_READ, partial(self._read, stream))
        self._selector.register(wakeup, selectors.EVENT_READ, partial(os.read, wakeup, _CHUNK))
        self._selector.register(channel, selectors.EVENT_READ, self._abandon)

    def wait(self) -> RunResult:
        """Wait for the end of the program, or end it; no process of it is left afterwards.

        A program that is loaded keeps running after it has reported this. Raises EOFError if the suite has ended or no
        longer needs the result; the caller then ends everything.
        """
        self._feed()
        is_loading, loaded = self._request.action is Action.LOAD, self._request.loaded.encode()
        while not (kept := is_loading and loaded in self._outputs[self._pipes.stdout_r]) and not self._is_over():
            self._poll(self._interval)
        if not kept:
            if self._result.status is None:
                self._end_program()
            else:
                self._await_children()
            signal_group(self._process, signal.SIGKILL)
            end_all(self._reap, self._excluded)
        return self._collect()

    def _poll(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            key.data()
        self._reap()
        self._feed()

    def _feed(self) -> None:
        if not self._pending and (part := self._inputs.next(self._time.seconds)):
            self._pending = memoryview(part)
        stdin, watched = self._pipes.stdin_w, self._selector.get_map()
        if stdin not in self._pipes.open_ends:
            return
        try:
            while self._pending:
                self._pending = self._pending[os.write(stdin, self._pending) :]
        except BlockingIOError:
            if stdin not in watched:
                self._selector.register(stdin, selectors.EVENT_WRITE, lambda: None)
            return
        if stdin in watched:
            self._selector.unregister(stdin)
        if not self._inputs.waiting:
            self._pipes.close([stdin])

    def _read(self, stream: int) -> bool:
        """Read a chunk of a stream; returns whether there was any data."""
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._selector.unregister(stream)
            return False
        is_output = stream == self._pipes.stdout_r
        self._outputs[stream] += data
        if len(self._outputs[stream]) > self._output_limit and not (is_output and self._leave_out_ignored()):
            self._result.overflowed_stream = "standard output" if is_output else "standard error"
        if is_output:
            self._inputs.count_answers(data)
        return True

    def _leave_out_ignored(self) -> bool:
        """Leave out the ignored lines of the output, each searched once; return whether it is now within the limit."""
        if not self._request.ignore:
            return False
        output, search = self._outputs[self._pipes.stdout_r], re.compile(self._request.ignore).search
        end = output.rfind(b"\n") + 1
        whole = bytes(output[self._searched : end])
        with suppress(TimeoutError), time_limit(PATTERN_SECONDS):
            lines = zip(whole.split(b"\n"), whole.decode(errors="replace").split("\n"), strict=True)
            kept = b"\n".join(line for line, text in lines if not (text and search(text.rstrip()[:MAX_SEARCHED])))
            output[self._searched : end] = kept
            self._searched += len(kept)
        return len(output) <= self._output_limit

    def _reap(self) -> None:
        for process, status, usage in reap():
            self._result.cpu_seconds += usage.ru_utime + usage.ru_stime
            if process == self._process:
                self._result.status = os.waitstatus_to_exitcode(status)
                self._result.peak = usage.ru_maxrss

    def _is_over(self) -> bool:
        result = self._result
        if result.status is not None or result.overflowed_stream:
            return True
        if time.monotonic() > self._next_poll:
            self._next_poll = time.monotonic() + self._interval
            living = descendants(os.getpid(), self._excluded)
            result.timed_out = self._has_timed_out(living)
            result.too_many_processes = len(living) > MAX_PROCESSES
            result.too_much_memory = any(memory_held(process) > self._request.memory << 10 for process in living)
        return result.timed_out or result.too_many_processes or result.too_much_memory

    def _has_timed_out(self, living: Sequence[int]) -> bool:
        now, usage, request = time.monotonic(), tree_usage(living), self._request
        self._time.update(now, usage._replace(cpu_seconds=usage.cpu_seconds + self._result.cpu_seconds))
        self._result.seconds = min(self._time.seconds, request.seconds)
        if self._time.seconds > request.seconds or (
            self._inputs.unanswered_seconds(self._time.seconds) > (request.answer_seconds or math.inf)
        ):
            return True
        self._result.cut_off = now - self._began > self._wall_seconds
        return self._result.cut_off

    def _end_program(self) -> None:
        self._result.output_closed = self._pipes.stdout_r not in self._selector.get_map()
        if self._result.timed_out:
            signal_group(self._process, signal.SIGTERM)
            signal_group(self._process, signal.SIGCONT)  # otherwise a stopped process ignores SIGTERM
            until = time.monotonic() + GRACE_PERIOD
            while self._result.status is None and time.monotonic() < until:
                self._poll(POLL_INTERVAL)
            self._result.ignored_sigterm = self._result.status is None

    def _await_children(self) -> None:
        """Wait a moment for the children of an ended program, then record those that are left."""
        until = time.monotonic() + GRACE_PERIOD
        while (left := descendants(os.getpid(), self._excluded)) and time.monotonic() < until:
            self._poll(POLL_INTERVAL / 10)
        self._result.left_behind = tuple(process_name(process) for process in left)

    def _collect(self) -> RunResult:
        """The result, including the data still in the pipes."""
        result, pipes, limit = self._result, self._pipes, self._output_limit
        for stream, output in self._outputs.items():
            while stream in self._selector.get_map() and len(output) <= limit and self._read(stream):
                pass
        fed_but_unread = struct.unpack("i", fcntl.ioctl(pipes.stdin_r, termios.FIONREAD, b"\0\0\0\0"))[0]
        result.unread = len(self._pending) + fed_but_unread + sum(map(len, self._inputs.waiting))
        result.output = self._outputs[pipes.stdout_r][:limit].decode("latin-1")
        result.errors = self._outputs[pipes.stderr_r][-_ERRORS_SENT:].decode("latin-1")
        self._selector.close()
        return result

    def _abandon(self) -> None:
        raise EOFError
