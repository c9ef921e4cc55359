"""Numbers in words."""


def pluralize(number: int, plural: str) -> str:
    """A number with its noun, which is given as a plural in -s: `1 puzzle`, `1,200 puzzles`, `1 property`."""
    if number != 1:
        return f"{number:,} {plural}"
    return f"1 {plural.removesuffix('ies')}y" if plural.endswith("ies") else f"1 {plural.removesuffix('s')}"
