"""The summary of an audit as an HTML page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from crosscover.exit_code import ExitCode, Tone
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.report.html.figures import Bar, GridFigure, TextFigure, bars, grid_figure, judged_figure
from crosscover.report.html.page import render
from crosscover.report.words import describe_run, describe_versions, list_some, pluralize
from crosscover.system import describe_machine

from .audit_inputs import Shard
from .audit_summary import VERDICT_PHRASES, AuditSummary, RowComplaint, RowCounts, conclusion
from .findings import DECIDED, UNSETTLED_CODES, RowVerdict
from .judge_summary import JudgeExample, JudgeSummary, judge_table
from .questions import AuditSettings
from .stored_settings import describe_settings

DRAWN = 3
"""Number of wrong rows that are drawn, unless there are more kinds of them; of each kind one is."""

NAMED_CELLS = 6
"""Maximum number of differing cells that a row names."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A wrong solution or answer with its figures; `lines` are grids as text, each with a name and a tone."""

    title: str
    reason: str
    puzzle: str
    lines: tuple[tuple[str, str, str], ...]
    figures: tuple[GridFigure | TextFigure, ...]


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row with a complaint: the kind of finding in words, and what is wrong.

    `grids` are the puzzle, the solution in the file, and one that differs from it if there is one; None if the
    complaint is not about the solution in the file.
    """

    row: RowComplaint
    kind: str
    reason: str
    grids: tuple[Grid, Grid, Grid | None] | None = None

    @property
    def anchor(self) -> str:
        """That of its drawing, if it is drawn."""
        return f"row-{self.row.number}"

    @property
    def differing_cells(self) -> str:
        """The cells in which the solution in the file differs from the other one, in words."""
        _, in_file, other = self.grids or (None, None, None)
        if in_file is None or other is None:
            return ""
        names = map(in_file.shape.cell_name, sorted(in_file.differing_cells(other)))
        return list_some(list(names), NAMED_CELLS)


@dataclass(frozen=True, slots=True)
class ComplaintSection:
    """The rows of one exit code: their number, and the first of each kind, some of them drawn."""

    anchor: str
    heading: str
    number: int
    drawn: Mapping[str, DrawnRow]
    listed: tuple[ListedRow, ...]

    @property
    def left_out(self) -> int:
        """The number of rows that are not on the page."""
        return self.number - len(self.listed)


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
        complaints=[_complaints(code, rows, summary.counts) for code, rows in summary.examples.items()],
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
    return f"{rows} could not be decided" if code in UNSETTLED_CODES else f"{rows} {_are(number)} {code.word}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _counts(counts: RowCounts) -> str:
    verdicts = counts.verdicts
    phrases = [f"{verdicts[word]:,} {words}" for word, words in VERDICT_PHRASES.items() if verdicts.get(word)]
    return ": ".join(filter(None, (pluralize(counts.puzzles, "puzzles"), ", ".join(phrases))))


def _complaints(code: ExitCode, rows: Sequence[RowComplaint], counts: RowCounts) -> ComplaintSection:
    listed = tuple(map(_listed_row, rows))
    first_of_kind = {one.kind: one for one in reversed(listed) if one.grids}.values()
    drawable = dict.fromkeys([*first_of_kind, *(one for one in listed if one.grids)])
    chosen = sorted(islice(drawable, max(DRAWN, len(first_of_kind))), key=lambda one: one.row.number)
    drawn = {one.anchor: _drawn_row(one.row, one.reason, *one.grids) for one in chosen if one.grids}
    anchor = f"complaints-{code.name.lower()}"
    return ComplaintSection(anchor, code.word.capitalize(), counts.complaints[code], drawn, listed)


def _listed_row(row: RowComplaint) -> ListedRow:
    puzzle, in_file, other = (_grid(text, row.shape) for text in (row.puzzle, row.expected, row.other))
    if row.verdict not in DECIDED:
        return ListedRow(row, VERDICT_PHRASES[RowVerdict(row.verdict)], row.text)
    if puzzle is None or in_file is None or (other is None and row.verdict != RowVerdict.NONE):
        return ListedRow(row, "wrong answer", row.text)
    violation = first_violation(in_file, puzzle)
    reason = f"the solution in the file is wrong: {violation}" if violation else "the solution is not the only one"
    kind = violation.rule.value if violation else "several solutions"
    if row.verdict == RowVerdict.NONE:
        kind = "no solution"
    return ListedRow(row, kind, reason, (puzzle, in_file, other))


def _drawn_row(row: RowComplaint, reason: str, puzzle: Grid, in_file: Grid, other: Grid | None) -> DrawnRow:
    """The solution in the file of a row beside the right one."""
    heading = "another solution" if row.verdict == RowVerdict.SEVERAL else "the solution"
    text = str(other or "no solution")
    figure = grid_figure(heading, other, puzzle) if other else TextFigure(heading, text, Tone.GOOD)
    marked = judged_figure("in the file", in_file, puzzle, other)
    lines = ("in the file", str(in_file), "bad"), (heading, text, "good")
    figures = grid_figure("the puzzle", puzzle), marked, figure
    return DrawnRow(f"Row {row.number:,}: {row.place}", reason, str(puzzle), lines, figures)


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
    title = f"{judge.name}: {example.fault}, row {example.number:,}: {example.place}"
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
