"""Find the form in which a solver takes puzzles, by trying one form after another on an easy puzzle.

    meanings of the name ──► functions and ways to call them ──► forms of the argument ──┐
                        └──► the program itself              ──► forms of the input    ──┴► right? use it

Options that the user has set are kept. If no form leads to a correct answer, the solver is judged, and reported as
wrong, in the form with the nearest answer, which keeps most clues and fills the grid. This requires that each form was
tried alone and ended in time: a slow form, or one that overlapping runs disturb, may be the right one.
"""

import math
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, product

from crosscover.contracts import contract_named
from crosscover.dialects import DIALECTS
from crosscover.exit_code import NotStartedError, UsageError
from crosscover.options import PRINTED, SOLVER_OPTIONS, Call, Options, option_words
from crosscover.reference import Grid, Unique
from crosscover.responses import Answered, Failed, Fault
from crosscover.system import cores

from .functions import NAME, Function, Offered
from .process_subject import ProcessSubject, process_subject
from .process_subject import subject as open_subject
from .programs import Program
from .small_puzzles import AMBIGUOUS, UNSOLVABLE, easy_puzzle, similar_puzzles
from .specification import meanings
from .subject import SubjectKind, Transcript, hash_seed_of

SECONDS, SHARE = 10.0, 1 / 6
"""Time limit of the search, in seconds and as a fraction of the time budget."""

FIRST_SECONDS = 1.0
"""Time limit of a first try, and minimum for a search, in seconds; slower tries are repeated in the remaining time."""

_SOLVES = re.compile(
    r"(?=.*solve|sudoku$|solution$)(solve[rs]?|solution|sudoku|puzzle|board|grid|game|the|this|my|it|all|_|\d)+$",
    re.IGNORECASE,
)
_SOLVES_SOMEHOW = re.compile(r"((?<![a-z])s|S)olve[rs]?(?![a-z])")
_HELPER = re.compile(
    r"^(?!solve).*(valid|check|print|show|display|draw|find|get|possib|candid|safe|used|^is_?[A-Z_]|^(has|can)_?[A-Z_]"
    r"|read|load|parse|main|test|generate|creat|random|to_?(str|text|list|board|grid)|copy|count|box|row|col|set|input"
    r"|output)|^solve[ds]?_?(one|next|single|naked|hidden|step(?!s)|part|cell|square|row|col|box|block|house|unit)",
    re.IGNORECASE,
)
"""Names of functions that solve, such as `solveSudoku`, of others that solve, such as `fake_solve`, and of helpers."""

MAX_COMPARED = 4
"""Number of tries that are repeated alone, the nearest ones first, to see whether tries disturb each other."""

_EASIER = 5
"""Factor by which an easier puzzle has fewer empty cells."""

_USUAL = ("text", "rows", "board", "cells")
_UNUSUAL = (
    "text 0,text -,board 0,board ,rows None,rows -1,rows ,rows .,text X,text _,text *,"
    "board X,board -,board None,board  "
)
"""Argument forms: values of `--call` with the usual empty cell, and with other empty cells."""

_INPUTS = ("poj3074", "lines", "grid", "rows", "t-grids", "poj2676", "line", "arg", "args", "numbers")
_IN_A_FILE = ("lines", "grid", "rows", "line")
_LATER = ("drawing", "csv", "jsonl", "sudokunique", "poj3076")


@dataclass(frozen=True, slots=True)
class Found:
    """The explicit specification of a solver, and its options."""

    spec: str
    options: Options


@dataclass(frozen=True, slots=True)
class _Try:
    """A run in one form on an easy puzzle and similar ones, `is_alone` if no other try ran at the same time.

    `nearness` rates the first answer: 2 if it is correct, otherwise the share of clues kept times the share of cells
    filled. It is 0 for a partly filled grid that extends the puzzle, such as the first step of an animation, unless the
    user has given the form. The try `is_right` if nothing else failed; a program that `lingers` is no failure.
    """

    subject: ProcessSubject
    transcript: Transcript
    nearness: float
    lingers: bool
    faults: frozenset[Fault]
    is_alone: bool

    @property
    def is_right(self) -> bool:
        return self.nearness == 2 and not self.faults

    @property
    def filled(self) -> int:
        first = self.transcript.responses[0]
        return first.grid.clue_count if isinstance(first, Answered) else 0

    @property
    def timed_out(self) -> bool:
        return Fault.TIMED_OUT in self.faults


