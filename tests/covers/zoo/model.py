"""The forms in which cover solvers are called, and their failures on given problems."""

import importlib.util
import json
import reprlib
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from tests.selftest.zoo.model import Mutant, RightSolver, tool

from .brute_force import Instance, covers

ANSWER_SECONDS = 10
"""Time limit of a program for its problems in seconds: right solvers need less than 1 s."""

DRIVER = """\
import { readFileSync } from "node:fs";
const { path, name, calls } = JSON.parse(readFileSync(0, "utf8"));
const solve = (await import(path))[name];
const abandoned = [];
for (const { args, read } of calls) {
  const before = JSON.stringify(args);
  let result = solve(...args);
  if (typeof result?.next === "function") {
    const answers = [];
    while (answers.length !== read) {
      const { value, done } = result.next();
      if (done) break;
      answers.push(value);
    }
    abandoned.push(result);
    result = answers;
  }
  console.log(JSON.stringify([result, JSON.stringify(args) === before]));
}
"""
"""Calls a JavaScript function with each list of arguments, and prints its answer and whether it kept the arguments."""


class Promise(Enum):
    """What a solver returns."""

    ALL = "all"
    ONE = "one"
    COUNT = "count"
    DECIDE = "decide"


@dataclass(frozen=True, slots=True)
class Form:
    """How a solver receives a problem, and what an answer means.

    A function receives the arguments `ask(problem)`; a program reads the text `ask(problem)`. `read` returns the
    covers in an answer for a promise of all covers, one cover or None, a number, or whether there is a cover. If
    `cases` is set, a program answers many problems, each by a line.
    """

    promise: Promise
    ask: Callable[[Instance], Any]
    read: Callable[[Instance, Any], Any]
    cases: bool = False
    secondary: bool = False
    colors: bool = False


class Step(NamedTuple):
    """A problem, and the number of covers to read before the iterator is abandoned; None for all of them."""

    problem: Instance
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class RightCovers:
    """A right solver and its form."""

    solver: RightSolver
    form: Form


@dataclass(frozen=True, slots=True)
class WrongCovers:
    """A mutant: a right solver with one bug.

    The mutant fails on `witness`, problems that are given to one process in this order. `witness` is a function so that
    large problems are only made when they are needed.
    """

    solver: Mutant
    origin: RightCovers
    witness: Callable[[], tuple[Step, ...]]


def failure(form: Form, spec: str, steps: Sequence[Step], seconds: float = ANSWER_SECONDS) -> str | None:
    """Give a solver problems in one process, and return its first mistake, or None. `seconds` limits programs."""
    kind, place = spec.split(":", 1)
    try:
        match kind:
            case "python":
                answers = called(place, form, steps)
            case "js":
                answers = called_in_node(place, form, steps, seconds)
            case _:
                answers = run(shlex.split(place), form, steps, seconds)
    except subprocess.TimeoutExpired:
        return "times out"
    except subprocess.CalledProcessError as error:
        return f"crashes: exit code {error.returncode}"
    except Exception as error:
        return f"raises {error!r}"
    for number, (step, (answer, kept)) in enumerate(zip(steps, answers, strict=True)):
        expected = covers(step.problem)
        if not allowed(form, step, answer, expected):
            return f"problem {number}: {reprlib.repr(answer)} for {reprlib.repr(expected)}"
        if not kept:
            return f"problem {number}: the arguments were changed"
    return None


def allowed(form: Form, step: Step, answer: Any, expected: list[tuple[int, ...]]) -> bool:
    """Whether an answer is right for a problem with these covers."""
    received = form.read(step.problem, answer)
    match form.promise:
        case Promise.ALL if step.limit is None:
            return bool(sorted(received) == expected)
        case Promise.ALL:
            return len(received) == min(step.limit or 0, len(expected)) and set(received) <= set(expected)
        case Promise.ONE:
            return received in expected if expected else received is None
        case Promise.COUNT:
            return bool(received == len(expected))
        case Promise.DECIDE:
            return received is bool(expected)


def called(place: str, form: Form, steps: Sequence[Step]) -> list[tuple[Any, bool]]:
    """Call a Python function, `FILE:NAME`; return the answers, and whether the arguments are as before."""
    path, name = place.rsplit(":", 1)
    function = getattr(loaded(Path(path)), name)
    results: list[tuple[Any, bool]] = []
    abandoned: list[Any] = []
    for problem, limit in steps:
        arguments = form.ask(problem)
        before = deepcopy(arguments)
        answer: Iterator[Any] | Any = function(*arguments)
        if hasattr(answer, "__next__"):
            abandoned.append(answer)
            answer = list(islice(answer, limit))
        results.append((answer, same(arguments, before)))
    return results


def same(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether two lists of arguments are equal."""
    return all(map(np.array_equal, first, second)) if isinstance(first[0], np.ndarray) else first == second


def loaded(path: Path) -> ModuleType:
    """Return a new module of a file."""
    found = importlib.util.spec_from_file_location(path.stem, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def called_in_node(place: str, form: Form, steps: Sequence[Step], seconds: float) -> list[tuple[Any, bool]]:
    """Call a JavaScript function, `FILE:NAME`; return the answers, and whether the arguments are as before."""
    path, name = place.rsplit(":", 1)
    calls = [{"args": form.ask(problem), "read": -1 if limit is None else limit} for problem, limit in steps]
    request = json.dumps({"path": path, "name": name, "calls": calls})
    command = [tool("JavaScript", "node"), "--input-type=module", "--eval", DRIVER]
    return [tuple(json.loads(line)) for line in output(command, request, seconds).splitlines()]


def run(command: list[str], form: Form, steps: Sequence[Step], seconds: float) -> list[tuple[Any, bool]]:
    """Run a program: once for all problems if its form allows this, else once for each problem."""
    if form.cases:
        lines = output(command, "".join(form.ask(problem) for problem, _ in steps), seconds).splitlines()
        return [(line, True) for line in lines]
    return [(output(command, form.ask(problem), seconds), True) for problem, _ in steps]


def output(command: list[str], text: str, seconds: float) -> str:
    """Return what a program prints."""
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=seconds)
    return ran.stdout
