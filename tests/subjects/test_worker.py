"""The workers of Python and JavaScript functions, driven through their pipes without a supervisor."""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from crosscover.options import PYTHON, Call, Options
from crosscover.reference import Grid, Shape
from crosscover.subjects import languages, processes
from crosscover.subjects.answers import argument
from crosscover.subjects.calls import Definition, ranked_ways
from crosscover.subjects.forms import EMPTY_CELLS

FOLDER = Path(processes.__file__).parent
WORKER = FOLDER / "worker.py"
MAIN = f'import {{ main }} from "{(FOLDER / "worker.mjs").as_uri()}";'
START = f"{MAIN} main(JSON.parse(process.argv[1]), (name) => import(name));"
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(not NODE, reason="no node here, which runs JavaScript")
LANGUAGES = pytest.mark.parametrize("language", ["py", pytest.param("mjs", marks=NEEDS_NODE)])


@dataclass(frozen=True, slots=True)
class Ended:
    """A worker's first record, its call records, the changed lists in its last record, and how it ended."""

    loaded: Any
    records: list[Any]
    changed: list[Any] | None
    errors: str
    status: int


Run = Callable[..., Ended]


def command(language: str, place: str, folder: Path) -> list[str]:
    """Return the command of the worker for a file path or a package."""
    target = json.dumps({"place": place, "is_file": os.sep in place, "folder": str(folder), "path": None})
    if language == "py":
        return [sys.executable, str(WORKER), target]
    options = ["--no-warnings", "--input-type=module", "--eval", START, target]
    return ["/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh", "node", *options]


def batch(expression: str, arguments: Sequence[object], **how: object) -> bytes:
    """Return the input of a batch."""
    header = {"expression": expression, "items": 1, "printed": False, "buffered": False, **how}
    return "".join(json.dumps(line) + "\n" for line in (header, *arguments)).encode()


def read(output: bytes, errors: bytes = b"", status: int = 0) -> Ended:
    """Read the lines of a worker."""
    first, *records = [json.loads(line) for line in output.decode("ascii").splitlines()] or [None]
    changed = records.pop()["changed"] if "seconds" in str(records[-1:]) else None
    return Ended(first, list(map(brief, records)), changed, errors.decode(), status)


