"""Right solvers and mutants as data, the forms in which they are called, and their failures on given problems."""

import importlib.util
import json
import reprlib
import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from tests.selftest.zoo.model import Change, tool

from .brute_force import Instance, covers

SOURCES = Path(__file__).with_name("right")

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
    """A right solver: a file of `right/`. C files are programs, `function` is the name in the others."""

    source: str
    description: str
    form: Form
    function: str = ""

    @property
    def name(self) -> str:
        """The name in reports."""
        return f"right-{self.source.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class WrongCovers:
    """A mutant: a right solver with one bug.

    The mutant fails on `witness`, problems that are given to one process in this order. `witness` is a function so that
    large problems are only made when they are needed.
    """

    name: str
    origin: RightCovers
    description: str
    changes: tuple[Change, ...]
    witness: Callable[[], tuple[Step, ...]]


CoverSolver = RightCovers | WrongCovers


def origin_of(solver: CoverSolver) -> RightCovers:
    """Return the right solver that a solver is or was made from."""
    return solver if isinstance(solver, RightCovers) else solver.origin


def source_of(solver: CoverSolver) -> str:
    """Return the text of a solver; raise ValueError if the old text of a change does not occur exactly once."""
    text = (SOURCES / origin_of(solver).source).read_text(encoding="utf-8")
    for old, new in () if isinstance(solver, RightCovers) else solver.changes:
        if text.count(old) != 1:
            raise ValueError(f"{solver.name}: {old!r} occurs {text.count(old)} times")
        text = text.replace(old, new)
    return text


def written(solver: CoverSolver, folder: Path) -> Path:
    """Write a solver to a folder, compile it if it is in C, and return the path of the file or program.

    Raises MissingToolError if its compiler is missing.
    """
    path = folder / (solver.name.replace("-", "_") + Path(origin_of(solver).source).suffix)
    path.write_text(source_of(solver), encoding="utf-8")
    if path.suffix != ".c":
        return path
    program = path.with_suffix("")
    subprocess.run([tool("C", "cc", "gcc", "clang"), "-O1", "-w", "-o", program, path], check=True)
    return program


def specification(solver: CoverSolver, path: Path) -> str:
    """Return what the command line receives as the solver under test."""
    match path.suffix:
        case ".py":
            return f"python:{path}:{origin_of(solver).function}"
        case ".mjs":
            return f"js:{path}:{origin_of(solver).function}"
        case _:
            return f"exec:{shlex.quote(str(path))}"


def failure(solver: CoverSolver, path: Path, steps: Sequence[Step], seconds: float = ANSWER_SECONDS) -> str | None:
    """Give a solver problems in one process, and return its first mistake, or None. `seconds` limits programs."""
    form = origin_of(solver).form
    try:
        match path.suffix:
            case ".py":
                answers = called(path, origin_of(solver).function, form, steps)
            case ".mjs":
                answers = called_in_node(path, origin_of(solver).function, form, steps, seconds)
            case _:
                answers = run(path, form, steps, seconds)
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


def called(path: Path, name: str, form: Form, steps: Sequence[Step]) -> list[tuple[Any, bool]]:
    """Call a Python function; return the answers, and whether the arguments are as before."""
    function = getattr(loaded(path), name)
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


def called_in_node(path: Path, name: str, form: Form, steps: Sequence[Step], seconds: float) -> list[tuple[Any, bool]]:
    """Call a JavaScript function; return the answers, and whether the arguments are as before."""
    calls = [{"args": form.ask(problem), "read": -1 if limit is None else limit} for problem, limit in steps]
    request = json.dumps({"path": str(path), "name": name, "calls": calls})
    command = [node(), "--input-type=module", "--eval", DRIVER]
    return [tuple(json.loads(line)) for line in output(command, request, seconds).splitlines()]


@cache
def node() -> str:
    """Return the program that runs JavaScript."""
    return tool("JavaScript", "node")


def run(path: Path, form: Form, steps: Sequence[Step], seconds: float) -> list[tuple[Any, bool]]:
    """Run a program: once for all problems if its form allows this, else once for each problem."""
    if form.cases:
        lines = output([str(path)], "".join(form.ask(problem) for problem, _ in steps), seconds).splitlines()
        return [(line, True) for line in lines]
    return [(output([str(path)], form.ask(problem), seconds), True) for problem, _ in steps]


def output(command: list[str], text: str, seconds: float) -> str:
    """Return what a program prints."""
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=seconds)
    return ran.stdout
