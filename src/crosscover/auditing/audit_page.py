"""The summary of an audit as an HTML page."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosscover.exit_code import ExitCode, Tone
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.report.html.figures import GridFigure, TextFigure, grid_figure, judged_figure
from crosscover.report.html.page import render
from crosscover.report.words import describe_run, describe_versions, pluralize
from crosscover.system import describe_machine

from .audit_summary import VERDICT_PHRASES, AuditSummary, Complaints, JudgeExample, JudgeSummary, RowComplaint
from .audit_text import describe_settings, fact_sentences, judge_table
from .findings import DECIDED, UNSETTLED_CODES, RowVerdict

DRAWN = 3
"""Maximum number of rows of each exit code that are drawn; the others are listed."""


@dataclass(frozen=True, slots=True)
class Card:
    """A wrong solution or answer with its figures; `lines` are grids as text, each with a name and a tone."""

    title: str
    reason: str
    puzzle: str
    lines: tuple[tuple[str, str, str], ...]
    figures: tuple[GridFigure | TextFigure, ...]


def audit_page(summary: AuditSummary, seconds: float, *, repeat: str, exit_code: ExitCode) -> str:
    """The page of an audit: the result in a sentence, wrong rows, and judges; `repeat` is the command line."""
    sentence, counts = _sentence(summary, exit_code), _counts(summary)
    (_, _, *columns), *judges = judge_table(summary.judges)
    is_unfinished = not summary.complete and exit_code not in (ExitCode.WRONG, ExitCode.FAULT)
    run = summary.runs[-1]
    return render(
        "audit.html",
        verdict="NOT COMPLETE" if is_unfinished else exit_code.word.upper(),
        sentence=sentence,
        tone=exit_code.tone.value,
        sentences=[
            *([] if summary.complete else ["The audit is not complete: part of the collection is not judged."]),
            *([] if sentence == counts else [f"{counts}."]),
            *fact_sentences(summary),
        ],
        complaints=[(each.word.capitalize(), each.rows, *_cards_and_others(each)) for each in summary.complaints],
        judges=judges,
        columns=columns,
        examples=[_example_card(judge, example) for judge in summary.judges for example in judge.examples],
        facts={
            "files": ", ".join(each["name"] for each in summary.inputs),
            **describe_settings(summary),
            "versions": describe_versions(run["versions"]),
            **describe_run(run["started"], seconds, describe_machine()),
        },
        repeat=repeat,
    )


def _sentence(summary: AuditSummary, code: ExitCode) -> str:
    """The number of rows behind the exit code, and of wrong solvers; the counts if there are none."""
    number = next((each.rows for each in summary.complaints if each.code == code), 0)
    if not number:
        return _counts(summary)
    rows, are = f"{number:,} of {pluralize(summary.puzzles, 'rows')}", "is" if number == 1 else "are"
    if code is ExitCode.FAULT:
        return f"{rows} {are} affected by a fault of crosscover"
    wrong = sum(judge.judge in summary.settings["judge"] and bool(judge.examples) for judge in summary.judges)
    if wrong and code is ExitCode.WRONG:
        judges = f"{wrong} of {pluralize(len(summary.judges), 'judges')}"
        return f"{judges} {'is' if wrong == 1 else 'are'} wrong; {rows} {are} affected"
    return f"{rows} could not be decided" if code in UNSETTLED_CODES else f"{rows} {are} {code.word}"


def _counts(summary: AuditSummary) -> str:
    verdicts = summary.verdicts
    phrases = [f"{verdicts[word]:,} {words}" for word, words in VERDICT_PHRASES.items() if verdicts[word]]
    return ": ".join(filter(None, (pluralize(summary.puzzles, "puzzles"), ", ".join(phrases))))


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A row that is listed without a drawing."""

    place: str
    text: str


def _cards_and_others(complaints: Complaints) -> tuple[list[Card], list[ListedRow]]:
    """Cards for the first wrong solutions, and the other rows."""
    cards: list[Card] = []
    others: list[ListedRow] = []
    for row in complaints.first:
        card = _card(row) if len(cards) < DRAWN else None
        if card is None:
            others.append(ListedRow(row.place, row.complaint))
        else:
            cards.append(card)
    return cards, others


def _card(row: RowComplaint) -> Card | None:
    """The solution in the file of a decided row beside the right one; None if the row has no solution in the file."""
    puzzle, in_file, other = (_grid(text, row.shape) for text in (row.puzzle, row.expected, row.other))
    if puzzle is None or in_file is None or row.verdict not in DECIDED:
        return None
    heading = "another solution" if row.verdict == RowVerdict.SEVERAL else "the solution"
    violation = first_violation(in_file, puzzle)
    reason = f"the solution in the file is wrong: {violation}" if violation else "the solution is not the only one"
    expected = heading, str(other or "no solution")
    return _drawn(f"Row {row.number:,}: {row.place}", reason, puzzle, ("in the file", str(in_file)), expected)


def _example_card(judge: JudgeSummary, example: JudgeExample) -> Card:
    title = f"{judge.judge}: {example.fault}, row {example.number:,}: {example.place}"
    puzzle = Grid.parse(example.puzzle, Shape.parse(example.shape))
    received, expected = ("received", example.received or "nothing"), ("expected", example.expected)
    return _drawn(title, example.complaint, puzzle, received, expected)


def _drawn(title: str, reason: str, puzzle: Grid, received: tuple[str, str], expected: tuple[str, str]) -> Card:
    """A card with a received and an expected answer, each with its heading; what is no grid is shown as text."""
    shape = str(puzzle.shape)
    wrong, right = _grid(received[1], shape), _grid(expected[1], shape)
    figures = (
        grid_figure("the puzzle", puzzle),
        judged_figure(received[0], wrong, puzzle, right) if wrong else TextFigure(*received),
        grid_figure(expected[0], right, puzzle) if right else TextFigure(*expected, Tone.GOOD),
    )
    return Card(title, reason, str(puzzle), ((*received, "bad"), (*expected, "good")), figures)


def _grid(text: str | None, shape: str | None) -> Grid | None:
    """The grid of that text and shape; None for other text."""
    if text is None or shape is None:
        return None
    try:
        return Grid.parse(text, Shape.parse(shape))
    except ValueError:
        return None
