"""Finding the wrong engines in a disagreement."""

import json
from pathlib import Path

import pytest

from crosscover import engines
from crosscover.auditing.chunk_judge import Settlement, settle
from crosscover.cli import main
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.reference import DlxEngine, Engine, Grid, Several, Shape, Unique
from tests.oracles.test_panel import ANSWER, PUZZLE, TEN, breaking, returning, timing_out

SMALL = Grid.canonical(Shape(2, 2))


def settlement(puzzle: Grid, **engines: Engine) -> Settlement:
    """The settlement for a puzzle about which these engines disagree."""
    with pytest.raises(DisagreementError) as raised:
        Panel(engines).grids(puzzle, 2)
    return settle(raised.value, 2)


@pytest.mark.parametrize(
    "liar",
    [returning(), breaking, returning(ANSWER, ANSWER), returning(Grid.canonical())],
    ids=["none", "breaks", "twice", "wrong grid"],
)
def test_one_is_wrong(liar: Engine) -> None:
    """The verdict is proved, and engines with another verdict or an exception are named."""
    assert settlement(PUZZLE, dlx=DlxEngine(), liar=liar) == Settlement(Unique(ANSWER), ("liar",))


def test_all_are_wrong() -> None:
    """A proof shows that all engines are wrong."""
    assert settlement(PUZZLE, one=returning(), other=returning(Grid.canonical())) == Settlement(
        Unique(ANSWER), ("one", "other")
    )


def test_second_solution() -> None:
    """Two solutions prove that an engine with a unique solution is wrong."""
    first = next(DlxEngine()(TEN, 1))
    proved, wrong = settlement(TEN, dlx=DlxEngine(), liar=returning(first), bitmask=BitmaskEngine())
    assert isinstance(proved, Several)
    assert wrong == ("liar",)


def test_abstention() -> None:
    """An engine that timed out is not wrong."""
    assert settlement(PUZZLE, dlx=DlxEngine(), slow=timing_out(), liar=returning()).wrong == ("liar",)


def test_other_shapes() -> None:
    """For boxes without certificates nothing is proved, but an engine that misses a solution is wrong."""
    for shape, is_proved in ((Shape(2, 2), True), (Shape(1, 4), False)):
        solution = next(DlxEngine()(Grid.empty(shape)))
        found = settlement(solution.with_cell(0, 0), dlx=DlxEngine(), liar=returning())
        assert found == Settlement(Unique(solution) if is_proved else None, ("liar",))


def test_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An audit names the wrong engine as a fault of crosscover, and uses the proved verdict, with its certificate."""
    monkeypatch.setitem(engines.ENGINES, "lying", ("for tests", returning))
    puzzles, summary = tmp_path / "puzzles.txt", tmp_path / "summary.json"
    puzzles.write_text(f"{PUZZLE}\n")
    ledger = tmp_path / "audit.db"
    arguments = ["--engines", "dlx,bitmask,lying", "--jobs", "1", "--json", str(summary), "--ledger", str(ledger)]
    assert main(["audit", str(puzzles), *arguments]) == 3
    out, err = capsys.readouterr()
    assert err.startswith(f"{puzzles}:1: the oracles disagree about the puzzle")
    assert err.endswith(f"certified: one solution, {ANSWER}\n")
    assert out.startswith("1 puzzle judged by dlx, bitmask, lying: 1 unique; ")
    assert main(["verify", str(ledger), "--jobs", "1"]) == 0
    judges = {judge["judge"]: judge["counts"] for judge in json.loads(summary.read_text())["judges"]}
    assert judges == {"dlx": {"right": 1}, "bitmask": {"right": 1}, "lying": {"wrong": 1}}
