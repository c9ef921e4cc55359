"""What is asked of each puzzle, and the worker's side of asking it."""

import time
from dataclasses import dataclass
from functools import cache

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.reference import DlxEngine, Grid

from .collection import CHUNK_SECONDS, PUZZLE_SECONDS
from .findings import AnswerRow, Chunk, Findings, PuzzleRow, Task, Verdict
from .settlement import settle
from .subject_judges import SubjectJudge, ask_subjects

REFERENCE = "dlx"
"""The engine that is always among the judges: it counts the search nodes, and names the solutions.

Its search is the same whatever was asked before, so that an audit gives the same rows in whatever order they are made.
"""

SUBJECT_CHUNK_SECONDS = 5.0
"""What a chunk is meant to take that programs are started for, some of which need 0.2 s to start."""

ENOUGH_SECONDS = 5.0
"""What a chunk may take whose puzzles turn out to be harder than those before; the others are handed out again."""


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of each puzzle; rows of one ledger have been asked the same."""

    engines: tuple[str, ...]
    count: int = 2
    subjects: tuple[SubjectJudge, ...] = ()

    @property
    def chunk_seconds(self) -> float:
        """What a chunk is meant to take: with subjects, which have to be started for each, more than without."""
        return SUBJECT_CHUNK_SECONDS if self.subjects else CHUNK_SECONDS

    @property
    def hang_seconds(self) -> float:
        """After what time with a chunk a worker hangs."""
        return PUZZLE_SECONDS + sum(subject.chunk_seconds for subject in self.subjects)

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge the puzzles of a chunk, in a worker; after `ENOUGH_SECONDS` those that are left are left out."""
        judges = _judges(self.engines)
        findings = Findings()
        started = time.perf_counter()
        for task in chunk.tasks:
            if findings.puzzle and time.perf_counter() - started > ENOUGH_SECONDS:
                break
            judges.judge(task, self, findings)
        ask_subjects(self.subjects, judges.panel, chunk, findings)
        return findings


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

    @property
    def panel(self) -> Panel:
        """The engines together."""
        return self._panel

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
            row = _settled(row, disagreement, asked.count, findings)
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
        findings.puzzle.append(row)


def _settled(row: PuzzleRow, disagreement: DisagreementError, limit: int, findings: Findings) -> PuzzleRow:
    """The row of a puzzle about which engines disagree, with the verdict if it can be proved; adds who is wrong."""
    verdict, wrong = settle(disagreement, limit)
    right = "who is right is not proved" if verdict is None else f"certified: {verdict}"
    for name in wrong:
        fault = "raised" if disagreement.faults.get(name, "").startswith("raised") else "wrong"
        findings.answer.append(AnswerRow(row.number, name, fault, disagreement.answers[name], right))
    others = [name for name in disagreement.grids if name not in (*wrong, *disagreement.abstained)]
    row = row._replace(
        decided=",".join(others if verdict is not None else []),
        abstained=",".join(disagreement.abstained),
        disagreed=",".join(wrong),
        complaint=f"{disagreement}\n\n{right}",
        code=ExitCode.FAULT,
    )
    if verdict is None:
        return row
    solution, second = [*map(str, verdict.solutions), None, None][:2]
    return row._replace(verdict=verdict.kind.value, solution=solution, second=second)


def _in_words(grids: list[Grid]) -> str:
    if not grids:
        return "no solution"
    return f"one solution, {grids[0]}" if len(grids) == 1 else f"several, among them {grids[0]} and {grids[1]}"
