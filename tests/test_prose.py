"""Prose follows the rules of `tests.prose`."""

from pathlib import Path

import pytest

from .prose import ROOT, files, findings


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files of a source distribution are not listed by git")
def test_prose_follows_the_rules() -> None:
    """No file contains a phrase that is hard to read."""
    checked = files()
    assert ROOT / "README.md" in checked
    assert [line for path in checked for line in findings(path)] == []


def test_a_broken_phrase_is_found(tmp_path: Path) -> None:
    """A phrase that continues on the next line of a comment is reported with its line and replacement."""
    (tmp_path / "page.md").write_text("A page.\n# a file, where\n# there are no rows")
    [line] = findings(tmp_path / "page.md")
    assert line.endswith("page.md:2: 'where # there are': write if")
