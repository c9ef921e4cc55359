"""Copies of a subject that are asked at the same time, so that a check uses every processor.

    main thread ── the subject ── its supervisor ── a run
    thread      ── a copy      ── its supervisor ── a run
    …

A run stays what it is: one process, or one copy of a function, and its puzzles in order. A subject may not bear that
others of its kind run beside it, as where each writes the same temporary file. So what goes wrong here accuses nobody:
whoever uses copies asks again alone, and ends the copies where all is right then.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from .specification import subject as open_subject
from .subject import Subject

Result = TypeVar("Result")


class Copies:
    """A subject and up to `jobs` - 1 copies of it, made when they are first needed; an engine has none.

    The subject itself is asked by the thread that calls, and only there. The others keep their threads until the end,
    since a process may be bound to the thread that has started it. `remark` says in a sentence why copies were given
    up; None where they were not.
    """

    def __init__(self, subject: Subject, jobs: int = 1) -> None:
        self._subject = subject
        self.remark: str | None = None
        self.jobs = jobs if subject.engine is None else 1
        self._copies: list[Subject] = []
        self._pool = ThreadPoolExecutor(max(1, self.jobs - 1))
        self._waiting: list[Future[Any]] = []

    def run(self, task: Callable[[Subject, int], Result], number: int) -> list[Result]:
        """Run a task with each of so many copies at once, the subject first; the results in order.

        The task is given the copy and its number. What interrupts it ends all copies.
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
        """Ask the subject alone from now on, since of so many runs at once one went wrong, and not alone."""
        self.close()
        self.remark = (
            f"A run that went wrong while {number} copies of the solver ran at once was right alone: from there on one "
            "ran at a time, as with --jobs 1."
        )

    def close(self) -> None:
        """End all copies, and what they are asked; the subject itself stays."""
        self.jobs = 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        done = False
        while not done:  # a task may only now be about to ask
            for copy in self._copies:
                copy.close()
            done = not wait(self._waiting, timeout=0.1).not_done
        for copy in self._copies:
            copy.close()
