"""The results of checks and comparisons as plain structs.

`crosscover.check` and `crosscover.compare` return them, JSON reports contain them, and all other reports render them.
Grids are lines with one character per cell, row by row, `.` for an empty cell; cells are numbered from 0 in this order.
"""

import json
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Self, cast

import msgspec

from crosscover.errors import ExitCode, Tone
from crosscover.output import escape


class _Worded(Enum):
    """A result; its value is the word for it in every report.

    `tone` is how it looks, `exit_code` the exit code of a command with this result, and `sentence` its explanation.
    """

    word: str
    tone: Tone
    exit_code: ExitCode
    sentence: str

    def __new__(
        cls, word: str, tone: Tone = Tone.UNDECIDED, exit_code: ExitCode = ExitCode.GOOD, sentence: str = ""
    ) -> Self:
        member = object.__new__(cls)
        member._value_ = word
        member.word, member.tone, member.exit_code, member.sentence = word, tone, exit_code, sentence
        return member

    @property
    def rank(self) -> int:
        """The place in the list of all results, worst first."""
        return list(type(self)).index(self)


class Status(_Worded):
    """The result of a property, in the order in which reports list them."""

    WRONG = "wrong", Tone.BAD
    """The solver gave a wrong answer, crashed, or broke its contract in another way."""
    TIMED_OUT = "timed out"
    """An answer took too long; nothing worse happened."""
    FAULT = "fault"
    """The oracles disagree, or crosscover itself failed: this says nothing about the solver."""
    VACUOUS = "nothing judged"
    """No puzzle was judged, so nothing is known."""
    NOT_DECIDED = "not decided"
    """No error was found, but a puzzle that must be judged was not: an easy, an undecided or a given puzzle."""
    PASSED = "passed", Tone.GOOD
    NOT_RUN = "not run", Tone.FAINT
    """The run ended before this property."""

    @property
    def title(self) -> str:
        """The word for a heading, in capitals unless the property passed or was not run."""
        return self.word if self in (Status.PASSED, Status.NOT_RUN) else self.word.upper()

    @property
    def has_failed(self) -> bool:
        """Whether the solver failed."""
        return self in (Status.WRONG, Status.TIMED_OUT)


class Grade(_Worded):
    """The result of a check, worst first; `crosscover.report.summary` fills the `{names}` in the sentences."""

    WRONG = "wrong", Tone.BAD, ExitCode.WRONG, "{subject} fails {wrong} of {total}{causes}"
    TIMED_OUT = "timed out", Tone.UNDECIDED, ExitCode.WRONG, "no answer was wrong, but {timed_out} of {total} timed out"
    NOT_AS_EXPECTED = "not as expected", Tone.BAD, ExitCode.WRONG, "the list of expected failures is out of date"
    FAULT = "fault", Tone.UNDECIDED, ExitCode.FAULT, "crosscover itself failed, which says nothing about {subject}"
    NOT_STARTED = "not started", Tone.UNDECIDED, ExitCode.NOT_STARTED, "{subject} was not judged"
    INTERRUPTED = "interrupted", Tone.UNDECIDED, ExitCode.INTERRUPTED, "no error was seen in {subject} so far"
    NOTHING_JUDGED = "nothing judged", Tone.UNDECIDED, ExitCode.NOT_DECIDED, "nothing is known about {subject}"
    NOT_DECIDED = (
        "not decided",
        Tone.UNDECIDED,
        ExitCode.NOT_DECIDED,
        "no error was seen in {subject}, but too little was judged for a verdict",
    )
    AS_EXPECTED = "as expected", Tone.UNDECIDED, ExitCode.GOOD, "{subject} fails only what is expected; {holds}"
    SLOW = "no errors found, but slow", Tone.UNDECIDED, ExitCode.GOOD, "{holds}, but {unanswered} had no answer in time"
    NO_ERRORS = "no errors found", Tone.GOOD, ExitCode.GOOD, "{holds}"

    @property
    def title(self) -> str:
        """The word in capitals."""
        return self.word.upper()


class Rate(msgspec.Struct, frozen=True):
    """Processor seconds per puzzle of a kind, for the solver and the reference.

    If `is_bound`, the solver did not finish, and its seconds are a lower bound.
    """

    kind: str
    puzzles: int
    seconds: float
    reference_seconds: float
    is_bound: bool = False

    @property
    def slowdown(self) -> float:
        """The solver's time relative to the reference's time."""
        return self.seconds / self.reference_seconds