def brief(record: Any) -> Any:
    """Return a record without the names and the memory flag of an exception; of a value alone, the value."""
    fields = {key: value for key, value in record.items() if key not in ("exception", "memory")}
    return fields["returned"] if list(fields) == ["returned"] else fields


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A function that runs a batch through the worker of a language, for a solver with this code."""

    def run_one(language: str, code: str, expression: str = "", arguments: Sequence[object] = (), **how: Any) -> Ended:
        path, module = tmp_path / how.pop("file", f"solver.{language}"), how.pop("module", "")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
        given = batch(expression, arguments, **how) if expression else b""
        argv = command(language, module or str(path), tmp_path)
        ended = subprocess.run(argv, input=given, capture_output=True, cwd=tmp_path, check=False)
        return read(ended.stdout, ended.stderr, ended.returncode)

    return run_one


ROWS = [[1, 2], [3, 0]]
HEADS = ("def f(p): ", "export const f = (p) => ")
BOARD = (
    "\nclass Board:\n  def __init__(self, p): self.rows = p\n  def solve(self): self.rows[0] = 7",
    "\nexport class Board { constructor(p) { this.rows = p; } solve() { this.rows[0] = 7; } }",
)
GRAPH = (
    "\nclass Node: ...\na = Node(); a.b = Node(); a.b.a = a; a.x = [[1]]\ndef f(p): return a",
    "\nclass Node {}\nconst a = new Node(); a.b = new Node(); a.b.a = a; a.x = [[1]];\nexport const f = () => a;",
)
BROKEN = "\nclass A:\n  def __repr__(self): raise OSError('no')\ndef f(p): return [A()]"
BIG_ZERO = "RangeError: Division by zero"
GETTER = "({ get a() { throw RangeError('no'); } })"
ERROR = (
    "\nclass Odd(Exception): ...\ndef g(): raise Odd('no')\ndef f(p): g()",
    "\nclass Odd extends Error { name = 'Odd' }\nfunction g() { throw new Odd('no') }\nexport const f = () => g();",
)
ASYNC = (
    "\nimport asyncio\nasync def f(p): await asyncio.sleep(0); p[0] = 2",
    "new Promise((done) => setTimeout(() => done(p.fill(2) && null), 1))",
)
MANY = (
    "\ndef f(p):\n  for p[0] in 5, 6: yield p\n  raise OSError",
    "(function* () { for (p[0] of [5, 6]) yield p; throw 1; })()",
)
SEVERAL = "new Map([['(0, 1)', p], [2, new Set([3])], ['4', Int8Array.of()]])"
BYTES = ("return (b'1\\n2', bytearray(b'\\1\\2'))", "[Buffer.from('1\\n2'), Uint8Array.of(1, 2)]")
STATE = ("\nn = []\ndef f(p): n.append(p); return len(n)", "\nlet n = 0; export const f = () => ++n;")
LIBRARY = ("\nimport fractions\ndef f(p):\n  fractions.Fraction(1, p)", "BigInt(1) / BigInt(p)")
CYCLES = tuple([[[[[[[{"shown": text}]]]]]]] for text in ("[[...]]", "<ref *1> [ [Circular *1] ]"))


def graph(node: str, items: str) -> list[Any]:
    """Return the record of the graph, cut off below the maximum depth."""
    inner = {"b": {"a": {"shown": node}}, "x": [{"shown": items}]}
    return [{"b": {"a": inner}, "x": [[1]]}]


def shown(text: str) -> list[Any]:
    """Return the record of a value without attributes."""
    return [{"shown": text}]


def raised(python: str, javascript: str) -> tuple[list[Any], list[Any]]:
    """Return the record of an error in each language; `@` stands for the solver's file."""
    return [{"raised": python.replace("@", " at solver.py")}], [{"raised": javascript.replace("@", " at solver.mjs")}]


RECURSION_ERRORS = raised(
    "RecursionError: maximum recursion depth exceeded@:1 in f",
    "RangeError: Maximum call stack size exceeded@:1 in f",
)
CALLS: dict[str, tuple[str, str, list[Any], Any]] = {
    # name: body or (after a line end) text of the Python function and of the JavaScript function, arguments, expected
    # records; as a tuple, if they depend on the language
    "text": ("return p + '\"ä\\n'", "p + '\"ä\\n'", ["é"], ['é"ä\n']),
    "number": ("return p * 2", "p * 2", [1, 1.25], [2, 2.5]),
    "rows": ("return p[::-1]", "[p[1], p[0]]", [ROWS], [ROWS[::-1]]),
    "nothing": ("...", "undefined", ["x"], [None]),
    "nothing for rows": ("...", "null", [ROWS], [{"returned": None, "argument": ROWS}]),
    "False for rows": ("return False", "false", [ROWS], [{"returned": False, "argument": ROWS}]),
    "in place": ("p[0] = 7", "{ p[0] = 7; }", [ROWS], [{"returned": None, "argument": [7, [3, 0]]}]),
    "in place, itself": ("p[0] = 7; return p", "{ p[0] = 7; return p; }", [ROWS], [[7, [3, 0]]]),
    "in place, other": ("p[0] = 7; return 5", "{ p[0] = 7; return 5; }", [[1]], [{"returned": 5, "argument": [7]}]),
    "new Board(puzzle).rows": (*BOARD, ["x", [1]], ["x", [1]]),
    "new Board(puzzle)": (*BOARD, ["x"], [{"rows": "x"}]),
    "new Board(puzzle).solve()": (*BOARD, [[1]], [{"returned": None, "argument": [7]}]),
    "containers": ("return {(0, 1): p, 2: {3}, 4: ()}", SEVERAL, [8], [{"(0, 1)": 8, "2": [3], "4": []}]),
    "bytes": (*BYTES, [""], [["1\n2", [1, 2]]]),
    "iterator": (*MANY, [[0]], [{"items": [[5], [6]], "argument": [6]}]),
    "short iterator": ("return iter([p])", "[p].values()", ["x"], [{"items": ["x"]}]),
    "awaitable": (*ASYNC, [[1]], [{"returned": None, "argument": [2]}]),
    "NaN": ("return [float('nan')]", "[NaN]", [""], ([[{"shown": "nan"}]], [[{"shown": "NaN"}]])),
    "no attributes": ("return object()", "/x/", [""], (shown("<object object>"), shown("/x/"))),
    "function": ("return f", "f", [""], (shown("<function f>"), shown("[Function: f]"))),
    "cycle": ("p[0] = p; return p", "((p[0] = p), p)", [[0]], CYCLES),
    "graph": (*GRAPH, [""], (graph("<solver.Node object>", "[1]"), graph("Node { b: [Node], x: [Array] }", "[ 1 ]"))),
    "large int": ("return 10 ** 80", "10n ** 80n", [""], ([10**80], shown(f"{10**80}n"))),
    "state": (*STATE, ["x", "y"], [1, 2]),
    "error": (*ERROR, [""], raised("Odd: no@:3 in g", "Odd: no@:3 in g")),
    "error in a library": (*LIBRARY, [0], raised("ZeroDivisionError: Fraction(1, 0)@:4 in f", f"{BIG_ZERO}@:1 in f")),
    "exit": ("raise SystemExit(3)", "process.exit(3)", [0], raised("SystemExit: 3@:1 in f", "process.exit(3)@:1 in f")),
    "broken object": (BROKEN, GETTER, [""], raised("OSError: no@:3 in __repr__", "RangeError: no@:1 in get a [as a]")),
    "recursion": ("return f(p)", "f(p)", [""], RECURSION_ERRORS),
}  # fmt: skip


