"""Phrases that make prose hard to read, with replacements.

`python -m tests.prose [PATH...]` lists them in docstrings, comments, messages, templates and pages. CONTRIBUTING lists
the project's terms.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROSE = re.compile(r"\.(?:c|cff|cpp|css|go|html|ipynb|java|m?js|md|pxd|py|rs|sql|toml|yml)$")
"""Names of files with prose."""

SKIPPED = frozenset({"CONTRIBUTING.md", "gallery/entries.toml", "tests/prose.py", "tests/test_prose.py"})
"""The rules themselves, and quotations from other projects."""

PHRASES = {
    r"where (?:it|they|there|this|that|one|nothing|nobody|somebody) (?:is|are|was|were|has|have|had)": "if",
    r"what (?:it|they) (?:is|are) of": "the subject, the kind, …",
    r"what (?:came|comes|becomes|became|come) of": "the result of",
    r"so (?:many|long|much) (?:a|of|seconds|puzzles|runs|times)": "at most N, N seconds",
    r"(?:is|are|was|were) (?:heard of|spoken)": "the active voice",
    r"held against": "compared with, counted as an error",
    r"last words": "last line on stderr",
    r"(?:had|has|have|having) (?:its|their|his) turns?": "ran",
    r"mend(?:s|ed|ing)?": "fix",
    r"accus(?:e|es|ed|ing)": "report as wrong, a false positive",
    r"ow(?:e|es|ed|ing)": "must return, requirement",
    r"due(?! to\b)": "expected",
    r"told(?! apart\b)": "reported, detected, passed",
    r"late": "timed out",
    r"speaks?|spoken": "reads and writes, uses",
    r"bears?": "tolerates",
    r"forgiv(?:e|es|en)": "allow, ignore",
    r"looks? at": "read, check, inspect",
    r"died of": "crashed on",
    r"whatever else|the like|no more than that|has to say": "the thing itself",
    r"at last|upon|as ever|as it were|be had": "plain words",
    r"but for": "except",
}


def rule(phrase: str) -> re.Pattern[str]:
    """Return a pattern that also finds a phrase across two lines of a docstring or comment."""
    return re.compile(r"\b(?:" + phrase.replace(" ", r"[\s#>]+") + r")\b", re.IGNORECASE)


RULES = [(rule(phrase), instead) for phrase, instead in PHRASES.items()]
ANY = rule("|".join(PHRASES))
"""Finds every phrase, five times as fast as trying one rule after another."""


def files(paths: Sequence[str] = ()) -> list[Path]:
    """Return the files below some paths of the repository that contain prose."""
    listed = subprocess.run(["git", "ls-files", *paths], cwd=ROOT, capture_output=True, text=True, check=True)
    found = [ROOT / line for line in listed.stdout.splitlines() if line not in SKIPPED]
    return [path for path in found if PROSE.search(path.name) and path.is_file()]


def findings(path: Path) -> Iterator[str]:
    """Yield each phrase in a file, with its place and a replacement."""
    text = path.read_text(encoding="utf-8")
    for match in ANY.finditer(text):
        instead = next(instead for pattern, instead in RULES if pattern.match(text, match.start()))
        line = text.count("\n", 0, match.start()) + 1
        yield f"{os.path.relpath(path, ROOT)}:{line}: {' '.join(match[0].split())!r}: write {instead}"


if __name__ == "__main__":
    lines = [line for path in files(sys.argv[1:]) for line in findings(path)]
    print(*lines, sep="\n")
    sys.exit(len(lines) > 0)
