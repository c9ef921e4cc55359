"""Find the form in which a solver takes puzzles, by trying one form after another on an easy puzzle.

    meanings of the name ──► functions and ways to call them (calls.py) ──► forms of the argument ──┐
                        └──► the program itself                         ──► forms of the input    ──┴► correct? use it

`forms.py` lists the forms; options that the user has set are kept. If no form leads to a correct answer, the solver is
judged, and reported as wrong, in the form with the nearest answer, which keeps most clues and fills the grid. This
requires that each form was tried alone and ended in time: a slow form, or one that overlapping runs disturb, may be the
right one.
"""

import math
import shlex
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from crosscover.errors import NotStartedError, UsageError
from crosscover.options import SOLVER_OPTIONS, Options, option_words
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.system import cores

from .calls import Rank, rank
from .exits import without_dump
from .forms import forms_of
from .functions import Function
from .process_subject import ProcessSubject, Solver, open_subject, process_subject
from .small_puzzles import easy_puzzle, similar_puzzles
from .specification import meanings
from .subject import SubjectKind, hash_seed_of
from .tries import Try, run_try

SECONDS = 10.0
SHARE = 1 / 6
"""Maximum time of the search, and maximum fraction of the time budget."""

FIRST_SECONDS = 1.0
"""Time limit of a first try, and minimum for a search, in seconds; slower tries are repeated in the remaining time."""

MAX_COMPARED = 4
"""Number of tries that are repeated alone, the nearest ones first, to see whether tries disturb each other."""

_EASIER = 5
"""Factor by which an easier puzzle has fewer empty cells."""


@dataclass(frozen=True, slots=True)
class Found:
    """The explicit specification of a solver, and its options."""

    spec: str
    options: Options


