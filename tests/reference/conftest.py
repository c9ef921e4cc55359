"""Fixture with both builds of the dancing links."""

import pytest

from crosscover.reference import DancingLinks
from crosscover.reference.dlx import compiled_dancing_links


@pytest.fixture(params=["pure", "compiled"])
def links(request: pytest.FixtureRequest) -> type[DancingLinks]:
    """The dancing links in pure Python, then the compiled ones if available."""
    if request.param == "pure":
        return DancingLinks
    build = compiled_dancing_links()
    if build is None:
        pytest.skip("the dancing links were not compiled, or from another source")
    return build
