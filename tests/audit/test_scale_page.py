"""The commands for shards in docs/how-to/scale.md work in their order."""

import re
import shlex
from pathlib import Path

import pytest

from bench.scale import Costs
from crosscover.cli import main

from .ledgers import COLLECTION, collection, exported

PAGE = (Path(__file__).parents[2] / "docs/how-to/scale.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the page give ledgers of all puzzles, and those of the same file agree."""
    monkeypatch.setattr("crosscover.auditing.audit_inputs.BLOCK", 2)
    for name, puzzles in (("puzzles", COLLECTION), ("first", COLLECTION[:2]), ("second", COLLECTION[2:])):
        collection(folder / f"{name}.txt", puzzles)
    for line in re.findall(r"^crosscover .*$", PAGE, re.MULTILINE):
        words = shlex.split(line)[1:]
        assert main([*words, "--engines", "dlx,bitmask", "--jobs", "1"] if words[0] == "audit" else words) == 0
    whole = exported(folder / "audit.db")
    assert exported(folder / "whole.db") == exported(folder / "rescued.db") == whole
    assert exported(folder / "collection.db").count("\n") == whole.count("\n") == 6


def test_resources_for_a_size() -> None:
    """A million puzzles of 1 ms each take 100 cores 10 s; at 20 us per row one ledger keeps up with 50 cores."""
    costs = Costs("17clue", "dlx", judging=1000, reading=5, passing=5, keeping=10, bytes=200)
    assert costs.cores == 50
    assert costs.needs(10**6) == "0.0028 h, 0.2 GB"