def significant(number: float) -> str:
    """Return a number with two significant digits and without powers of ten: `0.87`, `1.6`, `23`, `12,000`."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


class Speed(msgspec.Struct, frozen=True):
    """The measured speed of a solver without errors.

    `start` is the processor time in seconds to start the solver. `unmeasured` lists what could not be measured;
    `notable` holds a sentence for each weakness.
    """

    rates: tuple[Rate, ...] = ()
    start: float | None = None
    unmeasured: tuple[str, ...] = ()
    notable: tuple[str, ...] = ()


GapKind = Literal[
    "not run", "not covered", "few puzzles", "may hang", "no answer", "memory", "undecided", "not reached", "skipped"
]


class Gap(msgspec.Struct, frozen=True):
    """Something that a property did not cover, and that limits a result.

    `what` names facets ("not covered") or puzzles ("may hang", "no answer", "memory", "undecided"), and `number` counts
    them. A `decisive` gap rules out the grade "no errors found".
    """

    kind: GapKind
    number: int
    what: tuple[str, ...] = ()
    decisive: bool = False


class CheckedProperty(msgspec.Struct):
    """The result of a property, filled during the run.

    `judged` counts `unit`s, mostly puzzles, of which `distinct` were different; `runs` counts runs of the solver.
    Errors in puzzles of this kind are `rarer_than` 1 in this number with 95 % confidence, None if nothing is known.
    `failed_after` is the number of puzzles at the first failure, `reason` the failure's first line. `facets` counts
    the facets of the covering list, `labels` kinds of puzzles. An `expected` failure does not count against the solver;
    `expected_reason` is the reason that the user gave for it.
    """

    name: str
    statement: str
    status: Status = Status.NOT_RUN
    expected: bool = False
    expected_reason: str = ""
    judged: int = 0
    unit: str = "puzzles"
    distinct: int = 0
    rarer_than: int | None = None
    facets: int = 0
    runs: int = 0
    seconds: float = 0.0
    failed_after: int | None = None
    reason: str = ""
    gaps: tuple[Gap, ...] = ()
    labels: dict[str, int] = {}

    @property
    def is_thin(self) -> bool:
        """Whether the property passed on too few puzzles."""
        return self.status is Status.PASSED and any(gap.kind == "few puzzles" for gap in self.gaps)

    @property
    def word(self) -> str:
        """The word of the status, or the reason why the status does not count."""
        if self.expected:
            return "expected failure"
        return "few puzzles" if self.is_thin else self.status.word

    @property
    def full_reason(self) -> str:
        """The reason for the failure, with the user's reason for expecting it."""
        return f"{self.reason} (known: {self.expected_reason})" if self.expected_reason else self.reason

    @property
    def title(self) -> str:
        """The word for a table, in capitals if the property failed."""
        return self.status.title if self.word == self.status.word else self.word

    @property
    def tone(self) -> Tone:
        """The tone of the status; faint if the status does not count."""
        return Tone.FAINT if self.expected or self.is_thin else self.status.tone

    @property
    def rank(self) -> int:
        """The place in a list: failures first, then passed properties and expected failures, not run last."""
        return Status.PASSED.rank if self.expected else self.status.rank


class CoverSearch(msgspec.Struct, frozen=True):
    """A search of an exact-cover solver for the covers of a problem; see `crosscover.covers.subject.SearchStep`."""

    primary: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    secondary: tuple[str, ...] = ()
    colors: bool = False
    take: int | None = None
    again: bool = False


