"""The summary of an audit as an HTML page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from crosscover.exit_code import ExitCode, Tone
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.report.html.figures import Bar, GridFigure, TextFigure, bars, grid_figure, judged_figure
from crosscover.report.html.page import render
from crosscover.report.words import describe_run, describe_versions, pluralize
from crosscover.system import describe_machine

from .audit_inputs import Shard
from .audit_summary import VERDICT_PHRASES, AuditSummary, RowComplaint, RowCounts, conclusion
from .findings import DECIDED, RowVerdict
from .judge_summary import JudgeExample, JudgeSummary, judge_table
from .questions import AuditSettings, describe_settings

DRAWN = 3
"""Maximum number of wrong rows that are drawn; others are listed."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A wrong solution or answer with its figures; `lines` are grids as text, each with a name and a tone."""

    title: str
    reason: str
    puzzle: str
    lines: tuple[tuple[str, str, str], ...]
    figures: tuple[GridFigure | TextFigure, ...]


@dataclass(frozen=True, slots=True)
class ComplaintSection:
    """The rows of one exit code: their number, and the first of them, drawn if possible."""

    anchor: str
    heading: str
    number: int
    drawn: tuple[DrawnRow, ...]
    listed: tuple[RowComplaint, ...]

    @property
    def left_out(self) -> int:
        """The number of rows that are not on the page."""
        return self.number - len(self.drawn) - len(self.listed)


def audit_page(
    summary: AuditSummary,
    sentences: Sequence[str],
    circumstances: Mapping[str, str],
    *,
    repeat: str,
    exit_code: ExitCode,
) -> str:
    """The page of an audit: the result in a sentence, wrong rows, judges, and counts.

    `sentences` describe the facts, `circumstances` are settings and versions by name, `repeat` is the command line.
    """
    sentence, counts = _sentence(summary, exit_code), _counts(summary.counts)
    (_, _, *columns), *judges = judge_table(summary.judges)
    duplicates: list[str] = []
    if summary.first_duplicate is not None:
        place, first = summary.first_duplicate
        duplicates.append(f"Duplicates of earlier puzzles: {summary.duplicates:,}, such as {place} of {first}.")
    return render(
        "audit.html",
        verdict=conclusion(exit_code, is_complete=summary.is_complete),
        sentence=sentence,
        tone=exit_code.tone.value,
        sentences=[
            *([] if summary.is_complete else ["The audit is not complete: part of the collection is not judged."]),
            *([] if counts == sentence else [f"{counts}."]),
            *duplicates,
            *sentences,
        ],
        complaints=[_complaints(code, summary) for code in summary.first_complaints],
        judges=judges,
        columns=columns,
        examples=[_drawn_example(judge, example) for judge in summary.judges for example in judge.examples],
        plots=list(_plots(summary)),
        facts=circumstances,
        repeat=repeat,
    )


def describe_circumstances(
    names: Sequence[str], settings: AuditSettings, versions: Mapping[str, str], started: str, seconds: float
) -> dict[str, str]:
    """The files, settings, versions, date, duration and machine of an audit, by name."""
    given = describe_settings(settings.by_name())
    if settings.shard == Shard():
        del given["shard"]
    run = describe_run(started, seconds, describe_machine())
    return {"files": ", ".join(names), **given, "versions": describe_versions(versions), **run}


def _sentence(summary: AuditSummary, code: ExitCode) -> str:
    """The number of rows behind the exit code, and of wrong judges; the counts if there are none."""
    if not (number := summary.counts.complaints.get(code, 0)):
        return _counts(summary.counts)
    rows = f"{number:,} of {pluralize(summary.counts.puzzles, 'rows')}"
    is_fault = code is ExitCode.FAULT
    wrong = [judge for judge in summary.judges if judge.examples and (judge.seconds is None) == is_fault]
    if wrong and code in (ExitCode.WRONG, ExitCode.FAULT):
        ours = "; this is a fault of crosscover" if is_fault else ""
        judges = f"{len(wrong)} of {pluralize(len(summary.judges), 'judges')}"
        return f"{judges} {_are(len(wrong))} wrong; {rows} {_are(number)} affected{ours}"
    return f"{rows} could not be decided" if is_fault else f"{rows} {_are(number)} {code.word}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _counts(counts: RowCounts) -> str:
    verdicts = counts.verdicts
    phrases = [f"{verdicts[word]:,} {words}" for word, words in VERDICT_PHRASES.items() if verdicts.get(word)]
    return ": ".join(filter(None, (pluralize(counts.puzzles, "puzzles"), ", ".join(phrases))))


