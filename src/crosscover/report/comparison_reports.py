"""A comparison for people on a terminal, as a page, and as JSON in the format of `comparison.schema.json`.

Solvers are columns, properties rows; the page draws each failing input with all answers.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain, islice
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crosscover.exit_code import Tone
from crosscover.harness.outcome import Outcome
from crosscover.output import escape, escape_line

from .comparison import Comparison, Disagreement, SolverAnswer, cell, column_names, left_open, remarks, verdict_of
from .display import DIFFERS, FAINT, TITLE, TONE_STYLES, WRONG, format_command, format_fact, make_console
from .html.figures import GridFigure, TextFigure, grid_figure, received_figure
from .html.page import render
from .json_report import Json, outcome_facts, read_schema
from .run_record import RunRecord
from .words import describe_bound, describe_run, pluralize, speed

FORMAT = "crosscover-comparison"
VERSION = 1

WIDE = 140
"""Columns if the output is not a terminal."""

NAME_WIDTH = 3
"""Columns of the name of a solver."""

COLUMN_GAP = 3
"""Columns between those of two solvers."""

MAX_ANSWERS = 3
"""Number of different wrong answers to a puzzle that are drawn."""


def print_comparison(comparison: Comparison, stream: TextIO) -> None:
    """Write the comparison; the solvers are columns, named by letters."""
    console = make_console(stream, WIDE)
    names = column_names(len(comparison.runs))
    for place, (name, run) in enumerate(zip(names, comparison.runs, strict=True)):
        grade = comparison.grade_of(place)
        style = TONE_STYLES[grade.tone]
        facts = Text.assemble(f"{run.label}  ", (grade.value, style), (_facts(run), FAINT))
        _print(console, format_fact(console, name, facts, NAME_WIDTH))
        _print(console, format_command(console, "", run.repeat, NAME_WIDTH, FAINT))
    _print_table(
        console,
        "property",
        names,
        [
            (name, [Text(cell(outcome), TONE_STYLES[outcome.tone]) for outcome in comparison.row(name)])
            for name in comparison.properties
        ],
    )
    if rows := speeds(comparison):
        _print_table(console, "processor time", names, [(kind, list(map(Text, cells))) for kind, cells in rows])
    for name, prop, words in left_open(comparison):
        _print_words(console, f"{prop}: {words}", name=name)
    for one in comparison.disagreements:
        _print_disagreement(console, one, names)
    for changes in comparison.changes:
        earlier, later = names[changes.earlier], names[changes.later]
        draws = "same seed and versions" if changes.same_seed else "other seed or versions"
        _print(console, Text(f"\nFrom {earlier} to {later} ({draws})", TITLE))
        for change, properties in changes.properties.items():
            _print_words(console, f"{change.value}: {', '.join(properties)}")
        if not changes.properties:
            _print(console, Text("no changes"))
    _print(console, Text())
    grade, rest = verdict_of(comparison)
    _print_words(console, f"{grade.title} {rest}", f"bold {TONE_STYLES[grade.tone]}")
    for remark in remarks(comparison):
        _print_words(console, remark)


def _print_table(console: Console, title: str, names: Sequence[str], rows: Sequence[tuple[str, list[Text]]]) -> None:
    """Write a table with a column for each solver, which is as wide as its longest word, however narrow a terminal."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heads = [escape_line(head) for head, _ in rows]
    table.add_column(title, no_wrap=True)
    total = max(map(len, (title, *heads)))
    for place, name in enumerate(names):
        width = max((len(word) for _, cells in rows for word in cells[place].plain.split()), default=1)
        table.add_column(name, min_width=width)
        total += width + COLUMN_GAP
    for head, (_, cells) in zip(heads, rows, strict=True):
        table.add_row(head, *cells)
    console.print(table, width=max(console.width, total + COLUMN_GAP), crop=False)


def speeds(comparison: Comparison) -> list[tuple[str, list[str]]]:
    """Return the speed of each solver by the kind of puzzle."""
    measured = [run.footer.performance for run in comparison.runs]
    speeds_of_runs = [{rate.kind: speed(rate) for rate in one.rates} if one else {} for one in measured]
    kinds = dict.fromkeys(chain.from_iterable(speeds_of_runs))
    return [(kind, [one.get(kind, "not measured") for one in speeds_of_runs]) for kind in kinds]


def _facts(run: RunRecord) -> str:
    source = f", read from {escape_line(run.source)}" if run.source else ""
    bound = describe_bound(run.footer.rarer_than)
    facts = (
        *([f"errors rarer than {bound}"] if bound else []),
        f"contract {run.contract}",
        f"seed {run.header.seed}",
        pluralize(run.footer.rounds, "rounds"),
        f"{pluralize(run.footer.judged, 'puzzles')} in {run.footer.seconds:.1f} s",
        run.footer.certified,
    )
    return "".join(f", {fact}" for fact in facts) + source


