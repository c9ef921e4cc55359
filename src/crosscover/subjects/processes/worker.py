"""Load a Python module, evaluate an expression for each argument, and write the results as JSON lines.

Needs Python 3.9 or later, imports little, and contains no Sudoku rules. The arguments are the module, as JSON, and a
socket; each request forks, so every batch starts from the freshly loaded state. Without a socket, stdin is a batch.
"""
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportPossiblyUnboundVariable=false

from __future__ import annotations

import atexit
import faulthandler
import io
import json
import os
import random  # before the user's folder is on the path, because it may contain a module of this name
import re
import signal
import sys
import zlib
from collections import deque
from itertools import chain, islice
from time import monotonic, sleep
from types import ModuleType

TYPE_CHECKING = False  # importing typing would delay the start by 4 ms
if TYPE_CHECKING:
    from typing import Any

BUFFER_SIZE = 1 << 16  # in bytes
BUFFER_SECONDS = 0.02
PRINTED = 1 << 16  # in bytes; of printed text, the end is kept
PART = 1000  # arguments that are parsed at a time
LINES = 1000  # empty lines on stdin, for functions that wait for a key
KEPT = 20_000  # lists kept for a second comparison; more would fill the memory
DEPTH = 6
DEEP = "]" * (DEPTH + 1)
ATTRIBUTE_DEPTH = 3  # below an object it is less, because objects refer to each other
ENCODE = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
ONLY_AST = 0x400  # flags of compile()
FUTURE = 0x1FE0000
FOREIGN = re.compile(f"^<|site-packages|/lib/python|{re.escape(__file__)}")
LEETCODE = "bisect, collections, copy, functools, heapq, itertools, operator, random, re, string, math, typing"


class NoInput(io.TextIOBase):
    """Stdin while a module is loaded: a module that reads it is a program. User code rarely catches `ReadsInput`."""

    def readline(self, *_: object) -> Any:
        """Raise ReadsInput, also for `input()` and iteration."""
        calls = "input" in sys._getframe(1).f_code.co_names  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - documented
        raise ReadsInput(f"{'calls input()' if calls else 'reads stdin'} while it is loaded")

    read = readlines = readline
    buffer = property(readline)


class ReadsInput(BaseException):
    """A module reads stdin while it is loaded."""


def load(place: str) -> tuple[ModuleType, BaseException | None]:
    """Load a module, a package, or the file at an absolute path; return it, and the error of a failed statement.

    A file is loaded from its source: bytecode may be older than the last edit. If it imports from its package, it is a
    module of it, otherwise a script.
    """
    if os.sep not in place:
        __import__(place)
        return sys.modules[place], None
    place = os.path.join(place, "__init__.py") if os.path.isdir(place) else place  # noqa: PTH112, PTH118 - pathlib starts slowly
    source = io.FileIO(place).readall()
    folder, _, file = place.rpartition(os.sep)
    root, package, is_imported = package_of(folder, source)
    name = file.partition(".")[0]
    if is_imported or name == "__init__":
        sys.path[:0] = [root]
        if not os.path.isfile(os.path.join(folder, f"{package}.py")):  # noqa: PTH113, PTH118 - it would hide the package
            sys.path += [folder]
        __import__(package)
        name = package if name == "__init__" else f"{package}.{name}"
        if name in sys.modules:
            return sys.modules[name], None
    else:
        sys.path[:0] = [folder]
        sys.path += [root, os.path.dirname(root)]  # noqa: PTH120
        package = ""
        name = f"_{name}" if name in sys.modules else name
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = place
    module.__package__ = package
    for library in LEETCODE.split(", ") if re.search(rb"^class Solution\b", source, re.MULTILINE) else ():
        exec(f"import {library}; from {library} import *", vars(module))  # noqa: S102 - as LeetCode does
    return module, _execute(source, place, vars(module))


def _execute(source: bytes, place: str, scope: dict[str, Any]) -> BaseException | None:
    """Execute a file; go on after a statement that fails, such as a call of `main()`, and return the first error.

    Names that the statement should have defined remain undefined, so functions that need them fail. A missing module
    ends the loading. This terminates because fewer statements are left each time.
    """
    code = compile(source, place, "exec", dont_inherit=True)
    rest: Any = None
    first = None
    while True:
        try:
            exec(code, scope)  # noqa: S102 - loading is the purpose
        except ImportError:
            raise
        except (Exception, SystemExit, ReadsInput) as error:
            first = first or error
            if error.__traceback__ is None or error.__traceback__.tb_next is None:
                raise
            line = error.__traceback__.tb_next.tb_lineno
            rest = rest or compile(source, place, "exec", ONLY_AST, dont_inherit=True)
            rest.body = [node for node in rest.body if node.end_lineno >= line][1:]
            code = compile(rest, place, "exec", code.co_flags & FUTURE, dont_inherit=True)
        else:
            return first


