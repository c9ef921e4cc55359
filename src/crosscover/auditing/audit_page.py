"""The summary of an audit as an HTML page."""

from collections.abc import Mapping, Sequence

from crosscover.exit_code import ExitCode, Tone
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.report.figures import TextFigure, grid_figure, judged_figure
from crosscover.report.page import COMMAND, Card, Page, Section, Table
from crosscover.report.words import describe_run, describe_versions, pluralize
from crosscover.system import describe_machine

from .audit_inputs import Input
from .audit_summary import VERDICT_PHRASES, AuditSummary, RowComplaint, RowCounts, conclusion
from .findings import DECIDED, UNSETTLED_CODES, RowVerdict
from .judge_summary import JudgeExample, JudgeSummary, judge_table
from .ledger_reading import describe_settings
from .questions import AuditSettings

DRAWN = 3
"""Maximum number of rows of each exit code that are drawn; the others are listed."""


def audit_page(
    summary: AuditSummary,
    sentences: Sequence[str],
    circumstances: Mapping[str, str],
    *,
    repeat: str,
    exit_code: ExitCode,
) -> str:
    """The page of an audit: the result in a sentence, wrong rows, and judges.

    `sentences` describe the facts, `circumstances` are settings and versions by name, `repeat` is the command line.
    """
    sentence, counts = _sentence(summary, exit_code), _counts(summary.counts)
    (_, _, *columns), *judges = judge_table(summary.judges)
    duplicates: list[str] = []
    if summary.first_duplicate is not None:
        place, first = summary.first_duplicate
        duplicates.append(f"Duplicates of earlier puzzles: {summary.duplicates:,}, such as {place} of {first}.")
    lines = [
        *([] if summary.is_complete else ["The audit is not complete: part of the collection is not judged."]),
        *([] if counts == sentence else [f"{counts}."]),
        *duplicates,
        *sentences,
    ]
    examples = [_example_card(judge, example) for judge in summary.judges for example in judge.examples]
    table = Table(("Judge", "Asked", *map(str.capitalize, columns)), judges, len(columns) + 1)
    judged = Section("Judges", examples, table=table)
    rows = [
        _section(code.word.capitalize(), summary.counts.complaints[code], found)
        for code, found in summary.first_complaints.items()
    ]
    return Page(
        conclusion(exit_code, is_complete=summary.is_complete),
        exit_code.tone,
        sentence,
        lines,
        sections=[judged, *rows] if examples else [*rows, judged],
        facts=circumstances,
        repeat=[repeat],
    ).render()


def _section(heading: str, number: int, rows: Sequence[RowComplaint]) -> Section:
    """The rows of an exit code, the first wrong solutions as cards."""
    cards, others = _cards_and_others(rows)
    left_out = number - len(cards) - len(others)
    more = f"{pluralize(left_out, 'rows')} more are not shown; crosscover ledger export shows all of a ledger."
    entries = [(one.place, one.text) for one in others]
    return Section(f"{heading}: {pluralize(number, 'rows')}", cards, entries, more=more if left_out else "")


def describe_circumstances(
    inputs: Sequence[Input], settings: AuditSettings, versions: Mapping[str, str], started: str, seconds: float
) -> dict[str, str]:
    """The files, settings, versions, date, duration and machine of an audit, by name."""
    given = describe_settings(settings.by_name())
    run = describe_run(started, seconds, describe_machine())
    return {"files": ", ".join(each.name for each in inputs), **given, "versions": describe_versions(versions), **run}


def _sentence(summary: AuditSummary, code: ExitCode) -> str:
    """The number of rows behind the exit code, and of wrong judges; the counts if there are none."""
    if not (number := summary.counts.complaints.get(code, 0)):
        return _counts(summary.counts)
    rows = f"{number:,} of {pluralize(summary.counts.puzzles, 'rows')}"
    if code is ExitCode.FAULT:
        return f"{rows} {_are(number)} affected by a fault of crosscover"
    wrong = sum(judge.seconds is not None and bool(judge.examples) for judge in summary.judges)
    if wrong and code is ExitCode.WRONG:
        judges = f"{wrong} of {pluralize(len(summary.judges), 'judges')}"
        return f"{judges} {_are(wrong)} wrong; {rows} {_are(number)} affected"
    return f"{rows} could not be decided" if code in UNSETTLED_CODES else f"{rows} {_are(number)} {code.word}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _counts(counts: RowCounts) -> str:
    verdicts = counts.verdicts
    phrases = [f"{verdicts[word]:,} {words}" for word, words in VERDICT_PHRASES.items() if verdicts.get(word)]
    return ": ".join(filter(None, (pluralize(counts.puzzles, "puzzles"), ", ".join(phrases))))


def _cards_and_others(rows: Sequence[RowComplaint]) -> tuple[list[Card], list[RowComplaint]]:
    """Cards for the first wrong solutions, and the other rows."""
    cards: list[Card] = []
    others: list[RowComplaint] = []
    for row in rows:
        card = _card(row) if len(cards) < DRAWN else None
        if card is None:
            others.append(row)
        else:
            cards.append(card)
    return cards, others


def _card(row: RowComplaint) -> Card | None:
    """The solution in the file of a decided row beside the right one; None if the row has no solution in the file."""
    puzzle, in_file, other = (_grid(text, row.shape) for text in (row.puzzle, row.expected, row.other))
    if puzzle is None or in_file is None or row.verdict not in DECIDED:
        return None
    heading = "another solution" if row.verdict == RowVerdict.SEVERAL else "the solution"
    text = str(other or "no solution")
    violation = first_violation(in_file, puzzle)
    reason = f"the solution in the file is wrong: {violation}" if violation else "the solution is not the only one"
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure("in the file", in_file, puzzle, other),
        grid_figure(heading, other, puzzle) if other else TextFigure(heading, text, Tone.GOOD),
    )
    lines = ("puzzle", str(puzzle), COMMAND), ("in the file", str(in_file), "bad"), (heading, text, "good")
    return Card(reason, figures, title=f"Row {row.number:,}: {row.place}", lines=lines)


def _example_card(judge: JudgeSummary, example: JudgeExample) -> Card:
    received = example.received or "nothing"
    puzzle = Grid.parse(example.puzzle, Shape.parse(example.shape))
    answer, expected = (_grid(text, example.shape) for text in (received, example.expected))
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure("received", answer, puzzle, expected) if answer else TextFigure("received", received),
        grid_figure("expected", expected, puzzle) if expected else TextFigure("expected", example.expected, Tone.GOOD),
    )
    lines = ("puzzle", example.puzzle, COMMAND), ("received", received, "bad"), ("expected", example.expected, "good")
    title = f"{judge.name}: {example.fault}, row {example.number:,}: {example.place}"
    return Card(example.complaint, figures, title=title, lines=lines)


def _grid(text: str | None, shape: str | None) -> Grid | None:
    """The grid of that text and shape; None for other text."""
    if text is None or shape is None:
        return None
    try:
        return Grid.parse(text, Shape.parse(shape))
    except ValueError:
        return None
