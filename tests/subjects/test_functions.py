"""Python functions: return values and side effects."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import Claim
from crosscover.options import Call
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects.environment import HASH_SEED
from crosscover.subjects.subject import Subject

from .puzzles import ANSWERS, BATCH, SOLUTIONS

Function = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))

KNOWN = f"ANSWERS = {ANSWERS}\n"
IN_ROWS = (
    KNOWN
    + """
def text(rows): return "".join(str(digit or ".") for row in rows for digit in row)
def solved(rows):
    answer = ANSWERS[text(rows)]
    return [[int(digit) for digit in answer[start:start + 9]] for start in range(0, 81, 9)]
"""
)


def reason(response: Response) -> str:
    """The reason of the failure."""
    assert isinstance(response, Failed)
    return response.reason


@pytest.mark.parametrize(
    "body",
    [
        "return ANSWERS[text]",
        "return ANSWERS[text] + '\\n'",
        "return '\\n'.join(ANSWERS[text][start:start + 9] for start in range(0, 81, 9))",
        "return [[int(digit) for digit in ANSWERS[text][start:start + 9]] for start in range(0, 81, 9)]",
        "print('Working...'); import sys; print(file=sys.stderr); return ANSWERS[text]",
        "import os; os.closerange(0, 3); return ANSWERS[text]",
    ],
    ids=["text", "text with newline", "nine lines", "rows", "prints too", "closes its streams"],
)
def test_answers_to_text(function: Function, body: str) -> None:
    """A text of 81 characters is answered with text or rows; printing is allowed."""
    transcript = function(f"{KNOWN}def solve(text): {body}").ask(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


@pytest.mark.parametrize(
    "body",
    [
        "return solved(rows)",
        "return tuple(map(tuple, solved(rows)))",
        "rows[:] = solved(rows)",
        "rows[:] = solved(rows); return True",
        "rows[:] = solved(rows); return rows",
        "rows[:] = solved(rows); return [list(row) for row in rows]",
        "return ''.join(str(digit) for row in solved(rows) for digit in row)",
    ],
    ids=["rows", "tuples", "in place", "in place, true", "in place, itself", "in place, a copy", "text"],
)
def test_answers_to_rows(function: Function, body: str) -> None:
    """Rows are answered with rows, with text, or in place."""
    transcript = function(f"{IN_ROWS}def solve(rows): {body}", call=Call.ROWS).ask(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


@pytest.mark.parametrize("call", Call)
def test_refusals(function: Function, call: Call) -> None:
    """None, False and texts without digits are refusals."""
    text = "answers = [None, False, '', 'No solution']\ndef solve(puzzle): return answers.pop()"
    transcript = function(text, call=call, contract=contracts.ANY).ask(BATCH[:1] * 4)

    assert (Declined(),) * 4 == transcript.responses


def test_fixed_refusal(function: Function) -> None:
    """With a fixed text for refusals no other text is one."""
    text = "def solve(text): return '0' if text[0] == '5' else 'none'"
    transcript = function(text, contract=contracts.ANY, refusal="0").ask(BATCH[:2])

    assert transcript.responses[0] == Declined()
    assert reason(transcript.responses[1]).startswith("returned 'none': r1c1 is 'n'")


@pytest.mark.parametrize(
    ("contract", "returned", "response"),
    [
        (contracts.UNIQUE, "'none'", Declined()),
        (contracts.UNIQUE, "None", Declined()),
        (contracts.UNIQUE, "' several\\n'", Stated(Claim.SEVERAL)),
    ],
)
def test_words(function: Function, contract: Contract, returned: str, response: Response) -> None:
    """Under the contract `unique` functions return words, in batches and blocks."""
    subject = function(f"def solve(text): return {returned}", contract=contract)
    puzzle = np.frombuffer(BATCH[0].values, np.uint8)[None]

    assert subject.ask(BATCH[:1]).responses == (response,)
    assert subject.ask_block(puzzle, 10).response(0) == response


def test_other_words(function: Function) -> None:
    """Any other word is malformed, and the message lists the expected ones."""
    transcript = function("def solve(text): return 'maybe'", contract=contracts.UNIQUE).ask(BATCH[:1])

    assert reason(transcript.responses[0]) == "returned 'maybe'; expected the solution, 'none' or 'several'"


def test_counts(function: Function) -> None:
    """Under the contract `count` only a number is an answer."""
    text = "def solve(text): return {'5': 1, '.': None}[text[0]] if text[1] != '2' else text"
    transcript = function(text, contract=contracts.COUNT).ask(BATCH)

    expected = "expected 0, 1, or a number from 2 up"
    assert transcript.responses[0] == Counted(1)
    assert reason(transcript.responses[1]) == f"returned {str(BATCH[1])!r}; {expected}"
    assert reason(transcript.responses[2]) == f"returned a refusal; {expected}"


NONSENSE = {
    "text[:80]": "returned '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7': a 3x3",
    "'y' + '1' * 80": "returned 'y1111",
    "7": "returned the number 7; expected the solution",
    "{'A1': 5}": "returned {'A1': 5} (dict)",
    "(c for c in text)": "returned an iterator that yields '5' (str); expected a grid",
    "True": "returned True, but a text cannot be solved in place",
    "[[1, 2, 3]] * 9": "returned 9 rows; row 1 is not a list of 9 cells: [1, 2, 3] (list)",
    "[[1] * 8 + ['2']] * 9": "returned rows in which r1c9 is '2' (str); expected an int",
    "[[1] * 8 + [10]] * 9": "returned rows in which r1c9 is 10",
    "[[1] * 4] * 4": "returned rows that are not a grid: a 3x3 grid has 81 cells, not 16",
    "(False, [[1] * 9] * 9)": "returned (False, [[1, 1, 1, 1, 1, 1, ...], [1, 1,",
    "{'one': '1' * 81, 'two': '2' * 81}": "returned {'one': '1111",
    "type('Odd', (), {'__repr__': lambda self: 1 / 0})()": "returned <Odd instance> (Odd)",
}


def test_nonsense(function: Function) -> None:
    """A malformed answer is shown."""
    answers = ", ".join(f"lambda text: {answer}" for answer in NONSENSE)
    text = f"answers = [{answers}]\ndef solve(text): return answers.pop(0)(text)"
    responses = function(text).ask(BATCH[:1] * len(NONSENSE)).responses

    for response, expected in zip(responses, NONSENSE.values(), strict=True):
        assert isinstance(response, Failed)
        assert (response.fault, response.reason[: len(expected)]) == (Fault.MALFORMED, expected)


def test_exception(function: Function) -> None:
    """An exception is reported with the line in the user's file, and the next puzzle is sent."""
    look = "def look(text):\n    return ANSWERS[text[1:] + text[0]]\n"
    text = f"{KNOWN}{look}def solve(text): return look(text) if text[0] == '5' else ANSWERS[text]"
    transcript = function(text).ask(BATCH)

    key = str(BATCH[0])[1:] + str(BATCH[0])[0]
    assert (
        Failed(Fault.RAISED, f"raised KeyError: {key!r} at solver.py:3 in look"),
        *RIGHT[1:],
    ) == transcript.responses


