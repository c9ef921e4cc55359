"""Hostile names and contents reach the terminal and CI only as visible text.

A story is a list of commands in a folder of a hostile name, with hostile files between them. The output and the reports
of each command are searched.
"""

import json
import re
import shlex
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from crosscover import engines
from crosscover.cli import main
from crosscover.cli.parser import COMMANDS
from tests.check.running import QUICK_PANEL
from tests.check.solvers import RIGHT_PYTHON
from tests.dialects.samples import ANSWER, PUZZLE

from .running import traceback_in

FORGED = "FORGED"
"""Beginning of a line that no output contains."""

HOSTILE = f"::add-mask::x##[error]\x1b[7m\x08\x7f\x85\x9b\u200b\u202e\u2066\ufeff\n::error::x\n{FORGED}\r"
"""Commands of CI servers, control characters, marks of direction and a forged line."""

SHOWN = f"{HOSTILE.replace(FORGED, '')}x"
"""Text of a solver, whose lines reports show."""

NAME = SHOWN.replace(":", "")
"""A name of a file or a function in a specification, without colons."""

ENGINES = ("--engines", "dlx,bitmask")
SHORT = ("--rounds=1", "--seed=1", "--max-slowdown=0", "-k", "full_grids")
ACTS = (
    "raise type({0!r}, (Exception,), {{}})({0!r})",
    "print({0!r}, file=sys.stderr); os._exit(3)",
)
"""Statements of a wrong solver, with a place for a text."""

MADE = ("made.xml", "made.html", "made.json", "made.tsv")
"""The reports of all commands."""

OURS = re.compile(r"::(error|warning) (file=[^:]*?,)?title=crosscover%3A[^:]*::.*")
"""An annotation of crosscover."""
COMMAND = re.compile(r"##[A-Za-z]*\[|^\s*::", re.MULTILINE)

Story = Callable[[], Iterator[list[str]]]


def file(content: str, suffix: str = "") -> str:
    """Write a new file with a hostile name, and return the name."""
    name = f"{HOSTILE}{len(list(Path().iterdir()))}{suffix}"
    Path(name).write_text(content, encoding="utf-8")
    return name


def solver(act: str) -> str:
    """The specification of a function that is wrong for full grids."""
    wrong = f"def solve(puzzle):\n    if '.' in puzzle:\n        return right(puzzle)\n    {act.format(SHOWN)}\n"
    name = f"{NAME}{len(list(Path().iterdir()))}.py"
    Path(name).write_text(f"import os, sys\n{RIGHT_PYTHON}\nright = solve\n{wrong}", encoding="utf-8")
    return f"python:{name}:solve"


def program() -> str:
    """The specification of a program that writes hostile text."""
    text = f"import sys\nprint({HOSTILE!r})\nprint({HOSTILE!r}, file=sys.stderr)\n"
    return f"exec:{shlex.join([sys.executable, file(text, '.py')])}"


def spoiled(value: object) -> object:
    """A value of JSON in which each text outside of lists is hostile, except the names of formats."""
    if isinstance(value, dict):
        pairs = cast("dict[str, object]", value).items()
        return {key: spoiled(one) if key not in ("format", "shape", "subject") else one for key, one in pairs}
    return HOSTILE if isinstance(value, str) else value


def of_puzzles() -> Iterator[list[str]]:
    """Puzzles and certificates."""
    puzzles = file(f"{PUZZLE}\n")
    yield ["certify", puzzles, "-o", "made.jsonl"]
    certificate = json.loads(Path("made.jsonl").read_text())
    for key in certificate:
        yield ["verify", file(json.dumps(certificate | {key: HOSTILE}, ensure_ascii=False)), "--puzzles", puzzles]
    for content in (f"{PUZZLE}\n{HOSTILE}\n", f"{HOSTILE},solution\n{PUZZLE},{ANSWER}\n"):
        malformed = file(content)
        yield ["solve", malformed, "--dialect", "lines"]
        yield ["certify", malformed]
        yield ["verify", malformed]


