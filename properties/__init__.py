"""The properties of a correct solver, with puzzles drawn by Hypothesis.

`crosscover check` calls the properties, and `suite.properties_of` puts them into a test file. The package `strategies`
helps to write more properties.
"""

from importlib import import_module

from crosscover.harness.applies import REGISTRY, Property

MODULES = ("given", "table", "dancing_links", "engine", "solver")
"""The modules of properties: given puzzles first, then quick properties and properties that others rely on."""


def all_properties() -> tuple[Property, ...]:
    """Return all properties, in run order."""
    for module in MODULES:
        import_module(f"crosscover.properties.test_{module}")
    places = {f"crosscover.properties.test_{module}": place for place, module in enumerate(MODULES)}
    return tuple(sorted(REGISTRY.values(), key=lambda one: places[one.test.__module__]))
