"""The registry of engines.

A name is a word with parameters after colons: `dlx`, `dlx:omit`, `sat:glucose4`, `sat:cadical195:ladder`. The libraries
of an engine are imported when the engine is made.
"""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import partial

from crosscover.errors import UsageError
from crosscover.oracles import backtracking
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.cnf import ENCODINGS
from crosscover.oracles.cpsat import AllDifferentEngine, CpsatEngine
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import Panel
from crosscover.oracles.pysat import BACKENDS, DEFAULT_BACKEND
from crosscover.oracles.sat import SatEngine
from crosscover.reference.dancing import DancingLinks
from crosscover.reference.dlx import Clues, DlxEngine, compiled_dancing_links
from crosscover.reference.verdict import Engine

SAMPLED = ("cpsat", "cpsat-alldiff")
"""The engines of the default panel that judge only a sample of a collection: they take nine tenths of the time."""

DEFAULT_PANEL = ("bitmask", "dlx", f"sat:{DEFAULT_BACKEND}", *SAMPLED)
"""The engines of the default panel, with every family of engines, cheap ones first. All of them obey time limits."""


def engine(name: str) -> Engine:
    """Make an engine; raises UsageError, or UnavailableEngineError, which states what is missing."""
    build: Callable[[], Engine]
    match name.split(":"):
        case _ if name in ENGINES:
            build = ENGINES[name][1]
        case ["sat", backend, encoding] if backend in BACKENDS and encoding in ENCODINGS:
            build = partial(SatEngine, backend, encoding)
        case _:
            known = [*ENGINES, *(f"sat:{DEFAULT_BACKEND}:{encoding}" for encoding in ENCODINGS)]
            near = get_close_matches(name, known, n=3) or get_close_matches(name.partition(":")[0], known, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else "`crosscover engines` lists them"
            raise UsageError(f"there is no engine {name!r}; {hint}")
    try:
        return build()
    except UnavailableEngineError as error:
        raise UnavailableEngineError(f"{name} cannot run here: {error}") from error


def panel_of(names: Iterable[str] = DEFAULT_PANEL, sampled: Sequence[str] = ()) -> Panel:
    """Make a panel of the engines with these names, in this order; raises as `engine` does."""
    return Panel({name: engine(name) for name in names}, sampled=sampled)


def _compiled_engine() -> DlxEngine:
    if links := compiled_dancing_links():
        return DlxEngine(links=links)
    raise UnavailableEngineError("the dancing links are not compiled from their current source")


ENGINES: dict[str, tuple[str, Callable[[], Engine]]] = {
    "dlx": ("the reference, dancing links", DlxEngine),
    "dlx:single": ("the reference; the cell of a clue keeps one option", partial(DlxEngine, clues=Clues.SINGLE)),
    "dlx:omit": ("the reference, without what the clues settle", partial(DlxEngine, clues=Clues.OMIT)),
    "dlx:pure": ("the reference in pure Python", partial(DlxEngine, links=DancingLinks)),
    "dlx:compiled": ("the reference, compiled", _compiled_engine),
    "bitmask": ("backtracking over bit sets", BitmaskEngine),
    "bitmask:pure": ("bitmask in pure Python", partial(BitmaskEngine, backtracking.completions)),
    "sat": (f"an alias of sat:{DEFAULT_BACKEND}", SatEngine),
    **{f"sat:{backend}": ("a SAT solver of python-sat", partial(SatEngine, backend)) for backend in BACKENDS},
    "cpsat": ("CP-SAT, exactly one option per item", CpsatEngine),
    "cpsat-alldiff": ("CP-SAT, all different in each house", AllDifferentEngine),
}
"""The description and factory of each engine; `sat:BACKEND` also takes an encoding: `sat:cadical195:ladder`."""
