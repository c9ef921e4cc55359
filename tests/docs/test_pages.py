"""The commands of every page print the shown output, or the page says why they are not run."""

import re
from pathlib import Path

import pytest

from tests.dialects.samples import ANSWER, PUZZLE

from .pages import PAGES, ROOT, Page, checkout_programs, matches, missing_program, run_page

ROOMS = {"docs", "tutorial", "how-to", "reference", "explanation"}
RUN = [
    page
    for page in map(Page, PAGES)
    if (page.path.name == "README.md" or page.path.parent.name in ROOMS)
    and any(not command.startswith("> ") for command, _ in page.steps)
]
"""Pages with commands to run."""
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def marks(page: Page) -> list[pytest.MarkDecorator]:
    """A page with the comment `slow` runs with the slow tests."""
    return [pytest.mark.slow] if "slow" in page.notes else []


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=marks(page), id=str(page.path.relative_to(ROOT))) for page in RUN]
)
def test_commands_print_what_is_shown(page: Page, tmp_path: Path) -> None:
    """The commands of a page, run in order in one folder with its files, print the shown output."""
    if missing := missing_program(page):
        pytest.skip(f"{missing} is not installed")
    programs = checkout_programs(tmp_path / "programs")
    folder = tmp_path / "work"
    folder.mkdir()
    run_page(page, folder, programs)


@pytest.mark.parametrize("path", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_that_are_not_run_give_a_reason(path: Path) -> None:
    """A block of commands runs or has a reason not to."""
    assert Page(path).unexplained == []


def test_steps(tmp_path: Path) -> None:
    """A page consists of files and commands, in order; a command below a line that ends with code is not a file."""
    (tmp_path / "page.md").write_text(
        "`a.py`:\n\n```python\n1\n```\n\nNow write `b.txt`:\n\n```text\n2\n```\n\n"
        "Change `a.py`:\n\n```console\n$ sed a.py\n$ cat a.py\n1\n```\n\n"
        "<!-- not run: why -->\n\n```console\n$ rm a.py\n```\n"
    )
    steps = [("> a.py", "1\n"), ("> b.txt", "2\n"), ("sed a.py", ""), ("cat a.py", "1\n")]
    assert Page(tmp_path / "page.md").steps == steps


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("…\nd\n", "d\n", True),
        ("a\n…\n", "a\nb\n", True),
        ("took 1.2 s\n", "took  31 s\n", True),
        ("took 0.9 s\n", "took 1.1 s, 4 puzzles/s\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("a\n", "a\nb\n", False),
        ("exit 1\n", "exit 0\n", False),
        (f"{PUZZLE}\n", f"{ANSWER}\n", False),
    ],
)
def test_matches(shown: str, printed: str, expected: bool) -> None:
    """Only the parts that vary, and the lines of `…`, may differ."""
    assert matches(shown, printed) is expected


def test_generated_puzzles_may_differ() -> None:
    """Puzzles that a check generates may differ, but their places may not."""
    assert matches(f"wrong {PUZZLE}\n", f"wrong {ANSWER}\n", "crosscover check")
    assert not matches(f"wrong {PUZZLE}\n", f"right {ANSWER}\n", "crosscover check")


@pytest.mark.parametrize(
    ("printed", "command", "expected"),
    [
        ("12 puzzles judged\n", "crosscover check S", True),
        ("99 puzzles judged\n", "crosscover check S --rounds 2", True),
        ("12 puzzles judged\n", "crosscover check S --rounds 2", False),
        ("1 puzzle judged\n", "crosscover check S --rounds 1", False),
        ("104 puzzles judged\n", "crosscover audit F", False),
    ],
)
def test_numbers_of_generated_puzzles(printed: str, command: str, expected: bool) -> None:
    """If only time limits a check, the number of its puzzles may differ; otherwise its order of magnitude may not."""
    assert matches("105 puzzles judged\n", printed, command) is expected


def test_numbers_of_compared_puzzles() -> None:
    """The same holds for the numbers in the table of a comparison, which is as wide as they need."""
    shown = " number_of_clues   WRONG after 6   passed 105\n ────────\n"
    printed = " number_of_clues   WRONG after 12   passed 1,050\n ─────────\n"
    assert matches(shown, printed, "crosscover compare S T")
    assert not matches(shown, printed, "crosscover compare S T --rounds 1")
    assert not matches(shown, printed.replace("WRONG", "CRASHED"), "crosscover compare S T")


def test_every_page_is_in_the_navigation() -> None:
    """An index names every page below docs/; a name without a leading slash is a page of its folder."""
    named: set[Path] = set()
    missing: list[Path] = []
    for index in ROOT.glob("docs/**/index.md"):
        for tree in TREE.findall(index.read_text(encoding="utf-8")):
            for name in re.findall(r"^(?:.+ <)?([\w/-]+)>?$", tree, re.MULTILINE):
                page = (ROOT if name[0] == "/" else index.parent) / f"{name.lstrip('/')}.md"
                page = notebook if (notebook := page.with_suffix(".ipynb")).exists() else page
                named.add(page)
                if name[0] != "/" and not page.exists():
                    missing.append(page)
    assert {*ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/**/*.ipynb")} - named == {ROOT / "docs/index.md"}
    assert missing == []
