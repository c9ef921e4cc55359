"""Makes a harness: the subject by its specification, and a panel of all oracles but those of its own kind."""

from secrets import randbelow

from crosscover import engines
from crosscover.subjects.options import Contract, Options
from crosscover.subjects.specification import subject

from .harness import Harness, SavedBatches
from .schedule import Budget
from .verdicts import VerdictCache

REFERENCE = "engine:dlx"


def panel_names(spec: str) -> tuple[str, ...]:
    """The oracles that judge a subject: the default panel without the engines of the subject's own kind.

    >>> panel_names("engine:dlx:single")
    ('bitmask', 'sat:cadical195', 'cpsat', 'cpsat-alldiff')
    """
    family = spec.removeprefix("engine:").split(":")[0] if spec.startswith("engine:") else None
    return tuple(name for name in engines.DEFAULT_PANEL if name.split(":")[0] != family)


def default_options(spec: str) -> Options:
    """What is taken for granted of a subject: engines take any puzzle, everything else is asked proper ones."""
    return Options(contract=Contract.ANY) if spec.startswith("engine:") else Options()


def make_harness(
    spec: str, options: Options, budget: Budget, *, saved: SavedBatches = (), certify: bool = False
) -> Harness:
    """A harness for the subject.

    Raises ValueError for a specification that names nothing, UnavailableEngineError for an engine that cannot run here.
    """
    judged = subject(spec, options)
    return Harness(judged, VerdictCache(engines.panel_of(panel_names(spec)), certify=certify), budget, saved)


def fresh_seed() -> int:
    """A seed that hardly any earlier run had, short enough to be typed."""
    return randbelow(10**9)