FAST = ("text", "in place", "new Board(puzzle).solve()", "iterator", "awaitable", "error", "exit")
"""Calls that are tested in JavaScript by default; `-m slow` tests the rest."""


@pytest.mark.parametrize(
    ("language", "name"),
    [
        *(("py", name) for name in CALLS),
        *(pytest.param("mjs", name, marks=[NEEDS_NODE, *[pytest.mark.slow] * (name not in FAST)]) for name in CALLS),
    ],
)
def test_calls(run: Run, language: str, name: str) -> None:
    """Each call gets one record: the value of the expression, a change to its argument, or an exception."""
    *sources, arguments, expected = CALLS[name]
    number = ("py", "mjs").index(language)
    source, expression = sources[number], name if "puzzle" in name else "f(puzzle)"
    source = source if source[0] == "\n" else HEADS[number] + source
    ended = run(language, source, expression.replace("new ", "") if not number else expression, arguments, items=2)

    assert ended.records == (expected[number] if isinstance(expected, tuple) else expected)
    assert ended.errors == ""
    assert (ended.status, ended.changed) == ((3, None) if number and name == "exit" else (0, []))


SHARED = ("a = [0]\ndef f(p): a[0] += 1; return a", "const a = [0]; export const f = () => { a[0] += 1; return a; };")
CACHED = ("a = [0]\ndef f(p): return a", "const a = [0]; export const f = () => a;")
KEPT = (
    "old = []\ndef f(p):\n  for one in old: one[0] += 1\n  old.append(p); return 'x'",
    "const old = [];\nexport const f = (p) => { for (const one of old) one[0] += 1; old.push(p); return 'x'; };",
)


@LANGUAGES
@pytest.mark.parametrize(
    ("sources", "expected"),
    [(SHARED, [[0, "answer"], [1, "answer"]]), (CACHED, []), (KEPT, [[0, "argument"], [1, "argument"]])],
    ids=["shared", "cached", "kept"],
)
def test_changed_lists(run: Run, language: str, sources: tuple[str, str], expected: list[Any]) -> None:
    """The last record lists each returned or given list that has changed since its call."""
    assert run(language, sources[language != "py"], "f(puzzle)", [[0], [0], [0]]).changed == expected


