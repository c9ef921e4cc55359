"""The summary of an audit as an HTML page."""

from crosscover.exit_code import ExitCode, Tone
from crosscover.reference import Grid, Shape
from crosscover.report.html.figures import TextFigure, grid_figure, judged_figure
from crosscover.report.html.page import render
from crosscover.report.words import describe_run, describe_versions, pluralize
from crosscover.system import describe_machine

from .audit_summary import AuditSummary, RowFinding
from .audit_text import describe_settings, fact_sentences, judge_table, summary_lines

DRAWN = 3
"""Maximum number of rows of each exit code that are drawn; the others are listed."""

Card = dict[str, object]
"""A wrong solution or answer for the template: title, reason, puzzle, lines of text and figures."""


def audit_page(summary: AuditSummary, seconds: float, *, repeat: str, exit_code: ExitCode) -> str:
    """The page of an audit: the result in a sentence, wrong rows, and judges; `repeat` is the command line."""
    counts, number = next(summary_lines(summary)), summary.complaints.get(exit_code.word, 0)
    worst = f"{number:,} of {pluralize(summary.puzzles, 'rows')}: {exit_code.word}"
    (_, _, *columns), *judges = judge_table(summary)
    is_unfinished = not summary.complete and exit_code not in (ExitCode.WRONG, ExitCode.FAULT)
    run = summary.runs[-1]
    return render(
        "audit.html",
        verdict="NOT COMPLETE" if is_unfinished else exit_code.word.upper(),
        sentence=worst if number else counts,
        tone=exit_code.tone.value,
        sentences=[
            *([] if summary.complete else ["The audit is not complete: part of the collection is not judged."]),
            *([f"{counts}."] if number else []),
            *fact_sentences(summary),
        ],
        complaints=[
            (word.capitalize(), rows, *_drawn_and_listed(summary, word)) for word, rows in summary.complaints.items()
        ],
        judges=judges,
        columns=columns,
        examples=[_card(row, f"{row.judge}: {row.fault}, row {row.number:,}: {row.place}") for row in summary.examples],
        facts={
            "files": ", ".join(each["name"] for each in summary.inputs),
            "settings": describe_settings(summary),
            "versions": describe_versions(run["versions"]),
            **describe_run(run["started"], seconds, describe_machine()),
        },
        repeat=repeat,
    )


def _drawn_and_listed(summary: AuditSummary, word: str) -> tuple[list[Card], list[RowFinding]]:
    """Cards for the first complaints about a solution in the file, and the other rows."""
    rows = [row for row in summary.first_complaints if row.fault == word]
    drawn = [row for row in rows if row.received and word == ExitCode.WRONG.word][:DRAWN]
    cards = [_card(row, f"Row {row.number:,}: {row.place}") for row in drawn]
    return cards, [row for row in rows if row not in drawn]


def _card(row: RowFinding, title: str) -> Card:
    """A card with the puzzle, what was received and what was expected; what is no grid is shown as text."""
    shape = Shape.parse(str(row.shape))
    puzzle, received = Grid.parse(str(row.puzzle), shape), row.received or "nothing"
    wrong, right = _grid(received, shape), _grid(row.expected, shape)
    heading = "received" if row.judge else "in the file"
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure(heading, wrong, puzzle, right) if wrong else TextFigure(heading, received),
        grid_figure("expected", right, puzzle) if right else TextFigure("expected", row.expected, Tone.GOOD),
    )
    lines = (heading, received, "bad"), ("expected", row.expected, "good")
    return {"title": title, "reason": row.text, "puzzle": str(puzzle), "lines": lines, "figures": figures}


def _grid(text: str, shape: Shape) -> Grid | None:
    """The grid of that text; None for other text."""
    try:
        return Grid.parse(text, shape)
    except ValueError:
        return None
