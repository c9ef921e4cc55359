"""Runs of several solvers side by side, and the answers of all solvers to the inputs that one of them failed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from crosscover.exit_code import ExitCode, combine
from crosscover.harness.judging import Counterexample
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.options import option_words
from crosscover.output import escape_line
from crosscover.reference import Grid

from .display import MOST_PUZZLES
from .events import Footer, Header
from .grade import Grade, grade_of, shortcomings
from .words import pluralize


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """The run of one solver."""

    header: Header
    footer: Footer

    @property
    def label(self) -> str:
        """The solver with its options, on one line."""
        return escape_line(" ".join((self.header.subject, *option_words(self.header.options.given()))))

    def outcome(self, name: str) -> PropertyResult:
        """Return the outcome of a property; one that the run does not have was not run."""
        found = (outcome for outcome in self.footer.outcomes if outcome.name == name)
        return next(found, PropertyResult(name, "", Status.NOT_RUN))


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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs in display order; `left_out` counts the failing inputs that are not shown.

    `not_started` says why there is none, if a solver could not be started.
    """

    runs: tuple[ComparedRun, ...]
    disagreements: tuple[Disagreement, ...] = ()
    left_out: int = 0
    not_started: str = ""

    @property
    def rows(self) -> dict[str, tuple[PropertyResult, ...]]:
        """The outcomes of all properties by name, in the order of the runs that have them."""
        names = dict.fromkeys(outcome.name for run in self.runs for outcome in run.footer.outcomes)
        return {name: tuple(run.outcome(name) for run in self.runs) for name in names}

    @property
    def grades(self) -> tuple[Grade, ...]:
        """The grade of each run, the worst if an input that others failed has another; a timeout is not wrong."""
        return tuple(self._grade(place, run) for place, run in enumerate(self.runs))

    def _grade(self, place: int, run: ComparedRun) -> Grade:
        statuses = {
            status
            for one in self.disagreements
            if not (status := one.answer(place).status).has_failed
            or not any(run.outcome(name).expected for name in one.properties)
        }
        failed = statuses & {Status.WRONG, Status.TIMED_OUT, Status.FAULT}
        return min([grade_of(run.footer), *(Grade(status.word) for status in failed)], key=list(Grade).index)

    @property
    def exit_codes(self) -> tuple[ExitCode, ...]:
        """The exit code of each run, at least that of its grade."""
        ends = zip(self.runs, self.grades, strict=True)
        return tuple(combine([run.footer.exit_code, grade.exit_code]) for run, grade in ends)

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the worst run."""
        return ExitCode.NOT_STARTED if self.not_started else combine(self.exit_codes)

    @property
    def verdict(self) -> tuple[Grade, str]:
        """The worst grade, and the rest of its sentence."""
        if self.not_started:
            return Grade.NOT_STARTED, self.not_started
        total = pluralize(len(self.runs), "solvers")
        labels: dict[Grade, list[str]] = {grade: [] for grade in Grade}
        for run, grade in zip(self.runs, self.grades, strict=True):
            labels[grade].append(run.label)
        good = Grade.AS_EXPECTED, Grade.NO_ERRORS
        found = [(grade, names) for grade, names in labels.items() if names and grade not in good]
        rest = [f"{grade.value}: {', '.join(names)}" for grade, names in found]
        if all(grade.exit_code is ExitCode.GOOD for grade, _ in found):
            return Grade.NO_ERRORS, "; ".join((f"in {total}", *rest))
        (worst, names), *_ = found
        return worst, "; ".join((f"{len(names)} of {total}: {', '.join(names)}", *rest[1:]))


def failing_inputs(runs: Sequence[ComparedRun]) -> list[Disagreement]:
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
        inputs.setdefault((found.batch, found.formatting), (failure, found, []))[2].extend(properties[cause])
    ordered = sorted(inputs.items(), key=lambda item: _size(item[1][1]))
    return [
        Disagreement(tuple(dict.fromkeys(names)), failure, found, answers[given])
        for given, (failure, found, names) in ordered
    ]


def _size(found: Counterexample) -> tuple[int, int]:
    return len(found.batch), sum(len(puzzle.empty_cells()) for puzzle in found.batch)


def column_names(number: int) -> list[str]:
    """Return short names of columns: A to Z, then A2 and so on."""
    return [chr(ord("A") + place % 26) + (str(place // 26 + 1) if place >= 26 else "") for place in range(number)]


def cell(outcome: PropertyResult) -> str:
    """Return the title of an outcome, the number of puzzles judged, and of those simplified or skipped."""
    if outcome.status in (Status.NOT_RUN, Status.VACUOUS):
        return outcome.title
    number = f"{outcome.judged:,}" if outcome.failed_after is None else f"after {outcome.failed_after:,}"
    simplified = f", {outcome.simplified_or_skipped:,} simplified" if outcome.simplified_or_skipped else ""
    return f"{outcome.title} {number}{simplified}"


def remarks(comparison: Comparison) -> Iterator[str]:
    """Yield what limits the comparison, and what each solver has left open, in sentences."""
    contracts = dict.fromkeys(run.header.options.contract.name for run in comparison.runs)
    if len(contracts) > 1:
        yield f"The runs have different contracts: {', '.join(contracts)}."
    if len({run.header.options.shape for run in comparison.runs}) > 1:
        yield "The runs have puzzles of different shapes."
    cut = sum(not run.footer.complete for run in comparison.runs)
    if cut:
        yield f"{pluralize(cut, 'runs')} {'is' if cut == 1 else 'are'} not complete: cut short."
    for name, run in zip(column_names(len(comparison.runs)), comparison.runs, strict=True):
        yield from (f"{name}: {sentence}" for sentence in (*run.footer.notable, *run.footer.remarks))
        for outcome in run.footer.outcomes:
            yield from (f"{name}: {outcome.name}: {words}" for words in shortcomings(outcome))
    if comparison.left_out:
        yield f"Failing inputs that are not shown: {comparison.left_out:,}."
