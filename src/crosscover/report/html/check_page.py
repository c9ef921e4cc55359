"""The page of a run: the result in a sentence, a section for each cause of failures, a row for each property."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from crosscover.exit_code import ExitCode
from crosscover.harness.labels import ABSTAINED, CLUE_RANGES, SEARCH_LABELS
from crosscover.harness.outcome import Outcome
from crosscover.harness.performance import Performance
from crosscover.report.events import Footer, Header
from crosscover.report.summary import closing_lines, group_failures, repeat_command
from crosscover.report.words import describe_versions, performance_facts

from .causes import make_cause
from .figures import Bar, Scatter, bars, scatter
from .page import render

MAX_DRAWN = 40
"""Number of causes with a section of their own; the others have a line each, up to `MAX_LISTED`."""

MAX_LISTED = 2_000

SIZES = ("1 puzzle", "2-9 puzzles", "10-99 puzzles", "100-499 puzzles", "500 puzzles and more")
SOLUTIONS = ("one solution", "several solutions", "no solution without a clash", "clashing clues")


def check_page(header: Header, footer: Footer, performance: Performance | None = None) -> str:
    """Return the page of a run."""
    first, *others = closing_lines(header, footer)
    verdict, _, rest = first.partition(": ")
    groups = group_failures(footer.outcomes)
    repeat = repeat_command(header, footer.rounds)
    is_short = len(footer.outcomes) <= MAX_LISTED
    return render(
        "check.html",
        verdict=verdict,
        sentence=rest,
        tone=footer.exit_code.tone.value,
        failures="What is wrong" if footer.exit_code is ExitCode.WRONG else "What could not be decided",
        remarks=others,
        facts=_facts(header, footer),
        repeat=repeat,
        outcomes=[
            (outcome, _reached(outcome) if is_short else [])
            for outcome in sorted(footer.outcomes, key=lambda outcome: outcome.rank)
        ],
        causes=[make_cause(number, group, header) for number, group in enumerate(groups[:MAX_DRAWN], 1)],
        listed=[group.outcome for group in islice(groups, MAX_DRAWN, MAX_LISTED)],
        left_out=max(0, len(groups) - MAX_LISTED),
        plots=list(_plots(footer.outcomes)),
        performance={} if performance is None else performance_facts(performance),
        scatters=[] if performance is None else list(_scatters(performance)),
    )


def _facts(header: Header, footer: Footer) -> Mapping[str, str]:
    return {
        "solver": header.subject,
        "contract": header.options.contract.name,
        "shape": str(header.options.shape),
        "seed": str(header.seed),
        "panel": ", ".join(header.panel),
        "versions": describe_versions(header.versions),
        "seconds": f"{footer.seconds:.1f}",
    }


def _reached(outcome: Outcome) -> list[tuple[str, int]]:
    """Return the kinds of puzzles that a property has reached, the most frequent first."""
    return [(name, number) for name, number in Counter(outcome.labels).most_common() if ABSTAINED not in name]


def _plots(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Bar]]]:
    """Yield bar charts by title: puzzles by number of clues, of solutions and by kind, and runs by length."""
    labels: Counter[str] = Counter()
    for outcome in outcomes:
        labels.update(outcome.labels)
    clues = {f"clues {low}-{high}": f"{low}-{high}" if low < high else str(low) for low, high in CLUE_RANGES}
    searches = tuple(SEARCH_LABELS.values())
    named = {**clues, **{name: name for name in (*SOLUTIONS, *SIZES, *searches)}}
    derived = {name for name in labels if name.startswith("derived: ")}
    others = {name: name for name in sorted(labels) if name not in named.keys() | derived and ABSTAINED not in name}
    groups = {
        "clues": clues,
        "search nodes of the reference": {name: name.removesuffix(" search nodes") for name in searches},
        "solutions": {name: name for name in SOLUTIONS},
        "puzzles in a run": {name: name for name in SIZES},
        "kinds": others,
        "derived from certified puzzles": {name: name.removeprefix("derived: ") for name in sorted(derived)},
    }
    for title, names in groups.items():
        drawn = bars({shown: labels[name] for name, shown in names.items()})
        if drawn:
            yield title, drawn


def _scatters(performance: Performance) -> Iterator[Scatter]:
    """Yield plots of time against search nodes beside the reference, and of time and memory of a run by its length."""
    times = {
        "the solver": [(float(one.nodes), one.seconds) for one in performance.times],
        "the reference": [(float(one.nodes), one.reference_seconds) for one in performance.times],
    }
    kinds = dict.fromkeys(one.kind for one in performance.runs)
    runs = {kind: [one for one in performance.runs if one.kind == kind] for kind in kinds}
    seconds = {kind: [(float(one.puzzles), one.seconds) for one in costs] for kind, costs in runs.items()}
    memory = {
        kind: [(float(one.puzzles), 1024.0 * one.kib) for one in costs if one.kib] for kind, costs in runs.items()
    }
    plots = (
        scatter("Time of a puzzle", "search nodes of the reference", "processor time", times),
        scatter("Time of a run", "puzzles in a run", "processor time", seconds, joined=True),
        scatter("Memory of a run", "puzzles in a run", "memory", memory, joined=True, seconds=False),
    )
    return (plot for plot in plots if plot is not None)
