"""The settings of a run, derived from its options. Every pytest process imports this module: see `options`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from crosscover.harness.budget import Budget
from crosscover.harness.limits import AFTER_FAILURE_SECONDS, DEFAULT_SECONDS
from crosscover.options import (
    CERTIFIED_SHAPES,
    CHECK,
    PYTEST,
    RUN_OPTIONS,
    SOLVER_OPTIONS,
    Options,
    RunOptions,
    find_option,
    option_words,
    solver_options,
)
from crosscover.report.files import STORE

PYTEST_ROUNDS = 4
"""Default number of rounds per property under pytest if no time is given: about 45 batches."""

COMPARED_ROUNDS = 2
"""Default number of rounds per solver in a comparison."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The options of a run and of its solver, and the resulting budget.

    A run ends after `seconds`, or after the rounds of its budget; unless the user set its length, it ends
    `after_failure` seconds after its first failure. With `measures`, it measures the performance of a correct solver.
    `store` is the folder of saved failures, or None.
    """

    run: RunOptions
    options: Options
    budget: Budget
    seconds: float
    measures: bool
    store: Path | None = Path(STORE)
    after_failure: float = math.inf

    @property
    def subject(self) -> str:
        """The specification of the solver."""
        return self.run.subject

    def check_command(self) -> tuple[str, ...]:
        """Return the words of the `crosscover check` command with the same tests; reports add the seed."""
        tests = {"rounds": self.run.rounds, "puzzles": self.run.puzzles or None, "only": self.run.only or None}
        return ("crosscover", "check", self.subject, *option_words({**self.options.given(), **tests}))


def read_settings(spec: str, given: Mapping[str, object], user: str = CHECK) -> RunSettings:
    """Return the settings of a run from options by name, each a value or the user's text; None means not given.

    Raises ValueError for an option that does not exist, is invalid, or does not apply to the solver or to `user`, a
    key of `options.OPTIONS_OF`.
    """
    options = {name: find_option(name, user) for name, value in given.items() if value is not None}
    options_of_solver = solver_options(spec, {name: given[name] for name in options if name in SOLVER_OPTIONS})
    run = RunOptions(
        spec, **{name: option.read(given[name]) for name, option in options.items() if name in RUN_OPTIONS}
    )
    if run.max_slowdown and options_of_solver.shape not in CERTIFIED_SHAPES:
        shapes = ", ".join(map(str, CERTIFIED_SHAPES))
        raise ValueError(f"max_slowdown: only for the shapes {shapes}, not {options_of_solver.shape}")
    is_endless = run.rounds is None
    after_failure = AFTER_FAILURE_SECONDS if run.time is None and is_endless else math.inf
    if user == PYTEST and run.time is None and is_endless:
        run = replace(run, rounds=PYTEST_ROUNDS)
    budget = Budget(
        seed=fresh_seed() if run.seed is None else run.seed,
        rounds=run.rounds,
        max_slowdown=run.max_slowdown or None,
    )
    seconds = run.time if run.time is not None else DEFAULT_SECONDS if is_endless else math.inf
    is_measurable = user != PYTEST and options_of_solver.shape in CERTIFIED_SHAPES
    measures = is_measurable and (bool(run.max_slowdown) or (run.max_slowdown is None and not run.only))
    return RunSettings(run, options_of_solver, budget, seconds, measures, after_failure=after_failure)


def fresh_seed() -> int:
    """Return a random seed that is short enough to type."""
    return SystemRandom().randrange(10**9)
