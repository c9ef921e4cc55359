"""JavaScript functions: forms, return values and side effects."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.options import Call, Options
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response
from crosscover.subjects.runtimes import JavaScriptFunction, typescript_options
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.specification import subject as make_subject
from crosscover.subjects.subject import Subject

from .puzzles import ANSWERS, BATCH, SOLUTIONS

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")

Make = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))
KNOWN = f"""
const ANSWERS = {json.dumps(ANSWERS)};
const textOf = (cells) => cells.flat().map((cell) => cell || ".").join("");
const digits = (text) => Array.from(text, Number);
const split = (cells) => Array.from({{ length: 9 }}, (_, row) => cells.slice(9 * row, 9 * row + 9));
const rowsOf = (rows) => split(digits(ANSWERS[textOf(rows)]));
const fill = (board) => split(ANSWERS[textOf(board)]).forEach((row, r) => board.splice(r, 1, [...row]));
"""


@pytest.fixture
def javascript(tmp_path: Path, make: Make) -> Make:
    """A factory of subjects from the function `solve` of a module."""

    def make_one(text: str, *, name: str = "solve", file: str = "solver.mjs", **options: object) -> Subject:
        path = tmp_path / file
        path.write_text(text, encoding="utf-8")
        return make(f"js:{path}:{name}", **options)

    return make_one


def reason(response: Response | None) -> str:
    """The reason of the failure."""
    assert isinstance(response, Failed)
    return response.reason


@pytest.mark.parametrize(
    ("call", "bodies"),
    [
        (
            Call.TEXT,
            (
                "return ANSWERS[puzzle]",
                "console.log('Working...'); console.error(); return digits(ANSWERS[puzzle])",
                "return split(ANSWERS[puzzle])",
                "return split(ANSWERS[puzzle]).map((row) => [...row].join(' '))",
                "return split(Uint8Array.from(ANSWERS[puzzle]))",
                "return new Promise((done) => setTimeout(done, 1, ANSWERS[puzzle]))",
            ),
        ),
        (
            Call.ROWS,
            (
                "return rowsOf(puzzle)",
                "rowsOf(puzzle).forEach((row, r) => { puzzle[r] = row; }); return true",
                "rowsOf(puzzle).forEach((row, r) => { puzzle[r] = row; })",
            ),
        ),
        (Call.BOARD, ("fill(puzzle)", "fill(puzzle); return puzzle", "return split([...ANSWERS[textOf(puzzle)]])")),
        (Call.CELLS, ("return digits(ANSWERS[textOf(puzzle)])",)),
    ],
)
def test_answers(javascript: Make, call: Call, bodies: tuple[str, ...]) -> None:
    """A puzzle is answered with text, rows or cells, in place or by a promise; printing is allowed."""
    functions = ", ".join(f"(puzzle) => {{ {body} }}" for body in bodies for _ in BATCH)
    text = f"{KNOWN}const functions = [{functions}];\nexport const solve = (puzzle) => functions.shift()(puzzle);"
    transcript = javascript(text, call=call).ask(BATCH * len(bodies))

    assert (transcript.responses, transcript.run_failure) == (RIGHT * len(bodies), None)


@pytest.mark.parametrize(
    ("file", "name", "text"),
    [
        ("solver.mjs", "Solver.solve", "export class Solver { solve(text) { return ANSWERS[text]; } }"),
        ("solver.mjs", "Solver.solve", "export class Solver { static solve(text) { return ANSWERS[text]; } }"),
        ("solver.mjs", "default", "export default (text) => ANSWERS[text];"),
        ("solver.mjs", "", "export default (text) => ANSWERS[text];"),
        ("solver.cjs", "default", "module.exports = (text) => ANSWERS[text];"),
        ("solver.js", "solve", "exports.solve = (text) => ANSWERS[text];"),
        ("solver.js", "solve", "var solve = function (text) { return ANSWERS[text]; };"),
        ("solver.js", "Solver.solve", "class Solver { solve(text) { return ANSWERS[text]; } }"),
        ("solver.mjs", "", "export const side = (rows, row) => rows[row], solve = (text) => ANSWERS[text];"),
        ("solver.js", "", "class Solver { solve(text) { return ANSWERS[text]; } }\nmodule.exports = Solver;"),
    ],
    ids=[
        *("method", "static", "default", "no name", "CommonJS", "exports", "script", "class of a script"),
        *("only export", "only method"),
    ],
)
def test_forms_of_functions(javascript: Make, file: str, name: str, text: str) -> None:
    """A function is an export, a default export, a method of a class without arguments, or global in a script."""
    assert javascript(KNOWN + text, file=file, name=name).ask(BATCH).responses == RIGHT


def test_typescript(javascript: Make) -> None:
    """Node runs TypeScript if its version can; otherwise the message says which can."""
    text = f"{KNOWN}export function solve(text: string): string {{ return ANSWERS[text]; }}"
    responses = javascript(text, file="solver.ts").ask(BATCH).responses

    assert responses == RIGHT or "node 22.6 or later runs TypeScript, and this is node" in reason(responses[0])


@pytest.mark.parametrize(
    ("version", "expected"),
    [((22, 6, 0), ("--experimental-strip-types",)), ((22, 18, 0), ()), ((23, 5), ("--experimental-strip-types",))],
)
def test_versions_for_typescript(version: tuple[int, ...], expected: tuple[str, ...]) -> None:
    """Older versions of node need an option to run TypeScript."""
    assert typescript_options(version) == expected


@pytest.mark.parametrize("name", ["solve", "Tools.solve", "default"])
def test_package(tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Packages are found in node_modules of the working directory."""
    package = tmp_path / "node_modules" / "mine"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "mine", "type": "module", "exports": {"import": "./index.js"}}')
    functions = "export const solve = (text) => ANSWERS[text];\nexport const Tools = { solve };\nexport default solve;"
    (package / "index.js").write_text(KNOWN + functions)
    monkeypatch.chdir(tmp_path)

    assert make(f"js:mine:{name}").ask(BATCH).responses == RIGHT


