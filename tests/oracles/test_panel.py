"""Panels of engines that check each other."""

from collections.abc import Iterator

import pytest

from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.errors import EngineError
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError, is_sampled
from crosscover.reference import Engine, Grid, NoSolution, Several, Unique

from .puzzles import COUNTED, HARD, IMPOSSIBLE, SMALL, SOLVED

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))
TEN = next(Grid.parse(text) for text, number in COUNTED.items() if number == 10)


def returning(*grids: Grid) -> Engine:
    """An engine that returns these grids for every puzzle."""
    return lambda _puzzle, _limit=None, /: iter(grids)


def breaking(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
    """An engine that returns a grid and then raises."""
    yield ANSWER
    raise EngineError("CP-SAT ended with UNKNOWN")


def hanging(*grids: Grid) -> Engine:
    """An engine that returns these grids and then hangs."""

    def search(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        yield from grids
        while True:
            pass

    return search


def timing_out(*grids: Grid) -> Engine:
    """An engine that returns these grids and then times out, whatever the clock says."""

    def search(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        yield from grids
        raise TimeoutError

    return search


@pytest.fixture(scope="session")
def panel() -> Panel:
    """The default panel."""
    return Panel({name: engine(name) for name in DEFAULT_PANEL})


def test_verdicts(panel: Panel) -> None:
    """All engines of the default panel agree on every puzzle with known solutions."""
    for text, answer in SOLVED.items():
        assert panel.verdict(Grid.parse(text)) == Unique(Grid.parse(answer))
    for text in HARD:
        assert isinstance(panel.verdict(Grid.parse(text)), Unique)
    for text, number in COUNTED.items():
        assert isinstance(panel.verdict(Grid.parse(text)), NoSolution if number == 0 else Several)


def test_solutions(panel: Panel) -> None:
    """All engines find the same set of solutions."""
    assert frozenset(BitmaskEngine()(Grid.empty(SMALL))) == panel.solutions(Grid.empty(SMALL))


@pytest.mark.parametrize("limit", [0, 3, 10, 11])
def test_solutions_to_a_limit(panel: Panel, limit: int) -> None:
    """Each engine finds the requested number of solutions, possibly different ones."""
    assert len(panel.solutions(TEN, limit)) == min(limit, 10)


@pytest.mark.parametrize(
    ("liar", "said"),
    [
        (returning(), "no solution"),
        (
            returning(ANSWER.with_cell(80, 2)),
            f"a wrong grid, {ANSWER.with_cell(80, 2)}: row 9 has 2 twice, at r9c3 and r9c9",
        ),
        (returning(ANSWER.with_cell(1, 5)), f"a wrong grid, {ANSWER.with_cell(1, 5)}: clue r1c2 = 2 became 5"),
        (
            returning(PUZZLE),
            f"a wrong grid, {PUZZLE}: the puzzle was returned unsolved: all 45 empty cells are still empty",
        ),
        (returning(ANSWER, ANSWER), f"the same grid twice, {ANSWER}"),
        (returning(ANSWER, ANSWER, ANSWER), "3 grids instead of at most 2"),
        (breaking, "raised EngineError: CP-SAT ended with UNKNOWN"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_liars(liar: Engine, said: str, *, first: bool) -> None:
    """An engine that differs, is wrong, repeats a solution or raises causes a disagreement that states its fault."""
    engines = {"liar": liar, "bitmask": BitmaskEngine()} if first else {"bitmask": BitmaskEngine(), "liar": liar}
    with pytest.raises(DisagreementError) as caught:
        Panel(engines).verdict(PUZZLE)
    assert caught.value.answers == {"liar": said, "bitmask": f"one solution, {ANSWER}"}


def test_alone() -> None:
    """Even a single engine's solutions are checked against the rules."""
    with pytest.raises(DisagreementError, match="the puzzle was returned unsolved"):
        Panel({"liar": returning(PUZZLE)}).verdict(PUZZLE)


def test_message() -> None:
    """The message has the puzzle as a line and a drawing, and the verdict of each engine."""
    with pytest.raises(DisagreementError) as caught:
        Panel({"bitmask": BitmaskEngine(), "liar": returning()}).verdict(PUZZLE)
    lines = str(caught.value).splitlines()
    assert str(PUZZLE) in lines
    assert PUZZLE.to_diagram() in str(caught.value)
    assert lines[-2:] == [f"  bitmask  one solution, {ANSWER}", "  liar     no solution"]


def test_solutions_missed() -> None:
    """If an engine misses a solution, the sets differ, and a missing grid is shown."""
    some = list(BitmaskEngine()(TEN))[1:]
    with pytest.raises(DisagreementError) as caught:
        Panel({"short": returning(*some), "bitmask": BitmaskEngine()}).solutions(TEN)
    assert caught.value.answers["short"].startswith("9 solutions")
    missed = next(BitmaskEngine()(TEN))
    assert caught.value.answers["bitmask"] == f"10 solutions, including {missed}"


def test_several_need_not_be_the_same() -> None:
    """For a puzzle with several solutions engines may find different pairs."""
    ten = list(BitmaskEngine()(TEN))
    panel = Panel({"front": returning(*ten[:2]), "back": returning(*ten[-2:])})
    assert panel.verdict(TEN) == Several(ten[0], ten[1])


def test_empty() -> None:
    """An empty panel is refused."""
    with pytest.raises(ValueError, match="at least one engine"):
        Panel({})


def test_impossible(panel: Panel) -> None:
    """A puzzle that once took one engine minutes is decided by all of them."""
    assert panel.judge(Grid.parse(IMPOSSIBLE)) == (NoSolution(), ())


def test_abstention() -> None:
    """An engine that times out abstains, and engines of two other families decide."""
    engines = {"slow": timing_out(), "bitmask": BitmaskEngine(), "dlx": engine("dlx"), "slow:too": timing_out(ANSWER)}
    assert Panel(engines).judge(PUZZLE) == (Unique(ANSWER), ("slow", "slow:too"))
    assert Panel(engines).solutions(PUZZLE) == {ANSWER}


@pytest.mark.parametrize("deciding", [(), ("dlx",), ("dlx", "dlx:omit"), ("cpsat", "cpsat-alldiff")])
def test_undecided(deciding: tuple[str, ...]) -> None:
    """If an engine abstains, engines of one family are not enough; the message names both sides."""
    with pytest.raises(UndecidedError) as caught:
        Panel({**{name: engine(name) for name in deciding}, "slow": timing_out()}).verdict(PUZZLE)
    assert caught.value.abstained == ("slow",)
    who = ", ".join(deciding) or "none"
    assert f"undecided: slow gave up after 10 s; decided in time: {who};" in str(caught.value)


def test_a_limit_of_its_own() -> None:
    """A panel may have another time limit; engines that cannot change the result do not run."""
    with pytest.raises(UndecidedError, match=r"undecided: slow gave up after 0\.05 s; decided in time: bitmask;"):
        Panel({"bitmask": returning(ANSWER), "slow": hanging(), "bitmask:too": breaking}, 0.05).verdict(PUZZLE)


def sampling(*others: Engine) -> Panel:
    """A panel of engines, and an engine that judges a sample and finds nothing."""
    engines = {f"{number}": other for number, other in enumerate(others)}
    return Panel({**engines, "sampled": returning()}, sampled=["sampled"])


def test_a_limit_that_ends_between_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of an enclosing time limit is no fault of an engine."""

    def expire(*_: object) -> str:
        raise TimeoutError

    monkeypatch.setattr("crosscover.oracles.panel._find_fault", expire)
    with pytest.raises(TimeoutError):
        Panel({"dlx": returning(ANSWER)}).grids(PUZZLE)


def test_sample() -> None:
    """A sampled engine judges one in 20 puzzles, whatever their order and process, and the panel is unanimous."""
    puzzles = [PUZZLE.with_cell(cell, 0) for cell in range(81)] + [Grid.empty().with_cell(0, 1)]
    sample = [puzzle for puzzle in puzzles if is_sampled(puzzle)]
    assert 1 <= len(sample) <= 8
    for puzzle in puzzles:
        panel = sampling(lambda puzzle, _limit=None: BitmaskEngine()(puzzle, 1))
        if puzzle in sample:
            with pytest.raises(DisagreementError):
                panel.grids(puzzle, 1)
        else:
            assert panel.grids(puzzle, 1)[1:] == (["0"], [])


@pytest.mark.parametrize(
    "others", [(returning(ANSWER), returning()), (timing_out(), returning(ANSWER)), (returning(PUZZLE), breaking)]
)
def test_open_puzzles_are_in_every_sample(others: tuple[Engine, ...]) -> None:
    """If the other engines disagree, one abstains or one is wrong, a sampled engine judges the puzzle as well."""
    assert not is_sampled(PUZZLE)
    with pytest.raises(DisagreementError) as caught:
        sampling(*others).judge(PUZZLE)
    assert caught.value.answers["sampled"] == "no solution"


def test_one_family_in_time() -> None:
    """Engines of one family are enough if none abstains."""
    assert Panel({"dlx": engine("dlx"), "dlx:pure": engine("dlx:pure")}).verdict(PUZZLE) == Unique(ANSWER)


@pytest.mark.parametrize(
    ("slow", "said"),
    [
        (timing_out(*BitmaskEngine()(TEN, 1)), "one solution, "),
        (timing_out(ANSWER), f"a wrong grid, {ANSWER}: clue "),
    ],
)
def test_abstention_hides_no_disagreement(slow: Engine, said: str) -> None:
    """Solutions found before an abstention are compared with the solutions of other engines and with the rules."""
    with pytest.raises(DisagreementError) as caught:
        Panel({"slow": slow, "one": returning(), "other": returning()}).verdict(TEN)
    assert caught.value.answers["slow"].startswith(said)
    assert caught.value.answers["slow"].endswith(", then timed out")
    assert caught.value.answers["one"] == "no solution"
