"""The page of a comparison: solvers are columns, properties rows, and each failing input is drawn with all answers."""

from collections.abc import Iterator, Sequence
from itertools import islice

from crosscover.exit_code import ExitCode
from crosscover.report.comparison import (
    Comparison,
    Disagreement,
    SolverAnswer,
    cell,
    column_names,
    remarks,
    verdict_line,
)
from crosscover.report.comparison_reports import speeds

from .causes import received_figure
from .figures import GridFigure, TextFigure, grid_figure
from .page import render

MAX_ANSWERS = 3
"""Number of different wrong answers to a puzzle that are drawn."""


def comparison_page(comparison: Comparison) -> str:
    """Return the page of a comparison."""
    verdict, sentence = verdict_line(comparison)
    names = column_names(len(comparison.runs))
    pairs = enumerate(zip(names, comparison.runs, strict=True))
    return render(
        "compare.html",
        verdict=verdict,
        sentence=sentence,
        tone=comparison.exit_code.tone.value,
        remarks=list(remarks(comparison)),
        names=names,
        runs=[(name, run, comparison.code_of(place)) for place, (name, run) in pairs],
        rows=[(name, [(cell(one), one.tone.value) for one in comparison.row(name)]) for name in comparison.properties],
        speeds=speeds(comparison),
        cases=[
            (one, list(_figures(one, names)), [(name, one.answer(place)) for place, name in enumerate(names)])
            for one in comparison.disagreements
        ],
        changes=[
            (names[one.earlier], names[one.later], one.same_seed, [(c.value, p) for c, p in one.properties.items()])
            for one in comparison.changes
        ],
    )


def _figures(one: Disagreement, names: Sequence[str]) -> Iterator[GridFigure | TextFigure]:
    """Yield the puzzle, each wrong answer once, and the expected answer."""
    yield grid_figure("the puzzle", one.puzzle)
    if not one.expected:
        return
    wrong: dict[str, tuple[SolverAnswer, list[str]]] = {}
    for place, name in enumerate(names):
        answer = one.answer(place)
        if answer.status.exit_code is ExitCode.WRONG:
            wrong.setdefault(answer.words, (answer, []))[1].append(name)
    for answer, solvers in islice(wrong.values(), MAX_ANSWERS):
        heading, found = f"from {', '.join(solvers)}", answer.failure.counterexample if answer.failure else None
        if found is not None and found.failing_index is not None:
            yield received_figure(heading, found)
        else:
            yield TextFigure(heading, answer.words or answer.status.word)
    heading = "expected (certified)" if one.failure.certified else "expected"
    solutions = one.found.verdicts[one.found.failing_index or 0].solutions
    if len(solutions) == 1 and not one.found.wants_count:
        yield grid_figure(heading, solutions[0], one.puzzle)
    else:
        yield TextFigure(heading, one.expected, is_right=True)
