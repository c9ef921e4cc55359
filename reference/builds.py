"""Chooses between the two builds of the dancing links, which are the same engine: pure Python, and compiled to C."""

from array import array
from functools import cache, partial
from typing import cast

from . import dancing
from .compiled import compiled_build, is_wanted


@cache
def compiled() -> type[dancing.DancingLinks] | None:
    """The compiled dancing links; None where there are none, or where their source is not the present one."""
    build = compiled_build(dancing)
    if build is None:
        return None
    vars(build)["make_array"] = partial(array, "i")
    return cast("type[dancing.DancingLinks]", build.DancingLinks)


def dancing_links() -> type[dancing.DancingLinks]:
    """The dancing links to use."""
    return (is_wanted() and compiled()) or dancing.DancingLinks