class Failure(msgspec.Struct, frozen=True):
    """A cause of failures, with the smallest input that shows it, and the received and expected answers.

    The property `property_name` (in JSON `property`) found it; `same_cause` names other properties that fail from this
    cause, and `kind` is its kind, such as "wrong answer". `puzzles` are the puzzles of one run of the solver, in order;
    `failing_index` is the index of the failing puzzle, None if the run failed as a whole. If `right_alone`, the failing
    puzzle passes on its own; then `answer_of` is the index of an earlier puzzle with the same answer.

    `received` and `expected` describe the answers in words. `answer` is the received grid. Its `wrong_cells` break a
    rule, in the house `wrong_house` if it repeats a digit; its `differing_cells` are other cells that differ from the
    only solution. `solutions` holds up to two known solutions, in the order in which a report shows them. If
    `wants_text`, no grid was expected.

    Of the `repeats` of this run, `failed_repeats` failed; no repeat means that there was no time, or a timeout.

    `written` describes how the input differs from the usual form, and `formatting` is its form; it is empty if no run
    can be repeated. `input` and `output` are the text of the run.
    `certificates` prove the expected answers, if these are `certified`. `saved_as` is the ID for `crosscover replay`,
    empty if nothing was saved.

    For an exact-cover solver, `searches` are the searches of one process instead of puzzles, and `drawing` shows the
    problem of the failing one as text, with the received and the expected cover.
    """

    property_name: str = msgspec.field(name="property")
    statement: str
    status: Status
    reason: str
    kind: str = ""
    same_cause: tuple[str, ...] = ()
    detail: str = ""
    shape: str = "3x3"
    puzzles: tuple[str, ...] = ()
    failing_index: int | None = None
    right_alone: bool = False
    answer_of: int | None = None
    repeats: int = 0
    failed_repeats: int = 0
    received: str = ""
    expected: tuple[str, ...] = ()
    answer: str | None = None
    wrong_cells: tuple[int, ...] = ()
    wrong_house: str | None = None
    differing_cells: tuple[int, ...] = ()
    solutions: tuple[str, ...] = ()
    wants_text: bool = False
    written: tuple[str, ...] = ()
    formatting: dict[str, str | bool | None] = {}
    hash_seed: int | None = None
    input: str = ""
    output: str = ""
    certified: bool = False
    certificates: tuple[str, ...] = ()
    saved_as: str = ""
    searches: tuple[CoverSearch, ...] = ()
    drawing: str = ""

    @property
    def puzzle(self) -> str:
        """The failing puzzle, or the first one; empty if there is none."""
        return self.puzzles[self.failing_index or 0] if self.puzzles else ""

    @property
    def shows_puzzle(self) -> bool:
        """Whether a single puzzle shows the failure; reports draw it."""
        return len(self.puzzles) == 1 or self.failing_index is not None

    @property
    def is_flaky(self) -> bool:
        """Whether the same run sometimes passes."""
        return self.failed_repeats < self.repeats

    @property
    def where(self) -> str:
        """The puzzle that the reason is about, as a prefix of the reason; empty if there is only one puzzle."""
        if self.failing_index is None:
            return "the run as a whole: " if len(self.puzzles) > 1 else ""
        size = len(self.puzzles)
        return f"puzzle {self.failing_index + 1} of {size}: " if size > 1 else ""

    @property
    def replay(self) -> str:
        """The command that replays the failure; empty if it was not saved."""
        return f"crosscover replay {self.saved_as}" if self.saved_as else ""


class Setup(msgspec.Struct, frozen=True):
    """The subject of a run, and how to repeat the run.

    `subject` is the specification, and `solver` the specification with the options that were given, or `found` by
    trying. `options` holds all options of the solver; `explicit` names those. `time_limit` is the time budget of
    all properties in seconds, None if rounds limit the run. `selected` means that the user chose some of the
    properties. `started` is the time in UTC (ISO 8601), `machine` has facts by name, `command` is the command line.
    `problem` is "sudoku", or "cover" for an exact-cover solver, which has no `shape`.
    """

    subject: str
    solver: str
    contract: str
    shape: str
    seed: int
    command: tuple[str, ...] = ()
    hash_seed: int | None = None
    panel: tuple[str, ...] = ()
    versions: dict[str, str] = {}
    started: str = ""
    machine: dict[str, str] = {}
    time_limit: float | None = None
    selected: bool = False
    options: dict[str, str | int | float | bool | None] = {}
    explicit: tuple[str, ...] = ()
    found: bool = False
    problem: Literal["sudoku", "cover"] = "sudoku"

    @property
    def noun(self) -> str:
        """What the solver solves, in the plural."""
        return "puzzles" if self.problem == "sudoku" else "problems"


class RunEnd(Enum):
    """The reason for the end of a run, in words that follow "The run is not complete:" if it is not."""

    FINISHED = "each property was judged as often as planned"
    FAILED = "a failure ended it before each property was judged"
    TIME = "the time was up"
    INTERRUPTED = "it was interrupted"
    FAULT = "an error of crosscover ended it"

    @property
    def is_complete(self) -> bool:
        """Whether the run was not cut short."""
        return self in (RunEnd.FINISHED, RunEnd.TIME)


