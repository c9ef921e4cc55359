"""The batches around the numbers in a solver's source, and the limits that they reveal."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.covering import CoverBatch, facets_of
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.pacing import MAX_BATCH_SIZE
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.covering.limits import LimitPuzzle, batches_around, limit_puzzles
from crosscover.reference import DlxEngine, Grid, Shape, Unique, verdict
from crosscover.responses import Counted, Declined, Response
from tests.harness.fakes import FakeClock, ScriptedSubject, verdicts

PROPER, COUNT = Options(), Options(contract=contracts.COUNT)
QUICK = 300
"""Numbers of nodes and solutions that are counted anew in a moment."""

HARD = [one for one in limit_puzzles() if one.measure != "solutions"]
SEVERAL = {one.least: one.puzzle for one in limit_puzzles() if one.measure == "solutions"}


def facets(number: int, options: Options = COUNT) -> set[str]:
    """The facets around one number."""
    return set(facets_of(batches_around((number,), options)))


def batch(facet: str, batches: Iterable[CoverBatch]) -> Sequence[Grid]:
    """The puzzles of the first batch with a facet."""
    return next(one.puzzles for one in batches if facet in one.facets)


def check_nodes(rows: Sequence[LimitPuzzle]) -> None:
    """Count the nodes of puzzles anew."""
    assert rows
    for row in rows:
        if row.measure == "in order":
            assert baseline_nodes(row.puzzle, 1, row.greatest, in_order=True) == row.least == row.greatest
        elif row.measure == "exact cover":
            engine = DlxEngine()
            assert len(list(engine(row.puzzle, 1))) == 1
            assert engine.visited == row.least == row.greatest
        else:
            assert baseline_nodes(row.puzzle, 1, row.greatest) == row.greatest >= row.least


def test_quick_puzzles_have_their_numbers() -> None:
    """Puzzles at low limits have the stated numbers of nodes and of solutions."""
    check_nodes([row for row in HARD if row.greatest <= QUICK])
    low = [number for number in SEVERAL if number <= QUICK]
    assert [len(list(BitmaskEngine()(SEVERAL[number], QUICK + 1))) for number in low] == low == [*range(10, QUICK + 1)]


@pytest.mark.slow
def test_all_puzzles_have_their_numbers() -> None:
    """All puzzles at limits have the stated numbers of nodes and of solutions."""
    check_nodes(HARD)
    assert [len(list(BitmaskEngine()(puzzle, number + 1))) for number, puzzle in SEVERAL.items()] == [*SEVERAL]


def test_puzzles_for_searches_are_proper() -> None:
    """Puzzles that need many nodes have one solution."""
    assert {type(verdict(BitmaskEngine(), row.puzzle)) for row in HARD} == {Unique}


def test_runs() -> None:
    """Runs go from one puzzle below a number to two above it; each begins with the same different puzzles."""
    batches = batches_around((255,), PROPER)
    runs = {len(one.puzzles): one.puzzles for one in batches if "run" in one.facets[0]}
    assert sorted(runs) == [254, 255, 256, 257]
    assert batches[[one.facets for one in batches].index(("a run of 257 puzzles",))].puzzles[:254] == runs[254]
    assert len(set(runs[257])) == 257
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in runs[257]} == {Unique}


def test_the_longest_run_comes_first() -> None:
    """The run that goes beyond a limit is asked before those that end just at it."""
    runs = [one.facets[0] for one in batches_around((255,), PROPER) if "run" in one.facets[0]]
    assert runs[0] == "a run of 257 puzzles"


def test_runs_that_are_too_long() -> None:
    """No run has more puzzles than the longest batch."""
    runs = {len(one.puzzles) for one in batches_around((9_999, 60_000), PROPER) if "run" in one.facets[0]}
    assert runs == {9_998, 9_999, MAX_BATCH_SIZE}


def test_one_puzzle_a_run() -> None:
    """A dialect for one puzzle gets no runs."""
    assert not any("run" in facet for facet in facets(255, Options(dialect="grid")))


def test_other_shapes() -> None:
    """Other shapes get runs alone."""
    batches = batches_around((80,), Options(shape=Shape(2, 2)))
    assert set(facets_of(batches)) == {f"a run of {length} puzzles" for length in (79, 80, 81, 82)}
    assert {puzzle.shape for one in batches for puzzle in one.puzzles} == {Shape(2, 2)}


@pytest.mark.parametrize(
    ("number", "contract", "clues"),
    [
        (80, contracts.PROPER, {79, 80, 81}),
        (80, contracts.ANY, {79, 80, 81, 0, 1, 2}),
        (60, contracts.PROPER, {59, 60, 61, 20, 21, 22}),
        (17, contracts.PROPER, {17, 18, 63, 64, 65}),
        (300, contracts.ANY, set[int]()),
    ],
)
def test_clues(number: int, contract: Contract, clues: set[int]) -> None:
    """Puzzles have about as many clues, or empty cells, as the number; they have one solution from 17 clues on."""
    batches = batches_around((number,), Options(contract=contract))
    found = [puzzle for one in batches if "clues" in one.facets[0] for puzzle in one.puzzles]
    assert {len(list(puzzle.clues())) for puzzle in found} == clues
    assert {f"a puzzle with {one} clues" for one in clues} <= {*facets_of(batches)}
    assert all((verdict(BitmaskEngine(), one).kind.value == "unique") == (len(list(one.clues())) > 16) for one in found)


def test_solutions() -> None:
    """Puzzles have about as many solutions as the number, or the next number that is known."""
    assert {f"a puzzle with {one} solutions" for one in ("254", "255", "256")} <= facets(255)
    assert {f"a puzzle with {one} solutions" for one in ("65,535", "65,536", "65,537")} <= facets(65_536)
    assert {f"a puzzle with {one} solutions" for one in ("300", "332")} <= facets(310)
    assert not any("solutions" in facet for facet in facets(255, PROPER))


def test_searches() -> None:
    """A plain search needs more nodes than the number for some puzzles, and fewer for others, in each way to search."""
    batches = batches_around((5000,), PROPER)
    for words, least, greatest in (
        ("just below 5,000", 0, 5000),
        ("just above 5,000", 5001, 100_000),
        ("above 20,000", 20_001, 200_000),
    ):
        puzzles = batch(f"{words} search nodes", batches)
        found = [row for row in HARD if row.puzzle in puzzles and least <= row.least <= row.greatest <= greatest]
        assert {row.measure for row in found} == {"exact cover", "fewest candidates", "in order"}


def test_searches_are_near_the_number() -> None:
    """In each way to search, some puzzles need at most an eighth more or fewer nodes than a number."""
    for number in (100, 1000, 5000):
        for measure in ("exact cover", "fewest candidates", "in order"):
            rows = [row for row in HARD if row.measure == measure]
            assert any(number * 7 / 8 <= row.greatest <= number for row in rows)
            assert any(number < row.least <= number * 9 / 8 for row in rows)


def test_cheap_batches_come_first() -> None:
    """Runs of 80 puzzles come before searches of 50,000 nodes, whatever the order of the numbers."""
    order = [one.facets[0] for one in batches_around((80, 50_000), PROPER)]
    assert order.index("a run of 82 puzzles") < order.index("just above 50,000 search nodes")


def judged(number: int, wrong: Callable[[int, Grid], Response | None], options: Options = PROPER) -> Harness:
    """Judge a subject that answers as `wrong` does, by the place in the run and the puzzle, and rightly for None."""

    def answer(puzzles: Sequence[Grid]) -> list[Response]:
        found = [wrong(place, puzzle) for place, puzzle in enumerate(puzzles, 1)]
        return [
            options.contract.solve(BitmaskEngine(), one) if response is None else response
            for one, response in zip(puzzles, found, strict=True)
        ]

    clock = FakeClock()
    session = SubjectSession(ScriptedSubject(clock, answer, options=options), verdicts(), clock=clock)
    cover = batches_around((number,), options)
    harness = Harness(session, "limits_in_source", Budget(shrink_steps=0), seconds=60.0, cover=cover)
    harness.judge_covering_list()
    return harness


def test_a_right_subject() -> None:
    """A right solver is asked the whole list, and another round would judge nothing new."""
    harness = judged(80, lambda _place, _puzzle: None)
    assert (harness.covered, harness.is_finished) == (len(batches_around((80,), PROPER)), True)


def test_a_subject_without_time() -> None:
    """What the time does not suffice for is left for the next round."""
    clock = FakeClock()
    session = SubjectSession(ScriptedSubject(clock, seconds=1.0), verdicts(), clock=clock)
    cover = batches_around((80,), PROPER)
    harness = Harness(session, "limits_in_source", Budget(), seconds=30.0, cover=cover)
    harness.judge_covering_list()
    assert 0 < harness.covered < len(cover)
    assert not harness.is_finished


def test_a_subject_that_is_slow_to_start() -> None:
    """Runs keep their lengths if starting a run takes longer than answering, and other batches are joined."""
    clock = FakeClock()

    def answer(_puzzles: Sequence[Grid]) -> None:
        clock.now += 0.5

    subject = ScriptedSubject(clock, answer, seconds=0.001)
    session = SubjectSession(subject, verdicts(), clock=clock)
    cover = batches_around((12, 80, 900), PROPER)
    Harness(session, "limits_in_source", Budget(), cover=cover).judge_covering_list()
    lengths = [len(batch) for batch in subject.asked]
    assert {11, 12, 13, 14, 79, 80, 81, 82, 902} <= {*lengths}
    assert len(lengths) < len(cover)


def test_a_subject_that_has_hardly_time() -> None:
    """A solver that has no time for any run is asked a few puzzles."""
    clock = FakeClock()
    options = Options(shape=Shape(2, 2))
    session = SubjectSession(ScriptedSubject(clock, seconds=1.0, options=options), verdicts(), clock=clock)
    cover = batches_around((80,), options)
    harness = Harness(session, "limits_in_source", Budget(), seconds=5.0, cover=cover)
    harness.judge_covering_list()
    assert (harness.covered, harness.record.judged, harness.is_finished) == (0, 3, False)


WRONG: dict[str, tuple[int, Options, Callable[[int, Grid], Response | None]]] = {
    "80 puzzles in a run": (80, PROPER, lambda place, _: Declined() if place > 80 else None),
    "room for 80 clues": (80, PROPER, lambda _, puzzle: Declined() if len(list(puzzle.clues())) > 80 else None),
    "room for 60 empty cells": (60, PROPER, lambda _, puzzle: Declined() if len(puzzle.empty_cells()) > 60 else None),
    "5,000 nodes in order": (
        5000,
        PROPER,
        lambda _, puzzle: Declined() if baseline_nodes(puzzle, 1, 5000, in_order=True) > 5000 else None,
    ),
    "5,000 nodes by the fewest candidates": (
        5000,
        PROPER,
        lambda _, puzzle: Declined() if baseline_nodes(puzzle, 1, 5000) > 5000 else None,
    ),
    "a count in a byte": (
        255,
        COUNT,
        lambda _, puzzle: Counted(min(2, len(list(BitmaskEngine()(puzzle, 300))) % 256)),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_subjects(name: str) -> None:
    """A solver with a limit is wrong for a puzzle of the list around it."""
    number, options, wrong = WRONG[name]
    with pytest.raises(SubjectFailedError):
        judged(number, wrong, options)
