"""Run the Python function under test; a separate program, which imports nothing of the project.

The program loads the function once and is then a template. It forks for each batch, so that every batch begins with the
state after loading, and failures are reproducible. The copy reads the puzzles of one batch, writes a record for each
answer at once, and ends. The many puzzles of a block are one text, and their answers share a few records. The last
record has the total time in seconds. Another interpreter may run this program (`--python`), so it is compatible with
Python 3.9. `worker.mjs` does the same for JavaScript, with the same records.

Arguments: the function to load, as JSON, and the descriptor of the socket for requests to fork. Without the second
argument, the program reads one batch from stdin, and writes its answers after the record about loading. Each input
begins with a token on its own line, and a record is JSON between two such tokens. Other output of the function, to any
descriptor, is therefore never read as a record.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import faulthandler
import importlib
import inspect
import io
import itertools
import json
import math
import os
import random
import re
import reprlib
import signal
import socket
import sys
import threading
import time
import traceback
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from operator import attrgetter, index
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any, NamedTuple, NoReturn, cast

Record = dict[str, Any]
Function = Callable[[Any], object]

_PR_SET_PDEATHSIG = 1  # as in `confinement`, which this program cannot import
_REPR = reprlib.Repr()
_REPR.maxother = _REPR.maxstring = 100
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_BOUND = 10**18  # as for the numbers of programs
_DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VALUES = bytes(_DIGITS.find(chr(code)) + 1 for code in range(256))
_CHARACTERS = f".{_DIGITS}".encode().ljust(256, b"?")
_EMPTY = ("", " ", ".", "0")
_IS_GRID = re.compile("[.0*_xX1-9A-Z-]+$")
_FEWEST_CELLS = 16
_FEWEST_ROWS = 4
_SOLUTION_NAMES = ("solution", "solved", "answer", "result")
_LEETCODE = re.compile(rb"^class Solution\b", re.MULTILINE)
_LEETCODE_IMPORTS = """
import bisect, collections, copy, functools, heapq, itertools, math, operator, random, re, string
from bisect import *; from collections import *; from functools import *; from heapq import *; from itertools import *
from math import *; from typing import *
"""
"""What LeetCode imports before a solution, as far as a solver of Sudoku may need it."""
_PACKED = 1000  # answers per record; those of the last one are lost if the function ends the process


class NoFunctionError(Exception):
    """The module is loaded, but has no function of that name, or several `candidates` if no name is given."""

    def __init__(self, reason: str, candidates: Collection[str] = ()) -> None:
        super().__init__(reason)
        self.candidates = list(candidates)


def load(place: str, function: str) -> Function:
    """Load a function of a module, or of the file at an absolute path; errors of the module itself are not caught.

    Without a name it is the only one that takes a puzzle. A method of a class without constructor arguments is bound to
    a new object. Raises NoFunctionError if there is no such function.
    """
    holder = load_place(place)
    function = function or _only_function(holder)
    try:
        found: object = attrgetter(function)(holder)
    except AttributeError:
        raise NoFunctionError(f"{place} has no function {function}{_alternatives(holder, function)}") from None
    if isinstance(found, type):
        raise NoFunctionError(f"{function} is a class; name a method of it, or write a function around it")
    if not callable(found):
        raise NoFunctionError(f"{function} in {place} is not a function but {describe(found)}")
    owner, _, name = function.rpartition(".")
    of_class: object = attrgetter(owner)(holder) if owner else holder
    if isinstance(of_class, type) and is_method(of_class, name):
        if not accepts(of_class):
            raise NoFunctionError(f"{owner} cannot be made without arguments; write a function around it")
        found = getattr(of_class(), name)
    return cast("Function", found)


def load_place(place: str) -> ModuleType:
    """Load a module, or the file at an absolute path."""
    if os.sep in place:
        return _import_file(Path(place))
    __import__(place)
    return sys.modules[place]


def _only_function(holder: ModuleType) -> str:
    names = [name for name, takes_puzzle in candidates(holder).items() if takes_puzzle]
    if len(names) != 1:
        raise NoFunctionError("it has several functions" if names else "it has no function that takes a puzzle", names)
    return names[0]


def candidates(holder: ModuleType) -> dict[str, bool]:
    """The public functions and methods of a module itself, and whether each can be called with one argument."""
    found: dict[str, bool] = {}
    for name in _own_names(holder):
        value = getattr(holder, name)
        if isinstance(value, type):
            found.update(methods(value, name))
        elif callable(value):
            found[name] = accepts(value, None)
    return found


def methods(owner: Any, name: str) -> dict[str, bool]:
    """The same for the public methods of a class or an object of this name."""
    names = [one for one in dir(owner) if not one.startswith("_") and callable(getattr(owner, one))]
    is_class = isinstance(owner, type)
    found: dict[str, bool] = {}
    for one in names:
        arguments = (None, None) if is_class and is_method(owner, one) else (None,)
        found[f"{name}.{one}"] = (accepts(owner) or not is_class) and accepts(getattr(owner, one), *arguments)
    return found


def _own_names(holder: ModuleType) -> list[str]:
    own = [name for name, value in vars(holder).items() if getattr(value, "__module__", "") == holder.__name__]
    return [name for name in own if not name.startswith("_")]


def is_method(owner: type, name: str) -> bool:
    """Whether a function of a class needs an object before its argument."""
    found = inspect.getattr_static(owner, name)
    if isinstance(found, (staticmethod, classmethod)) or not hasattr(found, "__get__"):
        return False
    return not accepts(found, None) or next(iter(inspect.signature(found).parameters), "") == "self"


def accepts(function: Any, *arguments: object) -> bool:
    """Whether a function can be called with these positional arguments."""
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # functions in C may have no signature
        return True
    return True


def _alternatives(holder: ModuleType, name: str) -> str:
    """The functions and classes of a module itself, in words that follow a complaint."""
    offered = _own_names(holder)
    close = importlib.import_module("difflib").get_close_matches(name, offered, 1)
    return f"; did you mean {close[0]}?" if close else f"; it has {', '.join(offered[:10]) or 'none'}"


def _import_file(path: Path) -> ModuleType:
    """Execute a file from its source: cached bytecode may be older than an edit within the same second."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    sys.path.insert(0, str(path.parent))
    name = path.stem if path.stem not in sys.modules else f"_{path.stem}"
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = str(path)
    source = path.read_bytes()
    code = compile(source, path, "exec", dont_inherit=True)
    if _LEETCODE.search(source):
        exec(_LEETCODE_IMPORTS, vars(module))  # noqa: S102 - imports of the standard library
    exec(code, vars(module))  # noqa: S102 - loading is the purpose
    return module