def test_exception_in_a_library(function: Function) -> None:
    """If a library raises, the reported line is that of the call in the user's file."""
    (response,) = function("import json\ndef solve(text):\n    return json.loads(text)").ask(BATCH[:1]).responses

    assert reason(response).endswith("at solver.py:3 in solve")


def test_exit(function: Function) -> None:
    """SystemExit in a function is an exception and does not end the worker."""
    text = f"{KNOWN}import sys\ndef solve(text):\n    if text[0] == '5': sys.exit('bye')\n    return ANSWERS[text]"
    transcript = function(text).ask(BATCH)

    assert (Failed(Fault.RAISED, "raised SystemExit: bye at solver.py:4 in solve"), *RIGHT[1:]) == transcript.responses


def test_exit_at_once(function: Function) -> None:
    """If a function ends the process, the rest of the batch has no answers."""
    text = f"{KNOWN}import os\ndef solve(text):\n    if text[1] == '2': os._exit(0)\n    return ANSWERS[text]"
    transcript = function(text).ask(BATCH)

    failed = Failed(Fault.CRASHED, "ended the interpreter after 1 of 3 puzzles")
    assert (RIGHT[0], failed, failed) == transcript.responses


def test_exit_in_a_block(function: Function) -> None:
    """The answers of a block share records, and those of the last one are lost."""
    count = "asked.append(0); len(asked) == 1500 and os._exit(0)"
    text = f"import os\n{KNOWN}asked = []\ndef solve(text): {count}; return ANSWERS[text]"
    block = np.tile(np.frombuffer(BATCH[0].values, np.uint8), (3000, 1))
    failed = function(text).ask_block(block, 60.0).failure
    assert failed
    assert failed.reason == "ended the interpreter after at least 1000 of 3000 puzzles"