def package_of(folder: str, source: bytes) -> tuple[str, str, bool]:
    """Return the parent folder and the name of the package of a file, and whether the file imports from it.

    `from sudoku import solve` imports from a module beside the file, if there is one. Without an `__init__.py`, only
    the modules of a package can be imported from it; other names belong to a library, such as `math`.
    """
    relative = rb"^[ \t]*from[ \t]*(\.+)[\w. \t]*\bimport\b"  # a docstring may contain "from ..3.2.6"
    levels = max(map(len, re.findall(relative, source, re.MULTILINE)), default=0)
    names: list[str] = []
    root = folder
    while len(names) < max(levels, 1) or (root and os.path.isfile(os.path.join(root, "__init__.py"))):  # noqa: PTH113, PTH118
        root, _, last = root.rpartition(os.sep)
        names.insert(0, last)
    is_beside = os.path.isfile(os.path.join(folder, f"{names[0]}.py"))  # noqa: PTH113, PTH118
    name = re.escape(os.fsencode(names[0])) + (b"[.]" if is_beside else b"")
    own = rb"^[ \t]*(?:from|import)[ \t]+" + name + rb"\b(?:\.|[ \t]+import[\s(]+)?(\w*)"
    modules = re.findall(own, source, re.MULTILINE)
    if not os.path.isfile(os.path.join(folder, "__init__.py")):  # noqa: PTH113, PTH118
        files = {file.partition(".")[0] for file in os.listdir(folder or os.sep)} - {""}  # noqa: PTH208
        modules = [module for module in modules if os.fsdecode(module) in files]
    is_imported = levels > 0 or bool(modules)
    return root or os.sep, ".".join(names), is_imported and "." not in "".join(names)  # which no package name contains


def describe_names(module: ModuleType) -> Any:
    """Yield the public lists, the module's own functions and classes, and classes of its neighbours, in order."""
    for name, value in [item for item in vars(module).items() if item[0][0] != "_"]:
        shape = getattr(value, "shape", None)  # of an array
        if type(value) is list or (type(shape) is tuple and shape):
            yield {"name": name, "kind": "list", "length": shape[0] if shape else len(value)}
            continue
        owner = str(getattr(value, "__module__", ""))
        is_own = owner == module.__name__ or _is_of_package(value, module)
        is_class = issubclass(type(value), type)
        if is_class and (is_own or _is_beside(sys.modules.get(owner), module)):
            maker = value.__new__ if value.__init__ is object.__init__ else value.__init__
            lists: list[str] = [attribute for attribute in vars(value) if type(vars(value)[attribute]) is list]
            attributes = [*lists, *getattr(getattr(maker, "__code__", None), "co_names", ())]
            described = {**_arity(maker, 1), "attributes": attributes, "methods": [*_methods(value)]}
            yield {"name": name, "kind": "class" if is_own else "import", **described}
        elif is_own and callable(value):
            yield {"name": name, "kind": "function", **_arity(value)}


def _is_beside(other: ModuleType | None, module: ModuleType) -> bool:
    places = [os.path.dirname(getattr(each, "__file__", None) or "") for each in (other, module)]  # noqa: PTH120
    return places[0] == places[1]


def _is_of_package(value: Any, module: ModuleType) -> bool:
    """Whether a package offers a definition of one of its modules."""
    return hasattr(module, "__path__") and str(getattr(value, "__module__", "")).startswith(f"{module.__name__}.")


def _methods(owner: type) -> Any:
    kinds = [kind for kind in reversed(owner.__mro__) if kind.__module__ != "builtins"]
    for name, raw in {name: raw for kind in kinds for name, raw in vars(kind).items() if name[0] != "_"}.items():
        value = getattr(owner, name, None)
        if callable(value) and not isinstance(value, type):
            kind = "static" if isinstance(raw, (staticmethod, classmethod)) else "method"
            yield {"name": name, "kind": kind, **_arity(value, 0 if isinstance(raw, staticmethod) else 1)}


