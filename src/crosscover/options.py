"""Every option of a solver and of a run, defined once.

The fields of `Options` and `RunOptions` are the definitions. The command line, the options of pytest, `properties_of`,
`crosscover.check`, saved failures, reports and the documentation are generated from them. The typed dictionaries below
repeat names and types, for editors and type checkers; a test compares them with the definitions.

Every pytest of an environment with crosscover imports this module, so it imports neither Hypothesis nor Rich nor an
engine.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypedDict, cast

from crosscover.contracts import ANY, CONTRACTS, PROPER, Contract, contract_named
from crosscover.dialects import DIALECTS, Dialect, dialect
from crosscover.option_values import (
    BOX_SHAPE,
    BUDGET,
    COUNT,
    DAY,
    DIALECT_NAME,
    DURATION,
    EMPTY_CELL,
    EXCEPTIONS,
    EXPRESSION,
    FACTOR,
    FILE,
    FLAG,
    MEBIBYTES,
    PATH,
    REGEX,
    SECONDS,
    SEED,
    SPECIFICATION,
    TEXT,
    ValueType,
    named_values,
)
from crosscover.reference import Shape
from crosscover.spelling import did_you_mean, one_of
from crosscover.visible_kinds import VisibleKind

Plain = str | int | float | bool | None
"""A value that any format can hold."""

REFERENCE = "engine:dlx"
"""The default subject."""


class Call(Enum):
    """How a function takes a puzzle."""

    TEXT = "text"
    """One string with a character per cell, `.` for an empty one."""

    ROWS = "rows"
    """A list of rows, lists of int, 0 for an empty cell.

    It is fresh for each puzzle, as are the two below, and may be solved in place.
    """

    BOARD = "board"
    """A list of rows, lists of strings, `.` for an empty cell (LeetCode 37)."""

    CELLS = "cells"
    """One list of int, 0 for an empty cell."""


PRINTED = "printed"
"""The value of `--answers` for a function that prints its answer instead of returning it."""


class OptionGroup(Enum):
    """The headings under which help and documentation show options, the most used first."""

    SOLVER = "solver"
    TESTS = "test generation"
    REPORTS = "reports"
    LIMITS = "limits"
    OUTPUT = "solver output"
    PERFORMANCE = "performance"


CHECK, COMPARE, PYTEST, INIT, QUOTED = "check", "compare", "pytest", "init", "quoted"
"""The commands that have options; `pytest` includes `properties_of`, `quoted` is a solver with options of its own."""

_SOLVERS = (CHECK, COMPARE, PYTEST, QUOTED)

ENGINE, PROGRAM, PYTHON = "engine", "exec", "python"
FUNCTIONS = (PYTHON, "js")
PROCESSES = (PROGRAM, *FUNCTIONS)
KINDS = (ENGINE, *PROCESSES)
"""Kinds of subjects, as in their specifications."""


CERTIFIED_SHAPES = (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(4, 3), Shape(4, 4))
"""The shapes with a corpus of certified puzzles: solvers for them are also judged by volume, and measured."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, type and default, the parser of its values, its help, and what has it.

    `commands` have the option, `kinds` are the kinds of subjects that it applies to. A `short`
    form is for command lines.
    """

    name: str
    type: Any
    default: object
    value: ValueType
    help: str
    group: OptionGroup
    commands: tuple[str, ...]
    kinds: tuple[str, ...] = KINDS
    short: str = ""

    @property
    def word(self) -> str:
        """The option on a command line."""
        return f"--{self.name.replace('_', '-')}"

    def keywords(self, text: str = "") -> dict[str, Any]:
        """The keyword arguments for argparse and pytest; another help text may be given."""
        shows_default = not (text or self.default in (None, False, "") or "(default:" in self.help)
        default = f" (default: {plain_value(self.default)})" if shows_default else ""
        how = {"metavar": self.value.metavar} if self.value.metavar else {"action": "store_const", "const": True}
        return {**how, "help": f"{text or self.help}{default}"}

    def refuse_other_kinds(self, spec: str) -> None:
        """Raise ValueError if the option does not apply to the subject of a specification."""
        kind = spec.partition(":")[0]
        if kind in KINDS and kind not in self.kinds:
            raise ValueError(
                f"{self.name}: only for {' and '.join(f'{one}:' for one in self.kinds)} solvers, not {spec}"
            )

    def read(self, value: object) -> Any:
        """The value that a person or a program means; raises ValueError naming the option if it does not fit."""
        is_flag, takes_number = self.type is bool, isinstance(0, self.type) or isinstance(0.0, self.type)
        if value is None and self.default is None:
            return value
        if isinstance(value, self.type) and (is_flag or isinstance(value, (Contract, Enum, Shape))):
            return value
        if isinstance(value, os.PathLike):
            value = os.fspath(cast("os.PathLike[str]", value))
        if not is_flag and (isinstance(value, str) or (type(value) in (int, float) and takes_number)):
            try:
                return self.value.parse(str(value))
            except ValueError as error:
                raise ValueError(f"{self.name}: {error}") from None
        expected = "True or False" if is_flag else "a number" if takes_number else "text"
        raise ValueError(f"{self.name}: expected {expected}, not {value!r}")


def _option(default: object, value: ValueType, text: str, **more: Any) -> Any:
    return field(default=default, metadata={"value": value, "help": text, **more})


_common = partial(_option, group=OptionGroup.SOLVER, commands=(*_SOLVERS, INIT))
_solver = partial(_option, group=OptionGroup.SOLVER, commands=_SOLVERS)
_promise = partial(_option, group=OptionGroup.SOLVER, commands=_SOLVERS, kinds=PROCESSES)
_limit = partial(_option, group=OptionGroup.LIMITS, commands=_SOLVERS, kinds=PROCESSES)
_output = partial(_option, group=OptionGroup.OUTPUT, commands=_SOLVERS, kinds=(PROGRAM,))
_tests = partial(_option, group=OptionGroup.TESTS, commands=(CHECK, COMPARE, PYTEST))
_report = partial(_option, group=OptionGroup.REPORTS, commands=(CHECK, PYTEST))
_performance = partial(_option, group=OptionGroup.PERFORMANCE, commands=(CHECK, PYTEST))


@dataclass(frozen=True, slots=True)
class Options:
    """The interface and the limits of a solver.

    A run has `time_limit` seconds and `puzzle_time` more for each puzzle of its batch. This is wall time, so sleeping
    does not evade the limit, less the time, up to once the limit, that a process was ready to run while other
    processes held every processor: a busy machine costs a solver nothing (from `schedstat` on Linux; elsewhere all time
    counts). With `stream` each answer is also limited to `time_limit` and `puzzle_time`. Limits of memory and output
    are in MiB; memory is what a program may write to, for each of its processes (see `memory_mebibytes`); 512 bytes of
    output more are allowed for each puzzle. `refusal` pins the text for "no solution"; None allows any line without
    digits. `words` is read by `number_words`. `shape` is implied by a dialect for a single shape.

    `explicit` names the options that somebody has set, even to their defaults; all that differ from the default count
    as set. Raises ValueError if there is no such dialect, the shape is not its own, or the limits leave no time.
    """

    dialect: str = _common(
        "poj3074",
        DIALECT_NAME,
        "text form of a program's input and output; see `crosscover dialects`",
        kinds=(PROGRAM,),
    )
    call: Call = _common(  # noqa: RUF009 - a field
        Call.TEXT,
        named_values([call.value for call in Call], Call, "HOW"),
        "argument of a function; text: 81 characters; rows: 9 lists of 9 integers; cells: 81 integers; board: 9 lists "
        "of 9 characters, '.' for an empty cell (LeetCode 37); a list may be solved in place",
        kinds=FUNCTIONS,
    )
    contract: Contract = _common(  # noqa: RUF009 - a field
        PROPER,
        named_values(CONTRACTS, contract_named),
        "which puzzles the solver receives, and the expected answers; "
        + "; ".join(f"{contract.name}: {contract.puzzles}, {contract.answer}" for contract in CONTRACTS.values())
        + " (default: the contract of the dialect, any for an engine, otherwise proper)",
    )
    shape: Shape = _solver(Shape(), BOX_SHAPE, "rows and columns of a box, such as 2x2 for 4x4 cells")
    stream: bool = _solver(
        False, FLAG, "send a program one puzzle at a time, and wait for each answer", kinds=(PROGRAM,)
    )
    empty: str | None = _solver(
        None,
        EMPTY_CELL,
        "empty cell in the input of a program, or in the argument of a function, where nothing, None and -1 are "
        "possible as well (default: that of the dialect or the form)",
        kinds=PROCESSES,
    )
    refusal: str | None = _solver(
        None, TEXT, "output if there is no solution (default: any line without digits)", kinds=PROCESSES
    )
    refuse_on: str | None = _solver(
        None, EXCEPTIONS, "exceptions that a function raises if there is no solution: NAME,NAME", kinds=FUNCTIONS
    )
    no_clashes: bool = _promise(
        False, FLAG, "leave out puzzles whose clues clash, for which the solver promises nothing"
    )
    no_full_grids: bool = _promise(False, FLAG, "leave out full grids, for which the solver promises nothing")
    strict_forms: bool = _solver(
        False, FLAG, "fail a program that does not read every form of its dialect, such as CRLF", kinds=(PROGRAM,)
    )
    python: str | None = _solver(
        None,
        PATH,
        "interpreter or virtual environment that runs a Python function (default: that of crosscover)",
        kinds=(PYTHON,),
    )
    time_limit: float = _limit(6.0, SECONDS, "time limit per run in seconds")
    puzzle_time: float = _limit(0.1, SECONDS, "extra seconds per puzzle")
    memory_limit: int = _limit(
        2048, MEBIBYTES, "memory limit per process in MiB; by default at most half of the machine's memory"
    )
    output_limit: int = _limit(4, MEBIBYTES, "output limit in MiB")
    answers: str | None = _solver(
        None,
        named_values([*sorted(DIALECTS), PRINTED]),
        "dialect of a program's output (default: that of its input); printed: a function prints its answer",
        kinds=PROCESSES,
    )
    ignore: str | None = _output(None, REGEX, "ignore lines of a program's output that contain a match")
    explicit: frozenset[str] = frozenset()
    is_found: bool = False
    lingers: bool = False

    def __post_init__(self) -> None:
        one_of(list(DIALECTS), self.dialect)
        form = self.text_form
        if form.shape not in (None, self.shape):
            if "shape" in self.explicit or self.shape != Shape():
                raise ValueError(f"the dialect {form.name} is for the shape {form.shape}, not {self.shape}")
            object.__setattr__(self, "shape", form.shape)
        changed = {name for name, option in SOLVER_OPTIONS.items() if getattr(self, name) != option.default}
        object.__setattr__(self, "explicit", self.explicit | changed)
        if not self.time_limit + self.puzzle_time > 0:
            raise ValueError("options 'time_limit' and 'puzzle_time' leave no time")

    def with_overrides(self, given: Mapping[str, object]) -> "Options":
        """The options with some of them set by name, to a value or to the text that a person writes.

        Raises ValueError naming the option if it does not exist or the value does not fit.
        """
        values = {name: find_option(name, QUOTED).read(value) for name, value in given.items()}
        return replace(self, **values, explicit=self.explicit | set(values))

    def to_plain(self) -> dict[str, Plain]:
        """All options by name, as values that any format can hold; `explicit` is not among them."""
        return {name: plain_value(getattr(self, name)) for name in SOLVER_OPTIONS}

    def given(self) -> dict[str, Plain]:
        """The options that somebody has set, as plain values in the order of their names."""
        plain = self.to_plain()
        return {name: plain[name] for name in sorted(self.explicit)}

    @property
    def unpromised(self) -> frozenset[VisibleKind]:
        """The kinds of puzzle that the solver does not receive."""
        flags = {VisibleKind.CLASHING: self.no_clashes, VisibleKind.FULL: self.no_full_grids}
        return frozenset(kind for kind, flag in flags.items() if flag)

    @property
    def solutions_needed(self) -> int:
        """How many solutions a solver has to look for."""
        return self.contract.solutions_needed

    @property
    def solutions_searched(self) -> int:
        """How many solutions a solver may look for: all of them if it counts."""
        return sys.maxsize if self.contract.numbers else self.contract.solutions_needed

    @property
    def text_form(self) -> Dialect:
        """The dialect of the input, with the empty cell that somebody has set."""
        form = dialect(self.dialect)
        return form if self.empty is None else replace(form, empty_characters=self.empty)

    @property
    def answer_form(self) -> Dialect:
        """The dialect of the output."""
        return dialect(self.dialect if self.answers in (None, PRINTED) else self.answers)

    @property
    def has_default_limits(self) -> bool:
        """Whether nobody has set how long an answer may take; limits that somebody sets are enforced strictly."""
        return not self.explicit & {"time_limit", "puzzle_time"}

    def seconds(self, puzzles: int) -> float:
        """The time limit of a run with this number of puzzles, at most a day."""
        return min(self.time_limit + self.puzzle_time * puzzles, DAY)

    @property
    def memory_mebibytes(self) -> int:
        """The memory limit of a process: that of somebody, or the default, but at most half of the machine's memory."""
        if "memory_limit" in self.explicit:
            return self.memory_limit
        import psutil  # noqa: PLC0415 - see the module

        return min(self.memory_limit, int(psutil.virtual_memory().total) >> 21)

    def output_mebibytes(self, puzzles: int) -> int:
        """The output limit of a run with this number of puzzles: a long run needs much output."""
        return self.output_limit + (puzzles << 9 >> 20)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """A run of properties: the subject, the tests and the reports."""

    subject: str = _solver(
        REFERENCE,
        SPECIFICATION,
        "solver: engine:NAME, python:FILE_OR_MODULE:FUNCTION, js:FILE_OR_PACKAGE:FUNCTION or exec:COMMAND",
        commands=(PYTEST,),
    )
    time: float | None = _tests(
        None, DURATION, "total time budget, such as 90s, 10m or 2h (default: 60s); the check ends at most 10 s later"
    )
    only: str = _tests("", EXPRESSION, "only properties with matching names", commands=(CHECK, COMPARE), short="-k")
    first: bool = _tests(False, FLAG, "stop at the first failed property", commands=(CHECK,), short="-x")
    verbose: bool = _tests(False, FLAG, "print the statement of each property", commands=(CHECK,), short="-v")
    puzzles: str = _tests("", FILE, "also test with the puzzles of this file, in any dialect")
    known: str = _tests("", FILE, "properties that are expected to fail, one per line", commands=(CHECK, PYTEST))
    jobs: int | None = _tests(
        None,
        COUNT,
        "number of runs of the solver at once, each in a process of its own (default: one per processor, "
        "but 1 with --rounds and --examples)",
        commands=(CHECK, COMPARE),
    )
    rounds: int | None = _tests(
        None,
        COUNT,
        "number of rounds of each property; each doubles the previous one; no time limit, except that of --time",
        commands=(CHECK, COMPARE),
    )
    examples: int | None = _tests(None, COUNT, "one round with N batches of puzzles per property")
    seed: int | None = _tests(None, SEED, "seed of an earlier run, to repeat it")
    profile: str = _tests(
        "dev",
        named_values(("dev", "ci", "nightly", "poj3074")),
        "dev: a new seed; ci: a round with the seed 0, then rounds with a new seed (pytest: only the first); nightly: "
        "25 times as long; poj3074: the limits of that judge, 1 s and 64 MiB per run",
        commands=(CHECK, PYTEST),
    )
    html: str = _report(
        "", FILE, "write a report for browsers: one self-contained file", commands=(CHECK, COMPARE, PYTEST)
    )
    json: str = _report("", FILE, "write a report for programs; - for stdout", commands=(CHECK, COMPARE, PYTEST))
    junit: str = _report("", FILE, "write a report for CI servers")
    performance: float = _performance(
        5.0, BUDGET, "time for measuring speed in seconds; 0 disables it", commands=(CHECK, COMPARE, PYTEST)
    )
    max_slowdown: float | None = _performance(
        None, FACTOR, "fail if hard or 17-clue puzzles take more than X times the time of the reference"
    )
    max_growth: float | None = _performance(
        None, FACTOR, "fail if time per puzzle grows with run length by an exponent above X"
    )


