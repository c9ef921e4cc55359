"""The table `[tool.crosscover]` of a project's pyproject.toml."""

import re
from pathlib import Path

import pytest

from crosscover.cli.check import configured
from crosscover.errors import UsageError

from . import solvers
from .running import Here


@pytest.mark.usefixtures("quick_panel")
def test_a_project_is_checked_without_arguments(here: Here) -> None:
    """Without a subject, the check runs the solver that the table names."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    here.write(
        "pyproject.toml", "[tool.crosscover]\nsubject = 'python:mine.py:solve'\nonly = 'full_grids'\nrounds = 1\n"
    )
    ran = here()
    assert (ran.code, ran.errors) == (0, "")
    assert "python:mine.py:solve" in ran.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dialct = 'grid'", "[tool.crosscover] there is no option 'dialct' (did you mean dialect?)"),
        ("time = true", "[tool.crosscover] time: expected a number, not True"),
        ("refuse-on = ['A']", "[tool.crosscover] refuse_on: expected text, not ['A']"),
        (
            "subject = 'exec:a'\ncall = 'rows'",
            "[tool.crosscover] call: only for python:, js:, c:, cpp:, java: solvers",
        ),
        ("subject = ", "Invalid value (at line 2, column 11)"),
    ],
)
def test_unusable_tables(text: str, message: str, tmp_path: Path) -> None:
    """An unknown key, an invalid value and malformed TOML are refused with the file and the place."""
    path = tmp_path / "pyproject.toml"
    path.write_text(f"[tool.crosscover]\n{text}\n")
    with pytest.raises(UsageError, match=re.escape(message)) as caught:
        configured(tmp_path, None, {})
    assert caught.value.place == str(path)


@pytest.mark.parametrize("text", ["[tool]\ncrosscover = 3\n", "tool = 'crosscover'\n"])
def test_no_table(text: str, tmp_path: Path) -> None:
    """A value in place of the table is refused, or ignored if it is no table of tools."""
    (tmp_path / "pyproject.toml").write_text(text)
    if "[tool]" not in text:
        assert configured(tmp_path, "exec:./a", {}) == ("exec:./a", {})
        return
    with pytest.raises(UsageError, match=re.escape("expected a table [tool.crosscover], found 3")):
        configured(tmp_path, None, {})


def test_the_command_line_wins(tmp_path: Path) -> None:
    """Arguments override the options of the table; options for other kinds of solvers are ignored."""
    text = "[tool.crosscover]\nsubject = 'exec:./a'\ndialect = 'grid'\ntime = '5m'\n"
    (tmp_path / "pyproject.toml").write_text(text)
    assert configured(tmp_path, None, {}) == ("exec:./a", {"dialect": "grid", "time": 300})
    assert configured(tmp_path, None, {"dialect": "lines"}) == ("exec:./a", {"dialect": "lines", "time": 300})
    assert configured(tmp_path, None, {"rounds": 1}) == ("exec:./a", {"dialect": "grid", "rounds": 1})
    assert configured(tmp_path, "python:a.py:b", {}) == ("python:a.py:b", {"time": 300})
