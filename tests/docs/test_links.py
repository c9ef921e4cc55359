"""Links between files of the repository."""

import re
from pathlib import Path

import pytest

from docs.generated import themed

from .pages import PAGES, ROOT

DOCUMENTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    """Every file that a document links to or shows exists."""
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", text) + re.findall(r'src(?:set)?="([^"]+)"', text)
    assert [target for target in targets if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", [path for path in PAGES if "<picture>" in path.read_text(encoding="utf-8")], ids=str)
def test_pictures_follow_the_theme(path: Path) -> None:
    """The site shows the light or the dark form of a picture, as its theme is."""
    page = themed(path.read_text(encoding="utf-8"))
    assert "<picture>" not in page
    assert re.findall(r":class: (only-\w+)", page) == ["only-light", "only-dark"]