class _Search:
    """The search for the form of one solver in a budget of `seconds`; it keeps the explicit options of `given`."""

    def __init__(self, what: str, given: Options, seconds: float, seed: int) -> None:
        self._what, self._given, self._seed, self._budget = what, given, seed, seconds
        self._end = time.monotonic() + min(SECONDS, max(SHARE * seconds, FIRST_SECONDS))
        puzzle, solution = easy_puzzle(given.shape, seed)
        self._verdict = Unique(solution)
        self._easy = [puzzle, *similar_puzzles(puzzle)]
        easier = solution.with_cells_of(puzzle, puzzle.empty_cells()[::_EASIER])
        self._easier = [easier, *similar_puzzles(easier)]
        self._tries: dict[ProcessSubject, _Try] = {}
        self._unloaded, self._loading = "", 0.0
        self._disturbed = False

    def run(self, specs: Sequence[str]) -> Found:
        """Return the first form with a correct answer, or the nearest form; raises NotStartedError if there is none."""
        with ExitStack() as opened:
            forms = (form for spec in specs for form in self._forms(spec, opened))
            found = self._first_right(forms) or self._first_right_alone()
            tries = self._tries.values()
            nearest = max(tries, key=lambda one: (one.nearness, one.filled), default=None)
            if found is None and nearest is not None and nearest.nearness:
                is_complete = next(forms, None) is None and not any(one.timed_out for one in tries)
                is_undisturbed = nearest.is_alone and all(one.is_alone or self._is_undisturbed(one) for one in tries)
                found = nearest if is_complete and is_undisturbed else None
            if found is None:
                raise NotStartedError(self._complaint(nearest))
            if found.nearness == 2 and (rival := self._rival(found.subject.solver, forms)):
                choose = f"choose one, as in {self._what}:{rival}"
                raise NotStartedError(f"{rival} answers an easy puzzle wrongly, and another solver correctly; {choose}")
        options, name = found.subject.options, found.subject.name
        form = "dialect" if found.subject.kind is SubjectKind.PROGRAM else "call"
        chosen = {each for each in SOLVER_OPTIONS if getattr(options, each) != getattr(self._given, each)} | {form}
        is_found = name != self._what or bool(chosen - self._given.explicit)
        return Found(
            name, replace(options, explicit=options.explicit | chosen, is_found=is_found, lingers=found.lingers)
        )

    def _forms(self, spec: str, opened: ExitStack) -> Iterator[ProcessSubject]:
        started = time.monotonic()
        base = process_subject(spec, self._given)
        opened.callback(base.close)
        base.use_hash_seed(hash_seed_of(self._seed))
        failed = base.load(min(self._given.time_limit, self._budget / 2))
        self._loading = time.monotonic() - started
        self._end += self._loading  # time for compiling and loading is added
        if failed:
            self._unloaded = self._unloaded or failed.reason
            return
        solver = base.solver
        yield from map(base.under, _programs(solver) if isinstance(solver, Program) else _functions(solver))

    @property
    def _left(self) -> float:
        return max(FIRST_SECONDS, self._end - time.monotonic())

    def _first_right(self, forms: Iterator[ProcessSubject]) -> _Try | None:
        """Try the forms, a few in parallel; return the first try that is right, also alone.

        If a try times out, half of the time is left for repeating tries.
        """
        size, end, reserve = 1, self._end, self._left / 2
        while time.monotonic() < end and (some := list(islice(forms, size))):
            functions = cores() if self._loading < FIRST_SECONDS else 1  # each process loads the file again
            size = functions if isinstance(some[0].solver, Function) else 2 * cores()
            first_try = partial(self._try, seconds=FIRST_SECONDS, puzzles=self._easy, is_alone=len(some) == 1)
            with ThreadPoolExecutor(len(some)) as pool:
                done = list(pool.map(first_try, some))
            self._tries |= {one.subject: one for one in done}
            for one in done:
                if one.is_right and (one.is_alone or self._try_alone(one.subject).is_right):
                    return self._tries[one.subject]
            is_slow = any(one.timed_out for one in self._tries.values())
            end = self._end - reserve if is_slow else self._end
        return None

    def _first_right_alone(self) -> _Try | None:
        """Repeat slow tries with an easier puzzle and all time left, then tries that ran beside others.

        A slow try may time out again with the easy puzzle, but not answer it wrongly. If the nearest tries of a
        function give the same answers alone, tries do not disturb each other, and no others are repeated.
        """
        tries = list(self._tries.values())
        slow = [one.subject for one in tries if one.timed_out]
        others = [one.subject for one in tries if not (one.timed_out or one.is_alone)]
        for subject in slow:
            if time.monotonic() < self._end:
                easier = self._try_alone(subject, self._left, self._easier)
                if easier.is_right:
                    again = self._try_alone(subject, self._left)
                    if again.is_right or again.timed_out:
                        return easier
        for number, subject in enumerate(sorted(others, key=lambda one: -self._tries[one].nearness), 1):
            if time.monotonic() > self._end:
                break
            if number > MAX_COMPARED and self._is_undisturbed(self._tries[subject]):
                continue
            before = self._tries[subject].transcript.responses
            if self._try_alone(subject).is_right:
                return self._tries[subject]
            self._disturbed |= self._tries[subject].transcript.responses != before
        return None

    def _is_undisturbed(self, one: _Try) -> bool:
        """Return whether a try beside others counts: of a function, if the tries that were compared agree."""
        return isinstance(one.subject.solver, Function) and not self._disturbed

    def _try_alone(self, subject: ProcessSubject, seconds: float = 0.0, puzzles: Sequence[Grid] = ()) -> _Try:
        self._tries[subject] = self._try(subject, max(seconds, FIRST_SECONDS), puzzles or self._easy, is_alone=True)
        return self._tries[subject]

    def _try(self, subject: ProcessSubject, seconds: float, puzzles: Sequence[Grid], *, is_alone: bool) -> _Try:
        options, solver = subject.options, subject.solver
        if options.contract.numbers and options.shape == UNSOLVABLE.shape:
            puzzles = [puzzles[0], UNSOLVABLE, AMBIGUOUS]
        elif isinstance(solver, Function) or solver.batch_limit == 1:
            puzzles = puzzles[:1]
        transcript = subject.ask(puzzles, seconds=min(seconds, options.seconds(len(puzzles))))
        puzzle, first, nearness = puzzles[0], transcript.responses[0], 0.0
        is_given = subject.name in meanings(self._what) and {"call", "dialect"} & self._given.explicit
        if options.contract.explain(puzzle, self._verdict, first) is None:
            nearness = 2.0
        elif isinstance(first, Answered) and (first.grid.is_full or is_given or not first.grid.extends(puzzle)):
            kept = sum(first.grid.values[cell] == digit for cell, digit in puzzle.clues()) / puzzle.clue_count
            nearness = kept * (1 - first.grid.values.count(0) / puzzle.values.count(0)) if kept > 1 / 2 else 0.0
        end = transcript.run_failure
        lingers = isinstance(solver, Program) and end is not None and end.fault is Fault.TIMED_OUT
        ends = *transcript.responses, None if lingers else end
        faults = frozenset(one.fault for one in ends if isinstance(one, Failed))
        return _Try(subject, transcript, nearness, lingers, faults, is_alone)

    def _rival(self, found: Function | Program, forms: Iterator[ProcessSubject]) -> str:
        """Return the name of another solver in the file that answers, but never correctly; empty if there is none.

        Solvers that have not been tried yet are tried in the form of the solver that was found.
        """
        if isinstance(found, Program) or not _SOLVES.match(found.called.rpartition(".")[2]):
            return ""
        call = found.options.call
        solvers = [one.solver for one in self._tries if one.options.call is call]
        tried = {solver.called for solver in solvers if isinstance(solver, Function)}
        for form in forms:
            if isinstance(form.solver, Program) or time.monotonic() > self._end:
                break
            if form.solver.called not in tried and form.options.call is call:
                tried.add(form.solver.called)
                self._try_alone(form)
        is_wrong: dict[str, bool] = {}
        for one in self._tries.values():
            solver, first = one.subject.solver, one.transcript.responses[0]
            unsolved = self._easy[0], self._easier[0]
            if isinstance(solver, Function) and isinstance(first, Answered) and first.grid not in unsolved:
                is_wrong[solver.called] = is_wrong.get(solver.called, True) and one.nearness != 2
        for name, wrong in is_wrong.items():
            if wrong and name != found.called and _SOLVES.match(name.rpartition(".")[2]):
                return name
        return ""

    def _complaint(self, nearest: _Try | None) -> str:
        """Explain the nearest try: the input, and the output or failure."""
        if nearest is None:
            return self._unloaded or f"{self._what} defines no function that takes a puzzle"
        transcript, response = nearest.transcript, nearest.transcript.responses[0]
        reason = response.reason if isinstance(response, Failed) else f"it gave {response}"
        if isinstance(response, Failed) and response.fault is Fault.NOT_STARTED:
            return reason
        received = (transcript.received or transcript.errors).strip()[-100:]
        shown = f"; its output ends with {received!r}" if received and received not in reason else ""
        names = {name: nearest.subject.options.given().get(name) for name in ("dialect", "call", "empty")}
        form = shlex.join([nearest.subject.name, *option_words(names)])
        sent = f" received {transcript.sent[:100]!r}" if transcript.sent else ""
        module = f". As a module: {self._unloaded}" if self._unloaded else ""
        tried = f"{self._what} answers no easy puzzle; {len(self._tries)} forms tried"
        if any(one.timed_out for one in self._tries.values()) or nearest.nearness:
            shown += "; a form that was too slow or was not tried may be right"
        if f"{self._what}:" in nearest.subject.name:
            shown += f"; {self._what}:NAME judges another function"
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