class Question(NamedTuple):
    """A puzzle as an argument, a copy of it, its number of cells, and how many of its solutions to take."""

    argument: object
    before: object
    cells: int
    solutions: int

    def was_changed(self) -> bool:
        """Whether the function changed its argument."""
        return not isinstance(self.argument, str) and self.argument != self.before


def answer_all(
    function: Function, questions: Iterable[str], *, call: str, solutions: int, refuse_on: Collection[str] = ()
) -> Iterator[Record]:
    """A record for each puzzle, then one for each list that the function changed after returning it.

    `call` is the form of the argument; an exception of one of the names in `refuse_on` is a refusal.
    """
    kept: list[tuple[int, str, object, object]] = []
    for number, text in enumerate(questions):
        argument = make_argument(text, call)
        question = Question(argument, _copy(argument), len(text), solutions)
        try:
            result = settled(function(argument))
            record = record_for(result, question)
        except BaseException as error:  # any exception is an answer, including SystemExit
            is_refusal = not _names(error).isdisjoint(refuse_on)
            yield {"refused": True} if is_refusal else describe_error(error, "raised")
            continue
        yield record
        for name, value in (("answer", result), ("puzzle", argument)):
            if isinstance(value, list) and not (name == "puzzle" and value is result):
                kept.append((number, name, cast("object", value), _copy(cast("object", value))))
    yield from ({"changed": name, "puzzle": number} for number, name, value, copy in kept if value != copy)