def _print_disagreement(console: Console, one: Disagreement, names: list[str]) -> None:
    proved = " (certified)" if one.failure.certified else ""
    reason, *_ = one.failure.reason.splitlines() or [""]
    _print(console, Text())
    _print_words(console, reason, TITLE)
    _print_words(console, f"under {', '.join(one.properties)}", FAINT)
    if len(one.shown) < len(one.found.batch):
        _print(console, Text(f"{pluralize(len(one.found.batch), 'puzzles')} in one run; this one fails:"))
    for puzzle, fails in one.shown:
        _print(console, Text(f"{'>' if fails else ' '} {puzzle}"))
    if one.expected:
        _print(console, Text(escape_line(f"  expected{proved}: {one.expected}")))
    for number, name in enumerate(names):
        answer = one.answer(number)
        words = Text(escape_line(answer.words))
        for style, cells in ((WRONG, answer.cells), (DIFFERS, answer.differing_cells)):
            for place in cells:
                words.stylize(style, place, place + 1)
        status = (answer.status.word, TONE_STYLES[answer.status.tone])
        _print(console, Text.assemble(f"  {name:<3}", status, ": " if answer.words else "", words))


def _print_words(console: Console, sentence: str, style: str = "", name: str = "") -> None:
    width = NAME_WIDTH if name else 0
    _print(console, format_fact(console, name, Text(escape_line(sentence), style), width))


def _print(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)


def comparison_schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of a comparison."""
    return read_schema("comparison.schema.json")


def comparison_text(comparison: Comparison) -> str:
    """Return the JSON of a comparison."""
    grade, rest = verdict_of(comparison)
    unequal = set(comparison.unequal)
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "verdict": grade.title,
        "sentence": f"{grade.title} {rest}",
        "exit_code": comparison.exit_code.value,
        "runs": [_run(comparison, place) for place in range(len(comparison.runs))],
        "properties": [
            {"name": name, "outcomes": list(map(_outcome, comparison.row(name))), "same_puzzles": name not in unequal}
            for name in comparison.properties
        ],
        "disagreements": [_disagreement(one, len(comparison.runs)) for one in comparison.disagreements],
        "disagreements_left_out": comparison.left_out,
        "changes": [
            {
                "earlier": changes.earlier,
                "later": changes.later,
                "same_seed": changes.same_seed,
                "properties": {change.value: list(names) for change, names in changes.properties.items()},
            }
            for changes in comparison.changes
        ],
        "remarks": list(remarks(comparison)),
    }
    return escape(json.dumps(plain, indent=1, allow_nan=False)) + "\n"


def _run(comparison: Comparison, place: int) -> Json:
    run = comparison.runs[place]
    measured = run.footer.performance
    return {
        "subject": run.header.subject,
        "options": list(run.options),
        "contract": run.contract,
        "shape": str(run.header.options.shape),
        "seed": run.header.seed,
        "rounds": run.footer.rounds,
        "versions": dict(run.header.versions),
        "source": run.source or None,
        "repeat": run.repeat,
        "complete": run.footer.complete,
        "exit_code": comparison.code_of(place).value,
        "grade": comparison.grade_of(place).value,
        "judged": run.footer.judged,
        "certified": run.footer.verdicts.certified,
        "uncertified": run.footer.verdicts.decided - run.footer.verdicts.certified,
        "rarer_than": run.footer.rarer_than,
        "seconds": run.footer.seconds,
        "is_latest": place in comparison.latest,
        "rates": {rate.kind: asdict(rate) for rate in measured.rates} if measured else {},
        "notable": list(run.footer.notable),
    }


def _outcome(outcome: Outcome) -> Json:
    reason = None if outcome.failure is None else outcome.failure.reason
    return {**outcome_facts(outcome), "word": outcome.word, "reason": reason}


def _disagreement(one: Disagreement, runs: int) -> Json:
    answers = map(one.answer, range(runs))
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
                "cells": list(answer.cells),
                "differing_cells": list(answer.differing_cells),
            }
            for answer in answers
        ],
    }


def comparison_page(comparison: Comparison) -> str:
    """Return the page of a comparison."""
    verdict, sentence = verdict_of(comparison)
    names = column_names(len(comparison.runs))
    grades = [comparison.grade_of(place) for place in range(len(names))]
    return render(
        "compare.html",
        verdict=verdict.title,
        sentence=sentence,
        tone=verdict.tone.value,
        remarks=list(remarks(comparison)),
        names=names,
        runs=[
            (name, run, grades[place], grades[place].tone.value, describe_bound(run.footer.rarer_than))
            for place, (name, run) in enumerate(zip(names, comparison.runs, strict=True))
        ],
        circumstances=[
            "; ".join(describe_run(run.header.started, run.footer.seconds, run.header.machine).values())
            for run in comparison.runs
        ],
        left_open=list(left_open(comparison)),
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