@pytest.mark.parametrize(
    ("file", "name", "text", "expected"),
    [
        ("solver.mjs", "solve", "import 'nowhere';", "Error: Cannot find package 'nowhere' imported from /"),
        ("solver.mjs", "solve", "\nexport function solve( {", "SyntaxError: Unexpected end of input at solver.mjs:2"),
        ("solver.mjs", "solve", "export const solv = () => 1;", "exports no function solve; it has solv"),
        ("solver.js", "", "const a = () => 1;\nconst b = (one, two) => 2;", "no function that"),
        ("solver.mjs", "", "export const a = (one) => 1, b = (one) => 2;", "it has several functions; try js:"),
        ("solver.js", "solve", "throw new RangeError('no');", "RangeError: no at solver.js:1"),
        ("solver.mjs", "solve", "process.exit(7);", "process.exit(7) at solver.mjs:1"),
        ("solver.mjs", "S", "export class S {}", "S is a class; name a method of it, or write one: export function"),
        ("solver.mjs", "S.s", "export class S { constructor(t) {} s() {} }", "S cannot be made without arguments"),
    ],
)
def test_cannot_be_loaded(javascript: Make, file: str, name: str, text: str, expected: str) -> None:
    """An error while a function is loaded is reported as such."""
    (response,) = javascript(text, file=file, name=name).ask(BATCH[:1]).responses

    assert isinstance(response, Failed)
    assert response.fault is Fault.NOT_STARTED
    assert expected in response.reason