def of_audits() -> Iterator[list[str]]:
    """Collections and ledgers."""
    rows = [f"{PUZZLE},{ANSWER}", f"{PUZZLE},{HOSTILE}", f"{PUZZLE},{ANSWER[::-1]}", HOSTILE]
    collection = file("\n".join(["puzzle,solution", *rows]) + "\n", ".csv")
    ledger = f"{HOSTILE}.db"
    audit = ["audit", collection, *ENGINES, "--on-error", "skip", "--judge", solver(ACTS[0]), "--ledger", ledger]
    yield [*audit, "-o", "made.tsv", "--json", "made.json", "--html", "made.html"]
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("UPDATE input SET name = ?", (HOSTILE,))
    yield ["ledger", "info", ledger]
    yield ["ledger", "export", ledger]
    yield ["verify", ledger]
    yield audit


def of_checks() -> Iterator[list[str]]:
    """Runs with all reports."""
    subject = ""
    for act in ACTS:
        subject = solver(act)
        yield ["check", subject, *SHORT, "--json=made.json", "--junit=made.xml", "--html=made.html"]
    yield ["check", subject.replace(":solve", f":{NAME}"), *SHORT, "--json=made.json", "--html=made.html"]


def of_comparisons() -> Iterator[list[str]]:
    """A wrong solver beside one that is missing, a program that writes only hostile text, and hostile files."""
    yield ["check", program(), "--dialect=lines", *SHORT, "--json=made.json", "--html=made.html"]
    yield ["check", "engine:dlx", *SHORT, "--known", file(HOSTILE), "--puzzles", file(HOSTILE)]
    yield ["compare", solver(ACTS[0]), f"python:{HOSTILE}", *SHORT, "--html", "made.html", "--json", "made.json"]


def of_failures() -> Iterator[list[str]]:
    """Saved failures."""
    yield ["check", solver(ACTS[0]), *SHORT]
    yield ["replay"]
    for record in Path(".crosscover").glob("*/failure.json"):
        record.write_text(json.dumps(spoiled(json.loads(record.read_text())), ensure_ascii=False))
    yield ["replay"]
    yield ["replay", "all"]
    yield ["replay", HOSTILE]


def of_arguments() -> Iterator[list[str]]:
    """Arguments that no command expects, configuration and templates."""
    for command in COMMANDS:
        for option in ("", "--seed=", "--engine=", "--shape=", "-k"):
            yield [command, f"{option}{HOSTILE}"]
    yield [HOSTILE]
    yield ["init", "--subject", program(), "--ci", "github"]
    yield ["init", "--harness", HOSTILE]
    for name, value in (("subject", HOSTILE), (HOSTILE, "")):
        Path("pyproject.toml").write_text(f"[tool.crosscover]\n{json.dumps(name)} = {json.dumps(value)}\n")
        yield ["check", *SHORT]


def findings(texts: tuple[str, str], reports: Iterable[Path]) -> Iterator[str]:
    """Yield the faults of the output, the messages and the reports of a command."""
    for text in texts:
        yield from traceback_in(text)
        yield from hostilities(text)
    for path in filter(Path.exists, reports):
        yield from (f"{path.name}: {one}" for one in hostilities_of_report(path))
        path.unlink()


def hostilities(text: str) -> Iterator[str]:
    """Yield the commands, forged lines and control characters of an output; annotations for GitHub are allowed."""
    for line in text.split("\n"):
        rest = line[2:] if OURS.fullmatch(line) else line
        if COMMAND.search(rest) or rest.startswith(FORGED):
            yield f"obeyed or forged: {line!r}"
        if bad := {character for character in rest if not character.isprintable() and character != "\t"}:
            yield f"{bad} in {line!r}"


def hostilities_of_report(path: Path) -> Iterator[str]:
    """Yield the faults of a report; a CI server does not run commands in its lines."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    if path.suffix == ".xml":
        root = ElementTree.fromstring(text)  # noqa: S314 - our own reports
        text = "\n".join(one for element in root.iter() for one in (element.text or "", *element.attrib.values()))
    if path.suffix == ".json":
        json.loads(text)
    yield from hostilities(re.sub(rf"^\s*({FORGED}|::)", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize("story", [of_puzzles, of_audits, of_checks, of_comparisons, of_failures, of_arguments])
def test_every_command(
    story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither output nor reports contain control characters, commands of CI servers or forged lines."""
    place, summary = tmp_path / HOSTILE, tmp_path / "summary.md"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    found: list[str] = []
    for arguments in story():
        monkeypatch.setattr(sys, "argv", ["crosscover", *arguments])
        main(arguments)
        out, err = capsys.readouterr()
        found += (f"{arguments}: {each}" for each in findings((out, err), [summary, *map(Path, MADE)]))
    assert found == []
