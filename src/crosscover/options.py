"""Every option of a solver and of a run, defined once.

The fields of `Options` and `RunOptions` are the definitions. The command line, the table of pyproject.toml,
`properties_of`, `crosscover.check`, saved failures, reports and the documentation are generated from them.

Every pytest run in an environment with crosscover imports this module, so it imports neither Hypothesis nor Rich nor an
engine.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import partial
from typing import Any, cast

import crosscover.option_values as values
from crosscover.contracts import ANY, CONTRACTS, PROPER, Contract, contract_named
from crosscover.dialects import DIALECTS, Dialect
from crosscover.option_values import did_you_mean, one_of
from crosscover.reference import Shape
from crosscover.visible_kinds import VisibleKind

Plain = str | int | float | bool | None
"""A value that any file format can hold."""

REFERENCE = "engine:dlx"
"""The default subject."""


class Call(StrEnum):
    """How a function receives a puzzle; a list is fresh for each puzzle, and may be solved in place.

    `TEXT` is a string with one character per cell, `.` for an empty cell. `ROWS` is a list of lists of int, 0 for an
    empty cell; `BOARD` is a list of lists of characters, as in LeetCode 37; `CELLS` is one list of int.
    """

    TEXT = "text"
    ROWS = "rows"
    BOARD = "board"
    CELLS = "cells"


PRINTED = "printed"
"""The value of `--answers` for a function that prints its answer instead of returning it."""

ENGINE, PROGRAM, PYTHON = "engine", "exec", "python"
COMPILED = ("c", "cpp", "java")
FUNCTIONS = (PYTHON, "js", *COMPILED)
PROCESSES = (PROGRAM, *FUNCTIONS)
KINDS = (ENGINE, *PROCESSES)
"""Kinds of subjects, the prefixes of their specifications."""

CERTIFIED_SHAPES = (
    *(Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 3), Shape(4, 4)),
    *(Shape(2, 2, True), Shape(2, 3, True), Shape(3, 2, True), Shape(3, 3, True)),
)
"""Shapes with a corpus of certified puzzles: solvers for them are also judged by volume, and measured."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, type and default, its group in the help, its values, and its help text.

    `parse` reads a value or raises ValueError. A flag has no `metavar`. `kinds` lists the kinds of subjects that the
    option applies to. `short` is the short form on a command line.
    """

    name: str
    type: Any
    default: object
    group: str
    metavar: str
    parse: Callable[[str], object]
    help: str
    kinds: tuple[str, ...] = KINDS
    short: str = ""

    @property
    def word(self) -> str:
        """The option on a command line."""
        return f"--{self.name.replace('_', '-')}"

    def applies_to(self, spec: str) -> bool:
        """Return whether the option applies to a subject, or may apply once the subject's form is found."""
        kind = spec.partition(":")[0]
        return kind not in KINDS or kind in self.kinds

    def refuse_other_kinds(self, spec: str) -> None:
        """Raise ValueError if the option does not apply to a subject."""
        if not self.applies_to(spec):
            kinds = ", ".join(f"{kind}:" for kind in self.kinds)
            raise ValueError(f"{self.name}: only for {kinds} solvers, not {spec}")

    def read(self, value: object) -> Any:
        """Return the value for a text or an object; raises ValueError, which names the option, if it is invalid."""
        is_flag, takes_number = self.type is bool, isinstance(0, self.type) or isinstance(0.0, self.type)
        if isinstance(value, self.type) and (is_flag or not isinstance(value, (str, int, float))):
            return value
        if isinstance(value, os.PathLike):
            value = os.fspath(cast("os.PathLike[str]", value))
        if not is_flag and (isinstance(value, str) or (type(value) in (int, float) and takes_number)):
            try:
                return self.parse(str(value))
            except ValueError as error:
                raise ValueError(f"{self.name}: {error}") from None
        expected = "True or False" if is_flag else "a number" if takes_number else "text"
        raise ValueError(f"{self.name}: expected {expected}, not {value!r}")


