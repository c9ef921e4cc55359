"""Finds the form in which a solver takes exact-cover problems, and how its answers are read: form after form is tried.

The trials are small problems. The first form and reading with which all answers are right are used; otherwise those
with the most right answers, if there are at least `ENOUGH`.
"""

import math
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from crosscover.errors import NotStartedError, UsageError
from crosscover.options import Options
from crosscover.responses import Failed
from crosscover.subjects.calls import Definition
from crosscover.subjects.find import FIRST_SECONDS, SECONDS, SHARE
from crosscover.subjects.functions import Function
from crosscover.subjects.process_subject import ProcessSubject, process_subject
from crosscover.subjects.processes.wire import RunResult
from crosscover.subjects.specification import meanings

from .engines import brute_force
from .forms import CALL_FORMS, READINGS, TEXT_FORMS, CallForm, Promise
from .judging import REPEATED, objection_to
from .panel import MAX_COVERS, Expected
from .problem import Problem
from .subject import CoverSubject, SearchOutcome, SearchStep

KINDS = ("python:", "js:", "exec:")
"""Kinds of solvers that are judged."""

TRIALS = (
    Problem("abcdefg", ["ce", "adg", "bcf", "adf", "bg", "deg"]),  # Knuth's example
    Problem("abc", ["ab", "c", "a", "bc", "b"]),
    Problem("abc", ["ab", "bc", "b"]),
    Problem("abcd", ["abc", "ab", "cd", "bd"]),
    Problem("abc", ["ab", "bc", "ab"]),
    Problem("abcd", ["cd", "b", "ad", "ac", "bad", "c", "bd"]),
    Problem("a", ["a"]),  # which most wrong solvers answer, so their form is found
)
"""Problems with one cover, several or none, in which each first and each last option matters once."""

OUTPUT_MEBIBYTES = 64
"""Maximum output of a run: all covers of a known problem, as rows of 0 and 1, take up to 13 MB."""

ENOUGH = len(TRIALS) // 2
"""Right answers needed to accept a form of a wrong solver."""

COLOR_TRIALS = (
    Problem("ab", [["a", "s:x"], ["b", "s:x"]], ["s"], colors=True),
    Problem("ab", [["a", "s:x"], ["b", "s"]], ["s"], colors=True),
    Problem("ab", [["a", "s:x"], ["b", "s:y"]], ["s"], colors=True),
)
"""Problems with two options that agree about an item, that do not both color it, and that give it different colors."""

_MISTAKES = re.compile(r"(Type|Index|Key|Attribute|Name|Reference|Range|Recursion|Assertion|ZeroDivision)Error|Error$")
"""Exceptions that do not mean "no cover"."""

_LIKELY = re.compile(r"cover|exact|solve|solution|dlx|search|danc|algorithm", re.IGNORECASE)
_UNLIKELY = re.compile(r"^(un)?cover$|^_|select|print|build|parse|read|main|test", re.IGNORECASE)

_SECONDARY = re.compile("second|option", re.IGNORECASE)
"""Names of parameters for secondary (optional) items."""


@dataclass(frozen=True, slots=True)
class _Try:
    """A form and a reading with the number of right answers, and of right answers with covers."""

    subject: CoverSubject
    right: int
    right_with_covers: int
    is_readable: bool
    answer: str


def find(
    what: str,
    options: Options,
    form: str = "",
    promise: str = "",
    *,
    colors: bool = False,
    seconds: float = math.inf,
    hash_seed: int | None = None,
) -> CoverSubject:
    """Return the solver that a specification names, ready to run; the caller closes it.

    `form` and `promise` are the names of a form and a promise, empty if they are to be found. With `colors`, the
    solver must take colors. `hash_seed` is Python's hash seed. The search takes a part of the `seconds` of a run.
    Raises NotStartedError if no form fits, and UsageError for an unknown solver.
    """
    bases: list[ProcessSubject] = []
    kept: ProcessSubject | None = None
    try:
        subject = _search(what, options, form, promise, seconds=seconds, hash_seed=hash_seed, bases=bases)
        subject.takes_colors = colors or _takes_colors(subject)
        kept = subject.base
    finally:
        for base in bases:
            if base is not kept:
                base.close()
    return subject


