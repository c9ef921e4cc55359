"""The covering lists of the properties: few puzzles in few runs that cover each facet of a property at least once.

`lists.jsonl` contains the lists for 9x9 cells, one run per line, with the cheap and strong runs of a property first.
The runs were selected by their facets, by the wrong solvers that they catch, and by the nodes of a plain search: a
solver of 20 easy puzzles per second needs at most 20 s for all lists, or 24 s if it starts for each puzzle. The lists
in `constructed` suit any shape, the lists in `certified_lists` are for diagonal Sudoku.
"""

import json
from functools import cache
from importlib.resources import files

from crosscover.harness.judging import CoverBatch
from crosscover.options import Options
from crosscover.reference import Grid, Shape

from .certified_lists import certified_list


def covering_list(name: str, options: Options) -> tuple[CoverBatch, ...]:
    """Return the covering list of a property for a subject with these options, in order.

    Empty if the property has no list, or no list for this shape.
    """
    if options.shape != Shape():
        return certified_list(name, options.shape)
    batches = stored_lists().get(name, ())
    return tuple(batch for proper, batch in batches if proper or not options.contract.proper_only)


@cache
def stored_lists() -> dict[str, tuple[tuple[bool, CoverBatch], ...]]:
    """Return the stored runs by property, each with whether all puzzles are proper; reads the file once, in 5 ms."""
    lists: dict[str, tuple[tuple[bool, CoverBatch], ...]] = {}
    text = files(__name__).joinpath("lists.jsonl").read_text(encoding="ascii")
    for line in text.splitlines():
        run = json.loads(line)
        puzzles, facets = tuple(map(Grid.parse, run.pop("puzzles"))), tuple(run.pop("facets"))
        name, proper = run.pop("property"), run.pop("proper")
        lists[name] = (*lists.get(name, ()), (proper, CoverBatch(puzzles, facets, **run)))
    return lists
