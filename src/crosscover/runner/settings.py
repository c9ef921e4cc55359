"""A run as its options describe it: seeds, budgets and rounds. Every pytest imports this module: see `options`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from crosscover.harness.budget import Budget, PerformanceBudget, Rounds
from crosscover.harness.limits import DEFAULT_SECONDS, NIGHTLY_FACTOR
from crosscover.options import (
    CERTIFIED_SHAPES,
    CHECK,
    OPTIONS,
    RUN_OPTIONS,
    SOLVER_OPTIONS,
    Options,
    RunOptions,
    find_option,
    option_words,
    solver_options,
)
from crosscover.report.files import STORE

CI_SEED = 0
"""The seed of the first round of the profile `ci`, so that CI repeats one round and explores in the others."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The options of a run and of its solver, and the rounds that follow from them.

    There is a round for each of the `seeds`, with the examples of the budget. If the run `grows`, the last of them is
    the first of many, each with twice the examples of the one before, until `seconds` are over or the number of rounds
    is reached. With `measures` the performance of a correct solver is measured. `store` is the folder of saved
    failures, None for none.
    """

    run: RunOptions
    options: Options
    budget: Budget
    seeds: tuple[int, ...]
    seconds: float
    grows: bool
    measures: bool
    store: Path | None = Path(STORE)

    @property
    def subject(self) -> str:
        """The specification of the solver."""
        return self.run.subject

    def in_one_round(self) -> "RunSettings":
        """The same with the first seed only: pytest runs each property once, and measures no performance."""
        budget = replace(self.budget, seed=self.seeds[0])
        return replace(self, seeds=self.seeds[:1], grows=False, measures=False, budget=budget)

    def check_command(self) -> tuple[str, ...]:
        """The words of the `crosscover check` with the same tests, without seed and rounds, which reports add."""
        examples = None if self.grows else self.budget.examples
        tests = {"examples": examples, "puzzles": self.run.puzzles or None, "only": self.run.only or None}
        return ("crosscover", "check", self.subject, *option_words({**self.options.given(), **tests}))

    @property
    def rounds(self) -> Rounds:
        """The rounds of each property; endless if only time ends the run."""
        return Rounds(self.budget, grow=self.grows, most=self.run.rounds)


def read_settings(spec: str, given: Mapping[str, object], command: str = CHECK, caller: str = "") -> RunSettings:
    """The settings of a run from options by name, each a value or the text that a person writes; None is not given.

    Raises ValueError naming an option that does not exist, does not fit, or does not apply to the command or the
    solver.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name in values:
        find_option(name, command, caller or f"crosscover {command}")
    for name in values.keys() & RUN_OPTIONS.keys():
        OPTIONS[name].refuse_other_kinds(spec)
    run = RunOptions(spec, **{name: OPTIONS[name].read(values[name]) for name in values.keys() & RUN_OPTIONS.keys()})
    options = solver_options(spec, {name: values[name] for name in values if name in SOLVER_OPTIONS}, run.profile)
    limits = [name for name in ("max_slowdown", "max_growth") if name in values]
    if limits and options.shape not in CERTIFIED_SHAPES:
        shapes = ", ".join(map(str, CERTIFIED_SHAPES))
        raise ValueError(f"{limits[0]}: only for the shapes {shapes}, not {options.shape}")
    if limits and not run.performance:
        raise ValueError(f"performance: 0 leaves no time for {' and '.join(limits)}")
    seed = fresh_seed() if run.seed is None else run.seed
    factor = NIGHTLY_FACTOR if run.profile == "nightly" else 1
    budget = Budget(
        examples=run.examples or factor * Budget().examples,
        seed=seed,
        performance=PerformanceBudget(run.performance, run.max_slowdown),
    )
    is_timed = run.examples is None and run.rounds is None
    seconds = run.time if run.time is not None else factor * DEFAULT_SECONDS if is_timed else math.inf
    seeds = (CI_SEED, seed) if run.profile == "ci" else (seed,)
    measures = not run.only or "performance" in values or bool(limits)
    return RunSettings(run, options, budget, seeds, seconds, grows=run.examples is None, measures=measures)


def fresh_seed() -> int:
    """A random seed, short enough to be typed."""
    return SystemRandom().randrange(10**9)
