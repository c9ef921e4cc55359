"""A failure as a pytest test that people paste among their own."""

from collections.abc import Mapping, Sequence

from crosscover.reference import Grid
from crosscover.dialects import Formatting, LineEnd
from crosscover.subjects.options import Options

from .rebuilding import Plain, options_of, written
from .words import escape_unprintable


def as_test(
    name: str,
    subject: str,
    batch: Sequence[Grid],
    *,
    formatting: Formatting,
    statement: str,
    options: Mapping[str, Plain],
) -> str:
    """The text of a module with one test, which fails until the subject answers the batch rightly."""
    defaults = written(Options())
    said = {key: value for key, value in written(options_of(options)).items() if value != defaults[key]}
    words = "".join(f", {key}={value!r}" for key, value in said.items())
    extra_import, extra_argument = "", ""
    if formatting != Formatting():
        extra_import = "from crosscover.dialects import Formatting, LineEnd\n"
        end = f"LineEnd.{LineEnd(formatting.line_end).name}"
        extra_argument = f", form=Formatting({formatting.empty!r}, {end}, final_newline={formatting.final_newline})"
    puzzles = "\n".join(map(str, batch))
    statement = escape_unprintable(statement).replace("\\", "\\\\").replace('"', "'")
    return f'''\
"""Kept by crosscover: an input on which a solver was wrong."""

{extra_import}from crosscover.report.replaying import assert_right

PUZZLES = """
{puzzles}
"""


def test_replay_{name}() -> None:
    """{statement}"""
    assert_right({subject!r}, PUZZLES.split(){extra_argument}{words})
'''
