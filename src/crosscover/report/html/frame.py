"""A page inside another one, such as a notebook."""

from html import escape
from pathlib import Path

from crosscover.report.files import atomic_write

HEIGHT = 640
"""Height in pixels; longer pages scroll."""


def frame(page: str, title: str) -> str:
    """Return a page in a sandboxed frame; its own scripts run."""
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width:100%;height:{HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
    )


class Framed:
    """Shown by a notebook as its page, and as text by its sentence."""

    __slots__ = ()
    page: str

    @property
    def sentence(self) -> str:
        """The result in one sentence, which begins with the result in capitals."""
        raise NotImplementedError

    def save(self, path: str | Path) -> None:
        """Write the page to a file; raises OSError."""
        atomic_write(Path(path), self.page)

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return frame(self.page, self.sentence)
