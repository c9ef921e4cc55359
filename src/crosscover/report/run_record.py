"""A run as it is compared with others: what became of each property, and each input on which the solver failed.

It comes from a report that `crosscover check --json` has written, or from the events of a run that just ended; both go
through the same object of JSON, so that neither can say more than the other.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]  # likewise

from crosscover.dialects import Claim, Formatting
from crosscover.exit_code import ExitCode, UsageError, combine
from crosscover.harness.outcome import Failure, Outcome, Status, exit_code_of
from crosscover.harness.performance import Performance, Rate
from crosscover.options import SOLVER_OPTIONS, OptionGroup, option_words, options_from_plain
from crosscover.reference import Grid, Shape
from crosscover.subjects.subject import Answered, Counted, Declined, Failed, Fault, Response, Stated

from .events import Event, PerformanceMeasured, RunFinished, RunStarted
from .json_report import FORMAT, VERSION, Json, digest, report_object, schema
from .summary import repeat_line
from .words import escape_unprintable

MAX_MESSAGE = 300
"""Characters of what the schema has to say of a damaged report."""

LIMITS = tuple(f"{option.word}=" for option in SOLVER_OPTIONS.values() if option.group is OptionGroup.LIMITS)
"""Prefixes of the options that limit a solver and do not change its input."""

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FailingInput:
    """A batch on which the solver failed in one run, and what came back where it did.

    `failing_index` is None where the whole run is at fault. `right` has what was due for each puzzle.
    """

    property: str
    status: Status
    cause: str
    reason: str
    batch: tuple[Grid, ...]
    formatting: Formatting
    failing_index: int | None
    came_back: str
    right: tuple[str, ...]
    certified: bool


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run of one solver; `source` names the file that it was read from, and is empty where it just ended.

    `options` are those that were set, as they are typed. `rates` are by the kind of puzzle, none where performance was
    not measured. `exit_code` is what the run came to, `repeat` the command that draws the same puzzles.
    """

    subject: str
    options: tuple[str, ...]
    contract: str
    shape: str
    seed: int
    rounds: int
    versions: Mapping[str, str]
    outcomes: Mapping[str, Outcome]
    failing_inputs: tuple[FailingInput, ...]
    rates: Mapping[str, Rate]
    seconds: float
    complete: bool
    exit_code: ExitCode
    repeat: str
    source: str = ""

    @property
    def label(self) -> str:
        """The solver with the options that were set, on one line."""
        return escape_unprintable(" ".join((self.subject, *self.options)))

    @property
    def identity(self) -> tuple[str, ...]:
        """What two runs of one solver have in common, changed as it may be meanwhile: its limits are not among it."""
        asked = (word for word in self.options if not word.startswith(("--contract=", "--shape=", *LIMITS)))
        return self.subject, self.contract, self.shape, *sorted(asked)

    def outcome(self, name: str) -> Outcome:
        """The outcome of a property; one that the run does not have was not run."""
        return self.outcomes.get(name) or Outcome(name, "", Status.NOT_RUN)

    @property
    def judged(self) -> int:
        """How many puzzles were judged."""
        return sum(outcome.judged for outcome in self.outcomes.values() if outcome.unit == "puzzles")


class Recorder:
    """A listener that keeps what it takes to make a record of the run."""

    def __init__(self) -> None:
        self._started: RunStarted | None = None
        self._performance: Performance | None = None
        self._report: Json | None = None

    def __call__(self, event: Event, /) -> None:
        """Keep the start and the measurements, and in the end the whole."""
        match event:
            case RunStarted():
                self._started = event
            case PerformanceMeasured(performance):
                self._performance = performance
            case RunFinished(footer) if self._started is not None:
                self._report = report_object(self._started, footer, footer.exit_code, self._performance)
            case _:
                pass

    @property
    def record(self) -> RunRecord:
        """The record of a run that has ended; raises LookupError before that."""
        if self._report is None:
            raise LookupError("the run has not ended")
        return _record(self._report, "")