def make_argument(text: str, call: str) -> object:
    """A puzzle in one of the forms of `--call`."""
    if call == "text":
        return text
    if call == "board":
        return _split_rows(list(text))
    cells = list(text.encode().translate(_VALUES))
    return _split_rows(cells) if call == "rows" else cells


def _names(error: BaseException) -> set[str]:
    """The names of an exception's class and its base classes, with and without the module."""
    names = {name for kind in type(error).__mro__ for name in (kind.__name__, f"{kind.__module__}.{kind.__qualname__}")}
    return names - {"object", "builtins.object"}


def pack(records: Iterator[Record], cells: int) -> Iterator[Record]:
    """Combine the records of grids with so many cells, because one record each costs more than a fast function."""
    answers: list[object] = []
    for record in records:
        is_answer = "changed" not in record
        if is_answer:
            answers.append(pack_record(record, cells))
        if len(answers) == _PACKED or (answers and not is_answer):
            yield {"answers": answers}
            answers = []
        if not is_answer:
            yield record
    if answers:
        yield {"answers": answers}


def pack_record(record: Record, cells: int) -> object:
    """The shortest form of an answer: its text, its number, None for a refusal, or otherwise the record."""
    if "text" in record:
        return record["text"]
    if "number" in record:
        return record["number"]
    if "refused" in record:
        return None
    if len(record.get("cells", ())) == cells:
        return bytes(record["cells"]).translate(_CHARACTERS).decode("ascii")
    return record


def settled(result: object) -> object:
    """The result itself, or what it is awaited for."""
    if not hasattr(result, "__await__"):
        return result

    async def wait() -> object:
        return await cast("Any", result)

    return importlib.import_module("asyncio").run(wait())


def record_for(result: object, question: Question) -> Record:
    """The record of a result."""
    if isinstance(result, (bytes, bytearray)):
        result = _decoded(result)
    if isinstance(result, str):
        return {"text": result}
    if result is None or type(result).__name__ in ("bool_", "bool"):
        return _in_place(None if result is None else bool(result), question)
    try:
        number = index(cast("Any", result))
    except TypeError:
        pass
    else:
        return {"number": number} if abs(number) < _BOUND else {"malformed": "returned an int of more than 18 digits"}
    if hasattr(result, "__next__"):
        return _yielded(cast("Iterator[object]", result), question)
    answer = _answer(result, question)
    is_another = result is not question.argument and question.was_changed()
    return {"mutated": True} if "cells" in answer and is_another and _grid(question.argument) != answer else answer


def _in_place(result: bool | None, question: Question) -> Record:
    """The record of None or a bool: False is a refusal, and so is None if the argument is still the same puzzle."""
    if isinstance(question.argument, str):
        return {"malformed": "returned True, but a text cannot be solved in place"} if result else {"refused": True}
    if result is False:
        return {"refused": True}
    answer = _grid(question.argument)
    if "cells" not in answer:
        return answer
    placed = {**answer, "placed": True}
    if result:
        return placed
    is_full = 0 not in answer["cells"]
    if not question.was_changed():
        return {"unchanged": answer["cells"]} if is_full else {"refused": True}
    return placed if is_full else {"unfinished": answer["cells"]}


def _yielded(results: Iterator[object], question: Question) -> Record:
    """The record of an iterator over solutions, of which only the needed ones are made."""
    first: Record = {}
    number = 0
    for number, item in enumerate(itertools.islice(results, question.solutions), 1):
        if number == 1:  # now, because a solver may go on in the same list
            first = record_for(item, question)
            is_text = "text" in first and cells_in(item, question.cells) is None
            if is_text or "malformed" in first or "number" in first:
                return {"malformed": f"returned an iterator that yields {describe(item)}; expected a grid"}
    return first if question.solutions == 1 and first else {"solutions": number, "first": first}


