"""Runs of a subject on small puzzles, under the given options and others."""

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat

from crosscover.contracts import Contract
from crosscover.options import Options
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid
from crosscover.responses import Answered, Counted, Failed, Fault, Response, Stated

from .programs import ProgramSubject
from .small_puzzles import SmallPuzzle, nearly_full_puzzles, proper_puzzles
from .specification import subject
from .subject import Subject, Transcript

RETRY_SECONDS = 3.0
"""Time limit in seconds for runs under other options, which are concurrent."""


_seconds_left = ContextVar[Callable[[], float]]("seconds_left", default=lambda: math.inf)


class TrialsEndedError(Exception):
    """There is no time for another run."""


@contextmanager
def trials_within(seconds_left: Callable[[], float]) -> Generator[None]:
    """Let no run in the block take longer than the seconds left, by the clock; if there are none, TrialsEndedError."""
    token = _seconds_left.set(seconds_left)
    try:
        yield
    finally:
        _seconds_left.reset(token)


@dataclass(frozen=True, slots=True)
class Trial:
    """Small puzzles, and a run on them."""

    puzzles: tuple[SmallPuzzle, ...]
    transcript: Transcript

    def is_right(self, contract: Contract) -> bool:
        """Whether the run ended well, with an acceptable response to each puzzle."""
        responses = self.transcript.responses
        return self.transcript.run_failure is None and are_acceptable(self.puzzles, responses, contract)

    def can_be_judged(self, contract: Contract) -> bool:
        """Whether any response is acceptable, or wrong in a way that shows that the puzzle was read.

        These are full grids that break a rule, numbers of solutions from 1, and words for one or several. A full grid
        that obeys the rules, but not the clues, solves another puzzle.
        """
        answered = zip(self.puzzles, self.transcript.responses, strict=True)
        return any(
            contract.explain(puzzle.grid, puzzle.verdict, response) is None or _is_wrong_answer(response)
            for puzzle, response in answered
        )

    @property
    def failure(self) -> Failed | None:
        """The failure of the first response, or of the run as a whole."""
        first = self.transcript.responses[0]
        return first if isinstance(first, Failed) else self.transcript.run_failure

    @property
    def has_timed_out(self) -> bool:
        """Whether the last puzzle has no answer in time."""
        last = self.transcript.responses[-1]
        return isinstance(last, Failed) and last.fault is Fault.TIMED_OUT


def time_for_trials() -> float:
    """The seconds left for runs; raises TrialsEndedError if there are none."""
    if (left := _seconds_left.get()()) <= 0:
        raise TrialsEndedError
    return left


def copied(puzzle: Grid) -> Grid:
    """Return a copy with bytes of its own, since an engine may change them."""
    return Grid(bytes(bytearray(puzzle.values)), puzzle.shape)


def are_acceptable(puzzles: Sequence[SmallPuzzle], responses: Sequence[Response], contract: Contract) -> bool:
    """Whether each response is acceptable under the contract."""
    answered = zip(puzzles, responses, strict=True)
    return not any(contract.explain(puzzle.grid, puzzle.verdict, response) for puzzle, response in answered)


def ask_easy_with(tried: Subject, options: Sequence[Options]) -> list[Trial]:
    """Run a subject on the easy puzzle, concurrently under each of these options."""
    easy = proper_puzzles(tried.options.shape)[:1]
    with _concurrently(len(options)) as pool:
        return [trial for [trial] in pool.map(ask_with, repeat(tried), options, repeat(easy))]


def ask_with(
    tried: Subject, options: Options, *runs: Sequence[SmallPuzzle], limit: float = RETRY_SECONDS
) -> list[Trial]:
    """Run a subject on small puzzles under other options, one run after the other, even if one times out.

    Each run has a time limit in seconds if that is shorter than its own.
    """
    options = replace(options, time_limit=min(limit, options.time_limit))
    if isinstance(tried, ProgramSubject):
        return ask_in_turn(tried.under(options), runs)
    with closing(subject(tried.name, options)) as other:
        other.use_hash_seed(tried.hash_seed)
        return ask_in_turn(other, runs)


def ask_in_turn(tried: Subject, runs: Iterable[Sequence[SmallPuzzle]], seconds: float | None = None) -> list[Trial]:
    """Run a subject on small puzzles, one run after the other; raises TrialsEndedError."""
    trials: list[Trial] = []
    for run in runs:
        wall_seconds = min(time_for_trials(), 2 * (tried.options.seconds(len(run)) if seconds is None else seconds))
        transcript = tried.ask([copied(puzzle.grid) for puzzle in run], seconds=seconds, wall_seconds=wall_seconds)
        trials.append(Trial(tuple(run), transcript))
    return trials


def _concurrently(number: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(number, initializer=_seconds_left.set, initargs=(_seconds_left.get(),))


def ask_more(tried: Subject, easy: Trial) -> list[Trial]:
    """Run a subject on all easy puzzles, after a run on the first that cannot be judged.

    They are one run, with puzzles that have one empty cell; if its answers cannot be judged either, most of them are
    runs of their own. After a timeout the runs are concurrent, and each has the full time limit.
    """
    shape, contract = tried.options.shape, tried.options.contract
    puzzles, nearly_full = proper_puzzles(shape), nearly_full_puzzles(shape)
    if easy.has_timed_out:
        runs = [(puzzle,) for puzzle in (*puzzles, nearly_full[0])]
        with _concurrently(len(runs)) as pool:
            ask = partial(ask_with, tried, tried.options, limit=tried.options.time_limit)
            return [trial for [trial] in pool.map(ask, runs)]
    seconds = min(RETRY_SECONDS, tried.options.seconds(1))
    [together] = ask_in_turn(tried, [(*puzzles, *nearly_full)], seconds)
    if together.can_be_judged(contract):
        return [together]
    return [together, *ask_in_turn(tried, ((puzzle,) for puzzle in (*puzzles[1:], *nearly_full)), seconds)]


def _is_wrong_answer(response: Response) -> bool:
    match response:
        case Answered(grid):
            return grid.is_full and first_violation(grid) is not None
        case Counted(number):
            return number > 0
        case Stated():
            return True
        case _:
            return False