def _functions(base: Function) -> Iterator[Function]:
    """Yield the ways to call a file's functions: solvers before helpers, usual argument forms before others."""
    given, named = base.options, base.function
    first, *later = [[(named, named)]] if named else _ranked(base)
    calls = [given.call.value] if "call" in given.explicit else _USUAL
    others = [] if "empty" in given.explicit else [one.split(" ", 1) for one in _UNUSUAL.split(",")]
    forms = [(*name, call, given.empty, True) for name in first for call in calls]
    forms += [(*name, call, empty, False) for name in first for call, empty in others if call in calls]
    forms += [(*name, call, given.empty, True) for names in later for name in names for call in calls]
    place = base.name.removesuffix(named).rstrip(":")
    for called, name, call, empty, is_usual in forms:
        proper_only = given.contract.proper_only
        usual = _variants(name, call, in_python=base.in_python, proper_only=proper_only)
        expressions = usual if is_usual else (name,)
        for expression, printed in product(expressions, (None, PRINTED) if is_usual and not given.answers else (None,)):
            options = replace(given, call=Call(call), empty=empty, answers=printed or given.answers)
            yield Function(f"{place}:{expression}", options, base.offered, called)


def _variants(name: str, call: str, *, in_python: bool, proper_only: bool) -> Iterator[str]:
    """Yield a call, then the last item that it yields, and the call with other argument types."""
    yield name
    expression = f"{name}(puzzle)" if NAME.fullmatch(name) else name
    if call == Call.ROWS:
        # A generator may yield nothing for a full grid; otherwise that means that there is no solution.
        first = "puzzle" if proper_only else "None" if in_python else "null"
        yield f"[{first}, *{expression}][-1]" if in_python else f"[{first}, ...{expression}].at(-1)"
        if in_python:
            yield expression.replace("(puzzle", "(numpy.array(puzzle)", 1)
            yield f"[{expression.replace('(puzzle', '(array := numpy.array(puzzle)', 1)}, array]"
    elif call == Call.BOARD:
        nine = "([''.join(row) for row in puzzle]" if in_python else "(puzzle.map((row) => row.join(''))"
        yield expression.replace("(puzzle", nine, 1)


