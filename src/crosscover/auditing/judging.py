"""What is asked of each puzzle, and the worker's side of asking it."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.oracles.panel import Agreement, DisagreementError, Panel, UndecidedError
from crosscover.reference import DlxEngine, Grid, Shape
from crosscover.reference.canonical import is_supported

from .collection import CHUNK_SECONDS, PUZZLE_SECONDS
from .facts import add_certificate, add_minimality
from .findings import AnswerRow, Chunk, Findings, PuzzleRow, Task, Verdict
from .isomorphs import with_canonical_form
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

MAX_HELD = 128
"""So many solutions of a batch of puzzles are held for each engine, where a puzzle alone has no more."""

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
    subjects: tuple[SubjectJudge, ...] = ()

    @property
    def chunk_seconds(self) -> float:
        """What a chunk is meant to take: with subjects, which have to be started for each, more than without."""
        return SUBJECT_CHUNK_SECONDS if self.subjects else CHUNK_SECONDS

    @property
    def hang_seconds(self) -> float:
        """After what time with a chunk a worker hangs."""
        return PUZZLE_SECONDS + sum(subject.chunk_seconds for subject in self.subjects)

    @property
    def batch_size(self) -> int:
        """How many puzzles an engine is asked about before the next one is; their solutions are all held."""
        return max(1, MAX_HELD // self.count)

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge the puzzles of a chunk, in a worker; after `ENOUGH_SECONDS` those that are left are left out."""
        judges = _judges(self.engines)
        findings = Findings()
        until = time.monotonic() + ENOUGH_SECONDS
        while (start := len(findings.puzzle)) < len(chunk.tasks) and (not start or time.monotonic() < until):
            judges.judge(chunk.tasks[start : start + self.batch_size], self, findings, until)
        ask_subjects(self.subjects, judges.panel, chunk, findings)
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
        self._reference = _CountingReference()
        engines = {name: self._reference if name == REFERENCE else engine(name) for name in names}
        self._panel = Panel(engines)

    @property
    def panel(self) -> Panel:
        """The engines together."""
        return self._panel

    def judge(self, tasks: Sequence[Task], asked: Questions, findings: Findings, until: float) -> None:
        """Add what is found of the puzzles; of the first at least, of the others as long as the time is not over."""
        puzzles = [task.row.puzzle for task in tasks if task.row.puzzle is not None]
        self._reference.nodes.clear()
        outcomes = iter(self._panel.grids_each(puzzles, asked.count, seconds=ENOUGH_SECONDS))
        for number, (file, line, puzzle, expected, error) in tasks:
            if puzzle is None:
                row = PuzzleRow(number, file, line, None, None, Verdict.INVALID, complaint=error, code=ExitCode.USAGE)
            elif (outcome := next(outcomes, None)) is None:
                return
            else:
                text = None if expected is None else str(expected)
                row = PuzzleRow(number, file, line, str(puzzle), puzzle.clue_count, Verdict.UNDECIDED, expected=text)
                row = self._with_outcome(row, puzzle, expected, outcome, asked, findings)
                if asked.isomorphs:
                    row = with_canonical_form(row, puzzle)
            findings.puzzle.append(row)
            if time.monotonic() > until:
                return

    def _with_outcome(  # noqa: PLR0917 - the row, what it is of, what came of it, where more of it goes
        self,
        row: PuzzleRow,
        puzzle: Grid,
        expected: Grid | None,
        outcome: Agreement | DisagreementError | UndecidedError,
        asked: Questions,
        findings: Findings,
    ) -> PuzzleRow:
        match outcome:
            case DisagreementError():
                return _settled(row, outcome, asked.count, findings)
            case UndecidedError(abstained=abstained):
                return row._replace(complaint=str(outcome), code=ExitCode.FAULT, abstained=",".join(abstained))
            case grids, abstained:
                row = row._replace(
                    verdict=(Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL)[min(len(grids), 2)],
                    solution=str(grids[0]) if grids else None,
                    second=str(grids[1]) if len(grids) > 1 else None,
                    solutions=len(grids),
                    nodes=None if REFERENCE in abstained else self._reference.nodes.get(puzzle),
                    decided=",".join(name for name in self._panel.names if name not in abstained),
                    abstained=",".join(abstained),
                )
        if expected is not None and grids != [expected]:
            row = row.with_complaint(f"expected {expected}, got {_in_words(grids)}", ExitCode.WRONG)
        if asked.certify:
            row = add_certificate(row, puzzle, grids, findings)
        if asked.minimal and row.verdict == Verdict.UNIQUE:
            row = add_minimality(row, puzzle, grids[0], self._reference, self._panel, findings)
        return row


class _CountingReference:
    """The reference, which notes the search nodes of each puzzle; not those of a search that was never finished."""

    def __init__(self) -> None:
        self._engine = DlxEngine()
        self.nodes: dict[Grid, int] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        yield from self._engine(puzzle, limit)
        self.nodes[puzzle] = self._engine.visited


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
    if len(grids) == 1:
        return f"one solution, {grids[0]}"
    return f"several solutions, {grids[0]} and {grids[1]} among them"
