"""Runs side by side: the outcomes of each property, inputs on which solvers differ, and changes between runs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from crosscover.exit_code import ExitCode, combine
from crosscover.harness.judging import Counterexample
from crosscover.harness.labels import ABSTAINED
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.reference import Grid

from .display import MOST_PUZZLES
from .grade import Grade, shortcomings
from .run_record import RunRecord
from .words import pluralize


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The result of one solver for an input that one has failed; `remark` says why it was not run."""

    status: Status
    failure: Failure | None = None
    remark: str = ""

    @property
    def found(self) -> Counterexample | None:
        """The counterexample, if there is one."""
        return self.failure.counterexample if self.failure else None

    @property
    def words(self) -> str:
        """What the solver returned, what is wrong with its run, or why it was not run; empty if it passed."""
        reason = self.failure.reason if self.failure else self.remark
        return (self.found.mismatch.received if self.found else "") or reason

    @property
    def cells(self) -> tuple[int, ...]:
        """The wrong cells of its answer."""
        return self.found.mismatch.cells if self.found else ()

    @property
    def differing_cells(self) -> tuple[int, ...]:
        """The other cells of its answer that differ from the only expected grid."""
        return self.found.differing_cells if self.found else ()


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An input that a solver failed: its counterexample, the properties that failed for it, and answers by run."""

    properties: tuple[str, ...]
    failure: Failure
    found: Counterexample
    answers: Mapping[int, SolverAnswer]

    @property
    def differs(self) -> bool:
        """Whether another solver passes."""
        return any(answer.status is Status.PASSED for answer in self.answers.values())

    @property
    def expected(self) -> str:
        """The expected answer to the failing puzzle; empty if the whole run is at fault."""
        place = self.found.failing_index
        return "" if place is None else self.found.expected_answers[place]

    @property
    def shown(self) -> list[tuple[Grid, bool]]:
        """The puzzles of the run, and whether each fails; of a long run the failing one alone."""
        batch, place = self.found.batch, self.found.failing_index
        pairs = [(puzzle, index == place) for index, puzzle in enumerate(batch)]
        return pairs if len(batch) <= MOST_PUZZLES else [pair for pair in pairs if pair[1]]

    def answer(self, place: int) -> SolverAnswer:
        """Return the answer of a run."""
        return self.answers.get(place, SolverAnswer(Status.NOT_RUN))


class Change(Enum):
    """How a property differs between two runs of a solver."""

    FIXED = "fixed"
    NEW = "new failure"
    STILL = "still failing"
    UNSURE = "passes, on fewer puzzles than it took to fail"
    NOT_JUDGED = "no longer judged"


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes from one run, by its place, to the next of the same solver: properties by kind of change."""

    earlier: int
    later: int
    properties: Mapping[Change, tuple[str, ...]]
    same_seed: bool
    """Whether both runs have the same seed and the same versions of packages."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs in display order; `left_out` counts the failing inputs that are not shown.

    `not_started` says why there is none, if a solver could not be started.
    """

    runs: tuple[RunRecord, ...]
    disagreements: tuple[Disagreement, ...] = ()
    left_out: int = 0
    not_started: str = ""

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of all properties, in the order of the runs that have them."""
        return tuple(dict.fromkeys(outcome.name for run in self.runs for outcome in run.footer.outcomes))

    def row(self, name: str) -> tuple[Outcome, ...]:
        """The outcomes of a property, run by run."""
        return tuple(run.outcome(name) for run in self.runs)

    @property
    def unequal(self) -> tuple[str, ...]:
        """The properties that passed on different puzzles, by number and kinds.

        The reason may be another seed, or a slower solver.
        """
        return tuple(name for name in self.properties if len(set(map(_drawn, filter(_passed, self.row(name))))) > 1)

    @property
    def latest(self) -> tuple[int, ...]:
        """The places of the runs that count: all that just ended, and the last report of each other solver."""
        live = {place for place, run in enumerate(self.runs) if not run.source}
        reported = {run.identity: place for place, run in enumerate(self.runs) if run.source}
        judged = {self.runs[place].identity for place in live}
        return tuple(sorted(live | {place for identity, place in reported.items() if identity not in judged}))

    def code_of(self, place: int) -> ExitCode:
        """Return the exit code of a run, including the inputs that others failed."""
        return combine([self.runs[place].exit_code, self.grade_of(place).exit_code])

    def grade_of(self, place: int) -> Grade:
        """Return the grade of a run, the worst if an input that others failed has another; a timeout is not wrong."""
        run = self.runs[place]
        statuses = {
            status
            for one in self.disagreements
            if not (status := one.answer(place).status).has_failed
            or not any(run.outcome(name).expected for name in one.properties)
        }
        failed = statuses & {Status.WRONG, Status.TIMED_OUT, Status.FAULT}
        return min([run.grade, *(Grade(status.word) for status in failed)], key=list(Grade).index)

    @property
    def exit_code(self) -> ExitCode:
        """That of the worst of the latest runs; earlier ones of the same solver do not count."""
        return ExitCode.NOT_STARTED if self.not_started else combine(map(self.code_of, self.latest))

    @property
    def changes(self) -> tuple[Changes, ...]:
        """The changes from each report of a solver to the next, and from the last one to each run that just ended."""
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
        same = (old.header.seed, old.header.versions) == (new.header.seed, new.header.versions)
        return Changes(earlier, later, {change: tuple(names) for change, names in kinds.items() if names}, same)


def failing_inputs(runs: Sequence[RunRecord]) -> list[Disagreement]:
    """Return each input that a run failed, once for each cause and run, the shortest first.

    Each has the answers of the solvers that failed this very input in their own runs.
    """
    smallest: dict[object, tuple[Failure, Counterexample]] = {}
    properties: dict[object, list[str]] = {}
    answers: dict[object, dict[int, SolverAnswer]] = {}
    for place, run in enumerate(runs):
        for outcome in chain.from_iterable(one.by_cause() for one in run.footer.outcomes):
            failure = outcome.failure
            if failure is None or (found := failure.counterexample) is None or not found.batch:
                continue
            key = place, found.mismatch.key
            properties.setdefault(key, []).append(outcome.name)
            if key not in smallest or _size(found) < _size(smallest[key][1]):
                smallest[key] = failure, found
            own = answers.setdefault((found.batch, found.formatting), {})
            own.setdefault(place, SolverAnswer(outcome.status, failure))
    inputs: dict[object, tuple[Failure, Counterexample, list[str]]] = {}
    for cause, (failure, found) in smallest.items():
        asked = found.batch, found.formatting
        inputs.setdefault(asked, (failure, found, []))[2].extend(properties[cause])
    ordered = sorted(inputs.items(), key=lambda item: _size(item[1][1]))
    return [
        Disagreement(tuple(dict.fromkeys(names)), failure, found, answers[asked])
        for asked, (failure, found, names) in ordered
    ]


def _size(found: Counterexample) -> tuple[int, int]:
    return len(found.batch), sum(len(puzzle.empty_cells()) for puzzle in found.batch)


def _passed(outcome: Outcome) -> bool:
    return outcome.status is Status.PASSED


def _drawn(outcome: Outcome) -> object:
    return outcome.judged, frozenset(item for item in outcome.labels.items() if not item[0].endswith(ABSTAINED))


def _change(old: Outcome, new: Outcome) -> Change | None:
    if not (_passed(old) or old.has_failed):
        return Change.NEW if new.has_failed else None
    if not (_passed(new) or new.has_failed):
        return Change.NOT_JUDGED
    if new.has_failed:
        return Change.STILL if old.has_failed else Change.NEW
    if old.has_failed:
        return Change.FIXED if new.judged >= (old.failed_after or old.judged) else Change.UNSURE
    return None


def column_names(number: int) -> list[str]:
    """Return short names of columns: A to Z, then A2 and so on."""
    return [chr(ord("A") + place % 26) + (str(place // 26 + 1) if place >= 26 else "") for place in range(number)]


def cell(outcome: Outcome) -> str:
    """Return the title of an outcome, the number of puzzles judged, and of those simplified or skipped."""
    if outcome.status in (Status.NOT_RUN, Status.VACUOUS):
        return outcome.title
    number = f"{outcome.judged:,}" if outcome.failed_after is None else f"after {outcome.failed_after:,}"
    simplified = f", {outcome.simplified_or_skipped:,} simplified" if outcome.simplified_or_skipped else ""
    return f"{outcome.title} {number}{simplified}"


def verdict_of(comparison: Comparison) -> tuple[Grade, str]:
    """Return the worst grade, and the rest of its sentence."""
    if comparison.not_started:
        return Grade.NOT_STARTED, comparison.not_started
    total = pluralize(len(comparison.latest), "solvers")
    labels: dict[Grade, list[str]] = {grade: [] for grade in Grade}
    for place in comparison.latest:
        labels[comparison.grade_of(place)].append(comparison.runs[place].label)
    good = Grade.AS_EXPECTED, Grade.NO_ERRORS
    found = [(grade, names) for grade, names in labels.items() if names and grade not in good]
    rest = [f"{grade.value}: {', '.join(names)}" for grade, names in found]
    if all(grade.exit_code is ExitCode.GOOD for grade, _ in found):
        return Grade.NO_ERRORS, "; ".join((f"in {total}", *rest))
    (worst, names), *_ = found
    return worst, "; ".join((f"{len(names)} of {total}: {', '.join(names)}", *rest[1:]))


def left_open(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """Yield column, property and words for what a property that passed has left open."""
    for name, run in zip(column_names(len(comparison.runs)), comparison.runs, strict=True):
        for outcome in run.footer.outcomes:
            for words in shortcomings(outcome):
                yield name, outcome.name, words


def remarks(comparison: Comparison) -> Iterator[str]:
    """Yield what limits the comparison, in sentences."""
    contracts = Counter(run.contract for run in comparison.runs)
    if len(contracts) > 1:
        yield f"The runs have different contracts: {', '.join(contracts)}."
    if len({run.header.options.shape for run in comparison.runs}) > 1:
        yield "The runs have puzzles of different shapes."
    if comparison.unequal:
        yield f"These properties judged different puzzles: {', '.join(comparison.unequal)}."
    cut = sum(not run.footer.complete for run in comparison.runs)
    if cut:
        yield f"{pluralize(cut, 'runs')} {'is' if cut == 1 else 'are'} not complete: cut short."
    names = column_names(len(comparison.runs))
    for place in comparison.latest:
        yield from (f"{names[place]}: {sentence}" for sentence in comparison.runs[place].footer.notable)
    if comparison.left_out:
        yield f"Failing inputs that are not shown: {comparison.left_out:,}."
