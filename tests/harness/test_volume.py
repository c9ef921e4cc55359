"""Blocks of derived puzzles: wrong solvers are caught, right ones pass, and puzzles are counted."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from crosscover import contracts, engines
from crosscover.contracts import CONTRACTS, Contract
from crosscover.harness.block import Block, is_right
from crosscover.harness.block_sizes import FIRST_BLOCK, LEVELS
from crosscover.harness.deadline import Clock
from crosscover.harness.harness import Harness
from crosscover.harness.judging import Counterexample, SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.harness.volume import FalseDerivationError
from crosscover.options import Options
from crosscover.properties.corpus.graded import derived_block
from crosscover.properties.test_solver import test_volume as volume_property
from crosscover.reference import Grid
from crosscover.responses import Answered
from crosscover.subjects.blocks import grids
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import CLAIM_CODES, UNREADABLE, BlockAnswers

from .fakes import FakeClock, ScriptedSubject, verdicts

pytestmark = pytest.mark.slow

ZOO = Path(__file__).parents[1] / "selftest" / "zoo" / "right"
HASH = "unsigned long hash = 5381; for (char *c = line; *c; c++) hash = hash * 33 + *c; static long number; number++;"

VERDICT_LABELS = ("one solution", "several solutions", "clashing clues", "no solution without a clash")
"""The labels of puzzles in ordinary batches, one for each; those of puzzles in blocks begin with "derived: "."""

Make = Callable[..., Harness]


@pytest.fixture
def make() -> Iterator[Make]:
    """A factory of harnesses for a specification and options, with a quick panel and a time in seconds."""
    with ExitStack() as stack:

        def make_one(spec: str, seconds: float = 60.0, clock: Clock = time.monotonic, **options: object) -> Harness:
            judged = subject(spec, Options().with_overrides(options))
            panel = engines.panel_of(["bitmask", "sat:cadical195"])
            budget = Budget(examples=30, volume_seconds=seconds)
            session = stack.enter_context(closing(SubjectSession(judged, VerdictCache(panel), clock=clock)))
            return Harness(session, "volume", budget)

        yield make_one


@pytest.fixture
def program(tmp_path: Path, make: Make) -> Make:
    """A factory of harnesses for a right C program whose output statement is replaced."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler (cc) here")

    def make_one(instead: str, before: str = "", **options: object) -> Harness:
        text = (ZOO / "bitmask.c").read_text().replace("puts(grid);", HASH + instead)
        (tmp_path / "solver.c").write_text(f"#include <stdlib.h>\n#include <time.h>\n{before}{text}")
        subprocess.run([compiler, "-O2", "-o", tmp_path / "solver", tmp_path / "solver.c"], check=True)
        return make(f"exec:{tmp_path / 'solver'}", **options)

    return make_one


def failure(harness: Harness) -> Counterexample:
    """The counterexample that the property finds."""
    with pytest.raises(SubjectFailedError) as caught:
        volume_property(harness)
    return caught.value.counterexample


def in_blocks(harness: Harness) -> int:
    """The number of puzzles that were judged in blocks."""
    return sum(number for label, number in harness.record.labels.items() if label.startswith("derived: "))


def judge_right(make: Make, *arguments: str, **options: object) -> None:
    """Run the property for a right solver: several blocks are judged, and each puzzle is counted once.

    The clock jumps to the end of the time as soon as enough puzzles have been judged.
    """

    def clock() -> float:
        is_enough = harness is not None and in_blocks(harness) > 2 * FIRST_BLOCK
        return time.monotonic() + (3600.0 if is_enough else 0.0)

    harness: Harness | None = None
    harness = make(*arguments, clock=clock, **options)
    volume_property(harness)
    in_batches = sum(harness.record.labels[label] for label in VERDICT_LABELS)
    assert in_blocks(harness) > 2 * FIRST_BLOCK
    assert in_blocks(harness) + in_batches == harness.record.judged


def test_rare_wrong_answer(program: Make) -> None:
    """A program that is wrong for one puzzle in 5,000 is caught with one puzzle."""
    harness = program("if (hash % 5000 == 7) grid[40] = grid[40] % 9 + '1'; puts(grid);")
    found = failure(harness)
    assert (len(found.batch), found.cause) == (1, "wrong answer")
    assert harness.record.failed_after is not None
    assert harness.record.judged >= harness.record.failed_after > 0


@pytest.mark.parametrize(
    ("instead", "cause"),
    [
        ("if (hash % 500 != 7) puts(grid);", "missing answer"),
        ("if (hash % 500 == 7) abort(); puts(grid);", "crashed"),
    ],
)
def test_wrong_output(program: Make, instead: str, cause: str) -> None:
    """A missing answer and a crash are caught with one puzzle."""
    found = failure(program(instead))
    assert (len(found.batch), found.cause) == (1, cause)


