"""Words for any output: numbers with nouns, versions, and text without control characters."""

from collections.abc import Mapping


def pluralize(number: int, plural: str) -> str:
    """Return a number with its noun, given as a plural in -s: `1 puzzle`, `1,200 puzzles`, `1 property`."""
    if number != 1:
        return f"{number:,} {plural}"
    return f"1 {plural.removesuffix('ies')}y" if plural.endswith("ies") else f"1 {plural.removesuffix('s')}"


def escape_unprintable(text: str) -> str:
    r"""Return a text with escape sequences for unprintable characters and line ends.

    >>> escape_unprintable("a\x1b[31m\r")
    'a\\x1b[31m\\r'
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def describe_versions(versions: Mapping[str, str]) -> str:
    """Return the versions of packages in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())
