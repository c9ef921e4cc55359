"""A failure as the source of a pytest test, to copy into a project."""

from collections.abc import Sequence

from crosscover.dialects import Formatting, Spacing
from crosscover.options import Options
from crosscover.reference import Grid

from .words import escape_unprintable


def render_pytest(
    name: str, batch: Sequence[Grid], *, formatting: Formatting, statement: str, subject: str, options: Options
) -> str:
    """Return a module with one test, which fails until the subject answers the batch correctly."""
    arguments = "".join(f", {name}={value!r}" for name, value in options.given().items())
    extra_import = ""
    if formatting != Formatting():
        spaced = formatting.spacing is not Spacing.SINGLE
        extra_import = f"from crosscover.dialects import Formatting, LineEnd{', Spacing' * spaced}\n"
        written = f"{formatting.empty!r}, LineEnd.{formatting.line_end.name}, final_newline={formatting.final_newline}"
        if spaced:
            written += f", spacing=Spacing.{formatting.spacing.name}"
        arguments = f", formatting=Formatting({written}){arguments}"
    puzzles = "\n".join(map(str, batch))
    docstring = escape_unprintable(statement).replace("\\", "\\\\").replace('"', "'")
    return f'''\
"""Saved by crosscover: an input that a solver failed."""

{extra_import}from crosscover.suite import assert_right

PUZZLES = """
{puzzles}
"""


def test_replay_{name}() -> None:
    """{docstring}"""
    assert_right({subject!r}, PUZZLES.split(){arguments})
'''