PRINTS = (
    "def f(p): print(p * 70_000); return p",
    "export const f = (p) => { console.log(p.repeat(70_000)); return p; };",
)


@LANGUAGES
def test_printed_text(run: Run, language: str) -> None:
    """If the header requests it, a record contains the last 64 KiB that its call printed; else all goes to stderr."""
    source = PRINTS[language != "py"]
    asked = run(language, source, "f(puzzle)", ["x", ""], printed=True)
    other = run(language, source, "f(puzzle)", ["x", ""])

    assert asked.records == [{"returned": "x", "printed": "x" * 65535 + "\n"}, {"returned": "", "printed": "\n"}]
    assert (other.records, other.errors) == (["x", ""], "x" * 70_000 + "\n\n")


PAGE = """
const board = document.getElementById('board');
while (board.firstChild) board.removeChild(board.firstChild);
for (const cell of document.querySelectorAll('td')) cell.onclick = solve;
for (let i = 0; i < board.rows.length; i++) board.rows[i].remove();
function solve(p) { board.innerText = p; return p; }
"""
EXPORTS = [
    ("solver.mjs", "export default (p) => p;", "exported", "exported(puzzle)"),
    ("solver.cjs", "module.exports = class { run(p) { return p; } };", "exported", "new exported().run(puzzle)"),
    ("solver.js", "let b = []; // function if\nfunction go() { return b; }", "b go", "((b = puzzle), go())"),
    ("solver.mjs", "export const size = 9;\nconst solve = (p) => p;", "solve", "solve(puzzle)"),
    ("solver.mjs", "import './solver.mjs';\nfunction solve(p) { return p; }", "solve", "solve(puzzle)"),
    (
        "solver.mjs",
        "class Solver { solve(p) { return p; } }\nexport default new Solver();",
        "exported",
        "exported.solve(puzzle)",
    ),
    ("solver.cjs", "const solve = (p) => p;\nexports.helper = () => 1;", "helper solve", "solve(puzzle)"),
    ("solver.js", "window.solver = { solve: (p) => p };", "solver", "solver.solve(puzzle)"),
    ("solver.js", PAGE, "solve", "solve(puzzle)"),
    ("node_modules/mine/index.js", "exports.solve = (p) => p;", "solve", "solve(puzzle)"),
]


@NEEDS_NODE
@pytest.mark.parametrize(("file", "code", "names", "expression"), EXPORTS)
def test_exports(run: Run, file: str, code: str, names: str, expression: str) -> None:
    """The exports of a module are in scope, as are the names of a script, or of a module that exports no solver."""
    module = "mine" if "mine" in file else ""
    ended = run("mjs", code, expression, ["x"], file=file, module=module)

    assert " ".join(one["name"] for one in ended.loaded["loaded"]) == names
    assert ended.records == ["x"]


PARAMETERS: list[tuple[str, str, tuple[int, int | None, str], list[str] | None]] = [
    ("py", "def f(board, n, /, step=0, *, size, show=0): ...", (2, 3, "board n step"), ["size"]),
    ("py", "from functools import lru_cache\n@lru_cache\ndef f(text): ...", (1, 1, "text"), []),
    (
        "py",
        "from typing import NamedTuple\nclass F(NamedTuple):\n  rows: list\n  side: int = 9",
        (1, 2, "rows side"),
        [],
    ),
    ("py", "class F:\n  def __init__(self, grid): ...", (1, 1, "grid"), []),
    ("mjs", "export async function f(board, n = 9) {}", (1, None, "board n"), None),
    ("mjs", "export const f = (grid, onStep) => 1", (2, 2, "grid onStep"), None),
    ("mjs", "export const f = async rows => 1", (1, 1, "rows"), None),
    ("mjs", "class A {}; export class F extends A { constructor(board) { super(); } }", (1, 1, "board"), None),
]


