"""Both builds of the dancing links, for the tests that must hold in each."""

import pytest

from crosscover.reference import DancingLinks
from crosscover.reference.dlx import compiled_dancing_links


@pytest.fixture(params=["pure", "compiled"])
def links(request: pytest.FixtureRequest) -> type[DancingLinks]:
    """The dancing links: in pure Python, then compiled from the same source, if they were."""
    if request.param == "pure":
        return DancingLinks
    build = compiled_dancing_links()
    if build is None:
        pytest.skip("the dancing links were not compiled, or from another source")
    return build
