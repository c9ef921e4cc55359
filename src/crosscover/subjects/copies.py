"""Concurrent copies of a subject, so that a check uses every processor.

    main thread ── the subject ── its supervisor ── a run
    thread      ── a copy      ── its supervisor ── a run
    …

A run is still one process, or one copy of a function, with its puzzles in order. A subject may not tolerate concurrent
copies, for example if they write the same temporary file. So failures here are never reported: callers repeat the run
without copies, and give up copies if it succeeds.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from .specification import subject as open_subject
from .subject import Subject

Result = TypeVar("Result")


class Copies:
    """A subject and up to `jobs` - 1 copies of it, made when they are first needed; an engine has none.

    The subject itself runs in the calling thread only. The copies keep their threads until the end, since a process may
    be bound to the thread that has started it. `remark` explains why copies were given up, or is None.
    """

    def __init__(self, subject: Subject, jobs: int = 1) -> None:
        self._subject = subject
        self.remark: str | None = None
        self.jobs = jobs if subject.engine is None else 1
        self._copies: list[Subject] = []
        self._pool = ThreadPoolExecutor(max(1, self.jobs - 1))
        self._waiting: list[Future[Any]] = []

    def run(self, task: Callable[[Subject, int], Result], number: int) -> list[Result]:
        """Run a task concurrently with the subject and `number` - 1 copies, and return the results in this order.

        The task receives the subject or copy and its number. An exception closes all copies.
        """
        while len(self._copies) < number - 1:
            self._copies.append(open_subject(self._subject.name, self._subject.options))
        try:
            self._waiting = [self._pool.submit(task, self._copies[place - 1], place) for place in range(1, number)]
            return [task(self._subject, 0), *(future.result() for future in self._waiting)]
        except BaseException:
            self.close()
            raise

    def give_up(self, number: int) -> None:
        """Use no copies from now on, since one of `number` concurrent runs failed and succeeded alone."""
        self.close()
        self.remark = (
            f"A run that failed among {number} concurrent ones succeeded alone; all later runs "
            "were sequential, as with --jobs 1."
        )

    def close(self) -> None:
        """Close all copies and stop their runs; the subject itself stays open."""
        self.jobs = 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        done = False
        while not done:  # a task may start a run only now
            for copy in self._copies:
                copy.close()
            done = not wait(self._waiting, timeout=0.1).not_done
        for copy in self._copies:
            copy.close()
