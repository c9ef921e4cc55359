"""The page of a run: the result in a sentence, a section for each cause of failures, a row for each property."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice

from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.harness.labels import ABSTAINED, CLUE_RANGES, DERIVED, SEARCH_LABELS, SIZE_LABELS
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.harness.performance import Performance, Rate, significant
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Unique
from crosscover.report.display import (
    RIGHT_ALONE,
    describe_echo,
    describe_formatting,
    visible_ranges,
    where_in_run,
)
from crosscover.report.events import Footer, Header
from crosscover.report.grade import grade_of, shortcomings
from crosscover.report.summary import (
    HEADINGS,
    FailureGroup,
    closing_lines,
    group_failures,
    render_pytest,
    repeat_command,
)
from crosscover.report.words import (
    describe_bound,
    describe_run,
    describe_seconds,
    describe_versions,
    display_path,
    factor,
    other_performance_facts,
    unreached_facts,
)
from crosscover.responses import Failed
from crosscover.subjects.source_coverage import FileCoverage

from .figures import Bar, GridFigure, Scatter, TextFigure, bars, describe_bytes, grid_figure, received_figure, scatter
from .page import render

MAX_DRAWN = 40
"""Number of causes with a section of their own; the others have a line each, up to `MAX_LISTED`."""

MAX_LISTED = 2_000

MAX_CERTIFICATES = 7
"""Number of certificates on a page for each cause."""

MAX_SOURCE = 5_000
"""Number of lines up to which a page shows the source of a file."""

SOLUTIONS = ("one solution", "several solutions", "no solution without a clash", "clashing clues")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the source, with the sign of whether it was reached, and its branches that were not taken."""

    number: int
    text: str
    sign: str
    branches: str


def check_page(header: Header, footer: Footer) -> str:
    """Return the page of a run."""
    performance = footer.performance
    first, *others = closing_lines(header, footer)
    grade = grade_of(footer)
    groups = group_failures(footer.outcomes)
    repeat = repeat_command(header, footer.rounds)
    is_short = len(footer.outcomes) <= MAX_LISTED
    return render(
        "check.html",
        verdict=grade.title,
        sentence=first.removeprefix(f"{grade.title}: "),
        tone=grade.tone.value,
        remarks=others,
        facts={
            "solver": header.subject,
            "contract": header.options.contract.name,
            "shape": str(header.options.shape),
            "seed": str(header.seed),
            "panel": ", ".join(header.panel),
            "versions": describe_versions(header.versions),
            **describe_run(header.started, footer.seconds, header.machine),
        },
        repeat=repeat,
        left_open=[(outcome.name, list(shortcomings(outcome, len(outcome.not_asked)))) for outcome in footer.outcomes],
        outcomes=[
            (outcome, describe_bound(outcome.rarer_than), _reached(outcome) if is_short else [])
            for outcome in sorted(footer.outcomes, key=lambda outcome: outcome.rank)
        ],
        sections=list(_sections(groups[:MAX_DRAWN], header)),
        listed=[group.outcome for group in islice(groups, MAX_DRAWN, MAX_LISTED)],
        left_out=max(0, len(groups) - MAX_LISTED),
        plots=list(_plots(footer.outcomes)),
        unreached=list(unreached_facts(footer.coverage or ())),
        files=None if footer.coverage is None else list(map(_marked_source, footer.coverage)),
        rates=[] if performance is None else list(map(_speed, performance.rates)),
        performance={} if performance is None else other_performance_facts(performance),
        scatters=[] if performance is None else list(_scatters(performance)),
    )


def _sections(groups: Sequence[FailureGroup], header: Header) -> Iterator[tuple[str, Status, list[dict[str, object]]]]:
    """Yield the heading of each kind of failure, its status, and its causes."""
    numbered = enumerate(groups, 1)
    for status, some in groupby(numbered, key=lambda item: item[1].outcome.status):
        yield HEADINGS[status], status, [make_cause(number, group, header) for number, group in some]


def make_cause(number: int, group: FailureGroup, header: Header) -> dict[str, object]:
    """Return the values of a template for a group of failures; `number` counts them from 1."""
    outcome, failure = group.outcome, group.outcome.failure or Failure("")
    found = failure.counterexample
    place = found.failing_index if found else None
    response = found.response if found else None
    origin = outcome.name, outcome.statement, header.subject, header.options
    test = found and render_pytest(*origin, found.batch, formatting=found.formatting, hash_seed=found.needed_hash_seed)
    reason, _, details = (where_in_run(found) + failure.reason).partition("\n")
    return {
        "anchor": f"cause-{number}",
        "reason": reason,
        "details": details.strip("\n"),
        "outcome": outcome,
        "failure": failure,
        "found": found,
        "same_cause": group.same_cause,
        "figures": list(_figures(failure)),
        "notes": list(_notes(found)),
        "puzzle": failure.puzzles[place or 0] if failure.puzzles else "",
        "received": "" if response is None else str(response),
        "expected": () if found is None or place is None else found.expected_lines,
        "steps": list(visible_ranges(len(found.batch), place)) if found and len(found.batch) > 1 else [],
        "replay": f"crosscover replay {failure.saved_as}" if failure.saved_as else "",
        "certificates": [certificate.line() for certificate in failure.certificates[:MAX_CERTIFICATES]],
        "test": test,
        "output": found.transcript.received if found and found.transcript.sent else None,
        "answered": response is not None and not isinstance(response, Failed),
    }


def _notes(found: Counterexample | None) -> Iterator[str]:
    if found is not None:
        if found.right_alone:
            yield RIGHT_ALONE
            yield from filter(None, (describe_echo(found),))
        yield from (f"Written with {words}." for words in describe_formatting(found.formatting))