def test_recursion(function: Function) -> None:
    """Endless recursion is an exception like any other."""
    (response,) = function("def solve(text):\n    return solve(text)").ask(BATCH[:1]).responses

    expected = "raised RecursionError: maximum recursion depth exceeded at solver.py:2 in solve"
    assert Failed(Fault.RAISED, expected) == response


def test_segmentation_fault(function: Function) -> None:
    """A crash of the interpreter is reported with its signal and line."""
    (response,) = function("import ctypes\ndef solve(text):\n    ctypes.string_at(0)").ask(BATCH[:1]).responses

    assert Failed(Fault.CRASHED, "killed by SIGSEGV after 0 of 1 puzzles; it was at solver.py:3 in solve") == response


def test_hang(function: Function) -> None:
    """An endless loop is stopped and reported with its line; earlier answers count."""
    text = f"{KNOWN}def solve(text):\n    while text[1] == '2':\n        pass\n    return ANSWERS[text]"
    asked = function(text, time_limit=1.0, puzzle_time=0)
    transcript = asked.ask(BATCH)

    assert transcript.responses[0] == RIGHT[0]
    assert " s, with 1 of 3 puzzles answered; it was at solver.py:" in reason(transcript.responses[1])
    assert asked.ask(BATCH[2:]).responses == RIGHT[2:]


def test_memory(function: Function) -> None:
    """A function that exceeds the memory limit gets a MemoryError."""
    text = "def solve(text):\n    return bytearray(100 << 20)"
    (response,) = function(text, memory_limit=64).ask(BATCH[:1]).responses

    assert Failed(Fault.OUT_OF_MEMORY, "raised MemoryError at solver.py:2 in solve") == response


def test_flood(function: Function) -> None:
    """A function with endless output is stopped at the output limit."""
    (response,) = (
        function("def solve(text):\n    while True: print('x' * 1000)", output_limit=1).ask(BATCH[:1]).responses
    )

    assert reason(response).startswith("wrote more than 1 MiB to its output after 0 of 1 puzzles")


def test_printed_text_is_recorded(function: Function) -> None:
    """The output of a function is in the transcript."""
    assert function("def solve(text): print('tried 7')").ask(BATCH[:1]).received == "tried 7\n"


def test_child_left_behind(function: Function) -> None:
    """A process that a function leaves behind is found and killed."""
    start = "subprocess.Popen(['sleep', '60'], start_new_session=True)"
    text = f"{KNOWN}import subprocess\ndef solve(text):\n    {start}\n    return ANSWERS[text]"
    transcript = function(text).ask(BATCH[:1])

    assert (RIGHT[:1], Failed(Fault.LEFT_CHILDREN, "left 1 process behind: sleep")) == (
        transcript.responses,
        transcript.run_failure,
    )


