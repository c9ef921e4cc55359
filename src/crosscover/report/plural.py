"""Numbers in words."""


def pluralize(number: int, noun: str) -> str:
    """A number with its noun, a plural in -s as the number wants it: `1 puzzle`, `1,200 puzzles`."""
    return f"{number:,} {noun.removesuffix('s') if number == 1 else noun}"
