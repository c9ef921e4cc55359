"""A real browser, if available: Debian's Chromium, or the one in the variable `CHROMIUM`."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .seen import Seen


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """The browser, started once."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def seen(browser: object, tmp_path: Path) -> Iterator[Seen]:
    """A viewer that opens pages and records their requests."""
    opened = Seen(browser, tmp_path)
    yield opened
    opened.close()
