"""Opens a trial: the subject by its specification, and the panel of all oracles but those of its own kind."""

from collections.abc import Mapping
from secrets import randbelow

from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.oracles.panel import Panel
from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Options
from crosscover.subjects.specification import subject

from .trial import Budget, Trial

REFERENCE = "engine:dlx"

LEAST = {"examples": 1, "seed": 0}
"""The options of a budget, and the least that they can be."""


def panel_names(spec: str) -> tuple[str, ...]:
    """The oracles that judge a subject: the default panel without the engines of the subject's own kind.

    >>> panel_names("engine:dlx:single")
    ('bitmask', 'sat:cadical195', 'cpsat', 'cpsat-alldiff')
    """
    family = spec.removeprefix("engine:").split(":")[0] if spec.startswith("engine:") else None
    return tuple(name for name in DEFAULT_PANEL if name.split(":")[0] != family)


def default_options(spec: str) -> Options:
    """What is taken for granted of a subject: engines take any puzzle, everything else is asked proper ones."""
    return Options(contract=Contract.ANY) if spec.startswith("engine:") else Options()


def open_trial(spec: str, options: Options, budget: Budget) -> Trial:
    """A trial of the subject.

    Raises ValueError for a specification that names nothing, UnavailableEngineError for an engine that cannot run here.
    """
    judged = subject(spec, options)
    return Trial(judged, Panel({name: engine(name) for name in panel_names(spec)}), budget)


def trial_from_words(words: Mapping[str, str]) -> Trial:
    """A trial from options as they are typed, by their names.

    Raises ValueError for one that does not fit or that there is not, UnavailableEngineError as `open_trial` does.
    """
    read = {name.replace("-", "_"): word for name, word in words.items()}
    spec = read.pop("subject", REFERENCE)
    numbers = {name: _number(name, read.pop(name), least) for name, least in LEAST.items() if name in read}
    budget = Budget(numbers.get("examples", Budget().examples), numbers.get("seed", fresh_seed()))
    return open_trial(spec, default_options(spec).reworded(read), budget)


def fresh_seed() -> int:
    """A seed that hardly any earlier run had, short enough to be typed."""
    return randbelow(10**9)


def _number(name: str, word: str, least: int) -> int:
    if not word.isascii() or not word.isdigit() or int(word) < least:
        raise ValueError(f"{name} is {word!r}; expected a whole number from {least}")
    return int(word)