def _arity(function: Any, bound: int = 0) -> dict[str, Any]:
    """Return the minimum and maximum number of positional arguments, without bound ones, if known, and their names."""
    function = getattr(function, "__wrapped__", function)
    code = getattr(function, "__code__", None)
    if code is None:  # not written in Python
        return {"least": 0, "most": 0 if function in (object.__init__, object.__new__) else None}
    count = code.co_argcount
    least = count - bound - len(function.__defaults__ or ())
    keywords = code.co_varnames[count : count + code.co_kwonlyargcount]
    return {
        "least": max(least, 0),
        "most": None if code.co_flags & 4 else count - bound,
        "parameters": code.co_varnames[bound:count],
        "keywords": [name for name in keywords if name not in (function.__kwdefaults__ or ())],
    }


def encode(value: object) -> str:
    """Return the JSON of a value, simplified if it is cyclic, deep or of a type that JSON lacks."""
    try:
        text = ENCODE(value)
    except Exception:
        text = DEEP
    return ENCODE(_simplified(value, DEPTH)) if DEEP in text else text


def _simplified(value: Any, depth: int) -> object:
    if hasattr(type(value), "tolist"):  # an array or a number of numpy
        value = value.tolist()
    if value is None or isinstance(value, str) or (isinstance(value, (int, float)) and value - value == 0):
        return value
    if isinstance(value, (bytes, bytearray)):
        return value.decode("latin-1") if max(value, default=32) >= 32 else list(value)
    if depth and isinstance(value, (list, tuple, set, frozenset)):
        return [_simplified(item, depth - 1) for item in value]
    if depth and isinstance(value, dict):
        return {str(key): _simplified(item, depth - 1) for key, item in value.items()}
    names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
    if depth and names and not isinstance(value, (type, ModuleType)):
        return {name: _simplified(getattr(value, name, None), min(depth - 1, ATTRIBUTE_DEPTH)) for name in names}
    return {"shown": re.sub(" at 0x[0-9a-fA-F]+", "", repr(value))[:100]}  # addresses vary


def describe_error(error: BaseException, kind: str) -> dict[str, Any]:
    """Return the record of an exception, with the line of the user's code, if any."""
    place = ""
    step = error.__traceback__
    while step:
        code = step.tb_frame.f_code
        if not FOREIGN.search(code.co_filename):
            place = f" at {code.co_filename.rpartition(os.sep)[2]}:{step.tb_lineno} in {code.co_name}"
        step = step.tb_next
    if not place and isinstance(error, (ImportError, NameError, SyntaxError)):
        kind = "load_error"
    classes = type(error).__mro__[:-1]
    names = [name for base in classes for name in (base.__name__, f"{base.__module__}.{base.__qualname__}")]
    text = f"{names[0]}: {error}"[:500].removesuffix(": ") + place
    return {kind: text, "exception": names, "memory": isinstance(error, MemoryError)}


def _awaited(value: Any) -> Any:
    if not hasattr(type(value), "__await__"):
        return value
    import asyncio  # noqa: PLC0415 - would delay the start

    return asyncio.run(asyncio.wait_for(value, None))


class Batch:
    """The calls of a batch; `kept` holds the JSON of lists that later calls must not change."""

    def __init__(self, module: ModuleType, expression: str, items: int, printed: bool) -> None:
        self.module = module
        self.expression = expression
        self.items = items
        self.printed = printed
        self.function: Any = None
        self.can_call = True
        self.kept: deque[tuple[int, str, object, str]] = deque(maxlen=KEPT)

    def record(self, number: int, argument: object) -> str:
        """Call the function with an argument, and return the record of the call."""
        output = io.BytesIO()
        if self.printed:
            sys.stdout = io.TextIOWrapper(output, "utf-8", "backslashreplace", write_through=True)
        try:
            fields = self._call(number, argument)
        except BaseException as error:  # including SystemExit
            record = describe_error(error, "raised")
            self.can_call = "load_error" not in record
            fields = ENCODE(record)[1:-1]
        if output.tell():
            text = output.getvalue()[-PRINTED:].decode("utf-8", "replace")
            fields += f',"printed":{ENCODE(text)}'
        return f"{{{fields}}}\n"

    def _call(self, number: int, argument: object) -> str:
        before = encode(argument) if type(argument) is list else ""
        if self.function is None:
            numpy = ', numpy=__import__("numpy")' if "numpy" in self.expression else ""
            self.function = eval(f"lambda puzzle{numpy}: ({self.expression}\n)", vars(self.module))  # noqa: S307 - the user's
        result = _awaited(self.function(argument))
        if type(result) is tuple:
            result = tuple(map(_awaited, result))
        if type(result) is not str and hasattr(type(result), "__next__"):
            text = f"[{','.join(map(encode, islice(result, self.items)))}]"
            fields = f'"items":{text}'
        else:
            text = encode(result)
            fields = f'"returned":{text}'
        if before and result is not argument:
            after = encode(argument)
            self.kept.append((number, "argument", argument, after))
            if after != before or text in ("null", "true", "false"):  # which refer to the argument
                fields += f',"argument":{after}'
        if type(result) is list:
            self.kept.append((number, "answer", result, text))
        return fields

    def changed(self) -> list[tuple[int, str]]:
        """Return the number of the call and the role of each list that has changed since its call."""
        return [(number, role) for number, role, value, text in self.kept if encode(value) != text]