def test_crash_after_many(program: Make) -> None:
    """A program that crashes after 2,000 puzzles is caught with copies of the canonical grid."""
    stopped = FakeClock()  # nothing is left out for want of time
    found = failure(program("if (number > 2000) abort(); puts(grid);", clock=stopped))
    assert (set(found.batch), len(found.batch), found.cause) == ({Grid.canonical()}, 2001, "crashed")


def test_state_between_two(program: Make) -> None:
    """A program that fails after certain puzzles is caught with two puzzles."""
    was = "static int was; if (was) grid[40] = grid[40] % 9 + '1'; was = hash % 500 == 7; puts(grid);"
    found = failure(program(was))
    assert (len(found.batch), found.failing_index, found.cause) == (2, 1, "wrong answer")


@pytest.mark.parametrize(
    ("instead", "cause", "seen"),
    [
        ("grid[40] = grid[40] % 9 + '1'", "wrong answer", "seen at puzzle 700 of a run of"),
        ("abort()", "crashed", r"seen at puzzle \d+ or later of a run of"),
    ],
)
def test_seen_once(program: Make, tmp_path: Path, instead: str, cause: str, seen: str) -> None:
    """A failure that is not reproducible is reported as it was observed; a crash may lose answers in a buffer."""
    flag = tmp_path / "flag"
    once = f'if (number == 700 && !fopen("{flag}", "r")) {{ fopen("{flag}", "w"); {instead}; }}'
    found = failure(program(f"{once} puts(grid);"))
    assert (len(found.batch), found.cause) == (1, cause)
    assert re.search(seen, found.reason)


def test_right_program(program: Make) -> None:
    """A right program is judged in several blocks."""
    judge_right(program, "puts(grid);")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("arrays.c", {"dialect": "t-grids"}),
        ("boards.c", {"dialect": "lines", "contract": "count"}),
    ],
)
def test_other_dialects(name: str, options: dict[str, object], tmp_path: Path, make: Make) -> None:
    """A right program passes in other dialects and contracts."""
    subprocess.run(["cc", "-O2", "-o", tmp_path / "solver", ZOO / name], check=True)
    judge_right(make, f"exec:{tmp_path / 'solver'}", **options)


def test_stream(program: Make) -> None:
    """A program with `stream` receives the puzzles of a block one at a time."""
    judge_right(program, "puts(grid); fflush(stdout);", stream=True)


@pytest.mark.parametrize("contract", ["proper", "any", "count"])
def test_engine(contract: str, make: Make) -> None:
    """An engine in this process receives blocks under every contract."""
    judge_right(make, "engine:dlx", contract=contract)


RIGHT_FUNCTION = """
import zlib
from crosscover.reference import DlxEngine, Grid

engine = DlxEngine()

def solve(puzzle):
    grid = Grid.parse(puzzle) if isinstance(puzzle, str) else Grid.from_rows(puzzle)
    found = next(engine(grid, 1), None)
    return found and (str(found) if isinstance(puzzle, str) else found.rows)
"""
SOMETIMES = """
right = solve

def solve(puzzle):
    return INSTEAD if zlib.crc32(str(puzzle).encode()) % 100 == 7 else right(puzzle)
"""


@pytest.mark.parametrize(
    ("instead", "causes", "call"),
    [
        ("None", {"refusal"}, "text"),
        ("None", {"refusal"}, "rows"),
        ("7", {"malformed answer"}, "text"),
        ("'7' * 81", {"wrong answer"}, "rows"),
        ("1 / 0", {"raised"}, "text"),
        ("sys.exit(0)", {"raised"}, "text"),
        ("os._exit(0)", {"crashed"}, "rows"),
        ("os.fork() and None", {"refusal", "extra output", "too many processes"}, "text"),  # depends on a race
    ],
)
def test_wrong_function(instead: str, causes: set[str], call: str, tmp_path: Path, make: Make) -> None:
    """A function that fails for one puzzle in 100 is caught with one puzzle."""
    (tmp_path / "wrong.py").write_text(f"import os, sys\n{RIGHT_FUNCTION}{SOMETIMES.replace('INSTEAD', instead)}")
    found = failure(make(f"python:{tmp_path / 'wrong.py'}:solve", call=call))
    assert len(found.batch) == 1
    assert found.cause in causes


@pytest.mark.parametrize("call", ["text", "rows"])
@pytest.mark.parametrize("contract", ["proper", "any"])
def test_right_function(call: str, contract: str, tmp_path: Path, make: Make) -> None:
    """A right function passes."""
    (tmp_path / "right.py").write_text(RIGHT_FUNCTION)
    judge_right(make, f"python:{tmp_path / 'right.py'}:solve", call=call, contract=contract)


CHANGING = """
right, kept = solve, []

def solve(puzzle):
    kept.append(right(puzzle))
    if len(kept) > 60:
        kept[10][0][0] = 0
    return kept[-1]
"""


