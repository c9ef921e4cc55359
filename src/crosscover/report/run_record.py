"""Runs to compare: kept from their events, or read back from the JSON reports of `crosscover check`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]  # likewise

from crosscover.contracts import Contract, FailureKind, Mismatch, WrongResponse
from crosscover.dialects import Claim, Formatting
from crosscover.exit_code import ExitCode, UsageError, combine
from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.harness.performance import Growth, Performance, PuzzleTime, Rate, RunCost, Spread, WorstCase
from crosscover.harness.verdicts import VerdictTally
from crosscover.json_files import read_json
from crosscover.options import SOLVER_OPTIONS, OptionGroup, Options, option_words, options_from_plain
from crosscover.output import escape_line
from crosscover.reference import Grid, Several, Shape, Verdict
from crosscover.reference.verdict import verdict_of
from crosscover.responses import Answered, Counted, Declined, Failed, Fault, Response, Stated
from crosscover.subjects.subject import Transcript
from crosscover.visible_kinds import VisibleKind

from .events import Footer, Header
from .grade import Grade, grade_of
from .json_report import FORMAT, VERSION, digest, schema
from .summary import repeat_command

MAX_MESSAGE = 300
"""Characters of a message about a damaged report."""

LIMITS = tuple(f"{option.word}=" for option in SOLVER_OPTIONS.values() if option.group is OptionGroup.LIMITS)
"""Prefixes of the options that limit a solver without changing its input."""

Report = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run of one solver; `source` names its report file, and is empty for a run that just ended."""

    header: Header
    footer: Footer
    source: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        """The options that were set, as command-line arguments."""
        return tuple(option_words(self.header.options.given()))

    @property
    def label(self) -> str:
        """The solver with its options, on one line."""
        return escape_line(" ".join((self.header.subject, *self.options)))

    @property
    def contract(self) -> str:
        """The name of the contract."""
        return str(self.header.options.contract.name)

    @property
    def identity(self) -> tuple[str, ...]:
        """Equal for two runs of one solver, before and after a change; its limits may differ."""
        words = (word for word in self.options if not word.startswith(("--contract=", "--shape=", *LIMITS)))
        return self.header.subject, self.contract, str(self.header.options.shape), *sorted(words)

    @property
    def repeat(self) -> str:
        """The command that draws the same puzzles again."""
        return repeat_command(self.header, self.footer.rounds)

    @property
    def grade(self) -> Grade:
        """The grade of the run."""
        return grade_of(self.footer)

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the run, and at least that of its outcomes."""
        return combine([self.footer.exit_code, self.grade.exit_code])

    def outcome(self, name: str) -> Outcome:
        """Return the outcome of a property; one that the run does not have was not run."""
        found = (outcome for outcome in self.footer.outcomes if outcome.name == name)
        return next(found, Outcome(name, "", Status.NOT_RUN))


def read_run(path: Path) -> RunRecord:
    """Read a report; raises UsageError with the file and the place in it if it is not a report."""
    try:
        report = read_json(path)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise UsageError(f"expected a JSON report of `crosscover check --json`: {error.msg}", place) from None
    except ValueError as error:
        raise UsageError(f"expected a JSON report of `crosscover check --json`: {error}", str(path)) from None
    if not isinstance(report, dict) or cast("Report", report).get("format") != FORMAT:
        raise UsageError("expected a JSON report of `crosscover check --json`", str(path))
    version = cast("Report", report).get("version")
    if version != VERSION:
        raise UsageError(f"expected a report of version {VERSION}, found version {version!r}", str(path))
    damage = best_match(Draft202012Validator(schema()).iter_errors(report))  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType, reportUnknownArgumentType] - it has no types
    if damage is not None:
        message = f"{damage.json_path}: {damage.message}"  # pyright: ignore[reportUnknownMemberType] - likewise
        raise UsageError(f"the report is damaged at {message[:MAX_MESSAGE]}", str(path))
    try:
        return run_of_report(cast("Report", report), str(path))
    except ValueError as error:
        raise UsageError(f"the report is damaged: {str(error)[:MAX_MESSAGE]}", str(path)) from None


def run_of_report(report: Report, source: str = "") -> RunRecord:
    """Return the run of a report that fits its schema; raises ValueError for errors that a schema cannot express."""
    header, footer = report["header"], report["footer"]
    options = options_from_plain(header["options"], header["explicit_options"])
    outcomes = tuple(_outcome(plain, options) for plain in report["properties"])
    if footer["digest"] != digest((outcome.name, outcome.status.word) for outcome in outcomes):
        raise ValueError("its digest is not that of its properties")
    if len({outcome.name for outcome in outcomes}) < len(outcomes):
        raise ValueError("it has a property twice")
    return RunRecord(
        Header(
            options=options,
            panel=tuple(header["panel"]),
            command=tuple(header["command"]),
            started=header.get("started", ""),
            machine=header.get("machine", {}),
            **{name: header[name] for name in ("subject", "seed", "versions", "time_limit", "selected")},
        ),
        Footer(
            outcomes,
            footer["seconds"],
            _exit_code(footer["exit_code"]),
            footer["complete"],
            tuple(footer["notes"]),
            footer["rounds"],
            tuple(footer["remarks"]),
            time_is_up=footer["time_is_up"],
            performance=None if report["performance"] is None else _performance(report["performance"]),
            verdicts=VerdictTally(footer["certified"] + footer["uncertified"], footer["certified"]),
        ),
        source,
    )


def _performance(plain: Report) -> Performance:
    growth, worst = plain["growth"], plain["worst_case"]
    return Performance(
        plain["seconds"],
        plain["start"],
        tuple(Rate(**rate) for rate in plain["rates"].values()),
        None if growth is None else Growth(**growth),
        tuple(Spread(**spread) for spread in plain["spreads"].values()),
        None if worst is None else WorstCase(**_with_puzzle(worst)),
        tuple(plain["unmeasured"]),
        tuple(PuzzleTime(**_with_puzzle(one)) for one in plain["times"]),
        tuple(RunCost(**run) for run in plain["runs"]),
    )


def _with_puzzle(plain: Report) -> Report:
    return {**plain, "puzzle": Grid.parse(plain["puzzle"])}


def _exit_code(number: int | None) -> ExitCode:
    """The exit code of a report; it has none if the run was killed."""
    for code in ExitCode:
        if code.value == (ExitCode.INTERRUPTED if number is None else number):
            return code
    raise ValueError(f"there is no exit code {number}")


def _outcome(plain: Report, options: Options) -> Outcome:
    fields = ("name", "statement", "judged", "unit", "runs", "seconds", "failed_after", "labels", "distinct", "facets")
    return Outcome(
        status=Status(plain["status"]),
        failure=None if plain["failure"] is None else _failure(plain["failure"], options),
        expected=plain["expected_failure"],
        simplified_or_skipped=plain["simplified_or_skipped"],
        not_asked=tuple(plain["not_asked"]),
        unanswered=tuple(Grid.parse(puzzle, options.shape) for puzzle in plain["unanswered"]),
        suspects=tuple(Grid.parse(puzzle, options.shape) for puzzle in plain["suspects"]),
        **{name: plain[name] for name in fields},
    )


def _failure(plain: Report, options: Options) -> Failure:
    found, puzzle = plain["counterexample"], plain["puzzle"]
    return Failure(
        plain["reason"],
        None if found is None else _counterexample(found, options.contract),
        None if puzzle is None else Grid.parse(puzzle, options.shape),
        plain["detail"],
        plain["certified"],
        plain["saved_as"] or "",
        tuple(_failure(other, options) for other in plain["others"]),
    )


def _counterexample(plain: Report, contract: Contract) -> Counterexample:
    shape, place = Shape.parse(plain["shape"]), plain["failing_index"]
    batch = tuple(Grid.parse(puzzle, shape) for puzzle in plain["puzzles"])
    responses = tuple(_response(response, shape) for response in plain["responses"])
    if place is not None and not place < min(len(responses), len(batch)):
        raise ValueError(f"there is no puzzle {place}")
    run_failure = None if plain["run_failure"] is None else _response(plain["run_failure"], shape)
    return Counterexample(
        batch,
        tuple(_verdict(verdict, shape) for verdict in plain["verdicts"]),
        Transcript(
            responses,
            run_failure if isinstance(run_failure, Failed) else None,
            plain["input"],
            plain["output"],
            hash_seed=plain.get("hash_seed"),
        ),
        Formatting.from_plain(plain["formatting"]),
        place,
        _mismatch(plain["mismatch"]),
        plain["right_alone"],
        contract,
        None if plain["only_for"] is None else VisibleKind(plain["only_for"]),
        plain.get("needs_hash_seed", False),
    )


def _verdict(plain: Report, shape: Shape) -> Verdict:
    verdict = verdict_of([Grid.parse(grid, shape) for grid in plain["solutions"]])
    if not isinstance(verdict, Several):
        return verdict
    return replace(verdict, number=plain["number"], is_exact=plain["is_exact"])


def _mismatch(plain: Report) -> Mismatch:
    kinds: dict[str, FailureKind] = {kind.value: kind for kind in (*WrongResponse, *Fault)}
    if plain["kind"] not in kinds:
        raise ValueError(f"there is no failure {plain['kind']!r}")
    texts = {name: plain[name] for name in ("reason", "house", "exception", "variant", "expected", "received")}
    return Mismatch(kinds[plain["kind"]], cells=tuple(plain["cells"]), digits=tuple(plain["digits"]), **texts)


def _response(plain: Report, shape: Shape) -> Response:
    """A response to a puzzle of a shape; raises ValueError if it does not fit."""
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
