"""Bit masks and a table of the numbers of covers of sets of items; `count` returns the number of covers."""


def count(options: list[list[str]]) -> int:
    """Return the number of covers of all items that occur."""
    bits: dict[str, int] = {}
    masks = [sum(bits.setdefault(item, 1 << len(bits)) for item in option) for option in options]
    containing = {bit: [mask for mask in masks if mask & bit] for bit in bits.values()}
    known = {0: 1}

    def covers_of(rest: int) -> int:
        if rest not in known:
            lowest = rest & -rest
            known[rest] = sum(covers_of(rest ^ mask) for mask in containing[lowest] if mask & rest == mask)
        return known[rest]

    return covers_of((1 << len(bits)) - 1)
