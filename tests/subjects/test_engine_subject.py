"""Engines as subjects."""

from collections.abc import Iterator

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.dialects import Claim
from crosscover.options import Options
from crosscover.reference import DlxEngine, Grid
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Stated
from crosscover.subjects import engine_subject
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.specification import subject
from crosscover.subjects.subject import SubjectKind

from .puzzles import BATCH, SOLUTIONS

CLASH = BATCH[0].with_cell(2, 5)


def asked(contract: Contract, *batch: Grid) -> tuple[object, ...]:
    """The responses of the reference engine under a contract."""
    return EngineSubject("engine:dlx", DlxEngine, Options(contract=contract)).ask(batch).responses


def test_solutions() -> None:
    """An engine answers with its first solution."""
    assert asked(contracts.PROPER, *BATCH) == tuple(map(Answered, SOLUTIONS))


def test_refusal() -> None:
    """An engine declines a puzzle without a solution."""
    assert asked(contracts.ANY, CLASH) == (Declined(),)


def test_counts() -> None:
    """Solutions are counted to 2."""
    assert asked(contracts.COUNT, CLASH, BATCH[0], Grid.empty()) == (Counted(0), Counted(1), Counted(2))


def test_words() -> None:
    """Under contracts with words an engine answers in words."""
    puzzles = (CLASH, BATCH[0], Grid.empty())
    several = Stated(Claim.SEVERAL)
    assert asked(contracts.UNIQUE, *puzzles) == (Declined(), Answered(SOLUTIONS[0]), several)


def test_broken_engine() -> None:
    """An exception of an engine is its response."""

    def broken(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        raise RuntimeError(f"{puzzle.clue_count} clues, {limit} wanted")

    (response,) = EngineSubject("engine:broken", lambda: broken, Options()).ask(BATCH[:1]).responses

    assert response == Failed(Fault.RAISED, "raised RuntimeError: 30 clues, 1 wanted")


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the time limits of engines to 0.3 s, and 0.1 s after a timeout."""
    monkeypatch.setattr(engine_subject, "ENGINE_TIMEOUT", 0.3)
    monkeypatch.setattr(engine_subject, "ENGINE_TIMEOUT_AFTER_HANG", 0.1)


def hanging() -> EngineSubject:
    """An engine that hangs for all puzzles of a batch except the first."""

    def engine(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        while puzzle != BATCH[0]:
            pass
        return DlxEngine()(puzzle, limit)

    return EngineSubject("engine:hanging", lambda: engine, Options())


@pytest.mark.usefixtures("short_limits")
def test_hang() -> None:
    """An engine that hangs times out for that puzzle and the later ones; earlier answers count."""
    timed_out = Failed(Fault.TIMED_OUT, "no end after 0.3 s, after 1 of 3 puzzles")

    assert hanging().ask(BATCH).responses == (Answered(SOLUTIONS[0]), timed_out, timed_out)


@pytest.mark.usefixtures("short_limits")
def test_second_hang() -> None:
    """After a timeout an engine has less time."""
    engine = hanging()
    engine.ask(BATCH)

    assert engine.ask(BATCH[1:2]).responses == (Failed(Fault.TIMED_OUT, "no end after 0.1 s, after 0 of 1 puzzles"),)


@pytest.mark.usefixtures("short_limits")
def test_time_limit_of_direct_calls() -> None:
    """Direct calls of the engine by a property have the same limit, and shorten the next one."""
    engine = hanging()
    with pytest.raises(TimeoutError, match=r"0\.3 s"), engine.time_limit():
        list(engine.engine(BATCH[1]))
    with pytest.raises(TimeoutError, match=r"0\.1 s"), engine.time_limit():
        list(engine.engine(BATCH[1]))


def test_each_batch_has_a_new_engine() -> None:
    """A new engine is made for each batch, and when it is renewed."""
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
    """Engines of dancing links provide more than others."""
    assert subject(f"engine:{name}").kind is kind


def test_by_name() -> None:
    """An engine is a subject by its name in the registry, and is called as in the specification."""
    made = subject("engine:dlx")

    assert (made.name, made.ask(BATCH).responses) == ("engine:dlx", tuple(map(Answered, SOLUTIONS)))


def test_unknown_name() -> None:
    """An unknown engine is refused."""
    with pytest.raises(ValueError, match=r"there is no engine 'dlxx'; .*dlx"):
        subject("engine:dlxx")
