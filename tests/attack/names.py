"""Hostile names and contents: what others chose reaches neither the terminal nor CI as anything but visible text.

An attempt is a story: commands in a folder of a hostile name, with hostile files between them. The output and the
reports of each command are searched.
"""

import json
import os
import re
import shlex
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen
from typing import cast
from xml.etree import ElementTree

from crosscover.cli.parser import COMMANDS
from tests.check.solvers import RIGHT_PYTHON
from tests.dialects.samples import ANSWER, PUZZLE

from .running import RUN, traceback_in

FORGED = "FORGED"
"""What a line of our output never begins with."""

ATOMS = (
    "a", "é", "日", " ", "'", '"', "\\", "%0A", "%s", "{}", "[bold]", "--", ":", "#", "<b>", "|", "`", "$(x)", "\t",
    "\n", "\r", f"\n{FORGED}", f"\r\n{FORGED}", "\n::error::x", "::error::x", "::add-mask::x", "\n  ::stop-commands::x",
    "##[error]x", "##[command]", "#", "##vso[task.complete]x", "\x1b[31m", "\x1b[8m", "\x1b[0;31m", "\x1b[7;36m",
    "\x1b[38;2;1;1;1m", "\x1b[K", "\x1b[2A", "\x1b]0;x\x07", "\x1b", "\x9b7m", "\x7f", "\x08", "\x00", "\x85", "\xad",
    "\u200b", "\u2028", "\u202e", "\u2066", "\ufeff", "\ufffe", "\U000e0041", "\udcff",
)  # fmt: skip
"""Parts of hostile texts: control characters, marks of direction, commands, markup, and a byte that is not UTF-8."""

ENGINES = ("--engines", "dlx,bitmask")
SHORT = ("--rounds=1", "--max-slowdown=0", "-k", "images")
ACTS = (
    "raise ValueError({0!r})",
    "raise type({0!r}, (Exception,), {{}})({0!r})",
    "print({0!r}.encode('utf-8', 'surrogateescape').decode('utf-8', 'replace'), file=sys.stderr); os._exit(3)",
    "sys.exit({0!r})",
    "return {0!r}",
    "return [{0!r}]",
    "return right(puzzle)[::-1]",
)
"""What a wrong solver does, with a text."""

COLUMNS = (
    ("input", "name"), ("run", "executor"), ("run", "versions"), ("run", "outcome"), ("run", "started"),
    ("setting", "value"), ("puzzle", "complaint"), ("puzzle", "disagreed"), ("puzzle", "decided"), ("answer", "judge"),
    ("answer", "fault"), ("answer", "complaint"), ("certificate", "line"),
)  # fmt: skip
"""Columns of a ledger with texts."""

MADE = ("made.xml", "made.html", "made.json", "other.json", "made.tsv")
"""The reports of all commands."""

OURS = re.compile(r"::(error|warning) (file=[^:]*?,)?title=crosscover%3A[^:]*::.*")
"""An annotation of crosscover."""
STYLES = re.compile(r"\x1b\[((0|1|2|3[1256]|1;3[1-3]|38;5;\d+)m|2K|1A|\?25[hl])|\r(?=\x1b\[(2K|1A))")
"""What Rich sends to a terminal with 256 colours, for the styles of crosscover and of a bar."""
PYTEST_STYLES = re.compile(r"\x1b\[(0|1|[39][0-7]|39;49;00|04)m")
"""What pytest sends, one style each, and Pygments for source code."""
COMMAND = re.compile(r"##[A-Za-z]*\[|^\s*::", re.MULTILINE)


