"""Runs beside each other: what became of each property under each, where solvers differ, and what has changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from crosscover.dialects import Formatting
from crosscover.exit_code import ExitCode, combine
from crosscover.harness.labels import ABSTAINED
from crosscover.harness.outcome import Outcome, Status
from crosscover.reference import Grid

from .grouping import reason_pattern
from .plural import pluralize
from .run_record import FailingInput, RunRecord


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The result of one solver for an input; `words` describe what it returned, or why it was not asked."""

    status: Status
    words: str = ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An input on which a solver failed, with the answers of all in the order of the runs.

    `properties` are those that failed for this cause. `failing_index` is None where a whole run was at fault.
    """

    properties: tuple[str, ...]
    reason: str
    batch: tuple[Grid, ...]
    formatting: Formatting
    failing_index: int | None
    right: tuple[str, ...]
    certified: bool
    answers: tuple[SolverAnswer, ...]

    @property
    def differs(self) -> bool:
        """Whether one has it right that another has not."""
        return any(answer.status is Status.PASSED for answer in self.answers)

    @property
    def puzzle(self) -> Grid:
        """The failing puzzle, or the first where the whole run is at fault."""
        return self.batch[self.failing_index or 0]


class Change(Enum):
    """What became of a property from one run of a solver to the next."""

    FIXED = "fixed"
    NEW = "new failure"
    STILL = "still failing"
    UNSURE = "passes, on fewer puzzles than it took to fail"
    NOT_JUDGED = "no longer judged"


@dataclass(frozen=True, slots=True)
class Changes:
    """What has changed from one run, by its place, to the next of the same solver: the properties of each kind."""

    earlier: int
    later: int
    properties: Mapping[Change, tuple[str, ...]]
    same_seed: bool
    """Whether both drew from one seed, with one version of all that draws."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs in the order in which they are shown; `left_out` counts the inputs that were failed and are not shown."""

    runs: tuple[RunRecord, ...]
    disagreements: tuple[Disagreement, ...] = ()
    left_out: int = 0

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of all properties, in the order of the runs that have them."""
        return tuple(dict.fromkeys(name for run in self.runs for name in run.outcomes))

    def row(self, name: str) -> tuple[Outcome, ...]:
        """The outcomes of a property, run by run."""
        return tuple(run.outcome(name) for run in self.runs)

    @property
    def unequal(self) -> tuple[str, ...]:
        """The properties that did not draw the same puzzles in all the runs that they passed in.

        Told by how many there were and of what kinds, whatever the reason: another seed, or a slower solver.
        """
        return tuple(name for name in self.properties if len(set(map(_drawn, filter(_passed, self.row(name))))) > 1)

    @property
    def latest(self) -> tuple[int, ...]:
        """The places of the runs that count: all that just ended, and the last report of each solver without one."""
        live = {place for place, run in enumerate(self.runs) if not run.source}
        reported = {run.identity: place for place, run in enumerate(self.runs) if run.source}
        judged = {self.runs[place].identity for place in live}
        return tuple(sorted(live | {place for identity, place in reported.items() if identity not in judged}))

    def code_of(self, place: int) -> ExitCode:
        """What a run came to, with what the solver made of the inputs that others have failed."""
        run, codes = self.runs[place], [self.runs[place].exit_code]
        for one in self.disagreements:
            code = one.answers[place].status.exit_code
            if code is not ExitCode.WRONG or not any(run.outcome(name).expected for name in one.properties):
                codes.append(code)
        return combine(codes)

    @property
    def exit_code(self) -> ExitCode:
        """That of the worst of the last runs; earlier ones of the same solver are history."""
        return combine(map(self.code_of, self.latest))

    @property
    def changes(self) -> tuple[Changes, ...]:
        """From each report of a solver to its next one, and from the last one to each run that just ended."""
        last: dict[tuple[str, ...], int] = {}
        found: list[Changes] = []
        for place in sorted(range(len(self.runs)), key=lambda place: not self.runs[place].source):
            run = self.runs[place]
            if run.identity in last:
                found.append(self._changes(last[run.identity], place))
            if run.source:
                last[run.identity] = place
        return tuple(found)

    def _changes(self, earlier: int, later: int) -> Changes:
        old, new = self.runs[earlier], self.runs[later]
        kinds: dict[Change, list[str]] = {change: [] for change in Change}
        for name in self.properties:
            change = _change(old.outcome(name), new.outcome(name))
            if change is not None:
                kinds[change].append(name)
        same = old.seed == new.seed and old.versions == new.versions
        return Changes(earlier, later, {change: tuple(names) for change, names in kinds.items() if names}, same)


def failing_inputs(runs: Sequence[RunRecord]) -> list[tuple[FailingInput, tuple[str, ...], dict[int, SolverAnswer]]]:
    """Each input on which a run failed, once for each cause and run, the shortest first.

    Beside it stand the properties that failed for that cause, and the answers of those that failed on this very input,
    by the places of the runs.
    """
    smallest: dict[object, FailingInput] = {}
    properties: dict[object, list[str]] = {}
    for place, run in enumerate(runs):
        for found in run.failing_inputs:
            key = place, found.cause, reason_pattern(found.reason)
            properties.setdefault(key, []).append(found.property)
            if key not in smallest or _size(found) < _size(smallest[key]):
                smallest[key] = found
    inputs: dict[object, tuple[FailingInput, list[str]]] = {}
    for cause, found in smallest.items():
        inputs.setdefault((found.batch, found.formatting), (found, []))[1].extend(properties[cause])
    ordered = sorted(inputs.values(), key=lambda one: _size(one[0]))
    return [(found, tuple(dict.fromkeys(names)), _own_answers(runs, found)) for found, names in ordered]


def _own_answers(runs: Sequence[RunRecord], asked: FailingInput) -> dict[int, SolverAnswer]:
    answers: dict[int, SolverAnswer] = {}
    for place, run in enumerate(runs):
        for found in run.failing_inputs:
            if (found.batch, found.formatting) == (asked.batch, asked.formatting):
                answers.setdefault(place, SolverAnswer(found.status, found.came_back or found.reason))
    return answers


def _size(found: FailingInput) -> tuple[int, int]:
    return len(found.batch), sum(len(puzzle.empty_cells()) for puzzle in found.batch)


def _passed(outcome: Outcome) -> bool:
    return outcome.status is Status.PASSED


def _drawn(outcome: Outcome) -> object:
    """The number and kinds of the puzzles of an outcome."""
    return outcome.judged, frozenset(item for item in outcome.labels.items() if not item[0].endswith(ABSTAINED))


def _change(old: Outcome, new: Outcome) -> Change | None:
    if not (_passed(old) or old.accuses):
        return Change.NEW if new.accuses else None
    if not (_passed(new) or new.accuses):
        return Change.NOT_JUDGED
    if new.accuses:
        return Change.STILL if old.accuses else Change.NEW
    if old.accuses:
        return Change.FIXED if new.judged >= (old.failed_after or old.judged) else Change.UNSURE
    return None


def column_names(number: int) -> list[str]:
    """Names of columns, short whatever the solvers are called: A to Z, then A2 and so on."""
    return [chr(ord("A") + place % 26) + (str(place // 26 + 1) if place >= 26 else "") for place in range(number)]


def cell(outcome: Outcome) -> str:
    """The title of an outcome, the number of puzzles judged, and of those simplified or skipped."""
    if outcome.status in (Status.NOT_RUN, Status.VACUOUS):
        return outcome.title
    number = f"{outcome.judged:,}" if outcome.failed_after is None else f"after {outcome.failed_after:,}"
    simplified = f", {outcome.simplified_or_skipped:,} simplified" if outcome.simplified_or_skipped else ""
    return f"{outcome.title} {number}{simplified}"


def verdict_line(comparison: Comparison) -> tuple[str, str]:
    """The result in capitals, and the rest of its sentence."""
    codes = {place: comparison.code_of(place) for place in comparison.latest}
    total = pluralize(len(codes), "solvers")
    wrong = [comparison.runs[place].label for place, code in codes.items() if code is ExitCode.WRONG]
    if wrong:
        return "WRONG", f"{len(wrong)} of {total}: {', '.join(wrong)}"
    undecided = sum(code is not ExitCode.GOOD for code in codes.values())
    if undecided:
        return "NOT DECIDED", f"{undecided} of {total} could not be judged to the end"
    return "NO ERRORS FOUND", f"in {total}"


def remarks(comparison: Comparison) -> Iterator[str]:
    """What the comparison does not rest on, in sentences."""
    contracts = Counter(run.contract for run in comparison.runs)
    if len(contracts) > 1:
        yield f"Not all are judged by the same contract: {', '.join(contracts)}."
    if len({run.shape for run in comparison.runs}) > 1:
        yield "Not all solve puzzles of the same shape."
    if comparison.unequal:
        yield f"Not the same puzzles, or not as many, were judged under: {', '.join(comparison.unequal)}."
    cut = sum(not run.complete for run in comparison.runs)
    if cut:
        yield f"{pluralize(cut, 'runs')} {'is' if cut == 1 else 'are'} not complete: cut short."
    if comparison.left_out:
        yield f"Failing inputs that are not shown: {comparison.left_out:,}."
