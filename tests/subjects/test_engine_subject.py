"""Engines as subjects."""

from collections.abc import Iterator

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.options import Options
from crosscover.reference import DlxEngine, Grid
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects import engine_subject
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.subject import SubjectKind

from .puzzles import BATCH, SOLUTIONS

CLASH = BATCH[0].with_cell(2, 5)


@pytest.mark.parametrize(
    ("contract", "batch", "expected"),
    [
        (contracts.PROPER, BATCH, tuple(map(Answered, SOLUTIONS))),
        (contracts.ANY, (CLASH,), (Declined(),)),
        (contracts.COUNT, (CLASH, BATCH[0], Grid.empty()), (Counted(0), Counted(1), Counted(2))),
        (
            contracts.UNIQUE,
            (CLASH, BATCH[0], Grid.empty()),
            (Declined(), Answered(SOLUTIONS[0]), Stated()),
        ),
    ],
    ids=str,
)
def test_contracts(contract: Contract, batch: tuple[Grid, ...], expected: tuple[Response, ...]) -> None:
    """An engine answers with its first solution, a refusal, the number of solutions up to 2, or a word."""
    assert EngineSubject("engine:dlx", DlxEngine, Options(contract=contract)).run(batch).responses == expected


def test_broken_engine() -> None:
    """An exception of an engine is its response."""

    def broken(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        raise RuntimeError(f"{puzzle.clue_count} clues, {limit} wanted")

    (response,) = EngineSubject("engine:broken", lambda: broken, Options()).run(BATCH[:1]).responses

    assert response == Failed(Fault.RAISED, "raised RuntimeError: 30 clues, 1 wanted")


def test_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that hangs times out for the puzzle and all later puzzles of the batch."""
    monkeypatch.setattr(engine_subject, "ENGINE_TIMEOUT", 0.3)

    def hanging(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        while puzzle != BATCH[0]:
            pass
        return DlxEngine()(puzzle, limit)

    engine = EngineSubject("engine:hanging", lambda: hanging, Options())
    timed_out = Failed(Fault.TIMED_OUT, "timed out after 0.3 s, after 1 of 3 puzzles")
    assert engine.run(BATCH).responses == (Answered(SOLUTIONS[0]), timed_out, timed_out)


@pytest.mark.parametrize(("name", "kind"), [("dlx", SubjectKind.DANCING_LINKS), ("bitmask", SubjectKind.ENGINE)])
def test_by_name(name: str, kind: SubjectKind) -> None:
    """A registered engine is a subject by its name; dancing-links engines have a kind of their own."""
    made = open_subject(f"engine:{name}")

    assert (made.kind, made.name) == (kind, f"engine:{name}")
    assert made.run(BATCH).responses == tuple(map(Answered, SOLUTIONS))
