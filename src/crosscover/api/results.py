"""Results that a notebook and an interactive session show."""

from html import escape
from pathlib import Path
from typing import cast

from crosscover import result
from crosscover.report.files import atomic_write
from crosscover.report.page import page
from crosscover.report.text import check_text, comparison_text

FRAME_HEIGHT = 640
"""Height of a page in a notebook, in pixels; longer pages scroll."""


class _Shown:
    """What both kinds of result offer besides their fields."""

    __slots__ = ()

    def _result(self) -> result.CheckResult | result.Comparison:
        return cast("result.CheckResult | result.Comparison", self)

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        atomic_write(Path(path), page(self._result()))

    def to_json(self) -> str:
        """Return the JSON report."""
        return result.encode(self._result())

    def _repr_html_(self) -> str:
        shown = self._result()
        return (
            f'<iframe title="{escape(shown.sentence)}" sandbox="allow-scripts" srcdoc="{escape(page(shown))}" '
            f'style="width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
        )


class CheckResult(_Shown, result.CheckResult, frozen=True):
    """The result of a check; its text is the report, and a notebook shows the page."""

    def __repr__(self) -> str:
        return check_text(self).plain


class Comparison(_Shown, result.Comparison, frozen=True):
    """The result of a comparison; its text is the table, and a notebook shows the page."""

    def __repr__(self) -> str:
        return comparison_text(self).plain
