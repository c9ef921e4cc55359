"""Pages as opened in a browser."""

from pathlib import Path
from typing import Any

WIDTHS = {"phone": 360, "desk": 1280}


class Seen:
    """Opens texts as pages; records requests, console messages and errors."""

    def __init__(self, browser: Any, directory: Path) -> None:
        self._browser = browser
        self._path = directory / "page.html"
        self._context: Any = None
        self.page: Any = None
        self.requests: list[str] = []
        self.messages: list[str] = []

    def open(self, text: str, *, width: str = "desk", scheme: str = "light") -> Any:
        """Open a page on a screen with a given width, and return it."""
        self.close()
        self._path.write_text(text, encoding="utf-8")
        size = {"width": WIDTHS[width], "height": 800}
        self._context = self._browser.new_context(color_scheme=scheme, viewport=size)
        self.page = self._context.new_page()
        self.page.on("request", self._note_request)
        self.page.on("console", self._note_message)
        self.page.on("pageerror", self._note_message)
        self.page.on("dialog", self._note_message)
        self.page.goto(self._path.as_uri())
        return self.page

    @property
    def is_alone(self) -> bool:
        """Whether only the page itself was requested, and there were no messages or errors."""
        return self.requests == [self._path.as_uri()] and not self.messages

    def overflows(self) -> bool:
        """Whether the page is wider than the screen."""
        width: bool = self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        return width

    def close(self) -> None:
        """Close the page."""
        if self._context is not None:
            self._context.close()
            self._context = None
            self.requests.clear()
            self.messages.clear()

    def _note_request(self, request: Any) -> None:
        self.requests.append(request.url)

    def _note_message(self, message: Any) -> None:
        self.messages.append(str(message))
