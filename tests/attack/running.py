"""Text that messages of crosscover never contain."""

import re
from collections.abc import Iterator


def traceback_in(errors: str) -> Iterator[str]:
    """A finding if stderr has a traceback or an internal error."""
    if re.search("Traceback|Exception ignored|internal error|Error in sys.excepthook|leaked", errors):
        yield f"stderr: {errors[-1500:]!r}"
