"""Results that a notebook and an interactive session show."""

from html import escape
from pathlib import Path

from crosscover import result
from crosscover.report.files import atomic_write
from crosscover.report.page import page
from crosscover.report.text import check_text, comparison_text

FRAME_HEIGHT = 640
"""Height of a page in a notebook, in pixels; longer pages scroll."""


class CheckResult(result.CheckResult, frozen=True):
    """The result of a check; its text is the report, and a notebook shows the page."""

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        atomic_write(Path(path), page(self))

    def to_json(self) -> str:
        """Return the JSON report."""
        return result.encode(self)

    def __repr__(self) -> str:
        return check_text(self).plain

    def _repr_html_(self) -> str:
        return _frame(page(self), self.sentence)


class Comparison(result.Comparison, frozen=True):
    """The result of a comparison; its text is the table, and a notebook shows the page."""

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        atomic_write(Path(path), page(self))

    def to_json(self) -> str:
        """Return the JSON report."""
        return result.encode(self)

    def __repr__(self) -> str:
        return comparison_text(self).plain

    def _repr_html_(self) -> str:
        return _frame(page(self), self.sentence)


def _frame(html: str, title: str) -> str:
    """Return a page in a frame."""
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(html)}" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
    )
