"""A comparison for people on a terminal, as a page, and as JSON in the format of `comparison.schema.json`.

Solvers are columns, properties rows; the page draws each failing input with all answers.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TextIO

from rich.console import Console
from rich.text import Text

from crosscover.exit_code import Tone
from crosscover.output import escape, escape_line

from .comparison import ComparedRun, Comparison, Disagreement, SolverAnswer, cell, column_names, remarks
from .display import DIFFERS, FAINT, TITLE, TONE_STYLES, WRONG, make_console
from .html.figures import GridFigure, TextFigure, grid_figure, received_figure
from .html.page import render
from .json_report import Json, read_schema, report_object
from .summary import repeat_command
from .words import describe_bound, describe_run, pluralize, speed

FORMAT = "crosscover-comparison"
VERSION = 2

MAX_ANSWERS = 3
"""Number of different wrong answers to a puzzle that are drawn."""


def print_comparison(comparison: Comparison, stream: TextIO) -> None:
    """Write the comparison; the solvers are columns, named by letters."""
    console = make_console(stream)
    names = column_names(len(comparison.runs))
    for name, run, grade in zip(names, comparison.runs, comparison.grades, strict=True):
        result = grade.value, TONE_STYLES[grade.tone]
        _print(console, Text.assemble(f"{name:<3}{run.label}  ", result, (f", {', '.join(_facts(run))}", FAINT)))
        _print(console, Text(f"   {repeat_command(run.header, run.footer.rounds)}", FAINT))
    rows = {
        name: [Text(cell(outcome), TONE_STYLES[outcome.tone]) for outcome in row]
        for name, row in comparison.rows.items()
    }
    _print_table(console, "property", names, rows)
    if measured := speeds(comparison):
        _print_table(console, "processor time", names, {kind: list(map(Text, row)) for kind, row in measured.items()})
    for one in comparison.disagreements:
        _print_disagreement(console, one, names)
    grade, rest = comparison.verdict
    _print(console, Text())
    _print(console, Text(escape_line(f"{grade.title} {rest}"), f"bold {TONE_STYLES[grade.tone]}"))
    for remark in remarks(comparison):
        _print(console, Text(escape_line(remark)))


def _print_table(console: Console, title: str, names: Sequence[str], rows: dict[str, list[Text]]) -> None:
    """Write a table with a column for each solver."""
    lines = [[Text(title, TITLE), *(Text(name, TITLE) for name in names)]]
    lines += [[Text(escape_line(head)), *cells] for head, cells in rows.items()]
    widths = [max(text.cell_len for text in column) for column in zip(*lines, strict=True)]
    _print(console, Text())
    for line in lines:
        for text, width in zip(line, widths, strict=True):
            text.pad_right(width - text.cell_len)
        row = Text("  ").join(line)
        row.rstrip()
        _print(console, row)


def speeds(comparison: Comparison) -> dict[str, list[str]]:
    """Return the speed of each solver by the kind of puzzle."""
    measured = [run.footer.performance for run in comparison.runs]
    by_kind = [{rate.kind: speed(rate) for rate in one.rates} if one else {} for one in measured]
    return {kind: [one.get(kind, "not measured") for one in by_kind] for kind in chain.from_iterable(by_kind)}


def _facts(run: ComparedRun) -> Iterator[str]:
    if bound := describe_bound(run.footer.rarer_than):
        yield f"errors rarer than {bound}"
    yield f"contract {run.header.options.contract.name}"
    yield f"seed {run.header.seed}"
    yield pluralize(run.footer.rounds, "rounds")
    yield f"{pluralize(run.footer.judged, 'puzzles')} in {run.footer.seconds:.1f} s"
    yield run.footer.certified


def _print_disagreement(console: Console, one: Disagreement, names: list[str]) -> None:
    reason, *_ = one.failure.reason.splitlines() or [""]
    _print(console, Text())
    _print(console, Text(escape_line(reason), TITLE))
    _print(console, Text(f"under {', '.join(one.properties)}", FAINT))
    if len(one.shown) < len(one.found.batch):
        _print(console, Text(f"{pluralize(len(one.found.batch), 'puzzles')} in one run; this one fails:"))
    for puzzle, fails in one.shown:
        _print(console, Text(f"{'>' if fails else ' '} {puzzle}"))
    if one.expected:
        _print(console, Text(escape_line(f"  expected{' (certified)' * one.failure.certified}: {one.expected}")))
    for number, name in enumerate(names):
        answer = one.answer(number)
        words = Text(escape_line(answer.words))
        if (found := answer.found) is not None:
            for style, cells in ((WRONG, found.mismatch.cells), (DIFFERS, found.differing_cells)):
                for place in cells:
                    words.stylize(style, place, place + 1)
        status = (answer.status.word, TONE_STYLES[answer.status.tone])
        _print(console, Text.assemble(f"  {name:<3}", status, ": " if answer.words else "", words))


def _print(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)


def comparison_schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of a comparison."""
    return read_schema("comparison.schema.json")


