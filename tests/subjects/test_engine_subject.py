"""Engines as subjects."""

from collections.abc import Iterator

import pytest

from crosscover.dialects import Claim
from crosscover.options import Contract, Options
from crosscover.reference import DlxEngine, Grid
from crosscover.subjects import engine_subject
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import Answered, Counted, Declined, Failed, Fault, Stated, SubjectKind
from tests.selftest.zoo.judge import least_by_reading_order

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


def test_words() -> None:
    """What is owed in words is said in words: the one solution alone, or whether there is one."""
    puzzles = (CLASH, BATCH[0], Grid.empty())
    several = Stated(Claim.SEVERAL)
    assert asked(Contract.UNIQUE, *puzzles) == (Declined(), Answered(SOLUTIONS[0]), several)
    assert asked(Contract.CLASSIFY, *puzzles) == (Declined(), Stated(Claim.ONE), several)


def test_least() -> None:
    """Any engine gives the least solution where that is owed."""
    assert asked(Contract.LEAST, CLASH, BATCH[0], Grid.empty()) == (
        Declined(),
        Answered(SOLUTIONS[0]),
        Answered(least_by_reading_order(Grid.empty())),
    )


def test_broken_engine() -> None:
    """What an engine raises is its response."""

    def broken(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        raise RuntimeError(f"{puzzle.clue_count} clues, {limit} wanted")

    (response,) = EngineSubject("engine:broken", lambda: broken, Options()).ask(BATCH[:1]).responses

    assert response == Failed(Fault.RAISED, "raised RuntimeError: 30 clues, 1 wanted")


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines are taken to hang after 0.3 s, and after 0.1 s once they have hung."""
    monkeypatch.setattr(engine_subject, "ENGINE_TIMEOUT", 0.3)
    monkeypatch.setattr(engine_subject, "ENGINE_TIMEOUT_AFTER_HANG", 0.1)


def hanging() -> EngineSubject:
    """An engine that hangs for all but the first puzzle of the batch."""

    def engine(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        while puzzle != BATCH[0]:
            pass
        return DlxEngine()(puzzle, limit)

    return EngineSubject("engine:hanging", lambda: engine, Options())


@pytest.mark.usefixtures("short_limits")
def test_hang() -> None:
    """An engine that hangs is late for the puzzle it hangs at and those after it; what it had answered counts."""
    late = Failed(Fault.TIMED_OUT, "no end after 0.3 s, after 1 of 3 puzzles")

    assert hanging().ask(BATCH).responses == (Answered(SOLUTIONS[0]), late, late)


@pytest.mark.usefixtures("short_limits")
def test_second_hang() -> None:
    """An engine that has hung once is given less time."""
    engine = hanging()
    engine.ask(BATCH)

    assert engine.ask(BATCH[1:2]).responses == (Failed(Fault.TIMED_OUT, "no end after 0.1 s, after 0 of 1 puzzles"),)


@pytest.mark.usefixtures("short_limits")
def test_time_limit_of_what_is_run_with_the_engine() -> None:
    """A property that asks the engine itself is stopped alike, and shortens the next limit."""
    engine = hanging()
    with pytest.raises(TimeoutError, match=r"0\.3 s"), engine.time_limit():
        list(engine.engine(BATCH[1]))
    with pytest.raises(TimeoutError, match=r"0\.1 s"), engine.time_limit():
        list(engine.engine(BATCH[1]))


def test_each_batch_has_a_new_engine() -> None:
    """An engine is made anew for each batch, and again where it is renewed."""
    made: list[DlxEngine] = []

    def make() -> DlxEngine:
        made.append(DlxEngine())
        return made[-1]

    tried = EngineSubject("engine:dlx", make, Options())
    tried.ask(BATCH)
    tried.ask(BATCH)
    tried.renew()

    assert len(made) == 4


@pytest.mark.parametrize(("name", "kind"), [("dlx", SubjectKind.DANCING_LINKS), ("bitmask", SubjectKind.ENGINE)])
def test_kind(name: str, kind: SubjectKind) -> None:
    """An engine of dancing links can be asked for more than another."""
    assert subject(f"engine:{name}").kind is kind


def test_by_name() -> None:
    """An engine of the registry is a subject by its name, and keeps that of the specification."""
    made = subject("engine:dlx")

    assert (made.name, made.ask(BATCH).responses) == ("engine:dlx", tuple(map(Answered, SOLUTIONS)))


def test_unknown_name() -> None:
    """A name that no engine has is no specification."""
    with pytest.raises(ValueError, match=r"there is no engine 'dlxx'; .*dlx"):
        subject("engine:dlxx")