def read_run(path: Path) -> RunRecord:
    """The run of a report; raises UsageError that names the file, and the place in it, for what is none."""
    try:
        report = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise UsageError(f"expected a JSON report of `crosscover check --json`: {error.msg}", place) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"expected a JSON report of `crosscover check --json`: {error}", str(path)) from None
    if not isinstance(report, dict) or cast("Report", report).get("format") != FORMAT:
        raise UsageError("this is no report of `crosscover check --json`", str(path))
    version = cast("Report", report).get("version")
    if version != VERSION:
        raise UsageError(f"this is a report of version {version!r}; only version {VERSION} is read", str(path))
    damage = best_match(Draft202012Validator(schema()).iter_errors(report))  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType, reportUnknownArgumentType] - it has no types
    if damage is not None:
        message = escape_unprintable(f"{damage.json_path}: {damage.message}")  # pyright: ignore[reportUnknownMemberType] - likewise
        raise UsageError(f"the report is damaged at {message[:MAX_MESSAGE]}", str(path))
    try:
        return _record(cast("Report", report), str(path))
    except ValueError as error:
        raise UsageError(f"the report is damaged: {escape_unprintable(str(error))[:MAX_MESSAGE]}", str(path)) from None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _record(report: Report, source: str) -> RunRecord:
    """The record of a report that fits its schema; raises ValueError for what a schema cannot see."""
    header, footer = report["header"], report["footer"]
    properties: list[Report] = report["properties"]
    if footer["digest"] != digest((one["name"], one["status"]) for one in properties):
        raise ValueError("its properties are not those of its digest")
    outcomes = {one["name"]: _outcome(one) for one in properties}
    if len(outcomes) < len(properties):
        raise ValueError("a property comes twice")
    options = options_from_plain(header["options"], header["explicit_options"])
    timed_rounds = None if header["time_limit"] is None else footer["rounds"]
    rates: Report = {} if report["performance"] is None else report["performance"]["rates"]
    return RunRecord(
        subject=header["subject"],
        options=tuple(option_words(options.given())),
        contract=header["contract"],
        shape=str(options.shape),
        seed=header["seed"],
        rounds=footer["rounds"],
        versions=header["versions"],
        outcomes=outcomes,
        failing_inputs=tuple(found for one in properties for found in _failing_inputs(one)),
        rates={kind: _rate(kind, rate) for kind, rate in rates.items()},
        seconds=footer["seconds"],
        complete=footer["complete"],
        exit_code=_exit_code(footer, outcomes.values()),
        repeat=repeat_line(header["command"], header["seed"], timed_rounds),
        source=source,
    )


def _exit_code(footer: Report, outcomes: Iterable[Outcome]) -> ExitCode:
    """What the run came to: what its command returned, and not less than its outcomes say."""
    number = ExitCode.INTERRUPTED.value if footer["exit_code"] is None else footer["exit_code"]
    codes = [code for code in ExitCode if code.value == number]
    if not codes:
        raise ValueError(f"there is no exit code {number}")
    return combine([*codes, exit_code_of(outcomes, complete=footer["complete"])])


def _outcome(one: Report) -> Outcome:
    return Outcome(
        name=one["name"],
        statement=one["statement"],
        status=Status(one["status"]),
        judged=one["judged"],
        unit=one["unit"],
        runs=one["runs"],
        seconds=one["seconds"],
        failed_after=one["failed_after"],
        labels=one["labels"],
        failure=None if one["failure"] is None else Failure(one["failure"]["reason"]),
        expected=one["expected_failure"],
        simplified_or_skipped=one["simplified_or_skipped"],
    )


def _failing_inputs(one: Report) -> Iterator[FailingInput]:
    """The inputs of a property, one for each cause; what an engine or the panel did without a batch has none."""
    failure = one["failure"]
    for cause in (failure, *failure["others"]) if failure else ():
        found = cause["counterexample"]
        if found is None or not found["puzzles"]:
            continue
        shape, place = Shape.parse(found["shape"]), found["failing_index"]
        if place is not None and not place < min(len(found["responses"]), len(found["puzzles"])):
            raise ValueError(f"{one['name']}: there is no puzzle {place}")
        response = found["run_failure"] if place is None else found["responses"][place]
        is_late = found["cause"] == Fault.TIMED_OUT.value
        yield FailingInput(
            property=one["name"],
            status=Status.TIMED_OUT if is_late else Status.WRONG,
            cause=found["cause"],
            reason=cause["reason"],
            batch=tuple(Grid.parse(puzzle, shape) for puzzle in found["puzzles"]),
            formatting=Formatting.from_plain(found["formatting"]),
            failing_index=place,
            came_back="" if response is None else str(response_of(response, shape)),
            right=tuple(found["expected_answers"]),
            certified=cause["certified"],
        )


def response_of(plain: Report, shape: Shape) -> Response:
    """The answer to a puzzle of that shape, out of how a report has it; raises ValueError where it does not fit."""
    match plain["kind"]:
        case "answered":
            return Answered(Grid.parse(plain["grid"], shape))
        case "counted":
            return Counted(plain["number"])
        case "stated":
            return Stated(Claim(plain["claim"]))
        case "failed":
            return Failed(Fault(plain["fault"]), plain["reason"])
        case _:
            return Declined()


def _rate(kind: str, plain: Report) -> Rate:
    return Rate(
        kind,
        plain["puzzles"],
        plain["puzzle_seconds"],
        plain["reference_puzzle_seconds"],
        is_bound=plain["is_lower_bound"],
    )
