"""The table of circumstances: its judgements, and when they stay."""

from msgspec.structs import replace

from .circumstances import JUDGEMENTS, TABLE, Row, judged, read, rows_of
from .judging import MutantResult
from .samples import REFUSES_FULL_GRIDS, result, run
from .zoo.origins import MASKS

OLD = Row("a", "A bug.", "Fails on 17 of 17 puzzles with no clue in row 1, on 0 of 1,052 others.", JUDGEMENTS[0])


def test_a_judgement_stays_while_only_numbers_change() -> None:
    """Other numbers keep the judgement, other words need a new one."""
    row = OLD._replace(circumstances="Fails on 9 of 12 puzzles with no clue in row 1, on 0 of 99 others.", judgement="")
    assert judged(row, [OLD]).judgement == JUDGEMENTS[0]
    assert judged(row._replace(circumstances="Fails on 9 of 12 puzzles."), [OLD]).judgement == ""
    assert judged(row._replace(solver="b"), [OLD]).judgement == ""
    assert judged(row._replace(circumstances=""), [OLD]).judgement == "nothing stated"


def test_rows_of_runs() -> None:
    """A wrong solver of which a property failed has a row; others have none."""
    failed = run(REFUSES_FULL_GRIDS, MutantResult.KILLED, 1, 16.0, 0.5, "Fails on 9 of 9.")
    assert list(rows_of([failed, run(MASKS, MutantResult.PASSED)])) == []  # it answers no easy puzzle
    [row] = rows_of([replace(failed, properties=(result("full_grids", 1),))])
    assert row == ("full-grid-refused", REFUSES_FULL_GRIDS.description, "Fails on 9 of 9.", "")


def test_every_row_is_judged() -> None:
    """The table of the documentation has a judgement in each row; most sentences help, and hardly any misleads.

    Nothing can be stated of a solver that fails always, or only by timeouts.
    """
    rows = read(TABLE)
    assert {row.judgement for row in rows} <= set(JUDGEMENTS)
    stated = [row for row in rows if row.circumstances]
    assert len(stated) >= 0.6 * len(rows)
    assert sum(row.judgement == "names the trigger" for row in stated) >= 0.75 * len(stated)
    assert sum(row.judgement == "misleading" for row in stated) <= 0.03 * len(stated)