def _ranked(base: Function) -> list[list[tuple[str, str]]]:
    """Return lists of functions and their calls: of solvers, or else of other functions and helpers.

    Without any, returns `[[]]`.

    No other function is judged in place of one whose name states that it solves.
    """
    offered = base.offered or ()
    lists = [one.name for one in offered if one.kind == "list" and one.lengths[:1] in ((4,), (9,), (16,), (81,))]
    ranks: list[list[tuple[str, str]]] = [[], [], [], []]
    for one in offered:
        least = 2 if one.kind == "function" and one.least > 3 else 0  # (board, row, column, digit) checks a digit
        for name, call in _calls(one, base, lists):
            called = name if name == one.name else f"{one.name}.{name}"
            ranks[max(_rank(name), least)].append((called, call))
    solvers = ranks[0] or ranks[1]
    return [solvers] if solvers else list(filter(None, ranks)) or [[]]


def _rank(name: str) -> int:
    if _SOLVES.match(name):
        return 0
    if _HELPER.search(name):
        return 3
    return 1 if _SOLVES_SOMEHOW.search(name) else 2


def _calls(one: Offered, base: Function, lists: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the ways to call one definition, each with the name that tells solvers from helpers."""
    in_python = base.in_python
    if one.kind == "function" and one.takes(1):
        yield one.name, one.name
    elif one.kind == "function" and one.takes(0):
        for name in lists:
            set_list = f"globals().update({name}=puzzle)" if in_python else f"{name}.splice(0, 99, ...puzzle)"
            result = f"{one.name}(), {name}"
            yield one.name, f"({set_list}, {result})[1:]" if in_python else f"({set_list}, [{one.name}(), [...{name}]])"
    elif one.kind == "function" and one.least <= 4:
        yield one.name, f"{one.name}(puzzle{', 0' * (one.least - 1)})"
    for method in one.methods:
        if method.takes(1) and (one.kind == "object" or method.kind == "static" or one.takes(0)):
            yield method.name, f"{one.name}.{method.name}"
    for method in one.methods if one.kind == "class" else ():
        is_solver = one.takes(1) and _rank(method.name) < 2  # such as solve(on_step)
        if method.kind == "static" or not (method.takes(0) or is_solver):
            continue
        call = f"{method.name}({', '.join('0' * method.least)})"
        new, last = base.new(one.name), "[-1]" if in_python else ""
        others = [other.name for other in one.methods if one.takes(0) and other.takes(1) and other is not method]
        setters = [f"{new[:-2]}(puzzle)"] if one.takes(1) else []
        for setter in [*setters, *(f"{new}, s.{other}(puzzle)" for other in others)]:
            steps = f"s {':=' if in_python else '='} {setter}, s.{call}"
            yield method.name, f"({steps}){last}" if ", " in setter else f"{setter}.{call}"
            yield method.name, f"({steps}, s){last}"


def _programs(base: Program) -> Iterator[Program]:
    """Yield a program with each input dialect, on stdin, as arguments or in a file, with the usual empty cell or 0."""
    given, on_file = base.options, f"{base.name} /dev/stdin"
    names = [(base.name, name) for name in _INPUTS]
    names += [] if "/dev/stdin" in base.name else [(on_file, name) for name in _IN_A_FILE]
    names += [(base.name, name) for name in _LATER]
    if "dialect" in given.explicit:
        names = [(program, given.dialect) for program in dict.fromkeys(program for program, _ in names)]
    for program, name in names:
        form, contract = DIALECTS[name], given.contract
        if form.contract and "contract" not in given.explicit:
            contract = contract_named(form.contract)
        is_set = "empty" in given.explicit or form.empty_characters[0] == "0"
        for empty in (given.empty,) if is_set else (None, "0"):
            if form.shape in (None, given.shape):
                with suppress(UsageError):  # it cannot express the contract, or be a stream
                    yield Program(program, replace(given, dialect=name, empty=empty, contract=contract))
