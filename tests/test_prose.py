"""Prose follows the rules of `tests.prose`."""

import pytest

from .prose import ROOT, RULES, files, findings


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files of a source distribution are not listed by git")
def test_prose_follows_the_rules() -> None:
    """No file contains a phrase that is hard to read."""
    checked = files()
    assert ROOT / "README.md" in checked
    assert [line for path in checked for line in findings(path)] == []


def test_a_broken_phrase_is_found() -> None:
    """A phrase that continues on the next line of a comment is found."""
    assert [instead for pattern, instead in RULES if pattern.search("a file, where\n    # there are no rows")] == ["if"]
