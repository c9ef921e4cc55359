"""The cost of a verdict beyond the search, for the reference engine and for the default panel."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from crosscover.engines import DEFAULT_PANEL, engine, panel_of
from crosscover.reference import CoverTable, DlxEngine, Grid, dancing_links, verdict

from .measuring import TURN, cpu_seconds


@dataclass(frozen=True, slots=True)
class VerdictCost:
    """Mean CPU times of a verdict in microseconds: the reference and its search, the default panel and its engines.

    The search and the engines are also measured separately, on the same puzzles.
    """

    reference: float
    search: float
    panel: float
    engines: float

    def __str__(self) -> str:
        return (
            f"a verdict of dlx {self.reference:,.0f} us, its search alone {self.search:,.0f}; "
            f"of the default panel {self.panel:,.0f} us, its engines alone {self.engines:,.0f}"
        )


def verdict_cost(puzzles: list[Grid], seconds: float) -> VerdictCost:
    """Measure in turns for `seconds` of CPU time, at least one turn; warm up on the first puzzle.

    Raises UnavailableEngineError if an engine of the default panel cannot run here.
    """
    table = CoverTable()
    links = dancing_links()(table.options, table.items)
    engines = [partial(verdict, engine(name)) for name in DEFAULT_PANEL]

    def ask_engines(puzzle: Grid) -> None:
        for ask in engines:
            ask(puzzle)

    given = {puzzle: table.given(puzzle) for puzzle in puzzles}
    works: list[Callable[[Grid], object]] = [
        partial(verdict, DlxEngine()),
        lambda puzzle: list(islice(links.covers(given[puzzle]), 2)),
        panel_of().verdict,
        ask_engines,
    ]
    for work in works:
        work(puzzles[0])
    spent = [0.0] * len(works)
    asked = 0
    for turn in _turns(puzzles):
        for place, work in enumerate(works):
            spent[place] += cpu_seconds(partial(_ask_all, work, turn))
        asked += len(turn)
        if sum(spent) > seconds:
            break
    return VerdictCost(*(time / asked * 1e6 for time in spent))


def _turns(puzzles: list[Grid]) -> Iterator[list[Grid]]:
    return (puzzles[start : start + TURN] for start in range(0, len(puzzles), TURN))


def _ask_all(work: Callable[[Grid], object], puzzles: list[Grid]) -> None:
    for puzzle in puzzles:
        work(puzzle)
