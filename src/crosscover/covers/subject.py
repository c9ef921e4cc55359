"""Runs an exact-cover solver on problems, in processes of its own, and reads its answers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crosscover.responses import Failed, Fault, message_pattern
from crosscover.subjects.calls import way_of
from crosscover.subjects.exits import broke_off, decoded, diagnose
from crosscover.subjects.functions import Function
from crosscover.subjects.process_subject import ProcessSubject
from crosscover.subjects.processes.wire import RunResult

from .forms import Answer, CallForm, Reading, TextForm
from .problem import Problem

MAX_TAKEN = 20_000
"""Maximum number of covers that are taken from an iterator."""


@dataclass(frozen=True, slots=True)
class SearchStep:
    """A search for the covers of a problem.

    `take` covers are taken from an iterator, which then stays open; None stands for all. A step `again` repeats the
    search of the step before: the call with the same arguments, or the search of the object that it returned.
    """

    problem: Problem
    take: int | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The result of a step: the value that a solver returned, or the failure.

    `exception` names the classes of an exception that it raised. `changed` means that the arguments of the call
    changed, and `searches_again` that it returned an object or a function that can search several times. A value that
    `is_set` holds equal covers once.
    """

    value: Any = None
    failed: Failed | None = None
    exception: tuple[str, ...] = ()
    seconds: float = 0.0
    changed: bool = False
    is_iterator: bool = False
    is_set: bool = False
    searches_again: bool = False


class CoverSubject:
    """A solver with the form in which it takes problems, and the reading of its answers.

    It `takes_colors`, `refuses` with an exception of these classes if there is no cover, and
    `searches_again` if it returns an object or a function that searches each time. With `strict_forms` it must
    also take problems on which published solvers disagree.
    """

    def __init__(self, base: ProcessSubject, form: CallForm | TextForm, reading: Reading, callee: str = "") -> None:
        self.base = base
        self.form = form
        self.reading = reading
        self.callee = callee
        self.takes_colors = False
        self.strict_forms = False
        self.searches_again = False
        self.gives_iterator = False
        self.refuses: tuple[str, ...] = ()

    def takes(self, problem: Problem) -> bool:
        """Whether the solver takes a problem."""
        return self.form.limits.fits(problem) and (self.takes_colors or not problem.colors)

    def takes_all(self, steps: Sequence[SearchStep]) -> bool:
        """Whether the solver promises to take the problems of all steps."""
        return all(self.takes(step.problem) for step in steps)

    @property
    def is_single(self) -> bool:
        """Whether each problem gets a process of its own."""
        return isinstance(self.form, TextForm) and self.form.is_single

    @property
    def name(self) -> str:
        """The explicit specification of the solver."""
        function = isinstance(self.base.solver, Function) and not self.base.solver.function
        return f"{self.base.name.rstrip(':')}:{self.callee}" if function else self.base.name

    def run(self, steps: Sequence[SearchStep], seconds: float | None = None) -> list[SearchOutcome]:
        """Run the steps in one process, or a process for each if the form allows one problem per run."""
        limit = self.base.options.seconds(len(steps)) if seconds is None else seconds
        if isinstance(self.form, CallForm):
            return self._call(self.form, steps, limit)
        size = 1 if self.form.is_single else len(steps)
        outcomes: list[SearchOutcome] = []
        for start in range(0, len(steps), size):
            part = steps[start : start + size]
            outcomes += self.read_text(part, self.send(part, limit))
            if (failed := outcomes[-1].failed) and failed.fault is Fault.TIMED_OUT:
                break  # further runs would time out, too
        return outcomes + outcomes[-1:] * (len(steps) - len(outcomes))

    def read(self, outcome: SearchOutcome, problem: Problem) -> Answer | Failed:
        """Return the answer in an outcome, or the failure."""
        if outcome.failed is not None:
            is_refusal = self.refuses and self.refuses == outcome.exception
            return self.reading.nothing if is_refusal else outcome.failed
        try:
            return self.reading.read(outcome.value, problem)
        except ValueError as error:
            return Failed(Fault.MALFORMED, str(error), variant="value")

    def close(self) -> None:
        """Stop the processes."""
        self.base.close()

    def _call(self, form: CallForm, steps: Sequence[SearchStep], seconds: float) -> list[SearchOutcome]:
        solver = self.base.solver
        assert isinstance(solver, Function)  # noqa: S101 - only functions have call forms
        if failed := self.base.load(seconds):
            return [SearchOutcome(failed=failed)] * len(steps)
        in_python = solver.name.startswith("python:")
        way = way_of(self.callee, solver.definitions or (), solver.language)
        expression = form.expression(way.template.removesuffix("({puzzle})"), in_python=in_python)
        header: dict[str, object] = {"expression": expression, "items": 0, "printed": False, "buffered": False}
        lines = [header]
        for step in steps:
            arguments: Sequence[object] = () if step.again else form.arguments(step.problem)
            lines.append({"a": arguments, "take": step.take or MAX_TAKEN, "again": step.again})
        result = self.base.send("".join(f"{json.dumps(line)}\n" for line in lines), len(steps), seconds)
        outcomes = list(map(_outcome, result.output.split("\n")[1:-1]))[: len(steps)]
        failed = diagnose(result, self.base.options, 0, 0) or Failed(Fault.CRASHED, "ended the interpreter")
        return outcomes + [SearchOutcome(failed=failed)] * (len(steps) - len(outcomes))

    def send(self, steps: Sequence[SearchStep], seconds: float) -> RunResult:
        """Run a program once on the problems of some steps."""
        assert isinstance(self.form, TextForm)  # noqa: S101 - only programs have text forms
        return self.base.send(self.form.write([step.problem for step in steps]), len(steps), seconds)

    def read_text(self, steps: Sequence[SearchStep], result: RunResult) -> list[SearchOutcome]:
        """Return the outcomes of steps that a program ran, from what it wrote."""
        form, problems = self.form, [step.problem for step in steps]
        assert isinstance(form, TextForm)  # noqa: S101 - only programs have text forms
        failed = diagnose(result, self.base.options, 0, 0)
        text = decoded(result.output)
        values = list(form.read(text, problems, self.reading)) if failed is None or not form.is_single else []
        if broke_off(result):
            values = values[:-1]
        missing = failed or Failed(Fault.MISSING, f"wrote no answer in the form {form.name}")
        unread = Failed(Fault.MALFORMED, f"wrote {text[:60]!r}; expected {self.reading.words}", variant="text")
        share = result.cpu_seconds / len(steps)
        outcomes = [SearchOutcome(value, unread if value is None else None, seconds=share) for value in values]
        return outcomes + [SearchOutcome(failed=missing)] * (len(steps) - len(outcomes))


def _outcome(line: str) -> SearchOutcome:
    """Return the outcome of a call from the line that the worker wrote."""
    record: Any
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    match record:
        case {"returned": {"seconds": float(seconds), "changed": bool(changed), "again": bool(again), **rest}}:
            return SearchOutcome(
                rest.get("items", rest.get("value")),
                seconds=seconds,
                changed=changed,
                is_iterator="items" in rest,
                is_set=rest.get("set") is True,
                searches_again=again,
            )
        case {"raised": str(text), "exception": [*names]}:
            failed = Failed(Fault.RAISED, f"raised {text}", variant=message_pattern(text))
            return SearchOutcome(failed=failed, exception=tuple(names))
        case {"load_error": str(text)}:
            return SearchOutcome(failed=Failed(Fault.NOT_STARTED, text))
        case _:
            return SearchOutcome(failed=Failed(Fault.MALFORMED, f"wrote {line[:100]!r}"))