def _definitions(kind: type[Options] | type[RunOptions]) -> Mapping[str, Option]:
    return MappingProxyType(
        {one.name: Option(one.name, one.type, one.default, **one.metadata) for one in fields(kind) if one.metadata}
    )


SOLVER_OPTIONS = _definitions(Options)
RUN_OPTIONS = _definitions(RunOptions)
OPTIONS: Mapping[str, Option] = MappingProxyType({**SOLVER_OPTIONS, **RUN_OPTIONS})
"""Every option by name; `SOLVER_OPTIONS` are the fields of `Options`, `RUN_OPTIONS` those of `RunOptions`."""

PROFILES: Mapping[str, Options] = MappingProxyType(
    {
        "ci": Options(),
        "dev": Options(),
        "nightly": Options(),
        "poj3074": Options(strict_forms=True, time_limit=1.0, puzzle_time=0.0, memory_limit=64),
    }
)
"""Profiles by name, with their options of a solver: POJ 3074 allows 1 s and 64 MiB for a run of about 1,000 puzzles."""


def find_option(name: str, command: str, caller: str = "") -> Option:
    """The option of this name; raises ValueError if there is none, or if the command does not have it."""
    if name not in OPTIONS:
        raise ValueError(f"there is no option {name!r}{did_you_mean(name, OPTIONS)}")
    if command not in OPTIONS[name].commands:
        raise ValueError(f"{name}: {caller or 'a solver'} has no such option")
    return OPTIONS[name]


