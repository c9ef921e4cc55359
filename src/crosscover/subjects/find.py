"""Find the form in which a solver takes puzzles, by trying one form after another on easy puzzles.

    meanings of the name ──► functions and ways to call them (calls.py) ──► forms of the argument ──┐
                        └──► the program itself                         ──► forms of the input    ──┴► correct? use it

`forms.py` lists the forms; options that the user has set are kept. The first form that is right, also alone, is used.
If there is none, two further puzzles are tried, and slow forms get more time, and then puzzles of diagonal Sudoku. Then
a wrong solver is judged, in the form with the best answers: see `_Search.run`. Otherwise `complaint.py` explains what
came nearest.
"""

import math
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

from crosscover.errors import NotStartedError, UsageError
from crosscover.options import SOLVER_OPTIONS, Options
from crosscover.oracles.rules import clashes
from crosscover.reference import Shape
from crosscover.responses import Answered, Counted, Declined, Stated
from crosscover.system import cores

from .calls import Rank, rank, surely_solves
from .complaint import complaint, two_answers
from .forms import forms_of, rare_forms_of
from .functions import Function
from .process_subject import ProcessSubject, Solver, open_subject, process_subject
from .programs import Program
from .small_puzzles import easy_puzzles, similar_puzzles
from .specification import files_of, meanings
from .subject import SubjectKind, hash_seed_of
from .tries import Try, run_try

SECONDS = 10.0
SHARE = 1 / 3
"""Maximum time of the search, and maximum fraction of the time budget."""

FIRST_SECONDS = 1.0
"""Time limit of a first try, and minimum for a search, in seconds; slower tries are repeated in the remaining time.

In a form that the user gives with `--time-limit`, a first try has this time, at most half of the search.
"""

HARDER = 3
"""Number of the harder puzzle, after the easy ones."""

MAX_COMPARED = 4
"""Number of tries that are repeated alone, the nearest ones first, to see whether tries disturb each other."""

MAX_REPEATED = 20
"""Number of tries that are repeated with other puzzles, the nearest ones first."""

_READS = re.compile("stdin|argv|argparse|input|open|read|click|typer|fire|docopt|getopt|process|prompt", re.IGNORECASE)
"""Words of programs in Python or JavaScript that read something."""

_DIAGONALS = re.compile("diag", re.IGNORECASE)
"""A word of solvers that may be for diagonal Sudoku."""


@dataclass(frozen=True, slots=True)
class Found:
    """The explicit specification of a solver, and its options."""

    spec: str
    options: Options


