"""Find the form in which a Python function solves an easy puzzle; a separate program that uses `worker.py`.

    functions that may be meant ──► calls with the puzzle in each form ──► places of the solution in and around a result
                                    (each in a fork, for a few seconds)

It writes a record for the first call that gives the solution: the function, the form that it receives, and lines of
code that make a wrapper around it, empty if it needs none. The puzzle, its solution, and what `argument_forms.py` has
to try are its input. Like `worker.py`, it imports nothing of the project, and is compatible with Python 3.9.
`exploration.mjs` does the same for JavaScript.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import itertools
import json
import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from crosscover.subjects.processes import worker
else:
    import worker

_CALL_SECONDS = 2.0
_SECONDS = 15.0
_FUNCTIONS = 6  # that are tried instead of a missing one
_BODIES = 3
_DEPTH = 2  # of values in a result
_STEPS = 1000  # items of an iterator
_SOLVERS = re.compile(r"solv|sudoku|search|run|answer|fill|backtrack", re.IGNORECASE)
_GETTERS = re.compile(r"grid|board|string|str|list|rows|cells|values|solution|answer|array|puzzle", re.IGNORECASE)
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

Arguments = dict[str, list[str]]


class Form(NamedTuple):
    """A form of the puzzle: what a wrapper receives, and an expression for what it passes on."""

    call: str
    argument: str


class Attempt(NamedTuple):
    """A call with `{}` for the puzzle, a statement before it, and a name that may hold the solution after it."""

    call: str
    before: str = ""
    root: str = ""
    is_native: bool = False


def functions(holder: ModuleType, name: str) -> list[str]:
    """The function of that name, or else the methods of its class or others that may be meant, the likeliest first."""
    found = _lookup(holder, name) if name else None
    if callable(found) and not isinstance(found, type):
        return [name]
    names = list(worker.candidates(holder)) if found is None else worker.methods(found, name)
    likeness = {one: SequenceMatcher(None, one.lower(), name.lower()).ratio() for one in names}
    return sorted(names, key=lambda one: (not _SOLVERS.search(one), -likeness[one]))[:_FUNCTIONS]


def _lookup(holder: object, name: str) -> Any:
    for part in name.split("."):
        holder = getattr(holder, part, None)
    return holder


def _public(holder: object) -> list[str]:
    return [name for name in dir(holder) if not name.startswith("_")]


def attempts(holder: ModuleType, name: str, cells: int, arguments: Arguments) -> Iterator[Attempt]:
    """The calls that fit the parameters of a function."""
    owner, _, method = name.rpartition(".")
    of_class = _lookup(holder, owner) if owner else None
    if isinstance(of_class, type) and worker.is_method(of_class, method):
        if worker.accepts(of_class):
            calls = _calls(f"solver.{method}", getattr(of_class(), method), arguments)
            yield from (Attempt(call, f"solver = {owner}()", "solver", call.endswith("({})")) for call in calls)
        elif not _required(getattr(of_class, method))[1:]:
            yield Attempt(f"solver.{method}()", f"solver = {owner}({{}})", "solver")
        return
    function = _lookup(holder, name)
    if _takes_nothing(function):
        for one, value in list(vars(holder).items()):
            is_mutable = isinstance(value, list) or hasattr(value, "tolist")
            if is_mutable and worker.cells_in(cast("object", value), cells):
                yield Attempt(f"{name}()", f"{one}[:] = {{}}", f"[[*row] for row in {one}]")
        return
    yield from (Attempt(call, is_native=call.endswith("({})")) for call in _calls(name, function, arguments))


def _calls(name: str, function: Any, arguments: Arguments) -> list[str]:
    required = len(_required(function))
    usual = "{}" + ", 0" * (required - 1)
    return [f"{name}({one})" for one in arguments.get(str(required), [usual])]


def _required(function: Any) -> list[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one.name for one in parameters if one.kind in _POSITIONAL and one.default is one.empty]


def _takes_nothing(function: Any) -> bool:
    return worker.accepts(function) and not worker.accepts(function, None)


def places(place: str, value: object, depth: int = _DEPTH) -> Iterator[tuple[str, object]]:
    """Expressions for values in a value, with these values, the simplest first."""
    yield place, value
    if not depth or value is None or isinstance(value, (bool, int, float, str, bytes)):
        return
    inner: list[tuple[str, object]] = []
    if isinstance(value, dict):
        named = itertools.islice(cast("dict[object, object]", value).items(), 20)
        inner = [(f"{place}[{key!r}]", item) for key, item in named if isinstance(key, (str, int))]
    elif hasattr(value, "__next__"):
        items = list(itertools.islice(cast("Iterator[object]", value), _STEPS))
        inner = [(f"list({place})[-1]", items[-1])] if items else []
        inner.append((f"list({place})", items))
    elif isinstance(value, (list, tuple)):
        sequence = cast("list[Any]", value)
        inner = [(f"{place}[{at}]", sequence[at]) for at in (0, 1, 2, -1) if -2 < at < len(sequence)]
        if depth == _DEPTH and all(isinstance(row, (list, tuple)) for row in sequence):
            inner.append((f"list(zip(*{place}))", list(itertools.zip_longest(*cast("list[list[object]]", sequence)))))
    else:
        inner = [(f"{place}.{name}", found) for name, found in worker.attributes(value).items()]
        for name in filter(_GETTERS.search, _public(type(value))):
            found: Any = getattr(value, name, None)
            if not callable(found):
                inner.append((f"{place}.{name}", found))
            elif worker.accepts(found):
                inner.append((f"{place}.{name}()", found()))
        inner.append((f"str({place})", str(value)))
    for expression, item in inner:
        yield from places(expression, item, 0 if "zip" in expression else depth - 1)


def bodies(names: dict[str, Any], form: Form, attempt: Attempt, text: str, solution: str) -> Iterator[str]:
    """The bodies of wrappers around a call that give the solution; an empty one if no wrapper is needed."""
    puzzle = worker.make_argument(text, form.call)
    question = worker.Question(puzzle, worker.make_argument(text, form.call), len(text), 1)
    expected = worker.cells_in(solution, len(text))

    def is_solution(value: object) -> bool:
        return worker.cells_in(value, len(text)) == expected

    names = {**names, "puzzle": puzzle}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        argument = names["argument"] = eval(form.argument, names)  # noqa: S307 - one of ours
        exec(attempt.before.format("argument"), names)  # noqa: S102 - a call of the user's code
        result = worker.settled(eval(attempt.call.format("argument"), names))  # noqa: S307 - as above
    before = attempt.before and attempt.before.format(form.argument) + "; "
    call = attempt.call.format(form.argument)
    if not hasattr(result, "__next__"):
        record = worker.record_for(result, question._replace(argument=argument if form.argument == "puzzle" else text))
        if is_solution(record.get("text", record.get("cells"))):
            is_native = attempt.is_native and form.argument == "puzzle"
            yield "" if is_native else f"{before}return {call}"
    for place, found in places("result", result):
        if place != "result" and is_solution(found):
            yield f"{before}result = {call}; return result and {place}"
    if is_solution(argument):
        is_own = argument is puzzle
        held = f"argument = {form.argument}; {attempt.before and attempt.before.format('argument') + '; '}"
        yield f"{before}{call}" if is_own else f"{held}{attempt.call.format('argument')}; return argument"
    if attempt.root:
        for place, found in places(attempt.root, eval(attempt.root, names)):  # noqa: S307 - a name
            if is_solution(found):
                yield f"{before}{call}; return {place}"
    digits = re.sub("[^1-9]", "", printed.getvalue())
    if is_solution(digits[-len(text) :]):
        caught = "import io, re, sys; sys.stdout = io.StringIO()"
        taken = f"re.sub('[^1-9]', '', sys.stdout.getvalue())[-{len(text)}:]"
        yield f"{caught}; {before}{call}; return {taken}"


def _in_fork(action: Callable[[], Iterator[str]]) -> list[str]:
    """The first texts of an action in a process of its own, as far as it gets in a few seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):  # of the user's code
            for found in itertools.islice(action(), _BODIES):
                os.write(writing, json.dumps(found).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    deadline = monotonic() + _CALL_SECONDS
    written = b""
    while select.select([reading], [], [], max(deadline - monotonic(), 0))[0]:
        chunk = os.read(reading, 1 << 16)
        if not chunk:
            break
        written += chunk
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return [json.loads(line) for line in written.split(b"\n")[:-1]]


def explore(holder: ModuleType, target: dict[str, Any], asked: dict[str, Any]) -> worker.Record:
    """The first call that gives the solution, or else the result of the given one."""
    deadline = monotonic() + _SECONDS
    text, solution = asked["text"], asked["solution"]
    tries = (
        (Form(*form), name, attempt)
        for form, name in itertools.product(asked["forms"], functions(holder, target["function"]))
        for attempt in attempts(holder, name, len(text), asked["arguments"])
    )
    for form, name, attempt in itertools.takewhile(lambda _: monotonic() < deadline, tries):
        if found := _in_fork(lambda: bodies(vars(holder), form, attempt, text, solution)):  # noqa: B023 - called at once
            return {"function": name, "call": form.call, "bodies": found}
    function = worker.load(target["place"], target["function"])
    result = _in_fork(lambda: iter([repr(function(worker.make_argument(text, target["call"])))[:100]]))
    return {"returned": result[0]} if result else {}


def main() -> None:
    """Load the module, and write what was found."""
    target = json.loads(sys.argv[1])
    answers, token, asked = worker.begin(target)
    try:
        holder = worker.load_place(target["place"])
        found = explore(holder, target, json.loads(asked))
    except BaseException as error:  # a module may raise anything
        found = worker.describe_error(error, "load_error")
    if found:
        worker.write_record(answers, token, found)
    os._exit(0)


worker.keep(globals())

if __name__ == "__main__":
    main()