def solver_options(spec: str, given: Mapping[str, object], profile: str = "dev") -> Options:
    """The options of a solver, with the default contract for its kind unless a contract is given.

    This is `any` for an engine, and for a program the contract of the judge that its dialect comes from. Raises
    ValueError naming an option that does not exist, does not fit, or does not apply to this kind of solver.
    """
    kind = spec.partition(":")[0]
    for name in given:
        find_option(name, QUOTED).refuse_other_kinds(spec)
    limits = PROFILES[profile].given().items()
    defaults = {name: value for name, value in limits if kind not in KINDS or kind in OPTIONS[name].kinds}
    options = Options(contract=ANY if kind == ENGINE else PROPER).with_overrides({**defaults, **given})
    is_program = kind == PROGRAM or kind not in KINDS
    if is_program and "contract" not in given and (contract := options.text_form.contract):
        options = options.with_overrides({"contract": contract})
    return options


def options_from_plain(plain: Mapping[str, Plain], explicit: Iterable[str]) -> Options:
    """The options that `to_plain` gave, with the names of those that somebody had set.

    Other entries are ignored, and missing ones have their defaults. Raises ValueError naming an option that does not
    fit.
    """
    options = Options().with_overrides({name: value for name, value in plain.items() if name in SOLVER_OPTIONS})
    return replace(options, explicit=frozenset(explicit) & set(SOLVER_OPTIONS))