def _search(
    what: str,
    options: Options,
    form: str,
    promise: str,
    *,
    seconds: float,
    hash_seed: int | None,
    bases: list[ProcessSubject],
) -> CoverSubject:
    """Return the solver in the form with the best answers; adds what it starts to `bases`."""
    end = time.monotonic() + min(SECONDS, max(SHARE * seconds, FIRST_SECONDS))
    tries: list[_Try] = []
    failures: list[str] = []
    specs = [spec for spec in meanings(what) if spec.startswith(KINDS)]
    if not specs:
        raise UsageError(f"{what}: an exact-cover solver is one of {', '.join(KINDS)}")
    for spec in specs:
        started = time.monotonic()
        bases.append(process_subject(spec, replace(options, output_limit=OUTPUT_MEBIBYTES)))
        bases[-1].use_hash_seed(hash_seed)
        if failed := bases[-1].load(options.time_limit):
            failures.append(failed.reason)
            continue
        end += time.monotonic() - started  # a file may compile what it needs while it is loaded
        # A function that fails after its first call is understood if each trial has a process of its own; this is slow.
        for alone in (False, True) if isinstance(bases[-1].solver, Function) else (False,):
            for candidate in _candidates(bases[-1], form) if not (alone and _best(tries)[1]) else ():
                for each in _try(candidate, promise, alone=alone) if time.monotonic() < end else ():
                    if each.right == len(TRIALS):
                        return each.subject
                    tries.append(each)
    best, is_understood = _best(tries)
    is_given = form and best is not None and (promise or (best.is_readable and best.right_with_covers))
    if best is None or not (is_understood or is_given):
        raise NotStartedError(_explain(what, form, tries, failures))
    return best.subject


def _best(tries: list[_Try]) -> tuple[_Try | None, bool]:
    """Return the try with the best answers, and whether they show that the solver was understood."""
    best = max(tries, key=lambda each: (each.right, each.right_with_covers, each.is_readable), default=None)
    return best, best is not None and best.right >= ENOUGH and best.right_with_covers > 1


def _candidates(base: ProcessSubject, form: str) -> Iterator[CoverSubject]:
    """Yield the functions of a file, likely ones first, or the program, with each form that may fit."""
    reading = READINGS[0]
    if not isinstance(base.solver, Function):
        for text in TEXT_FORMS:
            if form in ("", text.name):
                yield CoverSubject(base, text, reading)
        return
    named = {each.name: each for each in base.solver.definitions or () if each.kind == "function"}
    for owner in base.solver.definitions or ():
        named |= {f"{owner.name}.{method.name}": method for method in owner.methods}
    given = base.solver.function
    likely = sorted(
        (name for name in named if not _UNLIKELY.search(name.rpartition(".")[2])),
        key=lambda name: _LIKELY.search(name) is None,
    )
    for callee in [given] if given else likely:
        for call in CALL_FORMS:
            in_language = call.expression(callee, in_python=base.solver.name.startswith("python:"))
            if in_language and form in ("", call.name) and (form or _fits(call, named.get(callee))):
                yield CoverSubject(base, call, reading, callee)


def _fits(form: CallForm, definition: Definition | None) -> bool:
    """Whether a function can be called in a form; further parameters may be for anything but secondary items."""
    if definition is None:
        return True
    number = len(form.name.split(","))
    names = definition.parameters[:number]
    is_named = any(_SECONDARY.search(name) for name in names[1:]) or definition.least >= number
    return definition.takes(number) and (not form.limits.takes_secondary or is_named or not names)


def _try(candidate: CoverSubject, promise: str, *, alone: bool) -> Iterator[_Try]:
    """Run the trials in a form, each in a process of its own if `alone` or for a program; judge them in each reading.

    A program that times out, floods, or writes nothing in the first trial gets no other.
    """
    steps = [SearchStep(problem) for problem in TRIALS]
    if isinstance(candidate.form, CallForm):
        parts = [[step] for step in steps] if alone else [steps]
        outcomes = [outcome for part in parts for outcome in candidate.run(part, FIRST_SECONDS)]
        results = list[RunResult]()
    else:
        outcomes, results = list[SearchOutcome](), [candidate.send(steps[:1], FIRST_SECONDS)]
        if results[0].output and results[0].stopped is None:
            results += [candidate.send([step], FIRST_SECONDS) for step in steps[1:]]
        results += results[:1] * (len(steps) - len(results))
    for reading in READINGS if isinstance(candidate.form, CallForm) else candidate.form.readings:
        if promise in ("", reading.promise):
            subject = CoverSubject(candidate.base, candidate.form, reading, candidate.callee)
            found = outcomes or [
                subject.read_text([step], result)[0] for step, result in zip(steps, results, strict=True)
            ]
            subject.refuses = _refusals(found)
            yield _judged(subject, steps, found)


