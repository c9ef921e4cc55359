"""Covering lists built at run time: puzzles of any shape that take any solver almost no time."""

from functools import cache
from itertools import count, islice
from random import Random

from crosscover.dialects import DIALECTS, Formatting, LineEnd, Spacing
from crosscover.harness.judging import CoverBatch
from crosscover.options import Options
from crosscover.properties.strategies.improper import with_wrong_clue
from crosscover.properties.strategies.masking import (
    bitmask,
    chain_of,
    every_cell,
    kempe_chain,
    mask_of,
    proper,
    random_cells,
    solved_grid,
)
from crosscover.reference import Grid, Shape
from crosscover.reference import count as number_of_solutions

RUN_SIZES = (30, 60, 300)
"""Numbers of puzzles in the runs of `nearly_free_runs`."""

LIMITS = (100, 256, 750, 1024, 5002)
"""Numbers of puzzles in the runs of `limit_runs`, shortest first, as a solver may slow down: 5,002 exceeds 5,000."""

REFUSALS = 60
"""Number of puzzles without a solution in `run_of_refusals`."""

AMBIGUOUS = 100
"""Number of puzzles in `run_of_two_solutions`."""


def long_runs_cover(options: Options) -> tuple[CoverBatch, ...]:
    """Return the covering list of `long_runs`: nearly free runs, improper puzzles, and likely limits."""
    shape = options.shape
    runs = nearly_free_runs(shape)
    if not options.contract.proper_only and shape.side <= 9:
        runs = (*runs[:1], run_of_refusals(shape), *runs[1:], run_of_two_solutions(shape))
    return (*runs, *limit_runs(shape))


@cache
def forms_cover(options: Options) -> tuple[CoverBatch, ...]:
    """Return runs in the usual form, then in each formatting that differs in one value.

    The first and the last puzzle of a run need the clues at their ends, so a lost line or character changes the answer;
    those between have empty cells there. Unless forms are strict, each batch names the usual value, in case a subject
    needs it.
    """
    form, shape, numbers = DIALECTS[options.dialect], options.shape, count()
    last = shape.cells - 1
    emptied = (0, 1, shape.side), (last - shape.side, last - 1, last)  # most errors occur at the ends of an input
    around = {Spacing.LEADING: "no blank before a line", Spacing.TRAILING: "no blank after a line"}
    forms = [("the usual form", "", Formatting())]
    forms += [
        (f"{empty!r} for empty cells", f"{form.empty_characters[0]!r} for empty", Formatting(empty))
        for empty in form.empty_characters[1:]
    ]
    forms.append(("CRLF", "LF", Formatting(line_end=LineEnd.CRLF)))
    forms.append(("no newline at the end", "a newline at the end", Formatting(final_newline=False)))
    forms += [(one.value, around.get(one, "one blank"), Formatting(spacing=one)) for one in form.spacings[1:]]
    return tuple(
        CoverBatch(
            (
                needs_its_ends(next(numbers), shape),
                *(proper(solved_grid(next(numbers), shape), mask_of(cells)) for cells in emptied),
                needs_its_ends(next(numbers), shape),
            ),
            (facet,),
            formatting,
            bool(needed),
            usual_form=needed,
        )
        for facet, usual, formatting in forms
        if not usual or form.allowed(formatting) != Formatting()
        for needed in ["" if options.strict_forms else usual]
    )


@cache
def needs_its_ends(number: int, shape: Shape) -> Grid:
    """Return a proper, nearly full puzzle that has several solutions without the clue in its first or its last cell.

    All other cells of an unavoidable set of each of these cells are empty. Some grids have no such puzzle, so the grids
    from a number on are tried.
    """
    ends = 0, shape.cells - 1
    for seed in count(number):
        solution = solved_grid(seed, shape)
        chains = (chain_of(solution, end, Random(seed)) for end in ends)
        emptied = mask_of(cell for chain in chains for cell in chain if cell not in ends)
        puzzle = proper(solution, emptied, emptied)
        if all(puzzle.values[end] and number_of_solutions(bitmask, puzzle.with_cell(end, 0), 2) == 2 for end in ends):
            return puzzle
    raise AssertionError  # count() does not end