def _option(default: object, text: str, metavar: str = "", parse: Callable[[str], object] = bool, **more: Any) -> Any:
    return field(default=default, metadata={"help": text, "metavar": metavar, "parse": parse, **more})


_solver = partial(_option, group="solver")
_program = partial(_option, group="solver", kinds=(PROGRAM,))
_function = partial(_option, group="solver", kinds=FUNCTIONS)
_process = partial(_option, group="solver", kinds=PROCESSES)
_test = partial(_option, group="tests")
_report = partial(_option, group="reports")


@dataclass(frozen=True, slots=True)
class Options:
    """The interface and limits of a solver.

    A run may take `time_limit` seconds, plus `puzzle_time` for each puzzle of its batch. Sleeping counts. While a
    process is ready to run but other processes use every processor, only processor time counts (`Watch` compares the
    two every 100 ms), so a busy machine costs a solver nothing. A run ends after twice the limit in wall time. Memory
    and output limits are in MiB; the memory limit is for the writable memory of each process (see `memory_mebibytes`),
    and each puzzle adds 512 bytes to the output limit. A dialect for a single shape implies `shape`, and `variant` is
    the shape's diagonals by name: each of the two options implies the other.

    `explicit` names the options that were given, even with their default; options that differ from the default always
    count as given. Raises ValueError if the dialect does not exist or is for another shape.
    """

    dialect: str = _program(
        "poj3074", "text form of the input: see `crosscover dialects`", "NAME", values.named(sorted(DIALECTS))
    )
    call: Call = _function(  # noqa: RUF009 - a field
        Call.TEXT,
        "argument of a function: text, 81 characters; rows, 9 lists of 9 int; cells, 81 int; board, 9 lists of 9 "
        "characters (LeetCode 37)",
        "NAME",
        values.named([call.value for call in Call], Call),
    )
    contract: Contract = _solver(  # noqa: RUF009 - a field
        PROPER,
        "expected answers: "
        + "; ".join(f"{contract.name}: {contract.puzzles}, {contract.answer}" for contract in CONTRACTS.values())
        + " (default: the dialect's, any for an engine, else proper)",
        "NAME",
        values.named(CONTRACTS, contract_named),
    )
    shape: Shape = _solver(Shape(), "rows and columns of a box (default: 3x3)", "RxC", values.box_shape)
    variant: str | None = _solver(
        None, "x: diagonal Sudoku, each main diagonal also holds each digit once", "NAME", values.variant
    )
    empty: str | None = _process(None, "empty cell: a character, nothing, None or -1", "C", values.empty_cell)
    answers: str | None = _process(
        None,
        "dialect of the output; printed: a function prints",
        "NAME",
        values.named([*sorted(DIALECTS), PRINTED]),
    )
    ignore: str | None = _program(None, "ignore lines of the output that match", "REGEX", values.regex)
    refuse_on: str | None = _function(None, "exceptions that mean 'no solution'", "NAMES", str)
    no_clashes: bool = _process(False, "leave out puzzles whose clues clash")
    no_full_grids: bool = _process(False, "leave out full grids")
    strict_forms: bool = _program(False, "require all forms of the dialect, such as CRLF")
    python: str | None = _solver(None, "interpreter or virtual environment of a function", "PATH", str, kinds=(PYTHON,))
    time_limit: float = _process(
        6.0, "seconds per run, and 0.1 more per puzzle (default: 6)", "SECONDS", values.seconds
    )
    memory_limit: int = _process(
        2048, "MiB per process (default: half of the memory, at most 2048)", "MIB", values.mebibytes
    )
    puzzle_time: float = 0.1
    output_limit: int = 4
    explicit: frozenset[str] = frozenset()
    is_found: bool = False
    lingers: bool = False

    def __post_init__(self) -> None:
        one_of(list(DIALECTS), self.dialect)
        form, shape, is_diagonal = self.text_form, self.shape.plain, bool(self.variant or self.shape.diagonals)
        if form.shape not in (None, shape):
            if "shape" in self.explicit or shape != Shape():
                raise ValueError(f"the dialect {form.name} is for the shape {form.shape}, not {shape}")
            shape = form.shape
        object.__setattr__(self, "shape", replace(shape, diagonals=is_diagonal))
        object.__setattr__(self, "variant", "x" if is_diagonal else None)
        changed = {name for name, option in SOLVER_OPTIONS.items() if getattr(self, name) != option.default}
        implied = {"shape"} if is_diagonal and shape == Shape() else set[str]()
        object.__setattr__(self, "explicit", (self.explicit | changed) - implied)

    def with_overrides(self, given: Mapping[str, object]) -> "Options":
        """Return the options with some of them set by name, to a value or to the text that a user writes.

        Raises ValueError, which names the option, if it does not exist or the value is invalid.
        """
        chosen = {name: find_option(name, QUOTED).read(value) for name, value in given.items()}
        return replace(self, **chosen, explicit=self.explicit | set(chosen))

    def to_plain(self) -> dict[str, Plain]:
        """Return all options by name, except `explicit`, as values that any file format can hold."""
        return {name: plain_value(getattr(self, name)) for name in SOLVER_OPTIONS}

    def given(self) -> dict[str, Plain]:
        """Return the options that were given, as plain values sorted by name."""
        plain = self.to_plain()
        return {name: plain[name] for name in sorted(self.explicit)}

    @property
    def unpromised(self) -> frozenset[VisibleKind]:
        """The kinds of puzzles that the solver does not receive."""
        flags = {VisibleKind.CLASHING: self.no_clashes, VisibleKind.FULL: self.no_full_grids}
        return frozenset(kind for kind, flag in flags.items() if flag)

    @property
    def solutions_searched(self) -> int:
        """The number of solutions that a solver may search for: all of them if it counts."""
        return sys.maxsize if self.contract.numbers else self.contract.solutions_needed

    @property
    def text_form(self) -> Dialect:
        """The dialect of the input, with the empty cell that was given."""
        form = DIALECTS[self.dialect]
        return form if self.empty is None else replace(form, empty_characters=self.empty)

    @property
    def answer_form(self) -> Dialect:
        """The dialect of the output."""
        return DIALECTS[self.dialect if self.answers in (None, PRINTED) else self.answers]

    @property
    def has_default_limits(self) -> bool:
        """Whether the time limit is the default; a limit from the user is enforced strictly."""
        return "time_limit" not in self.explicit

    def seconds(self, puzzles: int) -> float:
        """Return the time limit in seconds of a run with this number of puzzles, at most a day."""
        return min(self.time_limit + self.puzzle_time * puzzles, values.DAY)

    @property
    def memory_mebibytes(self) -> int:
        """The memory limit of a process: the given limit, or the default, but at most half of the machine's memory."""
        if "memory_limit" in self.explicit:
            return self.memory_limit
        import psutil  # noqa: PLC0415 - see the module

        return min(self.memory_limit, int(psutil.virtual_memory().total) >> 21)

    def output_mebibytes(self, puzzles: int) -> int:
        """Return the output limit of a run with this number of puzzles: a long run needs more output."""
        return self.output_limit + (puzzles << 9 >> 20)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run of properties: the subject, the tests and the reports."""

    subject: str = REFERENCE
    time: float | None = _test(
        None, "time budget: 90s, 10m or 2h (default: 60s, or 15s after a failure)", "TIME", values.duration
    )
    rounds: int | None = _test(None, "rounds instead of a time; each doubles the last", "N", values.count)
    seed: int | None = _test(None, "seed of an earlier run, to repeat it", "N", values.seed)
    only: str = _test("", "only properties with matching names", "EXPR", str, short="-k")
    first: bool = _test(False, "stop at the first failed property", short="-x")
    puzzles: str = _test("", "also test with the puzzles of this file", "FILE", str)
    known: str = _test("", "expected failures, one per line: NAME or NAME: REASON", "FILE", str)
    jobs: int | None = _test(
        None, "runs of the solver at once (default: one per processor, 1 with --rounds)", "N", values.count
    )
    max_slowdown: float | None = _test(
        None,
        "fail if hard puzzles take more than FACTOR times as long as the reference; 0: do not measure performance",
        "FACTOR",
        values.factor,
    )
    html: str = _report("", "write a report for browsers: one self-contained file", "FILE", str)
    json: str = _report("", "write a report for programs; - for stdout", "FILE", str)
    junit: str = _report("", "write a report for CI servers", "FILE", str)
    verbose: bool = _report(False, "print the statement of each property", short="-v")


def _definitions(kind: type[Options] | type[RunOptions]) -> Mapping[str, Option]:
    return {
        definition.name: Option(definition.name, definition.type, definition.default, **definition.metadata)
        for definition in fields(kind)
        if definition.metadata
    }


SOLVER_OPTIONS = _definitions(Options)
RUN_OPTIONS = _definitions(RunOptions)
OPTIONS: Mapping[str, Option] = {**SOLVER_OPTIONS, **RUN_OPTIONS}
"""Every option by name; `SOLVER_OPTIONS` come from `Options`, `RUN_OPTIONS` from `RunOptions`."""

CHECK, COMPARE, PYTEST, INIT, QUOTED = "crosscover check", "crosscover compare", "properties_of", "init", "a solver"
COVERS = "crosscover check --problem cover"
_SHARED = (*SOLVER_OPTIONS, "time", "rounds", "seed", "puzzles", "html", "json")
OPTIONS_OF: Mapping[str, tuple[str, ...]] = {
    CHECK: (*OPTIONS,),
    COMPARE: (*_SHARED, "only", "jobs"),
    PYTEST: (*_SHARED, "known", "max_slowdown", "junit"),
    INIT: ("dialect", "call", "contract", "variant"),
    QUOTED: (*SOLVER_OPTIONS,),
    COVERS: (
        *("python", "time_limit", "memory_limit", "time", "rounds", "seed", "only", "first"),
        *("html", "json", "junit", "verbose"),
    ),
}
"""The options of each command, of `properties_of` and of a quoted solver."""


def find_option(name: str, user: str) -> Option:
    """Return the option with this name; raises ValueError if it does not exist, or `user` of `OPTIONS_OF` lacks it."""
    if name not in OPTIONS:
        raise ValueError(f"there is no option {name!r}{did_you_mean(name, OPTIONS)}")
    if name not in OPTIONS_OF[user]:
        raise ValueError(f"{name}: {user} has no such option")
    return OPTIONS[name]


def solver_options(spec: str, given: Mapping[str, object]) -> Options:
    """Return the options of a solver, with the default contract for its kind unless a contract is given.

    The default is `any` for an engine, and for a program the contract of the judge that its dialect comes from. Raises
    ValueError, which names the option, if it does not exist, is invalid, or does not apply to this kind of solver.
    """
    kind = spec.partition(":")[0]
    for name in given:
        find_option(name, QUOTED).refuse_other_kinds(spec)
    options = Options(contract=ANY if kind == ENGINE else PROPER).with_overrides(given)
    is_program = kind == PROGRAM or kind not in KINDS
    if is_program and "contract" not in given and (contract := options.text_form.contract):
        options = options.with_overrides({"contract": contract})
    return options


def options_from_plain(plain: Mapping[str, Plain], explicit: Iterable[str]) -> Options:
    """Return the options that `to_plain` wrote, with the names of the options that were given.

    Other entries are ignored, and missing options get their defaults. Raises ValueError, which names the option, if a
    value is invalid.
    """
    options = Options().with_overrides({name: value for name, value in plain.items() if name in SOLVER_OPTIONS})
    return replace(options, explicit=frozenset(explicit) & set(SOLVER_OPTIONS))


def option_words(given: Mapping[str, object]) -> list[str]:
    """Return options as words of a command line; None and False are omitted."""
    return [
        OPTIONS[name].word if value is True else f"{OPTIONS[name].word}={plain_value(value)}"
        for name, value in given.items()
        if value is not None and value is not False
    ]


def plain_value(value: object) -> Plain:
    """Return the value of an option for any file format: a contract, a shape or a path as text."""
    return value if value is None or isinstance(value, (int, float)) else str(value)