class _Search:
    """The search for the form of one solver in a budget of `seconds`; it keeps the explicit options of `given`.

    `specs` are the meanings of its name `what` that take these options.

    `_tries` holds the tries of each form by the number of the easy puzzle; each form gets the first one.
    """

    def __init__(self, what: str, specs: Sequence[str], given: Options, seconds: float, seed: int) -> None:
        self._what = what
        self._specs = specs
        self._given = replace(given, strict_forms=False)  # a form is found before it is judged
        self._is_strict = given.strict_forms
        self._seed = seed
        self._budget = seconds
        self._is_form_given = bool({"call", "dialect"} & given.explicit)
        is_patient = self._is_form_given and "time_limit" in given.explicit
        patience = given.time_limit if is_patient else 0.0
        share = min(max(SECONDS, patience), max(SHARE * seconds, FIRST_SECONDS))
        self._end = time.monotonic() + share
        self._reserve = share / 2
        self._first_seconds = max(FIRST_SECONDS, min(patience, self._reserve))
        self._tries: dict[ProcessSubject, dict[int, Try]] = {}
        self._load_failures: list[str] = []
        self._loading = 0.0
        self._is_disturbed = False

    def run(self) -> Found:
        """Return the first right form, or else the form in which a wrong solver is judged.

        Raises NotStartedError if there is neither.
        """
        with ExitStack() as opened:
            loaded: list[ProcessSubject] = []
            usual = (base.under(form) for base in self._load(opened, loaded) for form in forms_of(base.solver))
            rare = (base.under(form) for base in loaded for form in self._later_forms_of(base))
            found = self._first_right(usual) or (self._diagonal_form() if self._names_diagonals() else None)
            found = found or self._certain_program() or self._first_right(rare)
            found = found or self._first_right_alone() or self._given_form()
            is_complete = found is None and (next(usual, None) or next(rare, None)) is None
            found = found or (self._certain() if is_complete else None) or self._right_with_another_puzzle()
            found = found or (self._lawless_form() if is_complete else None)
            if found is None or not self._tries.get(found.subject, {0: found})[0].is_right:
                found = self._diagonal_form(found) or found
            if found is None:
                later = (tries[number] for number in (1, 2) for tries in self._tries.values() if number in tries)
                tries = [*self._nearest_first(), *later]
                names_diagonals = self._names_diagonals()
                text = complaint(self._what, tries, self._load_failures, names_diagonals=names_diagonals)
                raise NotStartedError(text)
            is_tried = found.subject in self._tries  # with the first puzzle
            rival = self._rival(found.subject.solver, usual) if is_tried and found.is_correct else ""
            if rival:
                choose = f"choose one, as in {self._what}:{rival}"
                raise NotStartedError(f"{rival} answers a puzzle wrongly, and another solver correctly; {choose}")
            if wrong := self._wrong_program(found.subject.solver):
                raise NotStartedError(two_answers(self._what, wrong, found.subject.name))
        name, options = found.subject.name, found.subject.options
        chosen = {option for option in SOLVER_OPTIONS if getattr(options, option) != getattr(self._given, option)}
        chosen.add("dialect" if found.subject.kind is SubjectKind.PROGRAM else "call")
        explicit = options.explicit | chosen
        is_found = name != self._what or explicit != self._given.explicit
        options = replace(options, explicit=explicit, is_found=is_found)
        return Found(name, replace(options, strict_forms=self._is_strict))

    def _load(self, opened: ExitStack, loaded: list[ProcessSubject]) -> Iterator[ProcessSubject]:
        """Load each meaning of the name; time for compiling and loading is added to the time of the search."""
        for spec in self._specs:
            if loaded and _reads_nothing(loaded[0].solver):
                continue
            started = time.monotonic()
            try:
                base = process_subject(spec, self._given)
            except UsageError as error:  # the source does not compile, but its functions may
                if len(self._specs) == 1 or isinstance(error, NotStartedError):  # a compiler took too long
                    raise
                self._load_failures.append(str(error))
                continue
            opened.callback(base.close)
            base.use_hash_seed(hash_seed_of(self._seed))
            failed = base.load(min(self._given.time_limit, self._budget / 2))
            self._loading = time.monotonic() - started
            self._end += self._loading
            if failed is None:
                loaded.append(base)
                if base.solver.reads_input:
                    self._load_failures.append(base.solver.reads_input)
                else:
                    yield base
            else:
                self._load_failures.append(failed.reason)

    def _later_forms_of(self, base: ProcessSubject) -> Iterator[Solver]:
        """Return the rare forms of a solver; those of a program are not needed beside a function that nearly solves.

        The functions of a file that reads stdin while it is loaded, as a program does, have not been tried before.
        """
        firsts = [tries[0] for tries in self._tries.values()]
        if isinstance(base.solver, Program) and any(first.nearness == 1.0 for first in firsts):
            return iter(())
        if base.solver.reads_input:
            return chain(forms_of(base.solver), rare_forms_of(base.solver, str))
        blind = [first.subject for first in firsts if first.grid == first.puzzles[0]]
        unchanged = {
            (each.name, each.options.call) for each in blind if rank(each.solver.called) <= Rank.SOLVES_SOMEHOW
        }
        return rare_forms_of(base.solver, partial(base.usage, FIRST_SECONDS), unchanged)

    def _first_right(self, forms: Iterator[ProcessSubject]) -> Try | None:
        """Try the forms, a few in parallel; return the first try that is right, also alone.

        If a try times out, half of the time is left for repeating tries.
        """
        size = 1
        end = self._end
        while time.monotonic() < end and (batch := list(islice(forms, size))):
            functions = cores() if self._loading < FIRST_SECONDS else 1  # each process loads the file again
            size = functions if isinstance(batch[0].solver, Function) else 2 * cores()
            first_try = partial(self._try, seconds=self._first_seconds, is_alone=len(batch) == 1)
            with ThreadPoolExecutor(len(batch)) as pool:
                tries = list(pool.map(first_try, batch))
            for first in tries:
                self._tries[first.subject] = {0: first}
            for first in tries:
                if first.is_right and (first.is_alone or self._try_alone(first.subject).is_right):
                    return self._tries[first.subject][0]
            end = self._end - self._reserve if self._is_slow else self._end
        return None

    def _certain_program(self) -> Try | None:
        """Return the try of a program that fills each puzzle and keeps its clues, so it has understood its input."""
        for first in self._nearest_first():
            if isinstance(first.subject.solver, Program) and first.nearness == 1.0 and not first.faults:
                again = self._try_alone(first.subject)
                if (again.is_correct and not again.faults) or again.answers_wrongly:
                    return again
        return None

    def _first_right_alone(self) -> Try | None:
        """Repeat tries that ran beside others, the nearest first, until one is right.

        If the nearest tries of a function give the same answers alone, tries do not disturb each other, and no others
        are repeated.
        """
        others = [first for first in self._nearest_first() if not (first.timed_out or first.is_alone)]
        for number, first in enumerate(others):
            if time.monotonic() > self._end:
                break
            if number < MAX_COMPARED or not self._counts(first):
                again = self._try_alone(first.subject)
                if again.is_right:
                    return again
                self._is_disturbed |= again.transcript.responses != first.transcript.responses
        return None

    def _right_with_another_puzzle(self) -> Try | None:
        """Try the other puzzles, the nearest form first, until one is right; slow forms then get all time left.

        A quick function whose first answer is a step of its search is left out, because a step may fill an easier
        puzzle. A slow form may time out with the first puzzle again, but not answer it wrongly.
        """
        firsts = self._nearest_first()
        steps = {first.subject.solver.called for first in firsts if first.is_step}
        quick = [first for first in firsts if not first.timed_out and first.subject.solver.called not in steps]
        quick = [first for first in quick if self._surely_solves(first.subject.solver)][:MAX_REPEATED]
        slow = [tries[0] for tries in self._tries.values() if tries[0].timed_out]
        end = self._end - 3 / 4 * self._left if slow else self._end
        for tries, number, until in ((quick, 1, end), (quick, 2, end), (slow, 1, end), (slow, 2, self._end)):
            for first in tries:
                if time.monotonic() > until:
                    break
                other = self._try_alone(first.subject, number, self._left if until == self._end else FIRST_SECONDS)
                if other.is_right and (not first.timed_out or self._may_be_right(first.subject)):
                    return other
        return None

    def _may_be_right(self, slow: ProcessSubject) -> bool:
        again = self._try_alone(slow, 0, self._left)
        return again.is_right or again.timed_out

    def _certain(self) -> Try | None:
        """Return the nearest try, if all forms ended in time, undisturbed, and it ran alone: no other form is right."""
        nearest = next(iter(self._nearest_first()), None)
        if nearest is None or nearest.nearness is None or nearest.may_want_more:
            return None
        if not nearest.is_alone or not self._all_count or not self._surely_solves(nearest.subject.solver):
            return None
        return nearest

    def _given_form(self) -> Try | None:
        """Return the try in the form that the user has given, if it got an answer or a certain refusal."""
        for first in self._nearest_first():
            match first.transcript.responses[0]:
                case Answered() | Counted() | Stated() | Declined(text=None) if first.is_given:
                    return first
                case _:
                    pass
        return None

    def _lawless_form(self) -> Try | None:
        """Return a try in a form that fills each puzzle with another grid, none of which obeys the rules."""
        for first in self._nearest_first():
            grids = {each.grid for each in self._tries[first.subject].values() if each.grid and each.grid.is_full}
            is_lawless = len(grids) == HARDER and all(any(clashes(grid)) for grid in grids)
            is_certain = self._all_count and self._surely_solves(first.subject.solver)
            if is_lawless and is_certain and not first.may_lack_preparation:
                return first
        return None

    def _diagonal_form(self, found: Try | None = None) -> Try | None:
        """Return a try in a form that is right for three puzzles with one solution only by their diagonals.

        Only the form of a right try is tried, or else the usual forms first, beginning with functions whose names state
        that they solve. A right diagonal solver refuses a plain puzzle in its form: forms that raise come later, and
        forms that fill the puzzle last. The time of the search may be over, so they get time of their own.
        """
        end = time.monotonic() + self._reserve
        firsts = [tries[0] for tries in self._tries.values()]
        firsts.sort(key=lambda first: (rank(first.subject.solver.called), first.is_full, first.raised))
        if found and found.is_right:
            firsts = [found]
        is_open = self._given.shape == Shape() and "shape" not in self._given.explicit
        for first in firsts[:MAX_REPEATED] if is_open else ():
            if time.monotonic() > end:
                break
            form = first.subject.under(_diagonal(first.subject.solver))
            tries: list[Try] = []
            while len(tries) < HARDER and all(each.is_right for each in tries):
                tries.append(self._try(form, len(tries), seconds=FIRST_SECONDS, is_alone=True))
            if all(each.is_right for each in tries):
                return tries[0]
        return None

    def _names_diagonals(self) -> bool:
        return any(_mentions(_DIAGONALS, spec) for spec in self._specs)

    def _surely_solves(self, solver: Solver) -> bool:
        """Return whether wrong answers count: a program's, and those of a function that the user or its name states."""
        if not isinstance(solver, Function) or any(spec.endswith(f":{solver.called}") for spec in self._specs):
            return True
        return surely_solves(solver.called, solver.definitions or ())

    def _nearest_first(self) -> list[Try]:
        """Return the tries with the first puzzle, the nearest one first."""
        return sorted((tries[0] for tries in self._tries.values()), key=lambda first: first.rating, reverse=True)

    @property
    def _left(self) -> float:
        return max(FIRST_SECONDS, self._end - time.monotonic())

    @property
    def _is_slow(self) -> bool:
        return any(tries[0].timed_out for tries in self._tries.values())

    @property
    def _all_count(self) -> bool:
        return not self._is_slow and all(self._counts(tries[0]) for tries in self._tries.values())

    def _counts(self, first: Try) -> bool:
        """Return whether a try ran alone, or is of a function whose tries do not disturb each other."""
        return first.is_alone or (isinstance(first.subject.solver, Function) and not self._is_disturbed)

    def _try_alone(self, subject: ProcessSubject, number: int = 0, seconds: float = 0.0) -> Try:
        again = self._try(subject, number, seconds=max(seconds, FIRST_SECONDS), is_alone=True)
        self._tries[subject][number] = again
        return again

    def _try(self, subject: ProcessSubject, number: int = 0, *, seconds: float, is_alone: bool) -> Try:
        puzzle, solution = easy_puzzles(subject.options.shape, self._seed)[number]
        puzzles = [puzzle, *similar_puzzles(puzzle)]
        names = (name for spec in self._specs for name in (spec, f"{spec}:{subject.solver.called}"))
        is_given = self._is_form_given and subject.name in names
        return run_try(subject, puzzles, solution, seconds, is_alone=is_alone, is_given=is_given)

    def _wrong_program(self, found: Solver) -> Try | None:
        """Return a try of the file as a program that fills a puzzle wrongly, if a function of the file was found.

        The program fills another puzzle, too, so it has understood its input, and the function must not be judged
        instead.
        """
        for first in self._nearest_first() if found.called else ():
            if isinstance(first.subject.solver, Program) and first.is_wrong:
                again = self._try_alone(first.subject, 1)
                if again.is_wrong or again.is_correct:
                    return first
        return None

    def _rival(self, found: Solver, forms: Iterator[ProcessSubject]) -> str:
        """Return the name of a solver that answers a puzzle wrongly, if another one in the file answers it correctly.

        Solvers of the same rank that have not been tried yet are tried in the form of the solver that was found. Those
        that answer a puzzle correctly also get other ones, because a function may solve some puzzles only.
        """
        this, call = rank(found.called), found.options.call
        if not found.called:
            return ""
        tried = {form.solver.called for form in self._tries if form.options.call is call}
        for form in forms:
            if not form.solver.called or time.monotonic() > self._end:
                break
            if form.solver.called not in tried and form.options.call is call and rank(form.solver.called) is this:
                tried.add(form.solver.called)
                self._tries[form] = {}
                self._try_alone(form)
        right = {
            subject.solver.called: subject
            for subject, tries in self._tries.items()
            if rank(subject.solver.called) is this and any(each.is_right for each in tries.values())
        }
        for number in (1, HARDER) if len(right) > 1 else ():
            others = [self._try(each, number, seconds=FIRST_SECONDS, is_alone=True) for each in right.values()]
            failed = [other.subject.solver.called for other in others if not (other.is_right or other.timed_out)]
            if failed and any(other.is_right for other in others):
                return failed[0]
        puzzles = [puzzle for puzzle, _ in easy_puzzles(self._given.shape, self._seed)]
        answered = [
            each
            for tries in self._tries.values()
            for each in tries.values()
            if each.grid is not None and each.grid not in puzzles
        ]
        correct = {last.subject.solver.called for last in answered if last.is_correct}
        for last in answered:
            name = last.subject.solver.called
            if name not in correct and name != found.called and this is rank(name) is Rank.SOLVES:
                return name
        return ""


def _diagonal(solver: Solver) -> Solver:
    if isinstance(solver, Program):
        return Program(solver.name, replace(solver.options, variant="x"))
    return solver.calling(solver.function, solver.called, solver.held, variant="x")


def _reads_nothing(loaded: Solver) -> bool:
    """Return whether a file defines functions, and its text has no word for input, so as a program it reads nothing."""
    definitions = (isinstance(loaded, Function) and loaded.definitions) or ()
    if loaded.remarks or all(definition.kind in ("list", "import") for definition in definitions):
        return False
    return not _mentions(_READS, loaded.name)


def _mentions(words: re.Pattern[str], spec: str) -> bool:
    """Return whether a file of a solver contains one of the words."""
    return any(words.search(file.read_text(encoding="utf-8", errors="replace")) for file in files_of(spec))


def find(what: str, options: Options, seconds: float = math.inf, seed: int = 1) -> Found:
    """Find the form in which a solver takes the easy puzzles of a seed, within a third of a budget of `seconds`.

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
    return _Search(what, taken, options, seconds, seed).run()