def comparison_text(comparison: Comparison) -> str:
    """Return the JSON of a comparison; each run has its report, as of a check."""
    grade, rest = comparison.verdict
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": grade.title,
        "sentence": f"{grade.title} {rest}",
        "exit_code": comparison.exit_code.value,
        "runs": [
            {
                "solver": run.label,
                "grade": grade.value,
                "exit_code": code.value,
                "report": report_object(run.header, run.footer),
            }
            for run, grade, code in zip(comparison.runs, comparison.grades, comparison.exit_codes, strict=True)
        ],
        "disagreements": [_disagreement(one, len(comparison.runs)) for one in comparison.disagreements],
        "disagreements_left_out": comparison.left_out,
        "remarks": list(remarks(comparison)),
    }
    return escape(json.dumps(plain, indent=1, allow_nan=False)) + "\n"


def _disagreement(one: Disagreement, runs: int) -> Json:
    answers = [(answer, answer.found) for answer in map(one.answer, range(runs))]
    return {
        "properties": list(one.properties),
        "reason": one.failure.reason,
        "shape": str(one.found.puzzle.shape),
        "puzzles": list(map(str, one.found.batch)),
        "failing_index": one.found.failing_index,
        "expected_answers": list(one.found.expected_answers),
        "certified": one.failure.certified,
        "differs": one.differs,
        "answers": [
            {
                "status": answer.status.word,
                "words": answer.words,
                "cells": list(found.mismatch.cells) if found else [],
                "differing_cells": list(found.differing_cells) if found else [],
            }
            for answer, found in answers
        ],
    }


def comparison_page(comparison: Comparison) -> str:
    """Return the page of a comparison."""
    verdict, sentence = comparison.verdict
    names = column_names(len(comparison.runs))
    return render(
        "compare.html",
        verdict=verdict.title,
        sentence=sentence,
        tone=verdict.tone.value,
        remarks=list(remarks(comparison)),
        names=names,
        runs=[
            {
                "name": name,
                "run": run,
                "grade": grade,
                "facts": ", ".join(_facts(run)),
                "circumstances": describe_run(run.header.started, run.footer.seconds, run.header.machine).values(),
                "repeat": repeat_command(run.header, run.footer.rounds),
            }
            for name, run, grade in zip(names, comparison.runs, comparison.grades, strict=True)
        ],
        rows=[(name, [(cell(one), one.tone.value) for one in row]) for name, row in comparison.rows.items()],
        speeds=speeds(comparison),
        cases=[
            (one, list(_figures(one, names)), [(name, one.answer(place)) for place, name in enumerate(names)])
            for one in comparison.disagreements
        ],
    )


def _figures(one: Disagreement, names: Sequence[str]) -> Iterator[GridFigure | TextFigure]:
    """Yield the puzzle, each wrong answer once, and the expected answer."""
    yield grid_figure("the puzzle", one.found.puzzle)
    if not one.expected:
        return
    wrong: dict[str, tuple[SolverAnswer, list[str]]] = {}
    for place, name in enumerate(names):
        answer = one.answer(place)
        if answer.status.has_failed:
            wrong.setdefault(answer.words, (answer, []))[1].append(name)
    for answer, solvers in islice(wrong.values(), MAX_ANSWERS):
        heading, found = f"from {', '.join(solvers)}", answer.found
        if found is not None and found.response is not None:
            yield received_figure(heading, found)
        else:
            yield TextFigure(heading, answer.words or answer.status.word, answer.status.tone)
    heading = "expected (certified)" if one.failure.certified else "expected"
    solution = one.found.only_solution
    if solution is not None and not one.found.wants_count:
        yield grid_figure(heading, solution, one.found.puzzle)
    else:
        yield TextFigure(heading, one.expected, Tone.GOOD)
