"""The facts that a worker finds about a puzzle besides its verdict."""

import math
import re
from contextlib import nullcontext

import pytest

from crosscover.auditing import chunk_judge, facts
from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.facts import solutions_without, with_certificate, with_minimality
from crosscover.auditing.findings import Findings, PuzzleRow, Task, TaskChunk
from crosscover.auditing.packed_lines import unpack
from crosscover.auditing.questions import Questions
from crosscover.engines import panel_of
from crosscover.exit_code import ExitCode
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import check, parse
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.oracles.proofs.certification import ProofError, UncheckedProof
from crosscover.puzzle_files import Row
from crosscover.reference import DlxEngine, Grid, Shape, count
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE
from tests.oracles.puzzles import COUNTED
from tests.oracles.test_panel import hanging, returning

from .small import BASES, SMALL, minimal_puzzles

ENGINES = ("dlx", "bitmask")
SOLUTION = next(BitmaskEngine()(EASY))


def ask(questions: Questions, *puzzles: Grid) -> Findings:
    """The findings of a worker for puzzles in the lines of a file."""
    tasks = tuple(Task(line, Row(0, line, puzzle, None)) for line, puzzle in enumerate(puzzles, 1))
    return ChunkJudge(questions)(TaskChunk(tasks, 60))


@pytest.mark.parametrize("puzzle", [EASY, *HARD])
def test_a_witness_for_each_clue(puzzle: Grid) -> None:
    """Each clue of a minimal puzzle has a witness: a grid with the other clues and another digit in its cell."""
    findings = ask(Questions(ENGINES, minimal=True), puzzle)
    assert [row.minimal for row in findings.puzzle] == [1]
    assert [row.cell for row in findings.clue] == [cell for cell, _ in puzzle.clues()]
    for _, cell, text in findings.clue:
        witness = Grid.parse(text or "")
        assert [place for place, clue in puzzle.clues() if witness.values[place] != clue] == [cell]
        assert all(len({witness.values[place] for place in house}) == 9 for house in Shape().houses)


@pytest.mark.parametrize("cell", [0, 3, 40])
def test_a_redundant_clue(cell: int) -> None:
    """With an additional clue a puzzle is not minimal, and exactly the redundant clues have no witness."""
    puzzle = EASY.with_cell(cell, SOLUTION.values[cell])
    findings = ask(Questions(ENGINES, minimal=True), puzzle)
    needless = {row.cell for row in findings.clue if row.solution is None}
    assert [row.minimal for row in findings.puzzle] == [0]
    assert cell in needless
    assert needless == {
        place for place, _ in puzzle.clues() if count(BitmaskEngine(), puzzle.with_cell(place, 0), 2) == 1
    }


def test_all_small_minimal_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 588 minimal puzzles of two grids of 2x2 boxes are minimal, and are not with an additional clue."""
    monkeypatch.setattr(chunk_judge, "ENOUGH_SECONDS", math.inf)
    for base in BASES:
        minimal = minimal_puzzles(base)
        larger = [puzzle.with_cells_of(base, puzzle.empty_cells()[:1]) for puzzle in minimal[::5]]
        findings = ask(Questions(ENGINES, minimal=True), *minimal, *larger)
        assert [row.minimal for row in findings.puzzle] == [1] * len(minimal) + [0] * len(larger)
        for number, cell, solution in findings.clue[: sum(puzzle.clue_count for puzzle in minimal)]:
            assert Grid.parse(solution or "", SMALL).extends(minimal[number - 1].with_cell(cell, 0))


def test_only_proper_puzzles_are_minimal_or_not() -> None:
    """For puzzles with no or several solutions minimality is not recorded."""
    findings = ask(Questions(ENGINES, minimal=True), UNSOLVABLE, CLASHING, AMBIGUOUS)
    assert [row.minimal for row in findings.puzzle] == [None] * 3
    assert findings.clue == []


def test_a_wrong_grid_is_no_witness() -> None:
    """If the reference returns a wrong witness, all engines decide; if it is one of them, they disagree."""
    wrong = returning(SOLUTION.with_cell(0, 0))
    panel = panel_of(ENGINES)
    assert None not in dict(solutions_without(EASY, SOLUTION, wrong, panel)).values()
    with pytest.raises(DisagreementError, match="wrong    a wrong grid"):
        list(solutions_without(EASY, SOLUTION, wrong, Panel({"bitmask": BitmaskEngine(), "wrong": wrong})))


def test_a_missed_witness_is_found_by_the_others() -> None:
    """If the reference finds no witness but the panel does, the panel counts."""
    found = dict(solutions_without(EASY, SOLUTION, returning(SOLUTION), panel_of(ENGINES)))
    assert None not in found.values()


def test_a_panel_that_denies_the_solution() -> None:
    """A panel that finds no solution after a clue is removed contradicts itself."""
    with pytest.raises(DisagreementError, match="no solution"):
        list(solutions_without(EASY, SOLUTION, returning(), Panel({"blind": returning()})))


def test_a_second_solution_is_reported() -> None:
    """If a witness for a clue is a second solution of the puzzle, the verdict was wrong."""
    first, _ = DlxEngine()(AMBIGUOUS, 2)
    with pytest.raises(DisagreementError, match="another, "):
        list(solutions_without(AMBIGUOUS, first, DlxEngine(), panel_of(ENGINES)))


def test_a_search_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is not decided in time whether a clue is redundant, nothing is recorded, and the row has a complaint."""
    monkeypatch.setattr(facts, "MINIMAL_SECONDS", 0.1)
    row = PuzzleRow(7, 0, 7, str(EASY), "3x3", EASY.clue_count, "unique", solution=str(SOLUTION), solutions=1)
    found, clues = with_minimality(row, EASY, SOLUTION, hanging(), Panel({"dlx": hanging()}))
    assert (found.verdict, found.minimal, found.code) == ("unique", None, ExitCode.NOT_DECIDED)
    assert found.complaint.startswith("it is unknown whether the puzzle is minimal: ")
    assert clues == []