class Hostility:
    """Draws hostile texts, and files with such names."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def text(self) -> str:
        """A hostile text."""
        return "".join(self.random.choices(ATOMS, k=self.random.randint(1, 6)))

    def word(self) -> str:
        """A hostile argument."""
        return self.text().replace("\0", "")

    def name(self, suffix: str = "") -> str:
        """A hostile name of a file."""
        return (self.word().replace("/", "") or "a").lstrip("-") + "x" + suffix

    def file(self, content: str, suffix: str = "") -> str:
        """The name of a new file in the working directory."""
        name = self.name(suffix)
        Path(name).write_bytes(content.encode("utf-8", "surrogateescape"))
        return name

    def solver(self) -> str:
        """The specification of a function that is wrong for some puzzles; reports show lines of its messages."""
        function = self.word().replace(":", "").replace(FORGED, "") or "solve"
        act = self.random.choice(ACTS).format(self.text().replace(FORGED, ""))
        wrong = f"def wrong(puzzle):\n    if len(puzzle.strip('.0')) % 2:\n        return right(puzzle)\n    {act}\n"
        file = self.name(".py").replace(FORGED, "")
        Path(file).write_text(
            f"import os, sys\n{RIGHT_PYTHON}\nright = solve\n{wrong}globals()[{function!r}] = wrong\n"
        )
        return f"python:{file}:{function}"

    def program(self) -> str:
        """The specification of a program that answers with a hostile text."""
        text = f"import sys\nsys.std{self.random.choice(('out', 'err'))}.buffer.write({os.fsencode(self.word())!r})\n"
        if self.random.random() < 0.5:
            text = f"{RIGHT_PYTHON}\nfor line in open(0):\n    if line[0] != '.': print(solve(line.strip()))\n{text}"
        return f"exec:{shlex.join([sys.executable, self.file(text, '.py')])}"

    def spoil(self, value: object) -> object:
        """A value of JSON with some texts replaced by hostile ones."""
        rate = self.random.choice((0.02, 0.1, 0.5))

        def spoiled(value: object) -> object:
            if isinstance(value, dict):
                pairs = cast("dict[str, object]", value).items()
                return {self.text() if self.random.random() < rate / 9 else name: spoiled(one) for name, one in pairs}
            if isinstance(value, list):
                return [spoiled(each) for each in cast("list[object]", value)]
            return self.text() if isinstance(value, str) and self.random.random() < rate else value

        return spoiled(value)

    def spoil_file(self, path: Path) -> None:
        """Replace some texts in the lines of a JSON file, or the whole file."""
        with suppress(OSError, ValueError):
            whole = path.suffix == ".json"
            texts = [path.read_text()] if whole else path.read_text().splitlines()
            ascii_only = self.random.random() < 0.5
            spoiled = (json.dumps(self.spoil(json.loads(text)), ensure_ascii=ascii_only) for text in texts)
            path.write_text("\n".join(spoiled) + "\n", errors="surrogateescape")

    def spoil_ledger(self, path: str) -> None:
        """Replace some texts of a ledger."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection, connection:
            for table, column in self.random.sample(COLUMNS, k=self.random.randint(1, 4)):
                text = self.text().replace("\udcff", "")
                forms = {"versions": {text: text}, "value": [text], "disagreed": [text], "decided": [text]}
                if column in forms and self.random.random() < 0.8:
                    text = json.dumps(forms[column], ensure_ascii=False)
                connection.execute(f"UPDATE {table} SET {column} = ?", (text,))  # noqa: S608 - our own names


Story = Callable[[Hostility], Iterator[list[str]]]
Styles = re.Pattern[str] | None


def of_puzzles(hostile: Hostility) -> Iterator[list[str]]:
    """Puzzles and certificates."""
    choice = hostile.random.choice
    puzzles = hostile.file(f"{PUZZLE}\n{PUZZLE}\n")
    contents = f"{PUZZLE}\n{hostile.text()}\n", hostile.text(), f"{hostile.text()},solution\n{PUZZLE},{ANSWER}\n"
    malformed = hostile.file(choice(contents))
    yield ["certify", puzzles, "-o", "made.jsonl"]
    hostile.spoil_file(Path("made.jsonl"))
    yield ["verify", "made.jsonl", "--puzzles", choice((puzzles, malformed))]
    yield ["solve", puzzles]
    yield ["solve", malformed, "--dialect", "lines"]
    yield ["certify", malformed]
    yield ["verify", malformed]