def test_pool_that_is_ended_at_exit(function: Function) -> None:
    """Exit functions run, so helper processes that end with the interpreter are not left behind."""
    text = (
        f"{KNOWN}from concurrent.futures import ThreadPoolExecutor\nimport atexit, subprocess\n"
        "pool = ThreadPoolExecutor(1)\n"
        "def solve(text):\n    helper = subprocess.Popen(['sleep', '60'])\n    atexit.register(helper.kill)\n"
        "    return pool.submit(ANSWERS.get, text).result()"
    )
    transcript = function(text).ask(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


def test_state_within_a_batch(function: Function) -> None:
    """State lasts from one puzzle to the next of a batch, but not to the next batch."""
    text = f"{KNOWN}first = []\ndef solve(text):\n    first.append(text)\n    return ANSWERS[first[0]]"
    asked = function(text)

    assert asked.ask(BATCH).responses == RIGHT[:1] * 3
    assert asked.ask(BATCH[1:]).responses == RIGHT[1:2] * 2


def test_random_numbers_are_reproducible(function: Function) -> None:
    """For the same batch a function draws the same random numbers, even in another process."""
    text = "import random\ndef solve(text): return str(random.randrange(1 << 64))"
    responses = [function(text).ask(BATCH).responses for _ in range(2)]

    assert responses[0] == responses[1]
    assert len(set(responses[0])) == 3


def test_the_hash_seed_decides_on_the_order_of_sets(function: Function, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new hash seed loads the function again; that of the user is kept."""
    monkeypatch.delenv(HASH_SEED, raising=False)
    subject = function("def solve(_): return hash('a') % 10**9")

    def ask(seed: int) -> Response:
        subject.use_hash_seed(seed)
        transcript = subject.ask(BATCH[:1])
        assert transcript.hash_seed == subject.hash_seed
        return transcript.responses[0]

    first, other, again = ask(1), ask(2), ask(1)
    assert first == again != other
    monkeypatch.setenv(HASH_SEED, "2")
    assert (ask(1), subject.hash_seed) == (other, 2)


def test_shared_list_returned(function: Function) -> None:
    """A returned list that the function changes later is a failure."""
    text = f"{IN_ROWS}board = [None] * 9\ndef solve(rows):\n    board[:] = solved(rows)\n    return board"
    transcript = function(text, call=Call.ROWS).ask(BATCH)

    changed = "changed the list that it had returned for puzzle {} of 3 while it solved later ones"
    expected = (Failed(Fault.RETRACTED, changed.format(1)), Failed(Fault.RETRACTED, changed.format(2)), RIGHT[2])
    assert expected == transcript.responses


def test_shared_list_with_the_same_content(function: Function) -> None:
    """A cache that returns the same list for the same puzzle is allowed."""
    text = f"{IN_ROWS}known = {{}}\ndef solve(rows): return known.setdefault(text(rows), solved(rows))"
    transcript = function(text, call=Call.ROWS).ask(BATCH * 2)

    assert transcript.responses == RIGHT * 2


def test_puzzle_changed_later(function: Function) -> None:
    """An argument that the function keeps and changes in a later call is reported."""
    spoil = "for old in kept: old[0][0] = 0"
    text = f"{IN_ROWS}kept = []\ndef solve(rows):\n    {spoil}\n    kept.append(rows)\n    return solved(rows)"
    transcript = function(text, call=Call.ROWS).ask(BATCH[:2])

    failed = "changed the list that it had received for puzzle 1 of 2 while it solved later ones"
    assert (Failed(Fault.MUTATED, failed), RIGHT[1]) == transcript.responses


def test_puzzle_spoilt(function: Function) -> None:
    """A function that returns a new grid must not change its argument."""
    text = f"{IN_ROWS}def solve(rows):\n    answer = solved(rows)\n    rows[0][0] = 9\n    return answer"
    (response,) = function(text, call=Call.ROWS).ask(BATCH[:1]).responses

    assert Failed(Fault.MUTATED, "changed the rows that it received, and returned another grid") == response


ONE = str(SOLUTIONS[0])
IN_OTHER_FORMS = f"""
import numpy, types
ROWS = [[int(digit) for digit in {ONE!r}[start:start + 9]] for start in range(0, 81, 9)]
CELLS = {{(row, column): ROWS[row][column] for row in range(9) for column in range(9)}}
NAMED = {{"ABCDEFGHI"[row] + str(column + 1): str(digit) for (row, column), digit in CELLS.items()}}
class Board:
    def __init__(self): self.grid, self.size, self.parent = ROWS, 9, None
async def later(): return ROWS
def searched(rows):
    rows[:] = ROWS
    yield rows
    rows[:] = [[0] * 9] * 9
    raise AssertionError("the search goes on")
"""


ANSWERS_IN_OTHER_FORMS = (
    *("bytes(sum(ROWS, []))", f"{ONE!r}.encode()", "str(ROWS)", "str(numpy.array(ROWS))", "numpy.array(ROWS)"),
    *("' | '.join(map(str, sum(ROWS, [])))", "'┌──┐' + str(ROWS)", "later()", "searched(rows)", "iter([ROWS])"),
    *("[ROWS]", f"[{ONE!r}]", f"{{{ONE!r}}}", "[ROWS, [[1] * 9] * 9]", "numpy.array([ROWS])"),
    *("(True, ROWS)", "(ROWS, True)", "(ROWS, 17, 0.5)", "(ROWS, None)", f"(81, {ONE!r})", "[True, ROWS]"),
    *("CELLS", "{(r + 1, c + 1): d for (r, c), d in CELLS.items()}", "NAMED", "dict(enumerate(ROWS))"),
    *("dict(enumerate(sum(ROWS, []), 1))", "(CELLS, 7)", "Board()", "types.SimpleNamespace(board=ROWS, steps=7)"),
    *("{'puzzle': rows, 'solution': ROWS}", "{'steps': [1, 2], 'sudoku': ROWS}"),
)
REFUSALS_IN_OTHER_FORMS = (
    *("[]", "()", "iter([])", "(False, None)", "(None, 17)", "(False, rows)", "(rows, False)", "(None, rows)"),
    *("{'solution': None, 'puzzle': rows}", "types.SimpleNamespace(solved=False, board=rows)"),
    "types.SimpleNamespace(board=[[0] * 9] * 9)",
)


@pytest.mark.parametrize(
    ("forms", "expected"), [(ANSWERS_IN_OTHER_FORMS, RIGHT[0]), (REFUSALS_IN_OTHER_FORMS, Declined())]
)
def test_other_forms(function: Function, forms: tuple[str, ...], expected: Response) -> None:
    """Grids and refusals are read in any form in which they cannot be mistaken."""
    returned = ",\n".join(f"lambda rows: {form}" for form in forms)
    text = f"{IN_OTHER_FORMS}forms = iter([\n{returned}])\ndef solve(rows): return next(forms)(rows)"
    transcript = function(text, call=Call.ROWS, contract=contracts.ANY).ask(BATCH[:1] * len(forms))

    assert {form: found for form, found in zip(forms, transcript.responses, strict=True) if found != expected} == {}


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        (contracts.ANY, (Declined(), RIGHT[0], RIGHT[0])),
        (contracts.COUNT, (Counted(0), Counted(1), Counted(2))),
        (contracts.UNIQUE, (Declined(), RIGHT[0], Stated(Claim.SEVERAL))),
    ],
)
@pytest.mark.parametrize("form", ["list", "iter"])
def test_all_solutions(function: Function, contract: Contract, expected: tuple[Response, ...], form: str) -> None:
    """A list or an iterator over solutions is read as the contract needs it; of an iterator no more are made."""
    several = f"itertools.repeat({ONE!r})" if form == "iter" else f"[{ONE!r}] * 2"
    known = f"{{'5': [], '.': [{ONE!r}]}}.get(text[0])"
    text = f"import itertools\ndef solve(text):\n    return {form}({several} if text[1] == '2' else {known})"
    asked = function(text, contract=contract)

    assert asked.ask((BATCH[0], BATCH[2], BATCH[1])).responses == expected


def test_module_in_the_working_directory(tmp_path: Path, make: Function, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function or method can be in a module of a package."""
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "solver.py").write_text(f"{KNOWN}class Solver:\n    solve = staticmethod(ANSWERS.get)")
    monkeypatch.chdir(tmp_path)

    assert make("python:mine.solver:Solver.solve").ask(BATCH).responses == RIGHT


def test_file_beside_its_modules(tmp_path: Path, make: Function) -> None:
    """A file may import modules of its folder and define dataclasses."""
    (tmp_path / "neighbour.py").write_text(KNOWN)
    (tmp_path / "solver.py").write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom neighbour import ANSWERS\n"
        "@dataclass\nclass Box:\n    text: str\ndef solve(text): return Box(ANSWERS[text]).text"
    )

    assert make(f"python:{tmp_path / 'solver.py'}:solve").ask(BATCH).responses == RIGHT
    assert sorted(path.name for path in tmp_path.iterdir()) == ["neighbour.py", "solver.py"]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("import nowhere", "solve", "ModuleNotFoundError: No module named 'nowhere' at solver.py:1 in <module>"),
        ("def solve(:", "solve", "SyntaxError: invalid syntax (solver.py, line 1)"),
        ("def solv(t): ...", "solve", "solver.py has no function solve; did you mean solv?"),
        ("solve = 7", "solve", "is not a function but 7 (int)"),
        ("raise SystemExit(2)", "solve", "SystemExit: 2 at solver.py:1 in <module>"),
        ("import os; os._exit(7)", "solve", "exited with status 7"),
        ("import os; os._exit(0)", "solve", "it ended the interpreter"),
        ("import os; os.abort()", "solve", "killed by SIGABRT"),
        ("while True: pass", "solve", "it was still loading after 1 s; it was at solver.py:1 in <module>"),
    ],
)
def test_cannot_be_loaded(function: Function, text: str, name: str, expected: str) -> None:
    """An error while a function is loaded is reported as such, at once and every time."""
    asked = function(text, name=name, time_limit=1.0)

    for _ in range(2):
        (response,) = asked.ask(BATCH[:1]).responses
        assert isinstance(response, Failed)
        assert response.fault is Fault.NOT_STARTED
        assert expected in response.reason


