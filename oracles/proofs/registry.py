"""The producers by name; their libraries are imported when they are first asked for."""

from difflib import get_close_matches
from importlib import import_module

from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.pysat import DEFAULT_BACKEND

from .cpsat import CpsatProducer
from .dlx import DlxProducer
from .producer import Producer
from .sat import BACKENDS, SatProducer

DEFAULT = f"sat:{DEFAULT_BACKEND}"
"""Its proofs are the shortest, and it shares nothing with the reference."""


def names() -> list[str]:
    """The name of every producer."""
    return ["dlx", *(f"sat:{backend}" for backend in BACKENDS), "cpsat"]


def producer(name: str) -> Producer:
    """The producer of that name; raises UnknownEngineError, and UnavailableEngineError where a library is missing."""
    kind, _, backend = (DEFAULT if name == "sat" else name).partition(":")
    match kind, backend:
        case "dlx", "":
            return DlxProducer()
        case "sat", _ if backend in BACKENDS:
            _require("pysat", name)
            return SatProducer(backend)
        case "cpsat", "":
            _require("ortools", name)
            return CpsatProducer()
        case _:
            near = get_close_matches(name, names(), n=1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            raise UnknownEngineError(f"no producer of proofs is called {name!r}{hint} There are {', '.join(names())}")


def _require(library: str, name: str) -> None:
    try:
        import_module(library)
    except ImportError as error:
        raise UnavailableEngineError(f"{name} needs {library}, which cannot be imported: {error}") from error
