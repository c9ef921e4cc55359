"""Run pages as scripts: create the files that a page shows, run its commands, and compare their output.

- A block of the kind `console` contains commands, each after `$ `, with their output. A line `…` stands for any lines.
- Any other block below a line that ends with a file name in code and a colon is that file.
- A comment `not run: REASON` directly above a block skips it. Every block of commands runs or has such a reason.
- A comment anywhere in a page applies to the whole page: `needs: PROGRAM` if its commands need this program,
  `slow: REASON` if they take long, `files: PAGE` if they use the files of another page.

Puzzles are compared, except for those that a check generates. If `--rounds` limits a check, the order
of magnitude of their number is compared.
"""

import math
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
QUERY = "import sqlite3, sys; [print(*row, sep='|') for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2])]"
"""Prints the result of a query as `sqlite3 FILE QUERY` does, which may not be installed."""

BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^\n]+) -->\n\n?)?(?:[^\n]*`(?P<file>[\w/-]+\.\w+)`:\n\n)?"
    r"```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
NOTE = re.compile(r"^<!-- (?P<name>files|needs|slow): (?P<value>.+) -->$", re.MULTILINE)
VARYING = (
    (re.compile(r"(?<=\d s), [\d,]+ puzzles/s\b"), ""),
    (re.compile(r"\b[\d,.]+ puzzles/s, [\d,.]+ x\b"), "# puzzles/s, # x"),
    (re.compile(r"\d+(?:\.\d+)? ?[mµ]?s\b"), "# s"),
    (re.compile(r"^versions  .*$", re.MULTILINE), "versions  #"),
    (re.compile(r"\b20\d\d-\d\d-\d\d\b"), "#"),
    (re.compile(r"^(\w+:\S+ .*) +\d+\.\d$", re.MULTILINE), r"\1 #"),
    (re.compile(r"([ ─])\1+"), r"\1"),
)
"""Differences between runs and machines: the pace of an audit of a second or more, the speed of a solver, seconds,
versions, dates, and the width of columns."""
DRAWN = (
    (re.compile(r"\b[.1-9]{81}\b|[.1-9]{81}"), "#"),
    (re.compile(r"^\| .* \|$", re.MULTILINE), "| # |"),
    (re.compile(r"(?:row|column|box) \d has \d twice, at r\dc\d and r\dc\d|clue r\dc\d = \d became \d"), "# is wrong"),
    (re.compile(r"all \d+ empty cells|boxes [A-I]\d, [A-I]\d and \d+ others"), "# cells"),
    (re.compile(r"\bAll \d+ wrong grids\b|\bfails \d+ of \d+ properties\b"), "# fail"),
    (re.compile(r"\b[0-9a-f]{10}\b"), "#"),
    (re.compile(r"--rounds \d+$", re.MULTILINE), "--rounds #"),
    (re.compile(r"\b[\d,]+ of [\d,]+ verdicts? certified\b"), "# verdicts certified"),
)
"""Differences between versions of Hypothesis, the generated puzzles, and the number of verdicts that were certified."""
COUNT = re.compile(r"\b(1 in |[A-Z]+ after |passed )?([\d,]+)(?(1)| puzzles?\b)")
"""A number of generated puzzles, or the bound that follows from it. It depends on the version of Hypothesis, and on the
pace of the machine if nothing but time limits a run."""
LIMITS = re.compile(r"--rounds\b|rounds=")
"""Options that limit a run other than by time."""
DRAWS = re.compile(r"\b(?:check|compare|replay|pytest)\b")
"""Commands that generate puzzles or rerun generated ones."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page with its blocks in order."""

    path: Path

    @property
    def text(self) -> str:
        """The whole text."""
        return self.path.read_text(encoding="utf-8")

    @property
    def notes(self) -> dict[str, str]:
        """The comments `files`, `needs` and `slow`."""
        return dict(NOTE.findall(self.text))

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Commands with their output, and files, named `> FILE`, with their text, in order."""
        found: list[tuple[str, str]] = []
        if (other := self.notes.get("files")) is not None:
            found += [step for step in Page(self.path.parent / other).steps if step[0].startswith("> ")]
        for block in BLOCK.finditer(self.text):
            if block["reason"]:
                continue
            if block["file"] and block["kind"] != "console":
                found.append((f"> {block['file']}", block["text"]))
            elif block["kind"] == "console":
                for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                    command, _, output = part.partition("\n")
                    found.append((command, output))
        return found

    @property
    def unexplained(self) -> list[str]:
        """Blocks of commands that no test runs, without a reason."""
        return [
            block["text"]
            for block in BLOCK.finditer(self.text)
            if block["kind"] in {"sh", "bash"} and not block["reason"]
        ]


def run_page(page: Page, folder: Path, programs: Path) -> None:
    """Run a page in an empty folder, with these programs first on the PATH; raises AssertionError on a difference."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if name != "CI" and name[:7] != "GITHUB_"}
    environment |= {"PATH": path, "COLUMNS": "120"}
    for command, text in page.steps:
        if command.startswith("> "):
            target = folder / command[2:]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            continue
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        assert matches(text, done.stdout, command), f"$ {command}\nshown:\n{text}\nprinted:\n{done.stdout}"


def matches(shown: str, printed: str, command: str = "") -> bool:
    """Whether a command printed the shown output, except for what varies and for lines of `…`."""
    parts = [re.escape(part) for part in re.split(r"^…$\n?", f"{steady(shown, command)}\n", flags=re.MULTILINE)]
    return re.fullmatch("(?:.*\n)*?".join(parts), f"{steady(printed, command)}\n") is not None


def steady(text: str, command: str) -> str:
    """The output of a command without the parts that vary; numbers of generated puzzles become orders of magnitude."""
    drawn = DRAWS.search(command) is not None
    for pattern, replacement in (*DRAWN, *VARYING) if drawn else VARYING:
        text = pattern.sub(replacement, text)
    if drawn:
        text = COUNT.sub(magnitude if LIMITS.search(command) else r"\1# puzzles", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def magnitude(found: re.Match[str]) -> str:
    """A number of puzzles as the nearest power of ten."""
    return f"{found[1] or ''}10^{round(math.log10(max(1, int(found[2].replace(',', '')))))} puzzles"


def checkout_programs(folder: Path) -> Path:
    """Create a folder with programs `crosscover`, `python` and `pytest` that run this checkout, and `sqlite3`."""
    folder.mkdir()
    source = ROOT / "src"
    calls = {"crosscover": "-m crosscover", "python": "", "pytest": "-m pytest", "sqlite3": f'-c "{QUERY}"'}
    for name, words in calls.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nPYTHONPATH="{source}" exec "{sys.executable}" {words} "$@"\n')
        program.chmod(0o755)
    return folder


def missing_program(page: Page) -> str | None:
    """The program that a page needs, if it is not installed."""
    needed = page.notes.get("needs")
    return needed if needed is not None and shutil.which(needed) is None else None
