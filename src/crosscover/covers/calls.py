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


def step(call: Callable[[Any], Any], puzzle: dict[str, Any]) -> dict[str, Any]:
    """Return what the solver answered, the seconds that it took, and whether it changed its arguments."""
    if not puzzle["again"]:
        last.clear()
        last["a"] = puzzle["a"]
    before = repr(last["a"])
    started = perf_counter()
    value: Any = last["search"] if "search" in last else call(last["a"])
    is_iterable = hasattr(type(value), "__iter__") and not hasattr(type(value), "__len__")
    if callable(value) and not is_iterable:
        last["search"] = value
        value = last["search"]()
    elif is_iterable and not hasattr(type(value), "__next__"):
        last["search"] = value
    if hasattr(type(value), "__iter__") and not hasattr(type(value), "__len__"):
        iterator: Any = iter(value)
        value = [_kept(item) for item in islice(iterator, puzzle["take"])]
        abandoned.append(iterator)
        form = "items"
    else:
        form = "value"
    seconds = perf_counter() - started
    return {form: value, "seconds": seconds, "changed": repr(last["a"]) != before, "again": "search" in last}


def _kept(item: Any) -> Any:
    """Return a copy of a cover, since an iterator may change it later."""
    return list(item) if hasattr(type(item), "__iter__") and not isinstance(item, (str, dict)) else item