def _answer(value: object, question: Question) -> Record:
    """The record of a grid, or of one grid in a container or an object; otherwise a description of the value."""
    if hasattr(value, "tolist"):  # an array of numpy
        value = cast("Any", value).tolist()
    answer = _grid(value)
    if len(answer.get("cells", ())) == question.cells:
        return answer
    cells = cells_in(value, question.cells)
    if cells is not None:
        return {"cells": cells}
    if isinstance(value, dict):
        found = _named(cast("dict[object, object]", value), question)
    elif isinstance(value, (list, tuple, set, frozenset)):
        found = _several(list(cast("Collection[object]", value)), question)
    else:
        found = _named(attributes(value), question)
    return answer if found is None else found


def _several(items: list[object], question: Question) -> Record | None:
    """The record of a list of solutions, or of one grid beside other values; None if it is ambiguous."""
    grids = [cells for cells in (cells_in(item, question.cells) for item in items) if cells is not None]
    first: Record = {"cells": grids[0]} if grids else {}
    if len(grids) == len(items):
        return first if question.solutions == 1 and first else {"solutions": len(grids), "first": first}
    if len(grids) > 1 or len(items) > _FEWEST_ROWS:
        return None
    says_no = any(item is None or item is False for item in items)
    if says_no and (not grids or 0 in grids[0] or grids[0] == cells_in(question.before, question.cells)):
        return {"refused": True}
    return None if any(item is False for item in items) else first or None


def _named(values: dict[object, object], question: Question) -> Record | None:
    """The record of the solution among values with names, or of the only grid among them; None if it is ambiguous."""
    grids = {name: cells for name, item in values.items() if (cells := cells_in(item, question.cells)) is not None}
    for name in filter(values.__contains__, _SOLUTION_NAMES):
        if values[name] is None or values[name] is False:
            return {"refused": True}
        if name in grids:
            return {"cells": grids[name]}
    if len(grids) != 1:
        return None
    (cells,) = grids.values()
    return {"unfinished": cells} if 0 in cells else {"cells": cells}


def _decoded(value: bytes | bytearray) -> str | list[int]:
    """The text or the cells that bytes stand for."""
    return value.decode("latin-1") if max(value, default=ord(" ")) >= ord(" ") else list(value)


def attributes(value: object) -> dict[object, object]:
    """The attributes of an object itself, by their names."""
    names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
    return {name: getattr(value, name, None) for name in names}


def cells_in(value: object, number: int) -> list[int] | None:
    """The cells of a grid of this size in any form, or None."""
    if isinstance(value, (bytes, bytearray)):
        value = _decoded(value)
    if isinstance(value, str):
        packed = "".join(value.split())
        digits = packed if len(packed) == number else "".join(re.findall("[.0-9]", packed))
        return list(digits.encode().translate(_VALUES)) if len(digits) == number and _IS_GRID.match(digits) else None
    if isinstance(value, dict):
        named = cast("dict[object, object]", value)
        names = next((names for names in _cell_names(math.isqrt(number)) if named.keys() == set(names)), None)
        value = names and [named[name] for name in names]
    rows = _items(value)
    if rows is not None and len(rows) > 1 and all(isinstance(row, str) for row in rows):
        return cells_in("".join(cast("list[str]", rows)), number)
    cells: list[int] | None = _grid(value).get("cells")
    return cells if cells is not None and len(cells) == number else None


def _cell_names(side: int) -> Iterator[list[object]]:
    """The usual names of cells or rows, as keys of a dict, row by row."""
    for start in (0, 1):
        places = range(start, start + side)
        yield [(row, column) for row in places for column in places]
        yield list(range(start, start + side * side))
        yield list(places)
    yield [f"{row}{column}" for row in _DIGITS[9 : 9 + side] for column in range(1, side + 1)]