@pytest.mark.parametrize("limit", [3, 5, 20])
def test_solutions_are_counted(limit: int) -> None:
    """Solutions are counted up to the limit; two of them are recorded."""
    puzzles = {Grid.parse(text): number for text, number in COUNTED.items()}
    findings = ask(Questions(ENGINES, limit), *puzzles)
    assert [row.solutions for row in findings.puzzle] == [min(number, limit) for number in puzzles.values()]
    assert [bool(row.second) for row in findings.puzzle] == [number > 1 for number in puzzles.values()]


def test_certificates() -> None:
    """Each decided puzzle has a valid certificate with the solutions of its row."""
    puzzles = (EASY, BRIEF, UNSOLVABLE, CLASHING, AMBIGUOUS)
    findings = ask(Questions(ENGINES, certify=True), *puzzles)
    assert [row.number for row in findings.certificate] == [1, 2, 3, 4, 5]
    for row, (*_, line) in zip(findings.puzzle, findings.certificate, strict=True):
        certificate = parse(unpack(line))
        check(certificate)
        assert str(certificate.puzzle) == row.puzzle
        assert [str(grid) for grid in certificate.solutions] == [text for text in (row.solution, row.second) if text]


def test_certificates_of_facts() -> None:
    """Numbers of solutions up to the limit, minimality and each redundant clue are certified, in their places."""
    larger = BRIEF.with_cells_of(next(BitmaskEngine()(BRIEF)), BRIEF.empty_cells()[:2])
    five = next(Grid.parse(text) for text, number in COUNTED.items() if number >= 5)
    findings = ask(Questions(ENGINES, 5, minimal=True, certify=True), AMBIGUOUS, five, BRIEF, larger)
    found = [(row.number, row.place, row.claim) for row in findings.certificate]
    redundant = [row.cell for row in findings.clue if row.number == 4 and row.solution is None]
    assert found == [
        *((1, 0, "exactly"), (2, 0, "at least"), (3, 0, "unique"), (3, 1, "minimal"), (4, 0, "unique")),
        *((4, place, "redundant") for place in range(1, len(redundant) + 1)),
    ]
    certificates = [parse(unpack(row.line)) for row in findings.certificate]
    for certificate in certificates:
        check(certificate)
    assert [certificate.clue for certificate in certificates[5:]] == redundant
    assert [len(certificate.solutions) for certificate in certificates[:2]] == [2, 5]


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x4", "4x4"])
def test_certificates_of_other_shapes(shape: str) -> None:
    """Puzzles of all shapes with certificates are certified."""
    solution = Grid.canonical(Shape.parse(shape))
    puzzle = solution.with_cells_of(Grid.empty(solution.shape), range(solution.shape.side))
    (row,) = ask(Questions(ENGINES, certify=True), puzzle).certificate
    certificate = parse(unpack(row.line))
    check(certificate)
    assert certificate.puzzle == puzzle


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

    monkeypatch.setattr(facts, "_producer", producer)
    wide = Grid.canonical(Shape(1, 4)).with_cell(0, 0)
    findings = ask(Questions(ENGINES, minimal=True, certify=True), HARD[0], wide)
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
        7, 0, 7, str(AMBIGUOUS), "3x3", AMBIGUOUS.clue_count, "unique", solution=str(SOLUTION), solutions=seen
    )
    found, certificates = with_certificate(row, AMBIGUOUS, believed, nullcontext())
    assert (found.verdict, found.solution, found.code) == ("undecided", None, ExitCode.FAULT)
    assert re.search("but the proof contradicts them: .* finds (a|another) solution of ", found.complaint)
    assert certificates == []


def test_rows_do_not_depend_on_earlier_puzzles() -> None:
    """A puzzle has the same rows, whatever was judged before it."""
    questions = Questions((*ENGINES, "sat:cadical195"), 5, minimal=True, certify=True)
    alone = ask(questions, BRIEF)
    last = [row for row in ask(questions, AMBIGUOUS, EASY, BRIEF).certificate if row.number == 3]
    assert [row[1:] for row in last] == [row[1:] for row in alone.certificate]
    assert [row[1:] for row in ask(questions, EASY, BRIEF).clue if row.number == 2] == [row[1:] for row in alone.clue]
