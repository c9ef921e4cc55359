"""What a run is asked to do, whether `crosscover check`, the options of pytest or `properties_of` started it.

The plugin needs `SETTINGS` in every pytest of an environment that crosscover is installed in, so nothing here may
import Hypothesis, Rich or an engine.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple

from crosscover.harness.schedule import Budget, PerformanceBudget, growing
from crosscover.reference import Shape
from crosscover.report.files import STORE
from crosscover.subjects.options import OPTION_FIELDS, PROFILES, Contract, Options, bounded_number, whole_number

REFERENCE = "engine:dlx"
"""The subject where none is named."""

DEFAULT_SECONDS = 60.0
"""What the properties may take altogether; to make a failure small takes some seconds more."""

BUDGETS = {"dev": Budget(), "ci": Budget(), "nightly": Budget(examples=25 * Budget().examples)}
"""How much is tried in one round, by the name of a profile; `nightly` has also 25 times as long. The first round of
`ci` has a seed that never changes, so that CI repeats what it did and yet explores."""

CI_SEED = 0

FIXED_EXAMPLES = 12
"""Batches of puzzles for a property in a round whose seed never changes, where rounds that grow come after it."""


NINE_BY_NINE = ("certify", "max_slowdown", "max_growth")
"""What there is for puzzles of 9x9 cells alone: certificates, and puzzles to measure performance with."""


class Setting(NamedTuple):
    """How a setting is read from text (raises ValueError), and shown; a flag has no metavar."""

    parse: Callable[[str], object]
    metavar: str
    help: str

    def keywords(self) -> dict[str, Any]:
        """What argparse and pytest need to know of it."""
        how = {"metavar": self.metavar} if self.metavar else {"action": "store_const", "const": True}
        return {**how, "help": self.help}


def _profile(text: str) -> str:
    names = sorted({*PROFILES, *BUDGETS})
    if text not in names:
        raise ValueError(f"expected {' or '.join(map(repr, names))}, not {text!r}")
    return text


def _suite_file(text: str) -> str:
    if not text.endswith((".jsonl", ".csv")):
        raise ValueError(f"expected the name of a file that ends in .jsonl or .csv, not {text!r}")
    return text


def _badge_file(text: str) -> str:
    if not text.endswith((".svg", ".json")):
        raise ValueError(f"expected the name of a file that ends in .svg or .json, not {text!r}")
    return text


UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if match is None:
        raise ValueError(f"expected a time such as 90s, 10m or 2h, not {text!r}")
    return float(match[1]) * UNITS[match[2]]


_number = partial(bounded_number, expected="a number from 0")


RUN_SETTINGS: Mapping[str, Setting] = {
    "profile": Setting(
        _profile,
        "NAME",
        "dev: a fresh seed (the default); ci: a round with the seed 0, then others with a fresh seed (not under "
        "pytest); nightly: 25 times as long; poj3074: the limits of that judge, 1 s and 64 MiB a run",
    ),
    "time": Setting(_duration, "TIME", "what the run may take: 90s, 10m, 2h (60s; and up to 15 s to shrink a failure)"),
    "rounds": Setting(partial(whole_number, minimum=1), "N", "so many rounds, each twice as long, whatever the time"),
    "examples": Setting(
        partial(whole_number, minimum=1),
        "N",
        "one round of so many batches of puzzles for a property, whatever the time",
    ),
    "seed": Setting(partial(whole_number, minimum=0), "N", "draw what the run of this seed drew"),
    "certify": Setting(bool, "", "certify every verdict that the subject is judged by"),
    "jobs": Setting(
        partial(whole_number, minimum=1),
        "N",
        "ask so many copies of the solver at once where that is faster (check: one for each processor; otherwise: 1)",
    ),
    "json": Setting(str, "FILE", "write a report for programs"),
    "junit": Setting(str, "FILE", "write a report for CI servers"),
    "html": Setting(str, "FILE", "write a report for a browser: one file, which loads nothing from anywhere"),
    "badge": Setting(_badge_file, "FILE", "write a badge: .svg, or .json for an endpoint badge of shields.io"),
    "performance": Setting(
        _number,
        "SECONDS",
        f"what measuring speed and memory may take ({PerformanceBudget().seconds:g}); 0: not measured",
    ),
    "max_slowdown": Setting(
        _number, "X", "fail where hard or 17-clue puzzles take more than X times as long as the reference takes"
    ),
    "max_growth": Setting(
        _number, "X", "fail where time a puzzle or memory grows with an exponent of the length of a run above X"
    ),
    "known": Setting(str, "FILE", "the properties that are expected to fail, one a line"),
    "puzzles": Setting(str, "FILE", "judge the solver by the puzzles of this file as well, in any of the dialects"),
    "save_suite": Setting(
        _suite_file,
        "FILE",
        "write the puzzles that were judged with their verdicts: .jsonl with certificates, .csv without",
    ),
}

SETTINGS: Mapping[str, Setting] = {
    "subject": Setting(
        str,
        "SPEC",
        "the solver: engine:NAME, python:FILE_OR_MODULE:FUNCTION, js:FILE_OR_PACKAGE:FUNCTION or exec:COMMAND",
    ),
    **{name: Setting(**option.metadata) for name, option in OPTION_FIELDS.items()},
    **RUN_SETTINGS,
}
"""Everything that `read_settings` takes, by name: the subject, its options, and what is done with it."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A run: of which subject, how much of it, and what is written.

    There is a round for each of the `seeds`, with as many examples as the budget says; where it `grows` the last is the
    first of many that double, until `seconds` are over or there were `rounds` of them. `store` is where failing inputs
    are saved and read again; None where they are not.
    """

    subject: str = REFERENCE
    options: Options = Options()
    budget: Budget = Budget()
    seeds: tuple[int, ...] = (0,)
    seconds: float = DEFAULT_SECONDS
    rounds: int | None = None
    grows: bool = True
    certify: bool = False
    jobs: int = 1
    json: str = ""
    junit: str = ""
    html: str = ""
    badge: str = ""
    known: str = ""
    puzzles: str = ""
    save_suite: str = ""
    store: Path | None = field(default_factory=lambda: Path(STORE))

    def in_one_round(self) -> "RunSettings":
        """The same with the first of the seeds alone, since pytest by itself runs each property once."""
        return replace(self, seeds=self.seeds[:1], grows=False, budget=replace(self.budget, seed=self.seeds[0]))

    @property
    def in_rounds(self) -> bool:
        """Whether a property may be run more than once."""
        return self.grows or len(self.seeds) > 1

    def budgets(self) -> Iterator[Budget]:
        """The budget of each round; without end where only the time ends it."""
        fixed = [replace(self.budget, seed=seed) for seed in self.seeds]
        if not self.grows:
            return islice(fixed, self.rounds)
        first = [replace(budget, examples=FIXED_EXAMPLES) for budget in fixed[:-1]]
        return islice(chain(first, growing(fixed[-1])), self.rounds)


def read_settings(given: Mapping[str, object]) -> RunSettings:
    """The settings out of values by name, each as people write it or as what it stands for; None is not given.

    Raises ValueError naming the one that there is not, or that does not fit. Of an engine any puzzle is asked, of a
    program what its dialect's judge asks, of everything else proper ones, unless the contract is given.
    """
    values = {name: value for name, value in given.items() if value is not None}
    spec = str(values.pop("subject", REFERENCE))
    run = {name: _read(name, values.pop(name)) for name in RUN_SETTINGS if name in values}
    profile = str(run.pop("profile", "dev"))
    budget = BUDGETS.get(profile, Budget())
    seed = int(str(run.pop("seed", fresh_seed())))
    grows = "examples" not in run
    budget = replace(budget, seed=seed, examples=int(str(run.pop("examples", budget.examples))))
    default = Options(contract=Contract.ANY) if spec.startswith("engine:") else Options()
    budget = replace(budget, performance=_performance_budget(run))
    options = PROFILES.get(profile, default).with_overrides(values)
    if spec.startswith("exec:") and "contract" not in values:
        options = _with_contract_of_dialect(options)
    refused = [name for name in NINE_BY_NINE if given.get(name)]
    if options.shape != Shape() and refused:
        raise ValueError(f"{refused[0]}: there is none for the shape {options.shape}, only for 3x3")
    seeds = (CI_SEED, seed) if profile == "ci" else (seed,)
    is_timed = grows and "rounds" not in run
    default_seconds = DEFAULT_SECONDS * budget.examples / Budget().examples if is_timed else math.inf
    seconds = float(str(run.pop("time", default_seconds)))
    return RunSettings(spec, options, budget, seeds, seconds, grows=grows, **run)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - as read


def _with_contract_of_dialect(options: Options) -> Options:
    """The options with the contract of the judge that the dialect comes from, where there is one."""
    spoken = options.spoken
    return options.with_overrides({"contract": spoken.contract}) if spoken and spoken.contract else options


def _performance_budget(run: dict[str, object]) -> PerformanceBudget:
    """Take what concerns performance out of the settings of a run."""
    seconds = float(str(run.pop("performance", PerformanceBudget().seconds)))
    limits = {name: float(str(run.pop(name))) for name in ("max_slowdown", "max_growth") if name in run}
    if limits and not seconds:
        raise ValueError(f"performance: 0 leaves no time for {' and '.join(limits)}")
    return PerformanceBudget(seconds, **limits)


def fresh_seed() -> int:
    """A seed that hardly any earlier run had, short enough to be typed."""
    return SystemRandom().randrange(10**9)


def _read(name: str, value: object) -> object:
    setting = RUN_SETTINGS[name]
    try:
        return setting.parse(str(value)) if setting.metavar else bool(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