def _grid(value: object) -> Record:
    """The cells of an answer of rows or cells, or a description of the error in it."""
    if hasattr(value, "tolist"):  # an array of numpy
        value = cast("Any", value).tolist()
    rows = _items(value)
    if rows is None or isinstance(value, str) or len(rows) < _FEWEST_ROWS:
        return {"malformed": f"returned {describe(value)}"}
    try:  # the usual case, at a tenth of the cost
        if all(type(row) is list and len(row) == len(rows) for row in cast("list[Any]", rows)):
            values = b"".join(map(bytes, cast("list[list[int]]", rows)))
            if max(values) <= len(rows):
                return {"cells": list(values)}
    except (TypeError, ValueError):
        pass
    side = math.isqrt(len(rows))
    if side * side == len(rows) >= _FEWEST_CELLS and not any(map(_is_row, rows)):
        rows = cast("list[object]", _split_rows(rows))
    cells: list[int] = []
    expected: type | None = None
    for number, row in enumerate(rows, 1):
        digits = _items(row)
        if digits is None or len(digits) != len(rows):
            shown = describe(row)
            return {"malformed": f"returned {len(rows)} rows; row {number} is not a list of {len(rows)} cells: {shown}"}
        for column, digit in enumerate(digits, 1):
            kind = str if isinstance(digit, str) else int
            value, expected = _digit(digit), expected or kind
            where = f"returned rows in which r{number}c{column} is"
            if value is None or kind is not expected:
                wanted = "a digit or '.'" if expected is str else "an int"
                return {"malformed": f"{where} {describe(digit)}; expected {wanted}"}
            if not 0 <= value <= len(rows):
                return {"malformed": f"{where} {_REPR.repr(digit)}"}
            cells.append(value)
    return {"cells": cells}


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple)) or (isinstance(value, str) and len(value) > 1)


def _digit(value: object) -> int | None:
    """The number of an int, a float without a fraction (the usual array of numpy) or a character; otherwise None."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, str):
        try:
            return index(cast("Any", value))
        except TypeError:
            return None
    if value in _EMPTY:
        return 0
    return _DIGITS.find(value) + 1 or None if len(value) == 1 else None


def _items(value: object) -> list[object] | None:
    return list(cast("list[object]", value)) if isinstance(value, (list, tuple, str)) else None


def _split_rows(cells: list[Any]) -> list[list[Any]]:
    side = math.isqrt(len(cells))
    return [cells[start : start + side] for start in range(0, len(cells), side)]


def _copy(value: object, depth: int = 2) -> object:
    """A copy of a list of lists, not deeper, because a list may contain itself."""
    if not isinstance(value, list):
        return value
    items = cast("list[object]", value)
    return [_copy(item, depth - 1) for item in items] if depth > 1 else items[:]


def describe(value: object) -> str:
    """A value and its type, without the address of an object, which varies."""
    return f"{_ADDRESS.sub('', _REPR.repr(value))} ({type(value).__name__})"


def describe_error(error: BaseException, kind: str) -> Record:
    """Describe an exception, with the line of the user's code that raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    user = [frame for frame in frames if "site-packages" not in frame.filename and "/lib/python" not in frame.filename]
    text = type(error).__name__
    with contextlib.suppress(Exception):  # the exception may be defined by the user and fail itself
        text += f": {message[:500]}" if (message := str(error)) else ""
    for frame in (user or frames)[-1:]:
        text += f" at {Path(frame.filename).name}:{frame.lineno} in {frame.name}"
    if isinstance(error, NoFunctionError):
        return {kind: str(error), "no_function": True, "candidates": error.candidates}
    return {kind: text, "exception": type(error).__name__, "memory": isinstance(error, MemoryError)}


def _read_input(stream: int) -> tuple[bytes, bytes]:
    with open(stream, "rb") as opened:  # a descriptor, not a path
        token, _, puzzles = opened.read().partition(b"\n")
    return token, puzzles


def _seed_and_parse(puzzles: bytes) -> Any:
    random.seed(zlib.crc32(puzzles))  # so that a batch gets the same random numbers each time
    return json.loads(puzzles)


