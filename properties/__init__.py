"""The properties of a correct solver, whose puzzles Hypothesis draws.

`crosscover check` calls them, `suite.properties_of` puts them into a test file, and
`pytest --pyargs crosscover.properties` runs them for the reference. The package `strategies` helps to write further
properties.
"""

from importlib import import_module

from crosscover.harness.applies import REGISTRY, Property

MODULES = ("given", "table", "dancing_links", "engine", "solver")
"""The modules of properties: given puzzles first, then those that are quick, or that others rely on."""


def all_properties() -> tuple[Property, ...]:
    """Every property, in the order in which a run takes them."""
    for module in MODULES:
        import_module(f"crosscover.properties.test_{module}")
    places = {f"crosscover.properties.test_{module}": place for place, module in enumerate(MODULES)}
    return tuple(sorted(REGISTRY.values(), key=lambda one: places[one.test.__module__]))