@cache
def nearly_free_runs(shape: Shape) -> tuple[CoverBatch, ...]:
    """Return runs of 30, 60 and 300 nearly full grids, to reveal faulty counters, buffers and histories.

    Over all runs, each cell is the only empty cell of some grid, row by row; later puzzles may repeat earlier puzzles.
    With more than nine digits there is one short run, with more than 16 there is none, since the panel takes up to half
    a second for a large grid.
    """
    if shape.side > 9:
        return (_large_run(shape),) if shape.side <= 16 else ()
    random, numbers, cells = Random(0), count(), iter(range(shape.cells))
    batches: list[CoverBatch] = []
    for size in RUN_SIZES:
        last_empty = list(islice(cells, size))
        puzzles = [solved_grid(next(numbers), shape).with_cell(cell, 0) for cell in last_empty]
        while len(puzzles) < size:
            emptied = mask_of(random.sample(range(shape.cells), random.randrange(5)))
            repeated = bool(puzzles) and random.random() < 0.2
            puzzles.append(random.choice(puzzles) if repeated else proper(solved_grid(next(numbers), shape), emptied))
        random.shuffle(puzzles)
        rows = [shape.row(cell) + 1 for cell in last_empty if shape.column(cell) == shape.side - 1]
        names = (f"a run of {size} puzzles", *(f"each cell of row {row} as the last empty one" for row in rows))
        similar = 0 if last_empty else size  # all cells are covered, and the run is long for slow subjects
        batches.append(CoverBatch(tuple(puzzles), names, runs_alone=True, similar_puzzles=similar))
    return tuple(batches)


@cache
def limit_runs(shape: Shape) -> tuple[CoverBatch, ...]:
    """Return runs with likely length limits of solvers, with puzzles from the longest nearly free run."""
    if shape.side > 9:
        return ()
    puzzles = nearly_free_runs(shape)[-1].puzzles
    runs = (tuple(Random(length).choices(puzzles, k=length)) for length in LIMITS)
    return tuple(CoverBatch(run, (), runs_alone=True, similar_puzzles=len(run)) for run in runs)


@cache
def run_of_refusals(shape: Shape) -> CoverBatch:
    """Return a run of 60 puzzles without a solution and some proper puzzles, to reveal state left by refusals.

    No clues clash, so a solver must search, but few cells are empty.
    """
    puzzles: list[Grid] = []
    for number in range(REFUSALS):
        solution = solved_grid(number, shape)
        puzzle = proper(solution, mask_of(random_cells(shape.cells // 3, number, shape)))
        puzzles.append(with_wrong_clue(puzzle, solution, number))
        if number % 10 == 9:
            puzzles.append(puzzle)
    return CoverBatch(tuple(puzzles), (f"a run with {REFUSALS} refusals",), runs_alone=True)


@cache
def run_of_two_solutions(shape: Shape) -> CoverBatch:
    """Return a run of puzzles with two solutions (full grids without a short Kempe chain), to reveal lost solutions."""
    puzzles: list[Grid] = []
    for number in range(AMBIGUOUS):
        solution = solved_grid(number, shape)
        chain = min((kempe_chain(solution, selector) for selector in range(36)), key=len)
        puzzles.append(solution.keeping(every_cell(shape) & ~mask_of(chain)))
    return CoverBatch(tuple(puzzles), (f"a run of {len(puzzles)} puzzles with two solutions",), runs_alone=True)


def _large_run(shape: Shape) -> CoverBatch:
    grids = [solved_grid(number, shape) for number in range(shape.side)]
    puzzles = tuple(
        grid.with_cell(row[[grid.values[cell] for cell in row].index(digit)], 0)
        for digit, (grid, row) in enumerate(zip(grids, shape.rows, strict=True), 1)
    )
    names = (f"a run of {len(puzzles)} puzzles", "each digit in the last empty cell")
    return CoverBatch(puzzles, names, runs_alone=True)