@pytest.mark.parametrize(("language", "code", "positional", "keywords"), PARAMETERS)
def test_names_of_parameters(
    run: Run, language: str, code: str, positional: tuple[int, int | None, str], keywords: list[str] | None
) -> None:
    """The minimum and maximum number of positional arguments, and their names; required keywords of Python."""
    if language == "mjs" and not NODE:
        pytest.skip("no node here")
    described = run(language, code).loaded["loaded"][-1]

    assert (described["least"], described["most"], " ".join(described["parameters"])) == positional
    assert described.get("keywords") == keywords


def test_arrays_of_a_file(run: Run) -> None:
    """An array is described as a list."""
    loaded = run("py", "import numpy\nboard = numpy.zeros((9, 9))\nnumber = numpy.int64(9)").loaded["loaded"]

    assert loaded == [{"name": "board", "kind": "list", "length": 9}]


@LANGUAGES
def test_a_result_beside_its_object(run: Run, language: str) -> None:
    """The result of an async method is awaited before the object is read."""
    python = "class B:\n  async def solve(self): self.rows = 7"
    javascript = "export class B { async solve() { await null; this.rows = 7; } }"
    expression = {"py": "((s := B()).solve(), s)", "mjs": "({ result: (s = new B()).solve(), s })"}[language]
    [record] = run(language, {"py": python, "mjs": javascript}[language], expression, ["x"]).records

    assert record in ([None, {"rows": 7}], {"result": None, "s": {"rows": 7}})


@NEEDS_NODE
def test_private_fields(run: Run) -> None:
    """A getter shows a private field of an object; one that fails is left out."""
    code = "export class B { #rows = 7; get rows() { return this.#rows; } get none() { throw Error('no'); } }"

    assert run("mjs", code, "new B()", ["x"]).records == [{"rows": 7}]


READS = "ReadsInput: reads stdin while it is loaded"
LOADING = [
    ("py", "import nowhere", "ModuleNotFoundError: No module named 'nowhere' at solver.py:1 in <module>"),
    ("py", "def f(:", "SyntaxError: invalid syntax (solver.py, line 1)"),
    (
        "py",
        "\ninput('Puzzle: ')",
        "ReadsInput: calls input() while it is loaded at solver.py:2 in <module>",
    ),
    ("py", "import sys\nlist(sys.stdin)", f"{READS} at solver.py:2 in <module>"),
    ("py", "import sys\nsys.stdin.buffer.read()", f"{READS} at solver.py:2 in <module>"),
    ("py", "import sys; sys.argv[1]", "IndexError: list index out of range at solver.py:1 in <module>"),
    ("py", "raise SystemExit(2)", "SystemExit: 2 at solver.py:1 in <module>"),
    ("mjs", "import 'nowhere';", "Error: Cannot find package 'nowhere'"),
    ("mjs", "\nexport const f = (", "SyntaxError: Unexpected end of input at solver.mjs:2"),
    ("mjs", "process.exit(7);", "process.exit(7) at solver.mjs:1"),
]
PACKAGES = [
    ("sudoku/solver.py", "from .board import size\ndef f(p): return size"),
    ("sudoku/solver.py", "from . import board\ndef f(p): return board.size"),
    ("sudoku/solver.py", "import board\ndef f(p): return board.size"),
    ("sudoku/sudoku.py", "from sudoku.board import size\ndef f(p): return size"),
    ("src/sudoku/solver.py", "from sudoku.board import size\ndef f(p): return size"),
    ("sudoku/deep/solver.py", "from ..board import size\ndef f(p): return size"),
    ("sudoku/__init__.py", "from .board import f"),
    ("sudoku/__main__.py", "from .board import size\ndef f(p): return size"),
]


@pytest.mark.parametrize(("file", "code"), PACKAGES)
@pytest.mark.parametrize("marked", [True, False])
def test_packages(run: Run, tmp_path: Path, file: str, code: str, marked: bool) -> None:
    """A file imports from its package, which may lack an `__init__.py`, and modules beside it."""
    folder = tmp_path / ("src/sudoku" if file.startswith("src") else "sudoku")
    folder.mkdir(parents=True)
    (folder / "board.py").write_text("size = 9\ndef f(p): return size")
    if marked:
        (folder / "__init__.py").touch()
    ended = run("py", code, "f(puzzle)", [1], file=file)

    assert ended.records == [9]
    assert [one["name"] for one in ended.loaded["loaded"]] == ["f"]


