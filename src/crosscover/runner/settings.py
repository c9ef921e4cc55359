"""What a run is asked to do, whether `crosscover check`, the options of pytest or `properties_of` started it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from crosscover.harness.factory import REFERENCE, default_options, fresh_seed
from crosscover.harness.schedule import Budget
from crosscover.report.display import STORE
from crosscover.subjects.options import OPTION_FIELDS, PROFILES, Options, whole_number

BUDGETS = {"dev": Budget(), "ci": Budget(), "nightly": Budget(examples=25 * Budget().examples)}
"""How much is tried, by the name of a profile: `ci` runs once with a seed that never changes and once with a fresh one,
so that CI repeats what it did and yet explores."""

CI_SEED = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a run, beside the options of the subject: how it is read from text, None for a flag, and shown."""

    parse: Callable[[str], object] | None
    metavar: str
    help: str


def _profile(text: str) -> str:
    names = sorted({*PROFILES, *BUDGETS})
    if text not in names:
        raise ValueError(f"expected {' or '.join(map(repr, names))}, not {text!r}")
    return text


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "profile": Setting(
            _profile,
            "NAME",
            "dev: a fresh seed (the default); ci: a round with the seed 0, then one with a fresh seed; "
            "nightly: 25 times as much; poj3074: the limits of that judge, 1 s and 64 MiB a run",
        ),
        "examples": Setting(lambda text: whole_number(text, 1), "N", "batches of puzzles for a property (40)"),
        "seed": Setting(lambda text: whole_number(text, 0), "N", "draw what the run of this seed drew"),
        "certify": Setting(None, "", "certify every verdict that the subject is judged by"),
        "json": Setting(str, "FILE", "write a report for programs"),
        "junit": Setting(str, "FILE", "write a report for CI servers"),
        "known": Setting(str, "FILE", "the properties that are expected to fail, one a line"),
    }
)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """A run: of which subject, how much of it, and what is written. `seeds` has one entry a round.

    `store` is where failing inputs are saved and read again; None where they are not.
    """

    subject: str = REFERENCE
    options: Options = Options()
    budget: Budget = Budget()
    seeds: tuple[int, ...] = (0,)
    certify: bool = False
    json: str = ""
    junit: str = ""
    known: str = ""
    store: Path | None = field(default_factory=lambda: Path(STORE))


def read_settings(given: Mapping[str, object]) -> RunSettings:
    """The settings out of values by name, each as people write it or as what it stands for; None is not given.

    Names are those of `SETTINGS` and of the options of a subject, and `subject`. Raises ValueError naming the one that
    there is not, or that does not fit.
    """
    values = {name: value for name, value in given.items() if value is not None}
    spec = str(values.pop("subject", REFERENCE))
    run = {name: _read(name, values.pop(name)) for name in SETTINGS if name in values}
    profile = str(run.pop("profile", "dev"))
    budget = BUDGETS.get(profile, Budget())
    seed = int(str(run.pop("seed", fresh_seed())))
    budget = replace(budget, seed=seed, examples=int(str(run.pop("examples", budget.examples))))
    options = PROFILES.get(profile, default_options(spec)).with_overrides(values)
    seeds = (CI_SEED, seed) if profile == "ci" else (seed,)
    return RunSettings(spec, options, budget, seeds, **run)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType] - as read


def _read(name: str, value: object) -> object:
    parse = SETTINGS[name].parse
    if parse is None:
        return bool(value)
    try:
        return parse(str(value))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


ALL_NAMES = ("subject", *OPTION_FIELDS, *SETTINGS)
"""Every name that `read_settings` takes."""
