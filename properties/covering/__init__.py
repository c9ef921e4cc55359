"""The covering lists of the properties: few puzzles in few runs that ask each facet of a property at least once.

The lists for 9x9 cells are data, in `lists.jsonl`: a run per line, the cheap and strong ones of a property first.
`python -m tests.selftest.covering build` selects them. Those of `constructed` depend on the dialect, or suit any shape.
"""

import json
from functools import cache
from importlib.resources import files

from crosscover.harness.covering import CoverBatch
from crosscover.options import Options
from crosscover.reference import Grid, Shape

from .constructed import (
    counted_batches,
    form_batches,
    hard_runs,
    nearly_free_runs,
    run_of_refusals,
    run_of_two_solutions,
)

COUNTS = "several_solutions"
"""The property that asks puzzles with each number of solutions, if numbers must be exact."""


def covering_list(name: str, options: Options) -> tuple[CoverBatch, ...]:
    """The covering list of a property for a subject with these options, in the order in which it is asked.

    Empty if the property has none, or none for this shape.
    """
    if name == "forms":
        return form_batches(options.dialect, options.shape, stream=options.stream)
    if name == "long_runs":
        runs = nearly_free_runs(options.shape)
        with_improper = not options.contract.proper_only and options.shape.side <= 9
        if not with_improper:
            return runs
        return (*runs[:1], run_of_refusals(options.shape), *runs[1:], run_of_two_solutions(options.shape))
    most = options.count_to if name == COUNTS else None
    counted = () if most is None else counted_batches(most, options.shape)
    if options.shape != Shape():
        return counted
    batches = stored_lists().get(name, ())
    stored = (batch for proper, batch in batches if proper or not options.contract.proper_only)
    return (*hard_runs(name), *counted, *stored)


@cache
def stored_lists() -> dict[str, tuple[tuple[bool, CoverBatch], ...]]:
    """The stored runs by property, each with whether all its puzzles are proper; read once, in some 5 ms."""
    lists: dict[str, tuple[tuple[bool, CoverBatch], ...]] = {}
    text = files(__name__).joinpath("lists.jsonl").read_text(encoding="ascii")
    for line in text.splitlines():
        run = json.loads(line)
        puzzles, facets = tuple(map(Grid.parse, run["puzzles"])), tuple(run["facets"])
        batch = CoverBatch(puzzles, facets, length_matters=run.get("length_matters", False))
        lists[run["property"]] = (*lists.get(run["property"], ()), (run["proper"], batch))
    return lists
