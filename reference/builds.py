"""Chooses between the two builds of the dancing links: pure Python, and the same source compiled to C.

Both are the same engine. The compiled build is taken where it was made from the present source, unless the environment
variable `CROSSCOVER_PURE` is set, to anything but 0.
"""

import os
from array import array
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import cast

from . import dancing


@cache
def compiled() -> type[dancing.DancingLinks] | None:
    """The compiled dancing links; None where there are none, or where their source is not the present one."""
    try:
        module = import_module("._dancing", __package__)
    except ImportError:
        return None
    if vars(module)["SOURCE"] != Path(dancing.__file__).read_text(encoding="utf-8"):
        return None
    vars(module)["make_array"] = partial(array, "i")
    vars(module)["check_signals"] = lambda: None  # the interpreter handles signals whenever it runs a function
    return cast("type[dancing.DancingLinks]", module.DancingLinks)


def dancing_links() -> type[dancing.DancingLinks]:
    """The dancing links to use."""
    if os.environ.get("CROSSCOVER_PURE", "") not in {"", "0"}:
        return dancing.DancingLinks
    return compiled() or dancing.DancingLinks