def test_rows_changed_later(tmp_path: Path, make: Make) -> None:
    """A function that changes an earlier answer while it solves a later puzzle is caught; it needs 61 puzzles.

    The block that shows it depends on the speed, so the steps of shrinking may end a little earlier.
    """
    (tmp_path / "wrong.py").write_text(RIGHT_FUNCTION + CHANGING)
    found = failure(make(f"python:{tmp_path / 'wrong.py'}:solve", call="rows"))
    assert found.cause == "changed an earlier answer"
    assert 61 <= len(found.batch) < 80


def test_false_derivation() -> None:
    """If the panel contradicts a derived verdict, it is a fault of crosscover."""
    clock = FakeClock()
    harness = Harness(SubjectSession(ScriptedSubject(clock), verdicts(), clock=clock), "volume", Budget())

    def derive(seed: int, size: int, level: int) -> Block:
        block = derived_block(seed, size, level, contracts.PROPER)
        solutions = block.solutions.copy()
        solutions[-1, 0, 0] = solutions[-1, 0, 0] % 9 + 1
        return Block(block.puzzles, solutions, block.counts, block.kinds, block.kind_names)

    for seed in range(3):
        with pytest.raises(FalseDerivationError, match="was derived"):
            harness.judge_block(seed, derive)


def test_same_failure_for_the_same_seed() -> None:
    """After a failure the same seed fails again without a run, and other seeds are not run."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, lambda batch: [Answered(Grid.canonical())] * len(batch))
    harness = Harness(SubjectSession(subject, verdicts(), clock=clock), "volume", Budget())
    derive = partial(derived_block, contract=contracts.PROPER)
    with pytest.raises(SubjectFailedError):
        harness.judge_block(3, derive)
    asked = len(subject.asked)
    harness.judge_block(4, derive)
    with pytest.raises(SubjectFailedError):
        harness.judge_block(3, derive)
    assert len(subject.asked) == asked


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_judging_arrays_and_objects(contract: Contract) -> None:
    """Arrays of right, changed, refused and unreadable answers are judged like single answers."""
    block = derived_block(1, 300, 0, contract)
    panel = verdicts()
    is_number = contract.numbers
    right = block.counts[:, None] if is_number else block.solutions[:, 0]
    second = block.counts[:, None] if is_number else block.solutions[:, 1]
    changed = right.copy()
    changed[:, 0] = (changed[:, 0] + 1) % 3 if is_number else changed[:, 0] ^ 1
    claims = [np.full_like(right, code) for code in CLAIM_CODES.values()]
    for answers in (right, second, changed, np.zeros_like(right), np.full_like(right, UNREADABLE), *claims):
        judged = is_right(block, answers, contract)
        for place, puzzle in enumerate(grids(block.puzzles)):
            response = BlockAnswers(answers).response(place)
            alone = response and contract.explain(puzzle, panel[puzzle], response) is None
            assert bool(alone) == judged[place]


@pytest.mark.parametrize("level", range(LEVELS))
@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_derived_blocks(contract: Contract, level: int) -> None:
    """The panel agrees with every answer of a block, and the contract admits each puzzle."""
    block = derived_block(2, 200, level, contract)
    panel = verdicts()
    assert not any(block.contradicts(place, panel[puzzle]) for place, puzzle in enumerate(grids(block.puzzles)))
    assert set(block.counts.tolist()) == ({1} if contract.proper_only else {0, 1, 2})


UNEVEN = """
static void wait_for(double seconds) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec - start.tv_sec + (now.tv_nsec - start.tv_nsec) / 1e9 < seconds);
}
"""
"""A function for programs that are slow for some puzzles."""

CLUES = "int clues = 0; for (char *c = line; *c; c++) clues += *c >= '1' && *c <= '9';"


def test_a_program_that_is_slow_for_hard_puzzles(program: Make) -> None:
    """A program of 400 hard puzzles a second, wrong for one in 400, is caught though some take three seconds."""
    wait = "wait_for(clues > 25 ? 4e-5 : hash % 500 == 3 ? 3 : 2.5e-3);"
    wrong = "if (clues < 25 && hash / 7 % 400 == 3) grid[40] = grid[40] % 9 + '1';"
    found = failure(program(f"{CLUES} {wait} {wrong} puts(grid);", before=UNEVEN, seconds=300.0))
    assert (len(found.batch), found.cause) == (1, "wrong answer")


def test_a_program_that_hangs_at_some_puzzles(program: Make) -> None:
    """A program that does not answer one puzzle in 300 is reported with such a puzzle, as a failure or unanswered."""
    harness = program("if (hash % 300 == 3) for (;;); puts(grid);", seconds=20.0)
    reported = harness.record.unanswered
    try:
        volume_property(harness)
    except SubjectFailedError as error:
        reported = [*error.counterexample.batch]
    assert reported
    assert all(bernstein_hash(str(puzzle)) % 300 == 3 for puzzle in reported)


def bernstein_hash(line: str) -> int:
    """The hash that `HASH` computes."""
    number = 5381
    for character in line.encode():
        number = (number * 33 + character) % 2**64
    return number
