"""Exact-cover problems, and their text form.

A cover is a set of options that contains each primary item exactly once and each secondary item at most once. With
colors, an option may give a secondary item a color, as in `s:red`, and options that give it the same color share it.
Options without a primary item belong to no cover, since Algorithm X never chooses them. See Knuth, The Art of Computer
Programming, 7.2.2.1.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

COMMENT = SEPARATOR = "|"
"""The beginning of a comment line, and the word before the secondary items, in Knuth's text."""

Cover = tuple[int, ...]
"""The numbers of the options of a cover, in ascending order, counted from 0."""


@dataclass(frozen=True)
class Problem:
    """An exact-cover problem: the names of its items, and options as tuples of items.

    Names are different, not empty, and contain neither spaces nor `|` nor `:`. If `colors` is true, an option may give
    a secondary item a color, `item:color`; it becomes false if none does. Raises ValueError for other names, and for an
    option that repeats an item or contains one that does not exist.

    >>> print(Problem(["a", "b"], [["a", "b"], ["b", "s:red"]], ["s"], colors=True).to_knuth(), end="")
    a b | s
    a b
    b s:red
    """

    primary: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    secondary: tuple[str, ...] = ()
    colors: bool = False

    def __init__(
        self,
        primary: Iterable[str],
        options: Iterable[Iterable[str]],
        secondary: Iterable[str] = (),
        colors: bool = False,
    ) -> None:
        set_field = object.__setattr__
        set_field(self, "primary", tuple(primary))
        set_field(self, "options", tuple(map(tuple, options)))
        set_field(self, "secondary", tuple(secondary))
        set_field(self, "colors", colors)
        for name in self.items:
            if (
                type(name) is not str
                or not name
                or set(name) & set("|:")
                or len(name.split()) != 1
                or name.strip() != name
            ):
                raise ValueError(f"{name!r} is no name of an item: expected text without spaces, `|` and `:`")
        if len(self.number) < len(self.items):
            raise ValueError("two items have the same name")
        names = self.number.keys()
        for place, option in enumerate(self.options):
            if not names >= (distinct := set(option)) or len(distinct) < len(option):
                self._check(place, option)  # slow, and needed only for an option with colors or an error
        set_field(self, "colors", colors and any(":" in entry for option in self.options for entry in option))

    def _check(self, place: int, option: Sequence[str]) -> None:
        """Raise ValueError, which names the place, for an option that this problem cannot have."""
        names = [self.split(entry) for entry in option]
        if len({name for name, _ in names}) < len(names):
            raise ValueError(f"option {place} repeats an item: {' '.join(option)}")
        for name, color in names:
            number = self.number.get(name)
            if number is None:
                raise ValueError(f"option {place} contains {name}, which is no item")
            if color is not None and (not color or set(color) & set("|:") or color.split() != [color]):
                raise ValueError(f"option {place} gives {name} a color that is no word")
            if color is not None and number < len(self.primary):
                raise ValueError(f"option {place} gives the primary item {name} a color")

    def split(self, entry: str) -> tuple[str, str | None]:
        """Return the item and the color of an entry of an option, None for no color."""
        name, colon, color = entry.partition(":") if self.colors else (entry, "", "")
        return name, color if colon else None

    @cached_property
    def items(self) -> tuple[str, ...]:
        """All items, the primary ones first."""
        return self.primary + self.secondary

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each item by its name, counted from 0."""
        return {name: place for place, name in enumerate(self.items)}

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the items of each option, in the order of the option."""
        if not self.colors:
            return tuple(tuple(map(self.number.__getitem__, option)) for option in self.options)
        return tuple(tuple(self.number[self.split(entry)[0]] for entry in option) for option in self.options)

    @cached_property
    def row_colors(self) -> tuple[tuple[int, ...], ...]:
        """The color of each item of each option: 0 for none, else a number from 1."""
        colors: dict[str, int] = {}
        return tuple(
            tuple(
                0 if color is None else colors.setdefault(color, len(colors) + 1) for _, color in map(self.split, each)
            )
            for each in self.options
        )

    @property
    def nodes(self) -> int:
        """The number of entries of all options."""
        return sum(map(len, self.options))

    @property
    def plain_form(self) -> bool:
        """Whether it contains nothing that published solvers disagree about.

        They disagree about options without a primary item, and about problems without primary items or with an item
        that is in no option.
        """
        return self.is_usual and not self.has_unused

    @property
    def has_unused(self) -> bool:
        """Whether an item is in no option."""
        return len({item for row in self.rows for item in row}) < len(self.items)

    @property
    def is_usual(self) -> bool:
        """Whether there are primary items and options, and each option has a primary item."""
        has_primary = (any(item < len(self.primary) for item in row) for row in self.rows)
        return bool(self.primary and self.options) and all(has_primary)

    def renamed(self, names: Mapping[str, str]) -> "Problem":
        """Return the problem with other names of its items."""

        def of(entry: str) -> str:
            name, color = self.split(entry)
            return names[name] if color is None else f"{names[name]}:{color}"

        options = [list(map(of, option)) for option in self.options]
        primary, secondary = ([names[name] for name in each] for each in (self.primary, self.secondary))
        return Problem(primary, options, secondary, self.colors)

    def to_knuth(self) -> str:
        """Return the text form of Knuth's programs: the items on the first line, then one option per line."""
        items = [*self.primary, *((SEPARATOR, *self.secondary) if self.secondary else ())]
        return "".join(f"{' '.join(words)}\n" for words in (items, *self.options))

    @classmethod
    def from_knuth(cls, text: str) -> "Problem":
        """Return the problem of a text that `to_knuth` may have written; lines that begin with `|` are comments.

        Raises ValueError, with the number of the line, if the text is malformed.
        """
        lines = list(_lines(text))
        if not lines:
            raise ValueError("expected a line of items")
        (number, words), *rest = lines
        primary, secondary = words, list[str]()
        if SEPARATOR in words:
            place = words.index(SEPARATOR)
            primary, secondary = words[:place], words[place + 1 :]
        try:
            return cls(primary, [option for _, option in rest], secondary, colors=True)
        except ValueError as error:
            message = str(error)
            if found := re.match(r"option (\d+)", message):
                number = rest[int(found[1])][0]
                message = f"the option{message[found.end() :]}"
            raise ValueError(f"line {number}: {message}") from None

    def __repr__(self) -> str:
        """Return the problem as a Python expression."""
        fields = [repr(list(self.primary)), repr([list(option) for option in self.options])]
        if self.secondary:
            fields.append(repr(list(self.secondary)))
        return f"Problem({', '.join(fields)}{', colors=True' if self.colors else ''})"


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line that is neither empty nor a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and not line.startswith(COMMENT):
            yield number, words
