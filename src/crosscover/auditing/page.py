"""Renders the summary of an audit as an HTML page."""

from crosscover.errors import ExitCode, Tone
from crosscover.reference import Grid, Shape
from crosscover.report.figures import TextFigure, grid_figure, judged_figure
from crosscover.report.page import COMMAND, Card, Page, Section, Table
from crosscover.report.words import describe_run, describe_versions, pluralize

from .summary import AuditSummary, RowFinding
from .text import describe_settings, fact_sentences, judge_table, summary_lines

DRAWN = 3
"""Maximum number of drawn rows per exit code; further rows are listed."""


def audit_page(summary: AuditSummary, seconds: float, *, repeat: str, exit_code: ExitCode) -> str:
    """Return the page of an audit: verdict, wrong rows, and judges; `repeat` is the command line."""
    counts, number = next(summary_lines(summary)), summary.complaints.get(exit_code.word, 0)
    worst = f"{number:,} of {pluralize(summary.puzzles, 'rows')}: {exit_code.word}"
    (_, _, *columns), *judges = judge_table(summary)
    is_unfinished = not summary.complete and exit_code not in (ExitCode.WRONG, ExitCode.FAULT)
    run = summary.runs[-1]
    table = Table(("Judge", "Puzzles", *map(str.capitalize, columns)), judges, len(columns) + 1)
    examples = [_card(row, f"{row.judge}: {row.fault}, row {row.number:,}: {row.place}") for row in summary.examples]
    judged = Section("Judges", examples, table=table)
    rows = [_section(summary, word, total) for word, total in summary.complaints.items()]
    return Page(
        "NOT COMPLETE" if is_unfinished else exit_code.word.upper(),
        exit_code.tone,
        worst if number else counts,
        [
            *([] if summary.complete else ["The audit is not complete: part of the collection is not judged."]),
            *([f"{counts}."] if number else []),
            *fact_sentences(summary),
        ],
        sections=[judged, *rows] if examples else [*rows, judged],
        facts={
            "files": ", ".join(each["name"] for each in summary.inputs),
            "settings": describe_settings(summary),
            "versions": describe_versions(run["versions"]),
            **describe_run(run["started"], seconds, {}),
        },
        repeat=[repeat],
    ).render()


def _section(summary: AuditSummary, word: str, total: int) -> Section:
    rows = [row for row in summary.first_complaints if row.fault == word]
    drawn = [row for row in rows if row.received and word == ExitCode.WRONG.word][:DRAWN]
    left_out = total - len(rows)
    more = f"Not shown: {pluralize(left_out, 'more rows')}; crosscover ledger export lists every row of a ledger."
    return Section(
        f"{word.capitalize()}: {pluralize(total, 'rows')}",
        [_card(row, f"Row {row.number:,}: {row.place}") for row in drawn],
        [(row.place, row.text) for row in rows if row not in drawn],
        more=more if left_out else "",
    )


def _card(row: RowFinding, title: str) -> Card:
    shape = Shape.parse(str(row.shape))
    puzzle, received = Grid.parse(str(row.puzzle), shape), row.received or "nothing"
    wrong, right = _grid(received, shape), _grid(row.expected, shape)
    heading = "received" if row.judge else "in the file"
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure(heading, wrong, puzzle, right) if wrong else TextFigure(heading, received),
        grid_figure("expected", right, puzzle) if right else TextFigure("expected", row.expected, Tone.GOOD),
    )
    lines = ("puzzle", str(puzzle), COMMAND), (heading, received, "bad"), ("expected", row.expected, "good")
    return Card(row.text, figures, title=title, lines=lines)


def _grid(text: str, shape: Shape) -> Grid | None:
    try:
        return Grid.parse(text, shape)
    except ValueError:
        return None
