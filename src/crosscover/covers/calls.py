"""Call an exact-cover solver step by step, in its own process; only the text of this file is used, by `forms.py`.

A step is a dict: `a` holds the arguments, `take` limits the covers that are taken from an iterator, and `again` repeats
the call of the step before with the same arguments, or the search of the same object.
"""
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from itertools import islice
from time import perf_counter

TYPE_CHECKING = False  # importing typing would delay the start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

last: dict[str, Any] = {}
abandoned: list[object] = []  # iterators stay open, as in a program that keeps them


def step(call: Callable[[Any], Any], puzzle: dict[str, Any]) -> Any:
    """Return the outcome of a call, or a coroutine that returns it if the solver returned one; the worker awaits it."""
    if not puzzle["again"]:
        last.clear()
        last["a"] = puzzle["a"]
    before = repr(last["a"])
    started = perf_counter()
    found: Any = last["search"] if "search" in last else call(last["a"])
    given = puzzle["take"], before, started
    return _later(found, *given) if hasattr(type(found), "__await__") else _outcome(found, *given)


async def _later(found: Any, take: int | None, before: str, started: float) -> dict[str, Any]:
    return _outcome(await found, take, before, started)


def _outcome(found: Any, take: int | None, before: str, started: float) -> dict[str, Any]:
    """Return what the solver answered, the seconds that it took, and whether it changed its arguments."""
    is_builder = callable(found) and not _is_lazy(found)
    if is_builder or (_is_lazy(found) and not hasattr(type(found), "__next__")):
        last["search"] = found
    value: Any = found() if is_builder else found
    form = "value"
    if _is_lazy(value):
        iterator = iter(value)
        value = [_kept(item) for item in islice(iterator, take)]
        abandoned.append(iterator)
        form = "items"
    seconds = perf_counter() - started
    changed, is_set = repr(last["a"]) != before, isinstance(value, (set, frozenset))
    return {form: value, "seconds": seconds, "changed": changed, "again": "search" in last, "set": is_set}


def _is_lazy(value: Any) -> bool:
    """Whether covers are searched for while they are taken: from an iterator, or an object that can be iterated."""
    return hasattr(type(value), "__iter__") and not hasattr(type(value), "__len__")


def _kept(item: Any) -> Any:
    """Return a copy of a cover, since an iterator may change it later."""
    return list(item) if hasattr(type(item), "__iter__") and not isinstance(item, (str, dict)) else item
