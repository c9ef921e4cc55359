"""The facts that a worker finds about a puzzle besides its verdict."""

import re
from dataclasses import replace

import pytest

from crosscover.auditing import chunk_judge
from crosscover.auditing.chunk_judge import ChunkJudge, with_certificate, with_minimality
from crosscover.auditing.findings import Findings, PuzzleRow
from crosscover.auditing.request import AuditRequest
from crosscover.engines import panel_of
from crosscover.errors import ExitCode
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import check, parse
from crosscover.oracles.panel import Panel
from crosscover.oracles.proofs.certification import ProofError, UncheckedProof
from crosscover.puzzle_files import Row
from crosscover.reference import DlxEngine, Engine, Grid, Shape, count
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE
from tests.oracles.puzzles import COUNTED
from tests.oracles.test_panel import returning

ENGINES = ("dlx", "bitmask")
CERTIFIED = AuditRequest(ENGINES)
MINIMAL = replace(CERTIFIED, certify=False, minimal=True)
SOLUTION = next(BitmaskEngine()(EASY))


def ask(request: AuditRequest, *puzzles: Grid) -> Findings:
    """The findings of a worker for puzzles in the lines of a file."""
    rows = (PuzzleRow.of(line, Row(0, line, puzzle, None)) for line, puzzle in enumerate(puzzles, 1))
    return ChunkJudge(request)(tuple(rows))


@pytest.mark.parametrize("puzzle", [EASY, HARD[0]])
def test_minimal(puzzle: Grid) -> None:
    """A puzzle is minimal if it has several solutions without any one of its clues."""
    assert all(count(BitmaskEngine(), puzzle.with_cell(cell, 0), 2) == 2 for cell, _ in puzzle.clues())
    assert [row.minimal for row in ask(MINIMAL, puzzle).puzzle] == [1]


def test_a_redundant_clue() -> None:
    """With an additional clue a puzzle is not minimal."""
    puzzle = EASY.with_cell(3, SOLUTION.values[3])
    assert [row.minimal for row in ask(MINIMAL, puzzle).puzzle] == [0]


def minimality(puzzle: Grid, solution: Grid, reference: Engine, panel: Panel) -> PuzzleRow:
    """The row of a puzzle with its minimality."""
    row = PuzzleRow(7, 0, 7, "", str(puzzle), "3x3", puzzle.clue_count, "unique", solution=str(solution), solutions=1)
    return with_minimality(row, puzzle, solution, reference, panel)


def test_a_wrong_grid_does_not_decide() -> None:
    """If the reference returns a wrong grid, all engines decide; if it is one of them, they disagree."""
    wrong = returning(SOLUTION.with_cell(0, 0))
    assert minimality(EASY, SOLUTION, wrong, panel_of(ENGINES)).minimal == 1
    disagreeing = minimality(EASY, SOLUTION, wrong, Panel({"bitmask": BitmaskEngine(), "wrong": wrong}))
    assert (disagreeing.minimal, disagreeing.code) == (None, ExitCode.FAULT)
    assert "wrong    a wrong grid" in disagreeing.complaint


@pytest.mark.parametrize("limit", [3, 20])
def test_solutions_are_counted(limit: int) -> None:
    """Solutions are counted up to the limit; two of them are recorded."""
    puzzles = {Grid.parse(text): number for text, number in COUNTED.items()}
    findings = ask(AuditRequest(ENGINES, count=limit), *puzzles)
    assert [row.solutions for row in findings.puzzle] == [min(number, limit) for number in puzzles.values()]
    assert [bool(row.second) for row in findings.puzzle] == [number > 1 for number in puzzles.values()]


def test_certificates() -> None:
    """Each decided puzzle has a valid certificate with the solutions of its row."""
    puzzles = (EASY, BRIEF, UNSOLVABLE, CLASHING, AMBIGUOUS)
    findings = ask(CERTIFIED, *puzzles)
    assert [row.number for row in findings.certificate] == [1, 2, 3, 4, 5]
    for row, (*_, line) in zip(findings.puzzle, findings.certificate, strict=True):
        certificate = parse(line)
        check(certificate)
        assert str(certificate.puzzle) == row.puzzle
        assert [str(grid) for grid in certificate.solutions] == [text for text in (row.solution, row.second) if text]


class Helpless:
    """A producer that proves nothing."""

    name = "helpless"

    def prove(self, *_: object) -> UncheckedProof:
        """Give up."""
        raise ProofError("nothing is proved")


def test_missing_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no certificate is found, the row says why; the verdict of the engines stays, without a complaint."""

    def producer(_: str) -> Helpless:
        return Helpless()

    monkeypatch.setattr(chunk_judge, "producer", producer)
    wide = Grid.simplest(Shape(1, 4)).with_cell(0, 0)
    findings = ask(CERTIFIED, HARD[0], wide)
    assert [row.uncertified for row in findings.puzzle] == [
        "nothing is proved",
        "there are no certificates for 1x4 boxes",
    ]
    assert [(row.verdict, row.complaint, row.code) for row in findings.puzzle] == [("unique", "", 0)] * 2
    assert findings.certificate == []


@pytest.mark.parametrize("seen", [0, 1])
def test_a_proof_against_the_engines(seen: int) -> None:
    """If a proof refutes all engines, the puzzle is undecided with a complaint, and the exit code is 3."""
    believed = list(DlxEngine()(AMBIGUOUS))[:seen]
    row = PuzzleRow(
        7, 0, 7, "", str(AMBIGUOUS), "3x3", AMBIGUOUS.clue_count, "unique", solution=str(SOLUTION), solutions=seen
    )
    found, certificates = with_certificate(row, AMBIGUOUS, believed)
    assert (found.verdict, found.solution, found.code) == ("undecided", None, ExitCode.FAULT)
    assert re.search("but the proof contradicts them: .* finds (a|another) solution of ", found.complaint)
    assert certificates == []


def test_rows_do_not_depend_on_earlier_puzzles() -> None:
    """A puzzle has the same rows, whatever was judged before it."""
    request = AuditRequest((*ENGINES, "sat:cadical195"), count=5, minimal=True)
    alone = ask(request, BRIEF)
    last = [row for row in ask(request, AMBIGUOUS, EASY, BRIEF).certificate if row.number == 3]
    assert [row[1:] for row in last] == [row[1:] for row in alone.certificate]