def test_no_such_file(make: Function) -> None:
    """A missing file is named."""
    (response,) = make("python:nowhere/solver.py:solve").ask(BATCH[:1]).responses

    assert "there is no file" in reason(response)


def test_loaded_process_killed(function: Function) -> None:
    """A function that kills the process in which it was loaded is loaded again."""
    text = f"{KNOWN}import os\nloader = os.getpid()\ndef solve(text):\n    os.kill(loader, 9)\n    return ANSWERS[text]"
    asked = function(text)

    assert asked.ask(BATCH[:1]).responses == RIGHT[:1]
    assert asked.ask(BATCH[:1]).responses == RIGHT[:1]


def test_forked_answers(function: Function) -> None:
    """A function that forks and returns twice gives extra output."""
    text = f"{KNOWN}import os\ndef solve(text):\n    os.fork()\n    return ANSWERS[text]"
    transcript = function(text).ask(BATCH[:1])

    assert transcript.run_failure == Failed(Fault.EXTRA, "answered 2 times for 1 puzzles; did it fork?")


def test_forged_answers(function: Function) -> None:
    """Output of a function to the pipe for answers is not an answer."""
    loop = "for stream in range(3, 30):\n        with suppress(OSError): os.write(stream, b'7\\n')"
    text = f"import os\nfrom contextlib import suppress\ndef solve(text):\n    {loop}"
    transcript = function(text).ask(BATCH[:1])

    assert (transcript.responses, transcript.run_failure) == (
        (Declined(),),
        Failed(Fault.EXTRA, "wrote '7\\n' to a descriptor that it had not opened"),
    )


def test_empty_batch(function: Function) -> None:
    """An empty batch needs no call."""
    assert function("import nothing").ask([]).responses == ()


def test_without_adoption(function: Function, monkeypatch: pytest.MonkeyPatch) -> None:
    """On systems without subreapers the function is loaded for each batch, with the same results."""
    monkeypatch.setattr("crosscover.subjects.functions.ADOPTS_ORPHANS", False)
    asked = function(f"{KNOWN}first = []\ndef solve(text):\n    first.append(text)\n    return ANSWERS[first[0]]")

    assert asked.ask(BATCH).responses == RIGHT[:1] * 3
    assert asked.ask(BATCH[1:]).responses == RIGHT[1:2] * 2
