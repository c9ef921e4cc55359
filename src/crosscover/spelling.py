"""Names that people write: refused with a suggestion, which every message words alike."""

from collections.abc import Collection, Iterable


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """A suggestion in brackets, after a space; empty if no name is similar. Leading dashes do not count.

    >>> did_you_mean("chek", ["check", "compare"]), did_you_mean("cobol", ["check", "compare"])
    (' (did you mean check?)', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - needed after mistakes only

    known = {name.lstrip("-").lower(): name for name in names}
    near = get_close_matches(word.lstrip("-").lower(), known, n=1)
    return f" (did you mean {known[near[0]]}?)" if near else ""


def one_of(names: Collection[str], text: str) -> str:
    """Read one of several names; raises ValueError with the most similar name, or with all names if none is."""
    if text not in names:
        near = did_you_mean(text, names)
        expected = ", ".join(names)
        raise ValueError(f"{text!r} is unknown{near}" if near else f"expected one of {expected}, not {text!r}")
    return text
