"""`crosscover ledger info` and `export`, and the files that they refuse."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.dialects.samples import ANSWER, PUZZLE

from .ledgers import COLLECTION, WITHOUT_FACTS, audit, collection, exported, ledger_command, write

PAGE = (Path(__file__).parents[2] / "docs/reference/ledger.md").read_text(encoding="utf-8")


def test_export_has_a_line_for_each_puzzle_in_order(folder: Path) -> None:
    """After a header each puzzle has a line with its place, verdict and a solution."""
    made = folder / "audit.db"
    assert audit(made, collection(Path("a.txt"), COLLECTION[:2]), collection(Path("b.txt"), [PUZZLE])) == 0
    names, *rows = (line.split("\t") for line in exported(made).splitlines())
    found = [dict(zip(names, row, strict=True)) for row in rows]
    assert [[row[name] for name in ("number", "file", "line", "puzzle", "verdict", "solution")] for row in found] == [
        ["1", "a.txt", "1", PUZZLE, "unique", ANSWER],
        ["2", "a.txt", "2", COLLECTION[1], "none", ""],
        ["3", "b.txt", "1", PUZZLE, "unique", ANSWER],
    ]


def test_export_has_relations(ledger: Path) -> None:
    """Duplicates and isomorphs are in the line of their puzzle."""
    rows = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    columns = ("duplicate_of", "isomorph_of")
    assert [[row[name] for name in columns] for row in rows] == [
        [None, None],
        [None, None],
        [None, 1],
        [None, None],
        [1, 1],
    ]


def test_all_formats_agree(ledger: Path) -> None:
    """TSV, CSV and JSON Lines have the same rows; a line end in a value does not end a row."""
    objects = [json.loads(line) for line in exported(ledger, "--format", "jsonl").splitlines()]
    texts = [["" if value is None else str(value) for value in row.values()] for row in objects]
    assert list(csv.reader(io.StringIO(exported(ledger, "--format", "csv")))) == [list(objects[0]), *texts]
    lines = exported(ledger, "--format", "tsv").splitlines()
    escaped = [[text.replace("\t", "\\t").replace("\n", "\\n") for text in row] for row in texts]
    assert [line.split("\t") for line in lines] == [list(objects[0]), *escaped]
    assert objects[1]["complaint"] == "tab\tline\nend"


def test_export_does_not_depend_on_the_order_of_the_work(folder: Path) -> None:
    """An audit in two runs, the end first, is exported like one in a single run."""
    whole, parts = folder / "whole.db", folder / "parts.db"
    file = collection(Path("all.txt"))
    for made in (whole, parts):
        assert audit(made, file) == 0
    write(parts, WITHOUT_FACTS)
    write(parts, "DELETE FROM puzzle WHERE number IN (1, 3); UPDATE run SET outcome = NULL")
    assert audit(parts, file) == 0
    assert exported(parts) == exported(whole)


def test_export_of_a_part(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The export of an unfinished audit warns that rows may be missing."""
    write(ledger, "UPDATE run SET outcome = NULL")
    assert ledger_command("export", ledger.name) == 0
    assert capsys.readouterr().err == "crosscover: audit.db is not complete: rows, duplicates may be missing\n"


def test_a_ledger_is_not_written_over(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The ledger itself is refused as output."""
    before = ledger.read_bytes()
    assert ledger_command("export", ledger, "-o", ledger) == 2
    assert "is also the input" in capsys.readouterr().err
    assert ledger.read_bytes() == before


def test_info(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview shows inputs and settings, and counts verdicts, complaints and abstentions."""
    assert ledger_command("info", ledger) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    for expected in (
        ["puzzles", "5, complete"],
        ["verdicts", "3 unique, 1 several, 1 undecided"],
        ["complaints", "1 fault"],
        ["abstained", "dlx: 1"],
    ):
        assert expected in lines
    [size] = [text for name, text in lines if name == "input"]
    assert size.startswith("all.txt (410 bytes, sha256 ")


def test_info_as_json(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview as JSON marks an unfinished ledger as such."""
    write(ledger, WITHOUT_FACTS)
    write(ledger, "DELETE FROM puzzle WHERE number = 3; UPDATE run SET outcome = 'interrupted'")
    capsys.readouterr()
    assert ledger_command("info", ledger, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [key for key in found if f"`{key}`" not in PAGE] == []
    assert (found["complete"], found["puzzles"]) == (False, 4)
    assert found["settings"]["engines"] == ["dlx", "bitmask"]
    assert found["runs"][0]["outcome"] == "interrupted"
    assert found["verdicts"] == {"unique": 2, "several": 1, "undecided": 1}
