"""Makes a harness: the subject by its specification, and a panel of all oracles but those of its own kind."""

from crosscover import engines
from crosscover.options import Options
from crosscover.oracles.panel import family_of
from crosscover.subjects.specification import subject

from .harness import Harness, SavedBatches
from .own_puzzles import OwnPuzzles
from .schedule import Budget
from .verdicts import VerdictCache


def panel_names(spec: str) -> tuple[str, ...]:
    """The oracles that judge a subject: of the default panel one of each family, without the subject's own kind.

    A second engine of CP-SAT would take half of the time of a verdict; `crosscover audit` asks them all.

    >>> panel_names("engine:dlx:single")
    ('bitmask', 'sat:cadical195', 'cpsat')
    >>> panel_names("engine:cpsat")
    ('bitmask', 'dlx', 'sat:cadical195', 'cpsat-alldiff')
    """
    own = spec.removeprefix("engine:").split(":")[0] if spec.startswith("engine:") else None
    others = [name for name in engines.DEFAULT_PANEL if name.split(":")[0] != own]
    first_of = {family_of(name): name for name in reversed(others)}
    return tuple(name for name in others if first_of[family_of(name)] == name)


def make_harness(
    spec: str,
    options: Options,
    budget: Budget,
    *,
    saved: SavedBatches = (),
    own_puzzles: OwnPuzzles | None = None,
    certify: bool = False,
    jobs: int = 1,
) -> Harness:
    """A harness for the subject, of which up to `jobs` runs go on at once.

    Raises ValueError for a specification that names nothing, UnavailableEngineError for an engine that cannot run here.
    """
    judged = subject(spec, options)
    panel = engines.panel_of(panel_names(spec))
    verdicts = VerdictCache(panel, certify=certify, least=options.contract.wants_least)
    return Harness(judged, verdicts, budget, saved, own_puzzles=own_puzzles, jobs=jobs)