def _complaints(code: ExitCode, summary: AuditSummary) -> ComplaintSection:
    rows = summary.first_complaints[code]
    drawable = ((index, one) for index, row in enumerate(rows) if (one := _drawn_row(row)))
    drawn = dict(islice(drawable, DRAWN))
    listed = tuple(row for index, row in enumerate(rows) if index not in drawn)
    anchor, number = f"complaints-{code.name.lower()}", summary.counts.complaints[code]
    return ComplaintSection(anchor, code.word.capitalize(), number, tuple(drawn.values()), listed)


def _drawn_row(row: RowComplaint) -> DrawnRow | None:
    """A row whose solution in the file is wrong, beside the right one; None for other complaints."""
    puzzle, in_file, other = (_grid(text, row.shape) for text in (row.puzzle, row.expected, row.other))
    if puzzle is None or in_file is None or row.verdict not in DECIDED:
        return None
    if other is None and row.verdict != RowVerdict.NONE:
        return None
    heading = "another solution" if row.verdict == RowVerdict.SEVERAL else "the solution"
    text = str(other or "no solution")
    figure = grid_figure(heading, other, puzzle) if other else TextFigure(heading, text, Tone.GOOD)
    marked = judged_figure("in the file", in_file, puzzle, other)
    violation = first_violation(in_file, puzzle)
    reason = f"the solution in the file is wrong: {violation}" if violation else "the solution is not the only one"
    lines = ("in the file", str(in_file), "bad"), (heading, text, "good")
    return DrawnRow(row.place, reason, str(puzzle), lines, (grid_figure("the puzzle", puzzle), marked, figure))


def _drawn_example(judge: JudgeSummary, example: JudgeExample) -> DrawnRow:
    received = example.received or "nothing"
    puzzle = Grid.parse(example.puzzle, Shape.parse(example.shape))
    answer, expected = (_grid(text, example.shape) for text in (received, example.expected))
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure("received", answer, puzzle, expected) if answer else TextFigure("received", received),
        grid_figure("expected", expected, puzzle) if expected else TextFigure("expected", example.expected, Tone.GOOD),
    )
    lines = ("received", received, "bad"), ("expected", example.expected, "good")
    title = f"{judge.name}: {example.fault}, {example.place}"
    return DrawnRow(title, example.complaint, example.puzzle, lines, figures)


def _grid(text: str | None, shape: str | None) -> Grid | None:
    """The grid of that text and shape; None for other text."""
    if text is None or shape is None:
        return None
    try:
        return Grid.parse(text, Shape.parse(shape))
    except ValueError:
        return None


def _plots(summary: AuditSummary) -> Iterator[tuple[str, list[Bar]]]:
    counts = summary.counts
    if len(counts.verdicts) > 1:
        yield "puzzles", bars({name: counts.verdicts.get(word, 0) for word, name in VERDICT_PHRASES.items()})
    for word, name in VERDICT_PHRASES.items():
        drawn = bars({str(given): verdicts.get(word, 0) for given, verdicts in counts.clues.items()})
        if drawn:
            yield f"clues of puzzles {name}", drawn
    searches = bars({label.removesuffix(" search nodes"): number for label, number in summary.nodes.items()})
    if searches:
        yield "search nodes of the reference", searches
    if counts.abstained:
        yield "puzzles that an engine abstained from", bars(dict(counts.abstained))
