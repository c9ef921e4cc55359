"""The items of the exact-cover table in words, for messages of tests."""

from crosscover.reference import CoverTable
from crosscover.reference.table import Family


def item_name(table: CoverTable, item: int) -> str:
    """An item in words: `r4c5 is filled`, `box 5 has 7`."""
    start, within = divmod(item, table.shape.cells)
    house, digit = divmod(within, table.shape.side)
    family = table.order[start]
    if family is Family.CELL:
        return f"{table.shape.cell_name((within - table.cell_shift) % table.shape.cells)} is filled"
    return f"{family.value} {house + 1} has {digit + 1}"