def test_missing_file_package_or_node(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file, a package or Node.js is missing, the message explains what to do."""
    (file,) = make("js:./nowhere.mjs:solve").ask(BATCH[:1]).responses
    (package,) = make("js:nowhere:solve").ask(BATCH[:1]).responses
    monkeypatch.setenv("PATH", "/nowhere")
    (no_node,) = make("js:nowhere:solve").ask(BATCH[:1]).responses

    assert reason(file).endswith("nowhere.mjs'")
    assert "files are named with ./ before them" in reason(package)
    assert reason(no_node).startswith("cannot load js:nowhere:solve: node, which runs it, is not among the programs")


NONSENSE = [
    ("({ solution: 1 })", Fault.MALFORMED, 'returned {"solution":1} (Object)'),
    ("7", Fault.MALFORMED, "returned the number 7; expected the solution"),
    ("NaN", Fault.MALFORMED, "returned NaN (number)"),
    ("Symbol('x')", Fault.MALFORMED, "returned Symbol(x) (symbol)"),
    ("Array(9).fill([1, 2])", Fault.MALFORMED, "returned 9 rows; row 1 is not an array of 9 cells: [1,2] (Array)"),
    ("Array(9).fill(Array(9).fill(10))", Fault.MALFORMED, "returned rows in which r1c1 is 10 (number)"),
    ("true", Fault.MALFORMED, "returned true, but a text cannot be solved in place"),
    ("new Promise(() => {})", Fault.MALFORMED, "returned a promise that nothing is left to settle"),
    ("missing", Fault.RAISED, "raised ReferenceError: missing is not defined at solver.mjs:1 in solve"),
    ("Promise.reject(new Error('späte'))", Fault.RAISED, "raised Error: späte at solver.mjs:1 in solve"),
    ("solve(text)", Fault.RAISED, "raised RangeError: Maximum call stack size exceeded at solver.mjs:1 in solve"),
]


def test_nonsense(javascript: Make) -> None:
    """A malformed answer is shown, an error with its line, and the next puzzle is sent."""
    cases = "".join(f"case {number}: return {answer}; " for number, (answer, *_) in enumerate(NONSENSE[:-1]))
    text = f"let asked = 0; export function solve(text) {{ switch (asked++) {{ {cases}}} return {NONSENSE[-1][0]}; }}"
    responses = javascript(text).ask(BATCH[:1] * len(NONSENSE)).responses

    for response, (_, fault, expected) in zip(responses, NONSENSE, strict=True):
        assert isinstance(response, Failed)
        assert (response.fault, response.reason[: len(expected)]) == (fault, expected)


ONE = str(SOLUTIONS[0])
IN_OTHER_FORMS = f"""
const ROWS = split(digits({ONE!r}));
const nameOf = (cell) => "ABCDEFGHI"[Math.floor(cell / 9)] + (cell % 9 + 1);
const CELLS = Object.fromEntries([...{ONE!r}].map((digit, cell) => [nameOf(cell), digit]));
class Board {{ grid = ROWS; size = 9; parent = null; }}
function* searched(rows) {{ rows.splice(0, 9, ...ROWS); yield rows; throw Error("the search goes on"); }}
"""


@pytest.mark.parametrize(
    ("expected", "forms"),
    [
        (
            RIGHT[0],
            (
                *(f"Buffer.from({ONE!r})", "Uint8Array.from(ROWS.flat())", "JSON.stringify(ROWS)", "searched(rows)"),
                *(
                    "[ROWS]",
                    f"new Set([{ONE!r}])",
                    "[ROWS, ROWS]",
                    "[true, ROWS]",
                    "[ROWS, 17]",
                    "[ROWS, null]",
                    "CELLS",
                ),
                *("CELLS", "new Map(ROWS.entries())", "new Board()", "({ puzzle: rows, solution: ROWS })"),
                *("({ sudoku: ROWS, steps: 7 })", "ROWS.flat().join(' ')"),
            ),
        ),
        (
            Declined(),
            (
                *("[]", "[false, null]", "[null, 17]", "[false, rows]", "[rows, false]"),
                *("({ solution: null, puzzle: rows })", "({ solved: false, board: rows })"),
            ),
        ),
    ],
)
def test_other_forms(javascript: Make, expected: Response, forms: tuple[str, ...]) -> None:
    """Grids and refusals are read in any form in which they cannot be mistaken."""
    returned = ",\n".join(f"(rows) => {form}" for form in forms)
    text = f"{KNOWN}{IN_OTHER_FORMS}const forms = [{returned}];\nexport const solve = (rows) => forms.shift()(rows);"
    transcript = javascript(text, call=Call.ROWS, contract=contracts.ANY).ask(BATCH[:1] * len(forms))

    assert {form: found for form, found in zip(forms, transcript.responses, strict=True) if found != expected} == {}


def test_refusals(javascript: Make) -> None:
    """No value, false and texts without digits are refusals."""
    text = (
        "const answers = [null, undefined, false, 'none', Promise.resolve(null)];"
        "\nexport const solve = () => answers.shift();"
    )
    transcript = javascript(text, contract=contracts.ANY).ask(BATCH[:1] * 5)

    assert (Declined(),) * 5 == transcript.responses


def test_errors_that_are_refusals(javascript: Make) -> None:
    """An error of a given class or its subclasses is a refusal; others are not."""
    text = (
        "class Unsolvable extends Error {}\nclass Contradiction extends Unsolvable {}\n"
        "export function solve(text) { throw text[0] === '5' ? new Contradiction() : new TypeError(); }"
    )
    transcript = javascript(text, contract=contracts.ANY, refuse_on="Unsolvable,RangeError").ask(BATCH[:2])

    assert transcript.responses[0] == Declined()
    assert reason(transcript.responses[1]).startswith("raised TypeError")


def test_counts(javascript: Make) -> None:
    """Under the contract `count` the answer is a number, or all solutions."""
    text = f"export function* solve(text) {{ yield {ONE!r}; if (text[1] === '2') while (true) yield {ONE!r}; }}"
    number = javascript("export const solve = () => 1n;", contract=contracts.COUNT).ask(BATCH)
    solutions = javascript(text, contract=contracts.COUNT).ask(BATCH)

    assert number.responses == (Counted(1),) * 3
    assert solutions.responses == (Counted(1), Counted(2), Counted(1))


def test_state_and_randomness(javascript: Make) -> None:
    """State lasts for a batch, and random numbers are seeded by the batch."""
    asked = javascript("let calls = 0;\nexport const solve = () => `${Math.random()} after ${calls++}`;")
    first, again = [asked.ask(BATCH[:2]).responses for _ in range(2)]

    assert first == again
    assert "after 1'" in reason(first[1])


def test_shared_array(javascript: Make) -> None:
    """A returned array or a puzzle that the function changes later is a failure."""
    share = (
        "const shared = [];\nexport const solve = (rows) => { shared.splice(0, 9, ...rowsOf(rows)); return shared; };"
    )
    transcript = javascript(KNOWN + share, call=Call.ROWS).ask(BATCH[:2])
    spoil = "let old;\nexport const solve = (rows) => { if (old) old[0][0] = 0; old = rows; return rowsOf(rows); };"
    spoilt = javascript(KNOWN + spoil, call=Call.ROWS).ask(BATCH[:2])

    changed = "changed the list that it had {} for puzzle 1 of 2 while it solved later ones"
    assert transcript.responses == (Failed(Fault.RETRACTED, changed.format("returned")), RIGHT[1])
    assert spoilt.responses == (Failed(Fault.MUTATED, changed.format("received")), RIGHT[1])


def test_puzzle_spoilt(javascript: Make) -> None:
    """A function that returns a new grid must not change its argument."""
    text = f"{KNOWN}export const solve = (rows) => {{ const answer = rowsOf(rows); rows[0][0] = 9; return answer; }};"
    (response,) = javascript(text, call=Call.ROWS).ask(BATCH[:1]).responses

    assert Failed(Fault.MUTATED, "changed the rows that it received, and returned another grid") == response


@pytest.mark.parametrize(
    ("body", "fault", "expected"),
    [
        ("for (;;);", Fault.TIMED_OUT, "still running after "),
        ("for (const all = []; ; ) all.push(Array(1000).fill(1));", Fault.OUT_OF_MEMORY, "ran out of its 128 MiB"),
        ("for (const all = []; ; ) all.push(Buffer.alloc(1 << 24, 1));", Fault.OUT_OF_MEMORY, "raised RangeError: "),
        ("for (;;) console.log('x'.repeat(1000));", Fault.TOO_MUCH_OUTPUT, "wrote more than 1 MiB to its output"),
        ("process.exit(3);", Fault.RAISED, "raised process.exit(3) at solver.mjs:9 in solve"),
        ("process.abort();", Fault.CRASHED, "killed by SIGABRT after 1 of 3 puzzles"),
    ],
    ids=["endless", "heap", "buffers", "flood", "exit", "abort"],
)
def test_limits(javascript: Make, body: str, fault: Fault, expected: str) -> None:
    """Time, memory and output are limited, and answers before the limit was exceeded count."""
    limits = {"time_limit": 2.0, "puzzle_time": 0.0, "memory_limit": 128, "output_limit": 1}
    text = f"{KNOWN}export function solve(text) {{\nif (text[1] === '2') {{ {body} }} return ANSWERS[text]; }}"
    transcript = javascript(text, **limits).ask(BATCH)

    failed = transcript.responses[1]
    assert isinstance(failed, Failed)
    assert transcript.responses[0] == RIGHT[0]
    assert (failed.fault, failed.reason[: len(expected)]) == (fault, expected)


@pytest.mark.parametrize("memory", [64, 256])
def test_node_starts_under_a_limit(javascript: Make, memory: int) -> None:
    """Node.js starts under the default memory limit and under that of POJ 3074."""
    text = f"{KNOWN}export const solve = (text) => ANSWERS[text];"

    assert javascript(text, memory_limit=memory).ask(BATCH).responses == RIGHT


def test_rejection_that_nobody_handles(javascript: Make) -> None:
    """An unhandled rejection is a fault of the run, as in Node.js."""
    text = "export function solve(text) { Promise.reject(new Error('lost')); return text; }"
    failed = javascript(text).ask(BATCH).run_failure

    assert failed is not None
    assert failed.reason.endswith("last line on stderr: unhandled rejection: Error: lost at solver.mjs:1 in solve")


def test_open_handles(javascript: Make) -> None:
    """An open timer does not delay the end of a run."""
    text = f"{KNOWN}export function solve(text) {{ setInterval(() => {{}}, 1000); return ANSWERS[text]; }}"
    transcript = javascript(text).ask(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


def test_smoke(javascript: Make) -> None:
    """For a function that is called in the wrong way the right option is suggested."""
    assert diagnosis(javascript(f"{KNOWN}export const solve = (board) => {{ board[0][0].trim(); fill(board); }};")) == (
        "does not take a puzzle as text: try --call board"
    )
    assert diagnosis(javascript(f"{KNOWN}export const solve = (text) => ANSWERS[text];")) is None


def diagnosis(asked: Subject) -> str | None:
    """The reason why a subject cannot be judged."""
    return diagnose(asked, ask_easy(asked))


@pytest.mark.parametrize("target", ["", ":solve"])
def test_no_module(target: str) -> None:
    """A specification without a module is refused."""
    with pytest.raises(ValueError, match="names no module; expected js:"):
        make_subject(f"js:{target}", Options())


def test_default_export() -> None:
    """Without a function name the default export is used."""
    assert JavaScriptFunction.parse("sudoku") == JavaScriptFunction("sudoku", "", is_file=False)


def test_a_load_that_hangs_later_is_a_timeout(javascript: Make, tmp_path: Path) -> None:
    """Node loads the function for each run; one that is not loaded in time has timed out, and was started before."""
    text = f"""
        import fs from "node:fs";
        if (fs.existsSync({json.dumps(str(tmp_path / "loaded"))})) for (;;);
        fs.writeFileSync({json.dumps(str(tmp_path / "loaded"))}, "");
        {KNOWN}
        export function solve(text) {{ return ANSWERS[text]; }}
    """
    subject = javascript(text, time_limit=2.0, puzzle_time=0.0)
    assert subject.ask(BATCH).responses == RIGHT
    [first, *_] = subject.ask(BATCH).responses
    assert isinstance(first, Failed)
    assert first.fault is Fault.TIMED_OUT