def write_record(answers: int, token: bytes, record: Record) -> None:
    """Write a record between two tokens."""
    text = token + json.dumps(record).encode() + token
    while text:
        text = text[os.write(answers, text) :]


def serve_forks(requests: socket.socket) -> tuple[int, int]:
    """Fork for each request; return only in the copies, with the descriptors for input and answers.

    supervisor ── template          waits for requests
                     └─ between     the first fork ends at once,
                           └─ copy  so the second one is adopted by the supervisor, which can wait for its end
    """
    while True:
        request, streams, _, _ = socket.recv_fds(requests, 32, 3)
        if not request:
            os._exit(0)
        between = os.fork()
        if not between:
            break
        _, status = os.waitpid(between, 0)
        for stream in streams:
            os.close(stream)
        if status:
            requests.send(b"0")
    between = os.getpid()
    copy = os.fork()
    if copy:
        requests.send(str(copy).encode())
        os._exit(0)
    requests.close()
    while os.getppid() == between:
        time.sleep(0)
    if sys.platform == "linux":  # be killed when the supervisor ends
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    os.setsid()  # a session, so that all its processes can be killed
    questions, answers, output = streams
    os.set_inheritable(answers, False)
    _redirect_output(output)
    return questions, answers


def _redirect_output(stream: int) -> None:
    """Redirect stdout and stderr of the function to one stream, apart from the answers."""
    for number in (1, 2):
        os.dup2(stream, number)
    if stream > 2:
        os.close(stream)


def begin(target: Record) -> tuple[int, bytes, bytes]:
    """Prepare to load the user's code; return the descriptor for answers, their token, and the input."""
    answers = os.dup(1)
    token, asked = _read_input(0)
    os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # replaces the closed input
    _redirect_output(2)
    faulthandler.enable(2, all_threads=False)
    faulthandler.register(signal.SIGTERM, 2, all_threads=False, chain=True)
    cast("io.TextIOWrapper", sys.stdout).reconfigure(line_buffering=True)
    sys.dont_write_bytecode = True
    path = [place for place in sys.path if place != str(Path(__file__).parent)]
    sys.path[:] = [target["folder"], *(target["path"] or path)]
    sys.argv = [target["place"]]
    return answers, token, asked


def main() -> None:
    """Load the function, report this, and answer."""
    target = json.loads(sys.argv[1])
    requests = socket.socket(fileno=int(sys.argv[2])) if sys.argv[2:] else None
    if requests:
        requests.set_inheritable(False)
    answers, token, puzzles = begin(target)
    try:
        function = load(target["place"], target["function"])
    except BaseException as error:  # a module may raise anything while loading
        write_record(answers, token, describe_error(error, "load_error"))
        return
    write_record(answers, token, {"loaded": True})
    if requests:
        os.close(answers)
        _redirect_output(os.open(os.devnull, os.O_RDWR))
        questions, answers = serve_forks(requests)
        token, puzzles = _read_input(questions)
    asked = _seed_and_parse(puzzles)
    how = {name: target[name] for name in ("call", "solutions", "refuse_on")}
    if isinstance(asked, list):
        records = answer_all(function, cast("list[str]", asked), **how)
    else:
        text, cells = asked["block"], asked["cells"]
        split = (text[start : start + cells] for start in range(0, len(text), cells))
        records = pack(answer_all(function, split, **how), cells)
    started = monotonic()
    for record in records:
        write_record(answers, token, record)
    write_record(answers, token, {"seconds": monotonic() - started})
    _exit()


def _exit() -> NoReturn:
    """End like a Python program, with threads joined and exit functions run, but without clearing modules.

    Clearing would cost more than the rest of a batch. A child of `multiprocessing` calls the same two private
    functions at its end.
    """
    cast("Any", threading)._shutdown()  # noqa: SLF001 - see above
    cast("Any", atexit)._run_exitfuncs()  # noqa: SLF001 - see above
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the function may have closed it
            stream.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