def _judged(subject: CoverSubject, steps: list[SearchStep], outcomes: list[SearchOutcome]) -> _Try:
    right = list(_right(subject, steps, outcomes))
    read = [subject.read(outcome, step.problem) for step, outcome in zip(steps, outcomes, strict=True)]
    with_covers = sum(
        is_right and _expected(problem).number > 0 for is_right, problem in zip(right, TRIALS, strict=True)
    )
    first = outcomes[0]
    answer = first.failed.reason if first.failed else repr(first.value)
    is_all = subject.reading.promise is Promise.ALL
    subject.gives_iterator = is_all and any(outcome.is_iterator for outcome in outcomes)
    subject.searches_again = any(outcome.searches_again for outcome in outcomes)
    return _Try(subject, sum(right), with_covers, not any(isinstance(each, Failed) for each in read), answer)


def _right(subject: CoverSubject, steps: list[SearchStep], outcomes: list[SearchOutcome]) -> Iterator[bool]:
    """Yield whether each answer to a small problem is right, except that it repeats covers or changes its arguments."""
    for step, outcome in zip(steps, outcomes, strict=True):
        objection = objection_to(subject, step, replace(outcome, changed=False), _expected(step.problem))
        yield objection is None or objection.kind == REPEATED


@cache
def _expected(problem: Problem) -> Expected:
    covers = tuple(brute_force(problem, MAX_COVERS))
    return Expected(len(covers), covers)


def _refusals(outcomes: list[SearchOutcome]) -> tuple[str, ...]:
    """Return the classes of the exception that means "no cover": both problems without covers raise it."""
    without = [outcome for outcome, problem in zip(outcomes, TRIALS, strict=True) if not _expected(problem).number]
    classes = {outcome.exception for outcome in without}
    only = classes.pop() if len(classes) == 1 else ()
    return only if only and not _MISTAKES.fullmatch(only[0]) else ()


def _takes_colors(subject: CoverSubject) -> bool:
    """Whether a solver takes colors.

    A function does if its answers to the trials are right. A program that reads Knuth's text, in which options may have
    colors, does if it knows an item by its name with a color: one of its first two answers is right.
    """
    if not subject.form.limits.takes_secondary:
        return False
    steps = [SearchStep(problem) for problem in COLOR_TRIALS]
    right = list(_right(subject, steps, subject.run(steps, FIRST_SECONDS)))
    return all(right) if isinstance(subject.form, CallForm) else any(right[:2])


def _explain(what: str, form: str, tries: list[_Try], failures: list[str]) -> str:
    """Return why no form fits: what functions, and a program that writes anything, answered to the first problem."""
    shown: dict[str, str] = {}
    for each in sorted(tries, key=lambda each: (-each.right, not each.is_readable)):
        if each.subject.callee or each.is_readable:
            shown.setdefault(each.answer[:100], f"{each.subject.callee or 'the program'} ({each.subject.form.name})")
    advice = "Wrap it in a function covers(primary, options, secondary) that returns covers as lists of option numbers"
    if not shown:
        missing = f"it defines no function that takes {form}" if form else "it defines no function"
        reasons = failures or [each.answer for each in tries[:1]] or [missing]
        return f"{what} takes no problem: {'; '.join(reasons)}. {advice}"
    tried = "; ".join(f"{name}: {answer}" for answer, name in list(shown.items())[:3])
    problem = TRIALS[0].to_knuth().strip().replace("\n", " / ")
    return (
        f"{what} gives too few right answers to small problems in any form. For {problem}, whose only cover is 0 3 4, "
        f"the nearest were {tried}. {advice}, or give its form, --call and --contract, to judge it in this form"
    )