def _figures(failure: Failure) -> Iterator[GridFigure | TextFigure]:
    """Yield the puzzle, after the one before it if that matters; the received and the expected answer."""
    found = failure.counterexample
    if found is None or found.failing_index is None:
        puzzle = found.batch[0] if found and len(found.batch) == 1 else failure.puzzle
        if puzzle is not None:
            yield _puzzle("the puzzle", puzzle)
        if found is not None and len(found.batch) == 1 and isinstance(found.verdicts[0], Unique):
            yield grid_figure("expected", found.verdicts[0].solution, puzzle)
        return
    place, puzzle, several = found.failing_index, found.puzzle, len(found.batch) > 1
    if found.right_alone and place:
        yield _puzzle(f"puzzle {place}, before it", found.batch[place - 1])
    yield _puzzle(f"puzzle {place + 1}" if several else "the puzzle", puzzle)
    solutions, only = found.verdict.solutions, found.only_solution
    yield received_figure("received", found)
    proved = " (certified)" if failure.certified else ""
    if only is not None and not found.wants_count:
        yield grid_figure(f"expected{proved}", only, puzzle)
        return
    headings = [f"expected{proved}", "also correct"]
    if found.wants_count or not solutions or found.contract.tells_several:
        words = found.expected_lines[0].removesuffix(", such as")
        yield TextFigure(headings[0], found.expected_answers[place] if found.wants_count else words, Tone.GOOD)
        headings = ["solution 1", "solution 2"]
    for heading, solution in zip(headings, solutions, strict=False):
        yield grid_figure(heading, solution, puzzle)


def _puzzle(heading: str, puzzle: Grid) -> GridFigure:
    """A puzzle, with a frame around a house in which clues clash."""
    clash = next(clashes(puzzle), None)
    return grid_figure(heading, puzzle, house=clash.house if clash else None)


def _reached(outcome: Outcome) -> list[tuple[str, int]]:
    """Return the kinds of puzzles that a property has reached, the most frequent first."""
    return [(name, number) for name, number in Counter(outcome.labels).most_common() if ABSTAINED not in name]


def _marked_source(file: FileCoverage) -> tuple[str, list[SourceLine]]:
    """Return the name of a file, and its lines unless they are too many."""
    parts: dict[int, list[str]] = {}
    for branch in file.branches:
        parts.setdefault(branch.line, []).append(branch.part)
    lines = [
        SourceLine(
            number,
            text.expandtabs(4),
            "✗" if number in file.unreached else "~" if number in parts else "✓" if number in file.lines else "",
            ", ".join(parts.get(number, ())),
        )
        for number, text in enumerate(file.source, 1)
    ]
    return display_path(file.path), lines if len(lines) <= MAX_SOURCE else []


def _plots(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Bar]]]:
    """Yield bar charts by title: puzzles by number of clues, of solutions and by kind, and runs by length."""
    labels: Counter[str] = Counter()
    for outcome in outcomes:
        labels.update(outcome.labels)
    clues = {f"clues {low}-{high}": f"{low}-{high}" if low < high else str(low) for low, high in CLUE_RANGES}
    searches = tuple(SEARCH_LABELS.values())
    named = {**clues, **{name: name for name in (*SOLUTIONS, *SIZE_LABELS.values(), *searches)}}
    derived = {name for name in labels if name.startswith(DERIVED)}
    others = {name: name for name in sorted(labels) if name not in named.keys() | derived and ABSTAINED not in name}
    groups = {
        "clues": clues,
        "search nodes of the reference": {name: name.removesuffix(" search nodes") for name in searches},
        "solutions": {name: name for name in SOLUTIONS},
        "puzzles in a run": {name: name for name in SIZE_LABELS.values()},
        "kinds": others,
        "derived from certified puzzles": {name: name.removeprefix(DERIVED) for name in sorted(derived)},
    }
    for title, names in groups.items():
        drawn = bars({shown: labels[name] for name, shown in names.items()})
        if drawn:
            yield title, drawn


def _speed(rate: Rate) -> tuple[str, ...]:
    less, more, least = ("< ", "> ", "≥ ") if rate.is_bound else ("", "", "")
    return (
        rate.kind,
        f"{less}{significant(1 / rate.seconds)}" if rate.seconds else "too fast",
        f"{more}{describe_seconds(rate.seconds)}",
        describe_seconds(rate.reference_seconds),
        f"{least}{factor(rate.slowdown)}",
        f"{rate.puzzles:,}",
    )


def _scatters(performance: Performance) -> Iterator[Scatter]:
    """Yield plots of time against search nodes, and of time and memory of a run by its length, with the reference."""
    times = [(float(one.nodes), one.seconds, one.reference_seconds) for one in performance.times]
    seconds: dict[str, list[tuple[float, float, float]]] = {}
    memory: dict[str, list[tuple[float, float, float]]] = {}
    for one in performance.runs:
        seconds.setdefault(one.kind, []).append((float(one.puzzles), one.seconds, one.reference_seconds))
        if one.kib:
            known = memory.setdefault(one.kind, [])
            known.append((float(one.puzzles), 1024.0 * one.kib, known[0][1] if known else 1024.0 * one.kib))
    run = partial(scatter, x_title="puzzles in a run", joined=True)
    plots = (
        scatter("Time of a puzzle", "search nodes of the reference", "processor time", {"the solver": times}),
        run("Time of a run", y_title="processor time", data=seconds),
        run("Memory of a run", y_title="peak memory", data=memory, reference="no growth", say=describe_bytes),
    )
    return (plot for plot in plots if plot is not None)
