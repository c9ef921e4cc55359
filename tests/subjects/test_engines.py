"""Engines as subjects."""

from collections.abc import Iterator

import pytest

from crosscover.reference import DlxEngine, Grid
from crosscover.subjects.contract import Contract
from crosscover.subjects.engines import EngineSubject
from crosscover.subjects.options import Options
from crosscover.subjects.response import Answered, Counted, Declined, Failed, Fault
from crosscover.subjects.specification import SpecificationError, subject

from .puzzles import BATCH, SOLUTIONS

CLASH = BATCH[0].with_cell(2, 5)


def asked(contract: Contract, *batch: Grid) -> tuple[object, ...]:
    """What the reference engine responds under a contract."""
    return EngineSubject("engine:dlx", DlxEngine, Options(contract=contract)).ask(batch).responses


def test_solutions() -> None:
    """An engine answers with its first solution."""
    assert asked(Contract.PROPER, *BATCH) == tuple(map(Answered, SOLUTIONS))


def test_refusal() -> None:
    """An engine without a solution to give declines."""
    assert asked(Contract.ANY, CLASH) == (Declined(),)


def test_counts() -> None:
    """Solutions are counted to 2."""
    assert asked(Contract.COUNT, CLASH, BATCH[0], Grid.empty()) == (Counted(0), Counted(1), Counted(2))


def test_broken_engine() -> None:
    """What an engine raises is its response."""

    def broken(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        raise RuntimeError(f"{puzzle.clue_count} clues, {limit} wanted")

    (response,) = EngineSubject("engine:broken", lambda: broken, Options()).ask(BATCH[:1]).responses

    assert response == Failed(Fault.RAISED, "raised RuntimeError: 30 clues, 1 wanted")


def test_by_name() -> None:
    """An engine of the catalogue is a subject by its name, and keeps that of the specification."""
    pytest.importorskip("crosscover.engines")
    made = subject("engine:dlx")

    assert (made.name, made.ask(BATCH).responses) == ("engine:dlx", tuple(map(Answered, SOLUTIONS)))


def test_unknown_name() -> None:
    """A name that no engine has is no specification."""
    pytest.importorskip("crosscover.engines")
    with pytest.raises(SpecificationError, match="dlx"):
        subject("engine:dlxx")