def of_audits(hostile: Hostility) -> Iterator[list[str]]:
    """Collections and ledgers."""
    choice = hostile.random.choice
    rows = [f"{PUZZLE},{ANSWER}", f"{PUZZLE},{hostile.text()}", f"{PUZZLE},{ANSWER[::-1]}", hostile.text()]
    collection = hostile.file("\n".join(["puzzle,solution", *rows]) + "\n", ".csv")
    judge = choice((hostile.solver, hostile.program))()
    ledger, other, merged = (hostile.name(".db") for _ in range(3))
    audit = ["audit", collection, *ENGINES, "--on-error", "skip", *choice(([], ["--judge", judge]))]
    yield [*audit, "--ledger", ledger, "-o", "made.tsv", "--json", "made.json", "--html", "made.html"]
    yield ["audit", hostile.file(f"{PUZZLE}\n"), *ENGINES, "--ledger", other]
    hostile.spoil_ledger(ledger)
    yield ["ledger", "info", ledger, *choice(([], ["--json"]))]
    form, table = choice(("tsv", "csv", "jsonl")), choice(("puzzle", "run", "setting", hostile.word()))
    yield ["ledger", "export", ledger, "--format", form, "--table", table]
    yield ["ledger", "diff", ledger, other, "-o", "made.tsv"]
    yield ["ledger", "merge", merged, ledger, other, "--incomplete"]
    yield ["verify", ledger]
    yield [*audit, "--ledger", ledger]


def of_checks(hostile: Hostility) -> Iterator[list[str]]:
    """Runs with all reports, saved failures and comparisons."""
    choice = hostile.random.choice
    subject = choice((hostile.solver, hostile.solver, hostile.program))()
    reports = ["--json=made.json", "--junit=made.xml", "--html=made.html"]
    yield ["check", subject, *SHORT, *reports, *choice(([], ["--verbose"]))]
    for record in Path(".crosscover").glob("*/failure.json"):
        hostile.spoil_file(record)
    yield ["replay"]
    yield ["replay", choice(("all", hostile.word()))]
    other = choice((subject, f"python:{hostile.word()}"))
    yield ["compare", subject, other, *SHORT, "--html", "made.html", "--json", "other.json"]
    texts = hostile.text(), f"{subject} {hostile.text()}", f"{PUZZLE}\n"
    yield ["check", subject, *SHORT, "--known", hostile.file(choice(texts)), "--puzzles", hostile.file(choice(texts))]


def of_tests(hostile: Hostility) -> Iterator[list[str]]:
    """Plain pytest with a wrong solver, whose name is in hexadecimal in the file: pytest shows lines of that."""
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "images", "-rA"]
    name = hostile.solver().encode("utf-8", "surrogateescape").hex()
    solver = f"bytes.fromhex({name!r}).decode(errors='surrogateescape')"
    test = f"from crosscover.suite import properties_of\nname = {solver}\ntest_it = properties_of(name, rounds=1)\n"
    Path("test_it.py").write_text(test)
    yield [*pytest, "test_it.py"]


def of_arguments(hostile: Hostility) -> Iterator[list[str]]:
    """Arguments that no command expects, configuration and templates."""
    choice = hostile.random.choice
    options = ("", "--seed=", "--dialect=", "--engine=", "--shape=", "-k", "-o", "--")
    for command in COMMANDS:
        yield [command, *(f"{choice(options)}{hostile.word()}" for _ in range(2))]
    yield [hostile.word()]
    subject = choice((hostile.solver(), hostile.program(), hostile.word()))
    yield ["init", "--subject", subject, "--ci", "github"]
    yield ["init", "--harness", choice(("python", "c", hostile.word()))]
    name, value = (json.dumps(hostile.text().replace("\udcff", "")) for _ in range(2))
    Path("pyproject.toml").write_text(f"[tool.crosscover]\n{choice(('subject', 'contract', name))} = {value}\n")
    yield ["check", *SHORT]


