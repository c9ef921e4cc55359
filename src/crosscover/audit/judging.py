"""What is asked of each puzzle, and the worker's side of asking it."""

import time
from dataclasses import dataclass
from functools import cache

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.reference import DlxEngine, Grid, Shape
from crosscover.reference.canonical import is_supported

from .facts import add_certificate, add_minimality
from .findings import Chunk, Findings, PuzzleRow, Task, Verdict
from .isomorphs import with_canonical_form

REFERENCE = "dlx"
"""The engine that is always among the judges: it counts the search nodes, and names the solutions.

Its search is the same whatever was asked before, so that an audit gives the same rows in whatever order they are made.
"""

ENOUGH_SECONDS = 5.0
"""What a chunk may take whose puzzles turn out to be harder than those before; the others are handed out again."""


MAX_COUNT = 10_000
"""To count so far takes the default panel some 7 s and 250 MB; to 100,000 the slower engines would all abstain."""


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of each puzzle; rows of one ledger have been asked the same.

    `count` is the number up to which solutions are counted, the others are facts to find out.
    """

    engines: tuple[str, ...]
    count: int = 2
    minimal: bool = False
    certify: bool = False
    isomorphs: bool = False

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge the puzzles of a chunk, in a worker; after `ENOUGH_SECONDS` those that are left are left out."""
        judges = _judges(self.engines)
        findings = Findings()
        started = time.perf_counter()
        for task in chunk.tasks:
            if findings.puzzle and time.perf_counter() - started > ENOUGH_SECONDS:
                break
            judges.judge(task, self, findings)
        return findings


def refusal_of_shape(asked: Questions, shape: Shape) -> str | None:
    """Why what is asked cannot be asked of puzzles of a shape; None where it can."""
    if asked.certify and shape != Shape():
        return f"--certify is for puzzles of the shape 3x3, not {shape}"
    if asked.isomorphs and not is_supported(shape):
        return f"--isomorphs is for puzzles with no more symmetries than 3x3 has, not {shape}"
    return None


def with_reference(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the engines in the order in which they are asked: the reference first, each once."""
    return tuple(dict.fromkeys((REFERENCE, *names)))


@cache
def _judges(names: tuple[str, ...]) -> "Judges":
    return Judges(names)


class Judges:
    """The engines of a worker, kept from chunk to chunk."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._reference = DlxEngine()
        engines = {name: self._reference if name == REFERENCE else engine(name) for name in names}
        self._panel = Panel(engines)

    def judge(self, task: Task, asked: Questions, findings: Findings) -> None:
        """Add what is found of a puzzle."""
        number, (file, line, puzzle, expected, error) = task
        if puzzle is None:
            findings.puzzle.append(PuzzleRow(number, file, line, None, None, Verdict.INVALID, complaint=error, code=2))
            return
        row = PuzzleRow(
            number,
            file,
            line,
            str(puzzle),
            puzzle.clue_count,
            Verdict.UNDECIDED,
            expected=None if expected is None else str(expected),
        )
        try:
            grids, abstained = self._panel.grids(puzzle, asked.count)
        except DisagreementError as disagreement:
            row = row._replace(complaint=str(disagreement), code=ExitCode.FAULT)
        except UndecidedError as error:
            row = row._replace(complaint=str(error), code=ExitCode.FAULT, abstained=",".join(error.abstained))
        else:
            row = row._replace(
                verdict=(Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL)[min(len(grids), 2)],
                solution=str(grids[0]) if grids else None,
                second=str(grids[1]) if len(grids) > 1 else None,
                solutions=len(grids),
                nodes=None if REFERENCE in abstained else self._reference.visited,
                decided=",".join(name for name in self._panel.names if name not in abstained),
                abstained=",".join(abstained),
            )
            if expected is not None and grids != [expected]:
                complaint = f"expected {expected}, got {_in_words(grids)}"
                row = row._replace(complaint=complaint, code=ExitCode.WRONG)
            if asked.certify:
                row = add_certificate(row, puzzle, grids, findings)
            if asked.minimal and row.verdict == Verdict.UNIQUE:
                row = add_minimality(row, puzzle, grids[0], self._reference, self._panel, findings)
        if asked.isomorphs:
            row = with_canonical_form(row, puzzle)
        findings.puzzle.append(row)


def _in_words(grids: list[Grid]) -> str:
    if not grids:
        return "no solution"
    return f"one solution, {grids[0]}" if len(grids) == 1 else f"several, among them {grids[0]} and {grids[1]}"