def test_a_folder_that_is_no_package(run: Run) -> None:
    """A file in a folder whose name no package can have is a script."""
    code = "try:\n  from .board import f\nexcept ImportError:\n  def f(p): return 9"
    assert run("py", code, "f(puzzle)", [1], file="v1.2/solver.py").records == [9]


def test_a_docstring_that_looks_like_an_import(run: Run) -> None:
    """A line of a docstring that begins with `from` and a puzzle is no import."""
    puzzle = "." * 81
    assert run("py", f'"""Solves a grid\nfrom {puzzle}\n"""\ndef f(p): return 9', "f(puzzle)", [1]).records == [9]


@NEEDS_NODE
def test_imports_without_suffix(run: Run, tmp_path: Path) -> None:
    """An import may lack the suffix of its file, as in TypeScript."""
    (tmp_path / "size.js").write_text("exports.size = 9;")
    ended = run("mjs", "import { size } from './size';\nexport const solve = () => size;", "solve(puzzle)", [1])
    assert ended.records == [9]


def test_no_display(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function cannot open windows."""
    monkeypatch.setenv("DISPLAY", ":0")
    assert run("py", "import os\ndef f(p): return 'DISPLAY' in os.environ", "f(puzzle)", [1]).records == [False]


FAILING = """
from __future__ import annotations
import sys
def f(p: Missing): return p, size
n = int(sys.argv[1])
size = 9
if n:
    size = 4
sys.exit()
"""


def test_failed_statements_of_python(run: Run) -> None:
    """Statements that fail are left out if the file defines a function; the first error is reported."""
    ended = run("py", FAILING, "f(puzzle)", [1])

    assert ended.records == [[1, 9]]
    assert ended.loaded["failed"] == "IndexError: list index out of range at solver.py:5 in <module>"


@NEEDS_NODE
@pytest.mark.parametrize("error", ["process.exit(2)", "Error"])
def test_failed_scripts_of_javascript(run: Run, error: str) -> None:
    """A script that fails is opened if only declarations follow, but not if a variable lacks its value."""
    line = "process.exit(2);" if "exit" in error else "throw new Error();"
    code = f"#!/usr/bin/node\nconst size = 9; {line}\nfunction f(p) {{ return [p, size]; }}"
    exported = run("mjs", f"exports.f = (p) => p;\n{line}", "f(puzzle)", [1], file="solver.js")
    unset = run(
        "mjs", f"{line}\nvar size = 9;\nfunction f(p) {{ return [p, size]; }}", "f(puzzle)", [1], file="solver.js"
    )
    ended = run("mjs", code, "f(puzzle)", [1], file="solver.js")

    assert ended.records == [[1, 9]]
    assert ended.loaded["failed"] == f"{error} at solver.js:2"
    assert exported.records == [1]
    assert unset.loaded["load_error"] == f"{error} at solver.js:1"


EXPRESSIONS = [
    ("missing(puzzle)", "NameError: name 'missing' is not defined", "ReferenceError: missing is not defined"),
    ("f(puzzle", "SyntaxError: '(' was never closed", "SyntaxError: "),
]


@pytest.mark.parametrize(("language", "code", "expected"), LOADING)
def test_errors_of_loading(run: Run, language: str, code: str, expected: str) -> None:
    """An error while loading the module is the only record, and names its place."""
    if language == "mjs" and not NODE:
        pytest.skip("no node here")
    ended = run(language, code, "f(puzzle)", [1])

    assert expected.startswith(ended.loaded["exception"][0])
    assert (ended.loaded["load_error"][: len(expected)], ended.records, ended.changed) == (expected, [], None)


@LANGUAGES
@pytest.mark.parametrize(("expression", "python", "javascript"), EXPRESSIONS)
def test_errors_of_expressions(run: Run, language: str, expression: str, python: str, javascript: str) -> None:
    """An expression that does not compile, or uses an undefined name, gives one record."""
    source, expected = ("def f(p): ...", python) if language == "py" else ("export const f = () => 1;", javascript)
    [record] = run(language, source, expression, [1, 2]).records

    assert record["load_error"].startswith(expected)


STREAMS = """
import atexit, os, sys, threading, time
atexit.register(print, "exit")
def f(p):
    threading.Thread(target=time.sleep, args=[60]).start()
    return [input(), sys.stdin.readline()] + os.popen("ls /proc/self/fd").read().split()
"""


def test_streams_and_exit(run: Run) -> None:
    """Input is empty, children inherit three streams, threads do not delay the end, and exit functions run."""
    ended = run("py", STREAMS, "f(puzzle)", ["x"])

    assert (ended.records, ended.errors) == ([["", "\n", "0", "1", "2", "3"]], "exit\n")


@NEEDS_NODE
@pytest.mark.parametrize(
    ("code", "records", "errors"),
    [
        ("new Promise(() => {})", [{"raised": "returned a promise that nothing is left to settle"}] * 2, ""),
        ("Promise.reject(Error('no'))", [{"raised": "Error: no at solver.mjs:1 in f"}] * 2, ""),
        ("(Promise.reject(Error('no')), p)", ["x", "y"], "unhandled rejection: Error: no at solver.mjs:1 in f\n"),
        ("(setInterval(() => {}, 1000), p)", ["x", "y"], ""),
    ],
)
def test_promises(run: Run, code: str, records: list[Any], errors: str) -> None:
    """A promise is awaited; an unhandled rejection ends the batch; open handles do not delay its end."""
    ended = run("mjs", f"export const f = (p) => {code};", "f(puzzle)", ["x", "y"])

    assert (ended.records, ended.errors, ended.status) == (records, errors, int(bool(errors)))


@LANGUAGES
@pytest.mark.parametrize("buffered", [False, True])
def test_flushing(run: Run, language: str, buffered: bool) -> None:
    """Each line is written immediately; with buffering, a process that dies loses the lines of the last 20 ms."""
    python = "import os, time\ndef f(p): time.sleep(p / 1000); return p if p < 99 else os.abort()"
    javascript = "const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);\n"
    javascript += "export const f = (p) => { wait(p); return p < 99 ? p : process.abort(); };"
    source = python if language == "py" else javascript
    ended = run(language, source, "f(puzzle)", [0, 50, 0, 99], buffered=buffered)

    assert ended.records == ([0, 50] if buffered else [0, 50, 0])
    assert ended.status in (-signal.SIGABRT, 128 + signal.SIGABRT)
    assert language != "py" or 'solver.py", line 2 in f' in ended.errors


def test_the_worker_keeps_to_python_3_9() -> None:
    """The worker uses only Python 3.9 syntax."""
    assert ast.parse(WORKER.read_text(encoding="utf-8"), feature_version=(3, 9))


@LANGUAGES
@pytest.mark.parametrize("call", Call)
def test_lists_of_empty_cells(run: Run, language: str, call: Call) -> None:
    """A function that takes a list of the empty cells gets all of them, in any form and with any number of digits."""
    code = "def solve(grid, empties): return empties"
    if language == "mjs":
        code = "export const solve = (grid, empties) => empties;"
    definition = Definition("solve", "function", 2, 2, parameters=("grid", "empties"))
    chosen, shape = languages.LANGUAGES["js" if language == "mjs" else PYTHON], Shape(4, 4)
    [[way]] = ranked_ways([definition], chosen)
    (expression, _), *_ = way.specifications(call, chosen, Options(shape=shape))
    puzzle = Grid.simplest(shape).with_cell(15, 0).with_cell(16, 0)
    empties = (None, *EMPTY_CELLS.get(call, ()))
    arguments = [argument(puzzle, Options(call=call, empty=empty)) for empty in empties]
    expected = [[0, 15], [1, 0]] if call in (Call.ROWS, Call.BOARD) else [15, 16]

    assert run(language, code, expression, arguments).records == [expected] * len(empties)
