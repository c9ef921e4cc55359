"""The registry of properties: functions `test_…` whose decorator states everything that is special about them."""

import math
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeVar

from crosscover.harness.property import Condition, Cover, Property

from .covering import covering_list

Test = TypeVar("Test", bound=Callable[[Any], None])

MODULES = ("given", "table", "dancing_links", "engine", "solver")
"""The modules of properties: given puzzles first, then quick properties and properties that others rely on."""

REGISTRY: dict[str, Property] = {}
"""The properties in imported modules, by name."""


def property_of(
    when: Condition = lambda _run: True,
    *,
    examples: float = 1.0,
    share: float = 0.0,
    max_parts: float = math.inf,
    cover: Cover | None = None,
    **flags: bool,
) -> Callable[[Test], Test]:
    """Register a test as a property of the runs that fulfil a condition; `Property` explains the other arguments.

    The default covering list is the list of the property's name.
    """

    def register(test: Test) -> Test:
        name = test.__name__.removeprefix("test_")
        statement = str(test.__doc__).partition("\n")[0]
        covered_by = partial(covering_list, name) if cover is None else cover
        REGISTRY[name] = Property(name, statement, test, when, examples, share, max_parts, covered_by, **flags)
        return test

    return register


def all_properties() -> tuple[Property, ...]:
    """Return all properties, in run order."""
    modules = [f"crosscover.properties.test_{name}" for name in MODULES]
    for module in modules:
        import_module(module)
    return tuple(sorted(REGISTRY.values(), key=lambda prop: modules.index(prop.test.__module__)))