class _Shown(msgspec.Struct, frozen=True):
    """A result that can be printed, saved and shown in a notebook."""

    @property
    def ok(self) -> bool:
        """Whether the solver, or each of several solvers, was judged and has no errors."""
        return self._result().exit_code is ExitCode.GOOD

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        from crosscover.report.files import atomic_write  # noqa: PLC0415 - reports render results
        from crosscover.report.page import page  # noqa: PLC0415 - as above

        atomic_write(Path(path), page(self._result()))

    def to_json(self) -> str:
        """Return the JSON report."""
        return encode(self)

    def __repr__(self) -> str:
        from crosscover.report.text import result_text  # noqa: PLC0415 - reports render results

        return result_text(self._result()).plain

    def _repr_html_(self) -> str:
        from crosscover.report.page import frame  # noqa: PLC0415 - reports render results

        return frame(self._result())

    def _result(self) -> "CheckResult | Comparison":
        return cast("CheckResult | Comparison", self)


class CheckResult(_Shown, frozen=True):
    """The result of a check; its text is the report, and a notebook shows the page.

    `sentence` states the result, `meaning` its strength, `not_covered` what was not covered, and `to_cover` is a
    command that covers it; each is empty if there is nothing to report. `circumstances` states what the failures have
    in common, and `notes` are further sentences. `failures` lists each cause, smallest puzzle first.

    Errors in random proper puzzles are `rarer_than` 1 in this number with 95 % confidence, None if nothing is known.
    `judged` counts puzzles, and `derived` puzzles whose verdict follows from a certified puzzle; of the others,
    `decided` have a verdict of the panel, and `certified` a certificate. `rounds` were necessary to find every failure;
    `repeat` is the command that draws the same puzzles. A run that is not `complete` was cut short.
    """

    setup: Setup
    grade: Grade = Grade.INTERRUPTED
    exit_code: ExitCode = ExitCode.INTERRUPTED
    sentence: str = "The run has not ended."
    meaning: str = ""
    not_covered: str = ""
    to_cover: str = ""
    circumstances: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    repeat: str = ""
    complete: bool = False
    time_is_up: bool = False
    rounds: int = 1
    seconds: float = 0.0
    judged: int = 0
    derived: int = 0
    decided: int = 0
    certified: int = 0
    rarer_than: int | None = None
    failures: tuple[Failure, ...] = ()
    properties: tuple[CheckedProperty, ...] = ()
    speed: Speed | None = None
    format: Literal["crosscover-check"] = "crosscover-check"
    version: Literal[5] = 5

    @property
    def seed(self) -> int:
        """The seed that repeats the run."""
        return self.setup.seed


class ComparedAnswer(msgspec.Struct, frozen=True):
    """A solver's answer to an input that another solver failed: its status, a description, and its wrong cells."""

    status: Status
    words: str = ""
    cells: tuple[int, ...] = ()
    differing_cells: tuple[int, ...] = ()


class ComparedInput(msgspec.Struct, frozen=True):
    """An input that a solver failed, and the answers of all solvers in order."""

    failure: Failure
    answers: tuple[ComparedAnswer, ...]


class Comparison(_Shown, frozen=True):
    """The results of several solvers in order; its text is the table, and a notebook shows the page.

    `left_out` counts the failing inputs that are not listed. If a solver could not be started, `sentence` and `results`
    are empty, and `notes` explain why.
    """

    verdict: str = "NOT STARTED"
    tone: Tone = Tone.UNDECIDED
    exit_code: ExitCode = ExitCode.NOT_STARTED
    sentence: str = ""
    results: tuple[CheckResult, ...] = ()
    inputs: tuple[ComparedInput, ...] = ()
    left_out: int = 0
    notes: tuple[str, ...] = ()
    format: Literal["crosscover-comparison"] = "crosscover-comparison"
    version: Literal[5] = 5


def encode(struct: msgspec.Struct) -> str:
    """Return a struct as indented JSON in ASCII that cannot control a terminal or a CI server."""
    return escape(json.dumps(msgspec.to_builtins(struct), indent=1, allow_nan=False)) + "\n"


def decode(text: str | bytes, kind: type[Any] = CheckResult) -> Any:
    """Return the struct of this kind from a JSON text; raises ValueError, which states what does not fit."""
    return msgspec.convert(json.loads(text), kind)


def schema(kind: type[msgspec.Struct] = CheckResult) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a struct."""
    return msgspec.json.schema(kind)
