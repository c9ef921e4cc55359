"""Parts of pages that are generated from the code."""

import re

import pytest

from crosscover.auditing.summary import RowFinding
from crosscover.cli.parser import COMMANDS
from crosscover.dialects import DIALECTS
from crosscover.errors import ExitCode
from crosscover.options import OPTIONS
from crosscover.result import Grade
from crosscover.subjects.languages import LANGUAGES
from crosscover.subjects.parameters import ROLES
from docs.generated import GENERATORS, argument_forms, commands, dialects, exit_codes, function_calls, parameters

from .pages import PAGES, ROOT


def test_every_command_and_option_has_an_entry() -> None:
    """The page of commands has a section for each, also within `ledger`, and a row for each option of `check`."""
    text = commands()
    assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == list(COMMANDS)
    assert re.findall(r"^### ledger (\w+)$", text, re.MULTILINE) == ["info", "export"]
    check = text.partition("## check\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?:`-\w(?: \w+)?`, )?`(--[a-z-]+)", check, re.MULTILINE)
    assert {option.word for option in OPTIONS.values()} <= set(rows)


def test_every_exit_code_has_its_meaning() -> None:
    """The table of exit codes is complete."""
    assert [code for code in ExitCode if f"| `{code:d}` | {code.meaning} |" not in exit_codes()] == []


def test_every_result_is_explained() -> None:
    """The guide to reports has a row for each result of a check, with its exit code."""
    guide = (ROOT / "docs/how-to/read-a-report.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z, ]+)` \| (\d+) \|", guide, re.MULTILINE)
    assert rows == [(grade.title, str(int(grade.exit_code))) for grade in Grade]


def test_every_dialect_has_a_sample() -> None:
    """The page of dialects has a section for each."""
    assert re.findall(r"^## ([\w-]+)$", dialects(), re.MULTILINE) == [*DIALECTS]


def test_every_key_of_an_example_is_described() -> None:
    """The guide to cross-checking names each key that `audit --json` has for an example of a wrong answer."""
    guide = (ROOT / "docs/how-to/cross-check.md").read_text(encoding="utf-8")
    names = re.findall(r"`(\w+)`", guide.partition("## As JSON")[2])
    assert [name for name in RowFinding.__slots__ if name not in names] == []


def test_every_form_of_a_function_is_listed() -> None:
    """The page of functions lists each row of the tables of arguments, and a call in each language."""
    assert [role for role in ROLES if role.meaning not in parameters()] == []
    rows = [variant.meaning for language in LANGUAGES.values() for variant in language.variants]
    assert [meaning for meaning in rows if meaning not in argument_forms()] == []
    assert {len(row.split(" | ")) for row in function_calls().splitlines()} == {len(["file", *LANGUAGES])}
    assert "||" not in function_calls().replace(" ", "")


@pytest.mark.parametrize("name", GENERATORS)
def test_a_page_uses_it(name: str) -> None:
    """Every generated part is shown on a page."""
    assert any(f"<!-- generated: {name} -->" in page.read_text(encoding="utf-8") for page in PAGES)


def test_a_covered_item_is_drawn_apart() -> None:
    """The drawing shows what `cover` unlinks: item a, and the nodes of its two options in the lists of d, g and f."""
    before, after = GENERATORS["uncovered_links"](), GENERATORS["covered_links"]()
    assert before.count('opacity="0.3"') == 0
    assert after.count('opacity="0.3"') == len(["a", "a of adg", "d", "g", "a of adf", "d", "f"])
