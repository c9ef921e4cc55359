"""All engines by name: the only place that knows every one of them.

A name is a word with parameters after colons: `dlx`, `dlx:omit`, `sat:glucose4`, `sat:cadical195:ladder`. What an
engine needs of libraries is imported when the engine is asked for, and not before.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version

from crosscover import __version__
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.cnf import ENCODINGS
from crosscover.oracles.cpsat import AllDifferentEngine, CpsatEngine
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.panel import Panel
from crosscover.oracles.pysat import DEFAULT_BACKEND
from crosscover.oracles.sat import BACKENDS, SatEngine
from crosscover.reference.builds import compiled, dancing_links
from crosscover.reference.dancing import DancingLinks
from crosscover.reference.dlx import Clues, DlxEngine
from crosscover.reference.verdict import Engine

DEFAULT_PANEL = ("bitmask", "dlx", f"sat:{DEFAULT_BACKEND}", "cpsat", "cpsat-alldiff")
"""The engines that judge unless others are named: of each kind one, the cheap ones first."""


@dataclass(frozen=True, slots=True)
class Availability:
    """An engine in the list of engines; `unavailable_reason` says why it cannot run here, None where it can."""

    name: str
    version: str
    description: str
    unavailable_reason: str | None = None


def engine(name: str) -> Engine:
    """A new engine of that name.

    Raises UnknownEngineError, which says what names are near, and UnavailableEngineError, which says what is missing.
    """
    try:
        return _build(name)
    except UnavailableEngineError as error:
        raise UnavailableEngineError(f"{name} cannot run here: {error}") from error


def panel_of(names: Iterable[str] = DEFAULT_PANEL) -> Panel:
    """A panel of the engines of these names, asked in this order; raises as `engine` does."""
    return Panel({name: engine(name) for name in names})


def names() -> tuple[str, ...]:
    """The names of the engines, whether they can run here or not.

    Every `sat:BACKEND` takes an encoding as well, as in `sat:cadical195:ladder`.
    """
    return (
        *(name for name in _DESCRIPTIONS if name.startswith("dlx")),
        "bitmask",
        "sat",
        *(f"sat:{backend}" for backend in BACKENDS),
        "cpsat",
        "cpsat-alldiff",
    )


def availability() -> Iterator[Availability]:
    """Every engine with its version and what it is, or why it cannot run here; builds each of them."""
    for name in names():
        try:
            _build(name)
            reason = None
        except UnavailableEngineError as error:
            reason = str(error)
        yield Availability(name, _version(name), _description(name), reason)


def _build(name: str) -> Engine:  # noqa: PLR0911 - a line for each engine
    match name.split(":"):
        case ["dlx"]:
            return DlxEngine()
        case ["dlx", "single" | "omit" as clues]:
            return DlxEngine(clues=Clues(clues))
        case ["dlx", "pure"]:
            return DlxEngine(links=DancingLinks)
        case ["dlx", "compiled"]:
            links = compiled()
            if links is None:
                raise UnavailableEngineError("the dancing links were not compiled from their present source")
            return DlxEngine(links=links)
        case ["bitmask"]:
            return BitmaskEngine()
        case ["sat"]:
            return SatEngine()
        case ["sat", backend] if backend in BACKENDS:
            return SatEngine(backend)
        case ["sat", backend, encoding] if backend in BACKENDS and encoding in ENCODINGS:
            return SatEngine(backend, encoding)
        case ["cpsat"]:
            return CpsatEngine()
        case ["cpsat-alldiff"]:
            return AllDifferentEngine()
        case _:
            raise _unknown(name)


def _unknown(name: str) -> UnknownEngineError:
    known = [*names(), *(f"sat:{DEFAULT_BACKEND}:{encoding}" for encoding in ENCODINGS)]
    near = get_close_matches(name, known, n=3) or get_close_matches(name.partition(":")[0], known, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names())}"
    return UnknownEngineError(f"there is no engine {name!r}; {hint}")


_DESCRIPTIONS: Mapping[str, str] = {
    "dlx": "the reference, dancing links",
    "dlx:single": "the same; the cell of a clue has its one option",
    "dlx:omit": "the same; what the clues settle is left out",
    "dlx:pure": "the same, in pure Python",
    "dlx:compiled": "the same, compiled from the same source",
    "bitmask": "backtracking over bit sets",
    "sat": f"the same as sat:{DEFAULT_BACKEND}",
    "cpsat": "CP-SAT, exactly one of the options of each item",
    "cpsat-alldiff": "CP-SAT, all different in each house",
}


def _description(name: str) -> str:
    if name == "dlx":
        return f"{_DESCRIPTIONS[name]}, {'pure' if dancing_links() is DancingLinks else 'compiled'}"
    if name in _DESCRIPTIONS:
        return _DESCRIPTIONS[name]
    backend = BACKENDS[name.removeprefix("sat:")]
    return "SAT, kept from puzzle to puzzle" if backend.incremental else "SAT, built for each solution"


def _version(name: str) -> str:
    kind, _, backend = name.partition(":")
    match kind:
        case "sat":
            package = (backend in BACKENDS and BACKENDS[backend].package) or "python-sat"
        case "cpsat" | "cpsat-alldiff":
            package = "ortools"
        case _:
            return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"
