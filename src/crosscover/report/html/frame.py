"""A page of ours inside another one, such as a notebook."""

from html import escape

HEIGHT = 640
"""Pixels; what is longer is scrolled."""


def frame(page: str, title: str) -> str:
    """A page in a frame that neither sees nor changes what is around it; its own scripts run."""
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" srcdoc="{escape(page)}" '
        f'style="width:100%;height:{HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
    )