def option_words(given: Mapping[str, object]) -> list[str]:
    """Options by name as words of a command line; None and False are omitted."""
    return [
        f"--{name.replace('_', '-')}{'' if value is True else f'={plain_value(value)}'}"
        for name, value in given.items()
        if value is not None and value is not False
    ]


def plain_value(value: object) -> Plain:
    """The value of an option as any format can hold it."""
    match value:
        case Enum():
            return str(value.value)
        case str() | int() | float() | bool() | None:
            return value
        case _:  # a contract, a shape or a path
            return str(value)


class SolverSettings(TypedDict, total=False):
    """The options of a solver, as keyword arguments."""

    contract: Contract | str
    dialect: str
    call: Call | str
    shape: Shape | str
    stream: bool
    empty: str
    refusal: str
    refuse_on: str
    no_clashes: bool
    no_full_grids: bool
    strict_forms: bool
    python: str | Path
    time_limit: float | str
    puzzle_time: float | str
    memory_limit: int | str
    output_limit: int | str
    answers: str
    ignore: str


class _RunSettings(SolverSettings, total=False):
    time: float | str
    examples: int
    seed: int
    puzzles: str | Path
    known: str | Path
    profile: str
    junit: str | Path
    performance: float
    max_slowdown: float
    max_growth: float


class SuiteSettings(_RunSettings, total=False):
    """The keyword arguments of `properties_of`."""

    html: str | Path
    json: str | Path


class CheckSettings(_RunSettings, total=False):
    """The keyword arguments of `crosscover.check`."""

    jobs: int
    rounds: int
    only: str
    first: bool