class _Search:
    """The search for the form of one solver in a budget of `seconds`; it keeps the explicit options of `given`."""

    def __init__(self, what: str, given: Options, seconds: float, seed: int) -> None:
        self._what = what
        self._given = given
        self._seed = seed
        self._budget = seconds
        self._end = time.monotonic() + min(SECONDS, max(SHARE * seconds, FIRST_SECONDS))
        is_form_given = bool({"call", "dialect"} & given.explicit)
        self._given_specs = meanings(what) if is_form_given else ()
        puzzle, solution = easy_puzzle(given.shape, seed)
        easier = solution.with_cells_of(puzzle, puzzle.empty_cells()[::_EASIER])
        self._solution = solution
        self._easy = [puzzle, *similar_puzzles(puzzle)]
        self._easier = [easier, *similar_puzzles(easier)]
        self._tries: dict[ProcessSubject, Try] = {}
        self._load_failure = ""
        self._loading = 0.0
        self._is_disturbed = False

    def run(self, specs: Sequence[str]) -> Found:
        """Return the first right form, or else the nearest form; raises NotStartedError if there is none."""
        with ExitStack() as opened:
            forms = (form for spec in specs for form in self._forms(spec, opened))
            found = self._first_right(forms) or self._first_right_alone()
            nearest = max(self._tries.values(), key=lambda last: last.rating, default=None)
            if found is None and nearest is not None and self._is_certain(nearest, forms):
                found = nearest
            if found is None:
                raise NotStartedError(self._complaint(nearest))
            rival = self._rival(found.subject.solver, forms) if found.is_correct else ""
            if rival:
                choose = f"choose one, as in {self._what}:{rival}"
                raise NotStartedError(f"{rival} answers an easy puzzle wrongly, and another solver correctly; {choose}")
        name, options = found.subject.name, found.subject.options
        chosen = {option for option in SOLVER_OPTIONS if getattr(options, option) != getattr(self._given, option)}
        chosen.add("dialect" if found.subject.kind is SubjectKind.PROGRAM else "call")
        explicit = options.explicit | chosen
        is_found = name != self._what or explicit != self._given.explicit
        return Found(name, replace(options, explicit=explicit, is_found=is_found, lingers=found.lingers))

    def _forms(self, spec: str, opened: ExitStack) -> Iterator[ProcessSubject]:
        """Load a solver, and yield its forms; time for compiling and loading is added to the time of the search."""
        started = time.monotonic()
        try:
            base = process_subject(spec, self._given)
        except UsageError as error:  # the source does not compile; another meaning of it may
            if len(meanings(self._what)) == 1:
                raise
            self._load_failure = self._load_failure or str(error)
            return
        opened.callback(base.close)
        base.use_hash_seed(hash_seed_of(self._seed))
        failed = base.load(min(self._given.time_limit, self._budget / 2))
        self._loading = time.monotonic() - started
        self._end += self._loading
        if failed is None:
            yield from map(base.under, forms_of(base.solver))
        elif not self._load_failure:
            self._load_failure = failed.reason

    def _first_right(self, forms: Iterator[ProcessSubject]) -> Try | None:
        """Try the forms, a few in parallel; return the first try that is right, also alone.

        If a try times out, half of the time is left for repeating tries.
        """
        size = 1
        end = self._end
        reserve = self._left / 2
        while time.monotonic() < end and (batch := list(islice(forms, size))):
            functions = cores() if self._loading < FIRST_SECONDS else 1  # each process loads the file again
            size = functions if isinstance(batch[0].solver, Function) else 2 * cores()
            first_try = partial(self._try, seconds=FIRST_SECONDS, puzzles=self._easy, is_alone=len(batch) == 1)
            with ThreadPoolExecutor(len(batch)) as pool:
                tries = list(pool.map(first_try, batch))
            self._tries |= zip(batch, tries, strict=True)
            for first in tries:
                if first.is_right and (first.is_alone or self._try_alone(first.subject).is_right):
                    return self._tries[first.subject]
            end = self._end - reserve if self._is_slow else self._end
        return None

    def _first_right_alone(self) -> Try | None:
        """Repeat slow tries with an easier puzzle and all time left, then tries that ran beside others.

        A slow try may time out again with the easy puzzle, but not answer it wrongly. If the nearest tries of a
        function give the same answers alone, tries do not disturb each other, and no others are repeated.
        """
        slow = [each for each in self._tries.values() if each.timed_out]
        others = [each for each in self._tries.values() if not (each.timed_out or each.is_alone)]
        for first in slow:
            if time.monotonic() < self._end:
                easier = self._try_alone(first.subject, self._left, self._easier)
                if easier.is_right:
                    again = self._try_alone(first.subject, self._left)
                    if again.is_right or again.timed_out:
                        return easier
        for number, first in enumerate(sorted(others, key=lambda last: last.rating[:2], reverse=True)):
            if time.monotonic() > self._end:
                break
            if number < MAX_COMPARED or not self._counts(first):
                again = self._try_alone(first.subject)
                if again.is_right:
                    return again
                self._is_disturbed |= again.transcript.responses != first.transcript.responses
        return None

    @property
    def _left(self) -> float:
        return max(FIRST_SECONDS, self._end - time.monotonic())

    @property
    def _is_slow(self) -> bool:
        return any(each.timed_out for each in self._tries.values())

    def _counts(self, each: Try) -> bool:
        """Return whether a try ran alone, or is of a function whose tries do not disturb each other."""
        return each.is_alone or (isinstance(each.subject.solver, Function) and not self._is_disturbed)

    def _is_certain(self, nearest: Try, forms: Iterator[ProcessSubject]) -> bool:
        """Return whether the nearest form is judged: all forms were tried in time, undisturbed, and it ran alone."""
        is_complete = nearest.nearness is not None and next(forms, None) is None and not self._is_slow
        return is_complete and nearest.is_alone and all(map(self._counts, self._tries.values()))

    def _try_alone(self, subject: ProcessSubject, seconds: float = 0.0, puzzles: Sequence[Grid] = ()) -> Try:
        self._tries[subject] = self._try(subject, max(seconds, FIRST_SECONDS), puzzles or self._easy, is_alone=True)
        return self._tries[subject]

    def _try(self, subject: ProcessSubject, seconds: float, puzzles: Sequence[Grid], *, is_alone: bool) -> Try:
        is_given = subject.name in self._given_specs
        return run_try(subject, puzzles, self._solution, seconds, is_alone=is_alone, is_given=is_given)

    def _rival(self, found: Solver, forms: Iterator[ProcessSubject]) -> str:
        """Return the name of another solver in the file that answers, but never correctly; empty if there is none.

        Solvers that have not been tried yet are tried in the form of the solver that was found.
        """
        if rank(found.called) is not Rank.SOLVES:
            return ""
        call = found.options.call
        tried = {form.solver.called for form in self._tries if form.options.call is call}
        for form in forms:
            if not form.solver.called or time.monotonic() > self._end:
                break
            if form.solver.called not in tried and form.options.call is call:
                tried.add(form.solver.called)
                self._try_alone(form)
        answered = [last for last in self._tries.values() if last.grid not in (None, self._easy[0], self._easier[0])]
        correct = {last.subject.solver.called for last in answered if last.is_correct}
        for last in answered:
            name = last.subject.solver.called
            if name not in correct and name != found.called and rank(name) is Rank.SOLVES:
                return name
        return ""

    def _complaint(self, nearest: Try | None) -> str:
        if nearest is None:
            return self._load_failure or f"{self._what} defines no function that takes a puzzle"
        transcript = nearest.transcript
        response = transcript.responses[0]
        reason = response.reason if isinstance(response, Failed) else f"it gave {response}"
        if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
            return reason
        received = without_dump(transcript.received or transcript.errors).strip()[-100:]
        shown = f"; its output ends with {received!r}" if received and received not in reason else ""
        given = nearest.subject.options.given()
        words = option_words({name: given.get(name) for name in ("dialect", "call", "empty")})
        form = shlex.join([nearest.subject.name, *words])
        sent = f" received {transcript.sent[:100]!r}" if transcript.sent else ""
        module = f". As a module: {self._load_failure}" if self._load_failure else ""
        if self._is_slow or nearest.nearness is not None:
            shown += "; a form that was too slow or was not tried may be right"
        if f"{self._what}:" in nearest.subject.name:
            shown += f"; {self._what}:NAME judges another function"
        number = len(self._tries)
        tried = f"{self._what} answers no easy puzzle; {number} {'form' if number == 1 else 'forms'} tried"
        return f"{tried}. {form}{sent}: {reason}{shown}{module}"


def find(what: str, options: Options, seconds: float = math.inf, seed: int = 1) -> Found:
    """Find the form in which a solver takes the easy puzzles of a seed, within a sixth of a budget of `seconds`.

    Loading may take the time limit of the options, at most half of the budget, and is not included.
    Raises UsageError if `what` names no solver or does not take the options, NotStartedError if the solver answers no
    easy puzzle in any form, UnavailableEngineError if the engine cannot run here.
    """
    specs = meanings(what)
    if specs[0].startswith("engine:"):
        open_subject(specs[0], options).close()
        return Found(specs[0], options)
    given = [SOLVER_OPTIONS[name] for name in options.explicit if name in SOLVER_OPTIONS]
    taken = [spec for spec in specs if all(option.applies_to(spec) for option in given)]
    if not taken:
        raise UsageError(f"{what} takes none of the options {', '.join(sorted(options.explicit))}")
    return _Search(what, options, seconds, seed).run(taken)
