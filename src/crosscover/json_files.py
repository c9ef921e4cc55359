"""JSON that others may have written, such as reports, saved failures and parts of ledgers, with limits."""

import json
from pathlib import Path

MAX_BYTES = 1 << 25
"""Maximum number of bytes of a file."""

MAX_DEPTH = 32
"""Maximum depth of lists and objects; reports have 10. Schemas and readers recurse in several calls for a level."""


def read_json(path: Path) -> object:
    """The value in a file in UTF-8; raises OSError, and ValueError if it is not JSON, too long or nested too deeply."""
    return parse_json(read_limited(path))


def parse_json(text: str) -> object:
    """The value of a text; raises ValueError if it is not JSON, has a huge number or is nested too deeply."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise _too_deep() from None
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for each in level if isinstance(each, list | dict) for inner in _contents(each)]
    if level:
        raise _too_deep()
    return value


def read_limited(path: Path) -> str:
    """The text of a file in UTF-8; raises OSError, and ValueError if it has more than `MAX_BYTES`."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path.name} has more than {MAX_BYTES} bytes")
    return data.decode("utf-8-sig")


def _contents(value: list[object] | dict[str, object]) -> list[object]:
    return value if isinstance(value, list) else list(value.values())


def _too_deep() -> ValueError:
    return ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")
