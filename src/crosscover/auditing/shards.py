"""Parts of a collection that are audited apart, perhaps on different machines, and whose ledgers are merged then."""

import re
from dataclasses import dataclass
from typing import Self

BLOCK = 1_000
"""So many neighbouring rows belong to the same shard: each has its part of a hard stretch."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` parts of a collection, counted from 1; the whole where there is one part."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2/8`; raises ValueError."""
        match = re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", text, re.ASCII)
        if match is None or int(match[1]) > int(match[2]):
            raise ValueError(f"expected a shard and their number, such as 2/8, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    def has(self, number: int) -> bool:
        """Whether the row of that number, from 1, is in this part."""
        return (number - 1) // BLOCK % self.count == self.index - 1

    def rows_up_to(self, number: int) -> int:
        """How many of the rows from 1 to `number` are in this part."""
        blocks, rest = divmod(number, BLOCK)
        return (blocks + self.count - self.index) // self.count * BLOCK + rest * (blocks % self.count == self.index - 1)

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"