def answer(module: ModuleType, batch: int, answers: int) -> None:
    """Read a batch; write one line per argument, then a report of the lists that have changed since their call."""
    with open(batch, "rb") as opened:  # a descriptor, not a path
        sent = opened.read()
    if not sent:
        return
    header, *lines = sent.decode().rstrip().split("\n")
    options = json.loads(header)
    is_buffered = options.pop("buffered")
    calls = Batch(module, **options)
    random.seed(zlib.crc32(sent))  # a batch gets the same random numbers each time
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"\n" * LINES))
    started = written = monotonic()
    parts = (json.loads(f"[{','.join(lines[start : start + PART])}]") for start in range(0, len(lines), PART))
    with open(answers, "w", BUFFER_SIZE) as file:
        for number, argument in enumerate(chain.from_iterable(parts)):
            file.write(calls.record(number, argument))
            if not is_buffered or monotonic() - written > BUFFER_SECONDS:
                file.flush()
                written = monotonic()
            if not calls.can_call:
                return
        file.write(ENCODE({"seconds": monotonic() - started, "changed": calls.changed()}) + "\n")


def serve_forks(channel: int) -> tuple[int, int]:
    """Fork for each request; return only in the copies, with the descriptors of input and answers.

    An intermediate process exits immediately after forking, so the supervisor adopts the copy.
    """
    import ctypes  # noqa: PLC0415 - would delay loading
    import socket  # noqa: PLC0415 - would delay loading

    requests = socket.socket(fileno=channel)
    libc = ctypes.CDLL(None)
    while True:
        request, streams, *_ = socket.recv_fds(requests, 32, 3)
        if not request:
            os._exit(0)
        between = os.fork()
        if between:
            os.waitpid(between, 0)
            for stream in streams:
                os.close(stream)
            continue
        between = os.getpid()
        copy = os.fork()
        if not copy:
            break
        requests.send(b"%d" % copy)
        os._exit(0)
    requests.close()
    os.setsid()  # a new session, so all its processes can be killed
    while os.getppid() == between:
        sleep(1e-5)
    libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG: be killed with the supervisor
    for number in (1, 2):
        os.dup2(streams[2], number)
    os.close(streams[2])
    os.set_inheritable(streams[1], False)
    return streams[0], streams[1]


def main() -> None:
    """Load the module, report its names, and answer the batch."""
    target = json.loads(sys.argv[1])
    channel = int(sys.argv[2]) if sys.argv[2:] else 0
    os.set_inheritable(channel, False)
    batch = os.dup(0)
    answers = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    faulthandler.enable(2, all_threads=False)
    faulthandler.register(signal.SIGTERM, 2, all_threads=False, chain=True)
    sys.stdin = NoInput()  # until the module is loaded
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, sys.stdout.encoding, "backslashreplace", line_buffering=True)
    atexit.register(sys.stdout.flush)
    sys.dont_write_bytecode = True
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(display, None)  # a solver must open no windows
    sys.argv = [target["place"]]
    sys.path[:] = [target["folder"], *(target["path"] or sys.path[1:])]
    try:
        module, failed = load(target["place"])
        loaded: dict[str, Any] = {"loaded": list(describe_names(module)), "numpy": "numpy" in sys.modules}
        if failed:
            if all(record["kind"] in ("list", "import") for record in loaded["loaded"]):
                raise failed
            loaded["failed"] = describe_error(failed, "load_error")["load_error"]
    except BaseException as error:  # a module may raise anything
        loaded = describe_error(error, "load_error")
    os.write(answers, f"{ENCODE(loaded)}\n".encode())
    if "loaded" in loaded:
        answer(module, *(serve_forks(channel) if channel else (batch, answers)))
    atexit._run_exitfuncs()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - as a child of multiprocessing does
    os._exit(0)  # joins no threads and clears no modules, which would cost more than a batch


if __name__ == "__main__":
    main()
