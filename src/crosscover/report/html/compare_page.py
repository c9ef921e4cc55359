"""A comparison as a page: the result in a sentence, solvers as columns, properties as rows, and where they differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from crosscover.exit_code import ExitCode
from crosscover.reference import Grid
from crosscover.report.comparison import (
    Comparison,
    Disagreement,
    cell,
    column_names,
    remarks,
    verdict_line,
)
from crosscover.report.performance import speed

from .drawing import Drawing, Saying, drawing
from .page import render

MAX_PUZZLES = 7
"""A batch of more puzzles is shown by its failing one alone."""

MAX_ANSWERS = 3
"""So many wrong answers to a puzzle are drawn."""


@dataclass(frozen=True, slots=True)
class Case:
    """An input on which a solver failed, ready to be drawn.

    `puzzles` are pairs of a puzzle and whether it fails, where there are several in the run.
    """

    anchor: str
    reason: str
    properties: tuple[str, ...]
    puzzle: str
    puzzles: tuple[tuple[str, bool], ...]
    left_out: int
    right: str
    certified: bool
    figures: tuple[Drawing | Saying, ...]
    answers: tuple[tuple[str, str, str, str], ...]
    """The name of the column, the status, its tone, and words."""


def comparison_page(comparison: Comparison) -> str:
    """The page of a comparison."""
    verdict, sentence = verdict_line(comparison)
    names = column_names(len(comparison.runs))
    codes = [comparison.code_of(place) for place in range(len(comparison.runs))]
    return render(
        "compare.html",
        verdict=verdict,
        sentence=sentence,
        tone=comparison.exit_code.tone.value,
        remarks=list(remarks(comparison)),
        names=names,
        runs=[
            (name, run, code.word, code.tone.value)
            for name, run, code in zip(names, comparison.runs, codes, strict=True)
        ],
        rows=[(name, [(cell(one), one.tone.value) for one in comparison.row(name)]) for name in comparison.properties],
        speeds=list(_speeds(comparison)),
        cases=[_case(number, one, names) for number, one in enumerate(comparison.disagreements, 1)],
        changes=[
            (names[one.earlier], names[one.later], one.same_seed, [(c.value, p) for c, p in one.properties.items()])
            for one in comparison.changes
        ],
    )


def _speeds(comparison: Comparison) -> list[tuple[str, list[str]]]:
    kinds = dict.fromkeys(kind for run in comparison.runs for kind in run.rates)
    return [
        (kind, [speed(run.rates[kind]) if kind in run.rates else "not measured" for run in comparison.runs])
        for kind in kinds
    ]


def _case(number: int, one: Disagreement, names: Sequence[str]) -> Case:
    place = one.failing_index
    shown = [
        (str(puzzle), index == place)
        for index, puzzle in enumerate(one.batch)
        if len(one.batch) <= MAX_PUZZLES or index == place
    ]
    return Case(
        anchor=f"case-{number}",
        reason=one.reason,
        puzzle=str(one.puzzle),
        properties=one.properties,
        puzzles=tuple(shown) if len(one.batch) > 1 else (),
        left_out=len(one.batch) - len(shown),
        right=one.right[place] if place is not None and place < len(one.right) else "",
        certified=one.certified,
        figures=tuple(_figures(one, names)),
        answers=tuple(
            (name, answer.status.word, answer.status.tone.value, answer.words)
            for name, answer in zip(names, one.answers, strict=True)
        ),
    )


def _figures(one: Disagreement, names: Sequence[str]) -> Iterator[Drawing | Saying]:
    """The puzzle, what came back where it was wrong, each answer once, and what is right."""
    yield drawing("the puzzle", one.puzzle)
    if one.failing_index is None or one.failing_index >= len(one.right):
        return
    right = one.right[one.failing_index]
    wrong: dict[str, list[str]] = {}
    for name, answer in zip(names, one.answers, strict=True):
        if answer.status.exit_code is ExitCode.WRONG:
            wrong.setdefault(answer.words or answer.status.word, []).append(name)
    for words, solvers in islice(wrong.items(), MAX_ANSWERS):
        yield _figure(f"from {', '.join(solvers)}", words, one.puzzle, is_right=False)
    yield _figure("right (certified)" if one.certified else "right", right, one.puzzle, is_right=True)


def _figure(heading: str, words: str, puzzle: Grid, *, is_right: bool) -> Drawing | Saying:
    """An answer as a grid, or in words where it is none."""
    try:
        return drawing(heading, Grid.parse(words, puzzle.shape), puzzle)
    except ValueError:
        return Saying(heading, words, is_right=is_right)
