"""Both builds of the dancing links, for the tests that must hold in each."""

import pytest

from crosscover.reference import DancingLinks
from crosscover.reference.twin import compiled


@pytest.fixture(params=["pure", "compiled"])
def links(request: pytest.FixtureRequest) -> type[DancingLinks]:
    """The dancing links: the text itself, then the same text compiled where it was."""
    if request.param == "pure":
        return DancingLinks
    twin = compiled()
    if twin is None:
        pytest.skip("the dancing links were not compiled, or from another text")
    return twin
