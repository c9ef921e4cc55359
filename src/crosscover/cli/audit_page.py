"""The summary of an audit as a page for a browser."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from crosscover.auditing.disagreements import NOT_ASKED, RIGHT, Example, JudgeSummary
from crosscover.auditing.findings import DECIDED, Verdict
from crosscover.auditing.settings import Settings
from crosscover.auditing.shards import Shard
from crosscover.auditing.summary import Complaint, Summary, conclusion
from crosscover.exit_code import ExitCode
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape
from crosscover.report.html.drawing import Drawing, Saying, drawing
from crosscover.report.html.page import render
from crosscover.report.html.plots import Bar, bars
from crosscover.report.plural import pluralize
from crosscover.report.words import describe_versions

HEADINGS = {
    ExitCode.WRONG: "Wrong",
    ExitCode.FAULT: "Not decided",
    ExitCode.USAGE: "Malformed",
}
"""The sections of rows with complaints, by the exit code that they make."""

VERDICTS = {
    Verdict.UNIQUE: "with one solution",
    Verdict.SEVERAL: "with several solutions",
    Verdict.NONE: "without a solution",
    Verdict.UNDECIDED: "not decided",
    Verdict.INVALID: "malformed",
}
"""What a verdict says of puzzles, to stand after them."""

SECONDS = "seconds"

DRAWN = 3
"""So many wrong rows are drawn; the others have a line each."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row whose solution in the file is wrong, or a puzzle about which a judge is, as it is drawn.

    `lines` are the answers as text, each with its name and its tone.
    """

    title: str
    reason: str
    puzzle: str
    lines: tuple[tuple[str, str, str], ...]
    figures: tuple[Drawing | Saying, ...]


@dataclass(frozen=True, slots=True)
class Complaints:
    """The rows of one kind: how many there are, and the first of them, drawn where there is something to draw."""

    anchor: str
    heading: str
    number: int
    drawn: tuple[DrawnRow, ...]
    listed: tuple[Complaint, ...]

    @property
    def left_out(self) -> int:
        """How many are not on the page."""
        return self.number - len(self.drawn) - len(self.listed)


def audit_page(
    summary: Summary,
    judges: Sequence[JudgeSummary],
    sentences: Sequence[str],
    facts: Mapping[str, str],
    *,
    nodes: Mapping[str, int],
    repeat: str,
    shape: Shape | None,
    exit_code: ExitCode,
    is_complete: bool,
) -> str:
    """The page of an audit: the verdict in a sentence, what is wrong, judges, and counts.

    `sentences` say what else was found, `facts` what was asked, by name; `nodes` are numbers of puzzles by search
    nodes, `repeat` the command line. `shape` is that of all puzzles; None where their boxes are squares.
    """
    sentence, counts = _sentence(summary, judges, exit_code), _counts(summary)
    return render(
        "audit.html",
        verdict=conclusion(exit_code, is_complete=is_complete),
        sentence=sentence,
        tone=exit_code.tone.value,
        sentences=[
            *([] if is_complete else ["The audit is not complete: it has not come to the end of the collection."]),
            *([] if counts == sentence else [f"{counts}."]),
            *_duplicates(summary),
            *sentences,
        ],
        complaints=[_complaints(code, summary, shape) for code in summary.first_complaints],
        judges=[_row(judge, judges) for judge in judges],
        columns=_columns(judges),
        examples=[_drawn_example(judge, example, shape) for judge in judges for example in judge.examples],
        plots=list(_plots(summary, nodes)),
        facts=facts,
        repeat=repeat,
    )


def page_facts(names: Sequence[str], settings: Settings, versions: Mapping[str, str], seconds: float) -> dict[str, str]:
    """What was asked of which files, by name."""
    given = {name: value for name, value in settings.by_name().items() if value}
    if settings.shard == Shard():
        del given["shard"]
    return {
        "files": ", ".join(names),
        **{name: _in_words(value) for name, value in given.items()},
        "versions": describe_versions(versions),
        "seconds": f"{seconds:.1f}",
    }


def _in_words(setting: object) -> str:
    if isinstance(setting, Collection) and not isinstance(setting, str):
        return ", ".join(map(str, cast("Collection[object]", setting)))
    return "yes" if setting is True else str(setting)


def _sentence(summary: Summary, judges: Sequence[JudgeSummary], code: ExitCode) -> str:
    """What the result rests on; of rows with complaints, how many of those that made the exit code."""
    if not (number := summary.complaints.get(code, 0)):
        return _counts(summary)
    rows = f"{number:,} of {pluralize(summary.puzzles, 'rows')}"
    is_fault = code is ExitCode.FAULT
    wrong = [judge for judge in judges if judge.examples and (judge.seconds is None) == is_fault]
    if wrong and code in (ExitCode.WRONG, ExitCode.FAULT):
        ours = "; this is a fault of crosscover" if is_fault else ""
        accused = f"{len(wrong)} of {pluralize(len(judges), 'judges')} {_be(len(wrong))} wrong"
        return f"{accused}; {rows} {_be(number)} concerned{ours}"
    return f"{rows} {'could not be decided' if is_fault else f'{_be(number)} {HEADINGS[code].lower()}'}"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _counts(summary: Summary) -> str:
    counts = [f"{summary.verdicts[word]:,} {words}" for word, words in VERDICTS.items() if summary.verdicts.get(word)]
    return ": ".join(filter(None, (pluralize(summary.puzzles, "puzzles"), ", ".join(counts))))


def _duplicates(summary: Summary) -> Iterator[str]:
    if summary.duplicates and summary.first_duplicate is not None:
        first = summary.first_duplicate
        yield f"Duplicates of earlier puzzles: {summary.duplicates:,}, such as {first.place} of {first.first}."


def _columns(judges: Sequence[JudgeSummary]) -> list[str]:
    """The words for what became of puzzles, `right` first and `not asked` late, as far as they occur; then seconds."""
    words = {word for judge in judges for word, number in judge.counts.items() if number} - {RIGHT, NOT_ASKED}
    not_asked = [NOT_ASKED] if any(judge.counts[NOT_ASKED] for judge in judges) else []
    return [RIGHT, *sorted(words), *not_asked, *([SECONDS] if _is_timed(judges) else [])]


def _row(judge: JudgeSummary, judges: Sequence[JudgeSummary]) -> list[str]:
    counts = [f"{judge.counts[word]:,}" for word in _columns(judges) if word != SECONDS]
    seconds = "" if judge.seconds is None else f"{judge.seconds:,.1f}"
    return [judge.name, f"{judge.asked:,}", *counts, *([seconds] if _is_timed(judges) else [])]


def _is_timed(judges: Sequence[JudgeSummary]) -> bool:
    return any(judge.seconds is not None for judge in judges)


def _complaints(code: ExitCode, summary: Summary, shape: Shape | None) -> Complaints:
    drawn: list[DrawnRow] = []
    listed: list[Complaint] = []
    for row in summary.first_complaints[code]:
        one = _drawn_row(row, shape) if len(drawn) < DRAWN else None
        if one is None:
            listed.append(row)
        else:
            drawn.append(one)
    anchor = f"complaints-{code.name.lower()}"
    return Complaints(anchor, HEADINGS[code], summary.complaints[code], tuple(drawn), tuple(listed))


def _drawn_row(row: Complaint, shape: Shape | None) -> DrawnRow | None:
    """A row with the solution in the file and what is right; None where something else is the matter with it."""
    puzzle, expected, other = (_grid(text or "", shape) for text in (row.puzzle, row.expected, row.other))
    if puzzle is None or expected is None or row.verdict not in DECIDED:
        return None
    if other is not None:
        is_unique = row.verdict == Verdict.UNIQUE
        heading = "right" if is_unique else "another solution"
        answer: Drawing | Saying = drawing(heading, other, puzzle)
        line = (heading, str(other), "good")
        marked = drawing("in the file", expected, puzzle, other if is_unique else None)
    elif row.verdict == Verdict.NONE:
        answer, line = Saying("right", "no solution", is_right=True), ("right", "no solution", "good")
        marked = drawing("in the file", expected, puzzle)
    else:
        return None
    violation = first_violation(expected, puzzle)
    reason = f"the solution in the file is wrong: {violation}" if violation else "the solution is not the only one"
    lines = ("in the file", str(expected), "bad"), line
    return DrawnRow(row.place, reason, str(puzzle), lines, (drawing("the puzzle", puzzle), marked, answer))


def _drawn_example(judge: JudgeSummary, example: Example, shape: Shape | None) -> DrawnRow:
    came_back = example.answer or "nothing"
    puzzle, answer, right = (_grid(text, shape) for text in (example.puzzle, came_back, example.solution))
    if puzzle is not None and answer is not None and answer.shape != puzzle.shape:
        answer = None
    figures: tuple[Drawing | Saying, ...] = ()
    if puzzle is not None:
        figures = (
            drawing("the puzzle", puzzle),
            drawing("what came back", answer, puzzle, right) if answer else Saying("what came back", came_back),
            drawing("right", right, puzzle) if right else Saying("right", example.solution, is_right=True),
        )
    lines = ("came back", came_back, "bad"), ("right", example.solution, "good")
    return DrawnRow(
        f"{judge.name}: {example.fault}, {example.place}", example.complaint, example.puzzle, lines, figures
    )


def _grid(text: str, shape: Shape | None) -> Grid | None:
    """The grid that a text is; None where it is something else."""
    try:
        return Grid.parse(text, shape or Shape.with_square_boxes(len(text)))
    except ValueError:
        return None


def _plots(summary: Summary, nodes: Mapping[str, int]) -> Iterator[tuple[str, list[Bar]]]:
    if len(summary.verdicts) > 1:
        yield "puzzles", bars({name: summary.verdicts.get(word, 0) for word, name in VERDICTS.items()})
    for word, name in VERDICTS.items():
        drawn = bars({str(given): verdicts.get(word, 0) for given, verdicts in summary.clues.items()})
        if drawn:
            yield f"clues of puzzles {name}", drawn
    searches = bars({label.removesuffix(" search nodes"): number for label, number in nodes.items()})
    if searches:
        yield "search nodes of the reference", searches
    if summary.abstained:
        yield "puzzles that an engine abstained from", bars(dict(summary.abstained))
