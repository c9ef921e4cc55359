"""The summary of an audit as a page for a browser."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosscover.audit.disagreements import NOT_ASKED, RIGHT, JudgeSummary
from crosscover.audit.findings import Verdict
from crosscover.audit.summary import Summary, conclusion
from crosscover.exit_code import ExitCode
from crosscover.reference import Grid
from crosscover.report.html.drawing import Drawing, drawing
from crosscover.report.html.page import render
from crosscover.report.html.plots import Bar, bars
from crosscover.report.plural import pluralize

from .audit_summary import KINDS, WORDS


@dataclass(frozen=True, slots=True)
class DrawnExample:
    """A puzzle about which a judge is wrong, as it is drawn."""

    place: str
    fault: str
    complaint: str
    puzzle: str
    answer: str
    right: str
    drawings: tuple[Drawing, ...]


def audit_page(
    summary: Summary,
    judges: Sequence[JudgeSummary],
    sentences: Sequence[str],
    facts: dict[str, str],
    *,
    exit_code: ExitCode,
    is_complete: bool,
) -> str:
    """The page of an audit: the verdict in a sentence, what is wrong, judges, and counts.

    `sentences` say what else was found, `facts` what was asked, by name.
    """
    counts = {word.value: summary.verdicts.get(word, 0) for word in WORDS}
    told = ", ".join(f"{number:,} {word}" for word, number in counts.items() if number) or "none"
    return render(
        "audit.html",
        verdict=conclusion(exit_code, is_complete=is_complete),
        sentence=f"{pluralize(summary.puzzles, 'puzzles')}: {told}.",
        is_good=exit_code is ExitCode.GOOD and is_complete,
        sentences=[*_duplicates(summary), *sentences],
        complaints=[
            (KINDS[code], summary.complaints[code], complaints) for code, complaints in summary.first_complaints.items()
        ],
        judges=[_row(judge, judges) for judge in judges],
        columns=_columns(judges),
        examples=[(judge.name, list(_examples(judge))) for judge in judges if judge.examples],
        plots=list(_plots(summary)),
        facts=facts,
    )


def _duplicates(summary: Summary) -> Iterator[str]:
    if summary.duplicates and summary.first_duplicate is not None:
        first = summary.first_duplicate
        yield f"Duplicates of earlier puzzles: {summary.duplicates:,}, such as {first.place} of {first.first}."


def _columns(judges: Sequence[JudgeSummary]) -> list[str]:
    """The words for what became of puzzles, `right` first and `not asked` last, as far as they occur."""
    words = {word for judge in judges for word, number in judge.counts.items() if number} - {RIGHT, NOT_ASKED}
    return [RIGHT, *sorted(words), *([NOT_ASKED] if any(judge.counts[NOT_ASKED] for judge in judges) else [])]


def _row(judge: JudgeSummary, judges: Sequence[JudgeSummary]) -> list[str]:
    seconds = "" if judge.seconds is None else f"{judge.seconds:,.1f}"
    return [judge.name, f"{judge.asked:,}", *(f"{judge.counts[word]:,}" for word in _columns(judges)), seconds]


def _examples(judge: JudgeSummary) -> Iterator[DrawnExample]:
    for example in judge.examples:
        drawn = list(_drawings(example.puzzle, {"what came back": example.answer, "right": example.solution}))
        yield DrawnExample(
            example.place,
            example.fault,
            example.complaint,
            example.puzzle,
            example.answer,
            example.solution,
            tuple(drawn),
        )


def _drawings(puzzle: str, answers: dict[str, str]) -> Iterator[Drawing]:
    """The puzzle and those answers that are grids of its size; nothing for other shapes, which text does not tell."""
    try:
        asked = Grid.parse(puzzle)
    except ValueError:
        return
    yield drawing("the puzzle", asked)
    for heading, text in answers.items():
        try:
            yield drawing(heading, Grid.parse(text), asked)
        except ValueError:
            continue


def _plots(summary: Summary) -> Iterator[tuple[str, list[Bar]]]:
    yield "verdicts", bars({word.value: summary.verdicts.get(word, 0) for word in Verdict})
    clues = {f"{given} clues": sum(verdicts.values()) for given, verdicts in summary.clues.items()}
    if clues:
        yield "clues", bars(clues)
    if summary.abstained:
        yield "abstentions", bars(dict(summary.abstained))
