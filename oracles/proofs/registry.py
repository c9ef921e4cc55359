"""The producers by name; each is imported when it is first asked for."""

from difflib import get_close_matches
from importlib import import_module
from typing import cast

from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.pysat import DEFAULT_BACKEND

from .producer import Producer

DEFAULT = f"sat:{DEFAULT_BACKEND}"
"""Its proofs are the shortest, and it shares nothing with the reference."""


def names() -> list[str]:
    """The name of every producer."""
    sat = import_module(".sat", __package__)
    return ["dlx", *(f"sat:{backend}" for backend in sat.BACKENDS), "cpsat"]


def producer(name: str) -> Producer:
    """The producer of that name; raises UnknownEngineError, and UnavailableEngineError where a library is missing."""
    known = names()
    name = DEFAULT if name == "sat" else name
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownEngineError(f"no producer of proofs is called {name!r}{hint} There are {', '.join(known)}")
    library, made = _made(name)
    try:
        import_module(library)
    except ImportError as error:
        raise UnavailableEngineError(f"{name} needs {library}, which cannot be imported: {error}") from error
    return made


def _made(name: str) -> tuple[str, Producer]:
    kind, _, backend = name.partition(":")
    match kind:
        case "dlx":
            return "crosscover.reference.dlx", cast("Producer", import_module(".dlx", __package__).DlxProducer())
        case "sat":
            return "pysat", cast("Producer", import_module(".sat", __package__).SatProducer(backend))
        case _:
            return "ortools", cast("Producer", import_module(".cpsat", __package__).CpsatProducer())