STORIES: Mapping[str, Story] = {
    "puzzles": of_puzzles,
    "audits": of_audits,
    "checks": of_checks,
    "tests": of_tests,
    "arguments": of_arguments,
}
"""The stories by name."""


def attack_names(random: Random, folder: Path) -> Iterator[str]:
    """Run some commands of a story in an environment of CI or a terminal."""
    hostile = Hostility(random)
    place = folder / hostile.name()
    place.mkdir()
    os.chdir(place)
    encoding = random.choice(("ascii", "latin-1", "cp1252"))
    choices = {
        "GITHUB_ACTIONS": "true",
        "CI": "true",
        "COLUMNS": str(random.randint(1, 200)),
        "FORCE_COLOR": "1",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": encoding,
    }
    given = {name: value for name, value in choices.items() if random.random() < 0.4}
    if random.random() < 0.2:
        given |= {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    terminal = random.random() < 0.2
    summary = folder / "summary.md"
    environment = {
        **os.environ,
        **given,
        "GITHUB_STEP_SUMMARY": str(summary),
        "TERM": "xterm-256color",
        "COLORTERM": "",
    }
    for number, arguments in enumerate(STORIES[random.choice(list(STORIES))](hostile)):
        if number and random.random() < 0.6:
            continue
        command = [sys.executable, *arguments] if arguments[0] == "-m" else [*RUN, *arguments]
        texts = run(command, environment, given.get("PYTHONIOENCODING", "utf-8"), terminal=terminal)
        if arguments[0] == "-m":  # pytest obeys FORCE_COLOR and shows tracebacks of errors in a test file
            found = hostilities("\n".join(texts), PYTEST_STYLES)
        else:
            found = findings(texts, [summary, *map(Path, MADE)], STYLES if terminal else None)
        for finding in found:
            yield f"{arguments} with {given}, {terminal=}, in {place.name!r}: {finding}"


def findings(texts: tuple[str, str], reports: Iterable[Path], styles: Styles = None) -> Iterator[str]:
    """What is wrong with the output, the messages and the reports of a command."""
    for text in texts:
        yield from traceback_in(text)
        yield from hostilities(text, styles)
    for path in reports:
        if path.exists():
            yield from (f"{path.name}: {one}" for one in hostilities_of_report(path))
            path.unlink()


def run(command: list[str], environment: dict[str, str], encoding: str, *, terminal: bool) -> tuple[str, str]:
    """The output and the messages of a command, which writes to a pipe or to a terminal."""
    if not terminal:
        with Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, env=environment) as process:
            output, errors = process.communicate()
        return output.decode(encoding, "surrogateescape"), errors.decode(encoding, "surrogateescape")
    ours, theirs = os.openpty()
    parts: list[bytes] = []
    with Popen(command, stdin=DEVNULL, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        with suppress(OSError):  # once nobody holds the other end
            while part := os.read(ours, 1 << 16):
                parts.append(part)
    os.close(ours)
    return b"".join(parts).replace(b"\r\n", b"\n").decode(encoding, "surrogateescape"), ""


def hostilities(text: str, styles: Styles = None) -> Iterator[str]:
    """What an output of crosscover must not contain; a terminal gets its styles, and GitHub its annotations."""
    for line in (styles.sub("", text) if styles else text).split("\n"):
        rest = line[2:] if OURS.fullmatch(line) else line
        if COMMAND.search(rest) or rest.startswith(FORGED):
            yield f"obeyed or forged: {line!r}"
        if bad := {character for character in rest if not character.isprintable() and character != "\t"}:
            yield f"{bad} in {line!r}"


def hostilities_of_report(path: Path) -> Iterator[str]:
    """What a report must not contain: no CI server obeys its lines."""
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    if path.suffix == ".xml":
        root = ElementTree.fromstring(text)  # noqa: S314 - our own reports
        text = "\n".join(one for element in root.iter() for one in (element.text or "", *element.attrib.values()))
    if path.suffix == ".json":
        json.loads(text)
    yield from hostilities(re.sub(rf"^\s*({FORGED}|::)", "", text, flags=re.MULTILINE))
