"""Makes a harness: the subject by its specification, and a panel of all oracles but those of its own kind."""

from crosscover import engines
from crosscover.subjects.options import Options
from crosscover.subjects.specification import subject

from .harness import Harness, SavedBatches
from .schedule import Budget
from .verdicts import VerdictCache


def panel_names(spec: str) -> tuple[str, ...]:
    """The oracles that judge a subject: the default panel without the engines of the subject's own kind.

    >>> panel_names("engine:dlx:single")
    ('bitmask', 'sat:cadical195', 'cpsat', 'cpsat-alldiff')
    """
    family = spec.removeprefix("engine:").split(":")[0] if spec.startswith("engine:") else None
    return tuple(name for name in engines.DEFAULT_PANEL if name.split(":")[0] != family)


def make_harness(
    spec: str, options: Options, budget: Budget, *, saved: SavedBatches = (), certify: bool = False
) -> Harness:
    """A harness for the subject.

    Raises ValueError for a specification that names nothing, UnavailableEngineError for an engine that cannot run here.
    """
    judged = subject(spec, options)
    return Harness(judged, VerdictCache(engines.panel_of(panel_names(spec)), certify=certify), budget, saved)
