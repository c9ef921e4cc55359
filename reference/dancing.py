"""Exact cover by dancing links: Knuth's Algorithm X on doubly linked lists.

Given items and options, each a set of items, it finds every set of options that contains each primary item exactly once
and each secondary item at most once. The code follows The Art of Computer Programming 7.2.2.1, with its data structures
and step names, so the two can be read side by side:

- Node 0 is the root, and node i + 1 is the header of item i. Then come the nodes of the options, option by option, with
  a spacer before the first option and after each.
- `left` and `right` link the root and the headers of the primary items that are still to be covered.
- `up` and `down` link a header with the nodes of its item in options that are still possible; `size` counts them.
- `color` is 0 for a node without a color. A chosen option commits its other items: it covers an item without a color,
  and hides the options that give an item another color. The nodes that remain get the color `SETTLED`, so that further
  options with this color commit the item at no cost. This is Algorithm C; without colors, it is Algorithm X.
- `top` is the header of a node. In a spacer it is minus the number of the option after it, and `up` and `down` lead to
  the first node of the option before it and to the last node of the option after it.

The branching rule is Knuth's minimum remaining values: the item with the fewest options, or the first such item on a
tie. An item with one option or none leaves no choice, so the scan ends at the first such item. An item that lost its
last option is remembered, so the search backtracks immediately.
"""

from collections.abc import Callable, Generator, Iterable, MutableSequence, Sequence
from typing import Protocol

ROOT = 0
SETTLED = -1

make_array: Callable[[Iterable[int]], MutableSequence[int]] = list
"""Creates the arrays of links: lists, the fastest choice in the interpreter, or C integers in the compiled build."""

check_signals: Callable[[], object] = bool
"""Called regularly during a search. The compiled build needs it to notice Ctrl-C or a time limit."""
SIGNAL_INTERVAL = 1024
"""Number of search nodes between two signal checks."""


class Watcher(Protocol):
    """Observes a search: each search node, each option tried and each option taken back.

    Levels count from 0. The methods may read the links, but not change them.
    """

    def chose(self, level: int, item: int, size: int, /) -> None:
        """Step X3 chose an item, with `size` options to try."""
        ...

    def tried(self, level: int, option: int, /) -> None:
        """Step X5 took an option for the item of this level."""
        ...

    def undone(self, level: int, option: int, /) -> None:
        """Step X6 takes back the option of this level, after everything that follows from it was searched."""
        ...


class DancingLinks:
    """An exact-cover problem and the search for its solutions.

    `options` are sequences of item numbers: items 0 to `primary` - 1 must be covered, the `secondary` items after them
    may be. With `colors`, an option may give its secondary items colors, numbers from 1 in the places of the items, 0
    for none; then options with the same color share an item. Raises ValueError for an option that is empty, repeats an
    item or names an item that does not exist, and for a color of a primary item.

    >>> [cover for cover in DancingLinks([[0, 1], [1, 2], [2], [0]], primary=3).covers()]
    [(0, 2), (3, 1)]
    >>> [cover for cover in DancingLinks([[0, 2], [1, 2], [1, 2]], 2, 1, [[0, 7], [0, 7], [0, 8]]).covers()]
    [(0, 1)]
    """

    def __init__(
        self,
        options: Iterable[Sequence[int]],
        primary: int,
        secondary: int = 0,
        colors: Iterable[Sequence[int]] = (),
    ) -> None:
        items = primary + secondary
        entries = [list(option) for option in options]
        for number, option in enumerate(entries):
            if not option or len(set(option)) < len(option) or min(option) < 0 or max(option) >= items:
                raise ValueError(f"option {number} must hold different items from 0 to {items - 1}, not {option}")
        nodes = items + 2 + len(entries) + sum(map(len, entries))
        self.items = items
        self.options = len(entries)
        self.primary = primary
        self.visited = 0
        self.starved = ROOT
        self.busy = False
        self.colored = False
        self.left = make_array(range(-1, items))
        self.right = make_array(range(1, items + 2))
        self.size = make_array([0] * (items + 1))
        self.top = make_array([0] * nodes)
        self.up = make_array(range(nodes))
        self.down = make_array(range(nodes))
        self.color = make_array([0] * nodes)
        self.first = make_array([0] * len(entries))
        self.trail = make_array([0] * (primary + 1))
        self.taken = make_array([0] * (items + 1))
        self.right[primary] = ROOT
        self.left[ROOT] = primary
        for header in range(primary + 1, items + 1):
            self.left[header] = self.right[header] = header
        self._enter(entries)
        self._color(colors)

    def _enter(self, entries: list[list[int]]) -> None:
        spacer = self.items + 1
        for number, option in enumerate(entries):
            self.top[spacer] = -number
            self.down[spacer] = spacer + len(option)
            self.first[number] = spacer + 1
            for node, item in enumerate(option, spacer + 1):
                header = item + 1
                self.top[node] = header
                self.up[node] = self.up[header]
                self.down[node] = header
                self.down[self.up[header]] = node
                self.up[header] = node
                self.size[header] += 1
            spacer += len(option) + 1
            self.up[spacer] = self.first[number]
        self.top[spacer] = -len(entries)

    def _color(self, colors: Iterable[Sequence[int]]) -> None:
        for number, numbers in enumerate(colors):
            for node, color in enumerate(numbers, self.first[number]):
                if color and (color < 0 or not self.primary < self.top[node] <= self.items):
                    raise ValueError(f"option {number} gives color {color} to what is no secondary item")
                self.color[node] = color
                self.colored = self.colored or color > 0

    def covers(  # noqa: PLR0912, PLR0915 - one loop, to be read beside Knuth's steps
        self, given: Sequence[int] = (), watcher: Watcher | None = None
    ) -> Generator[tuple[int, ...]]:
        """Yield every exact cover as a tuple of its options: the `given` options first, then the rest in search order.

        Given options that share an item have no cover. The iterator may be closed at any time; when it ends, for any
        reason, every link and size is restored. Raises RuntimeError if another iterator is open, IndexError for a given
        option that does not exist, and ValueError for given options of a problem with colors.
        """
        if given and self.colored:
            raise ValueError("options can only be given for a problem without colors")
        if self.busy:
            raise RuntimeError("a search of these links is still open; close it, or use other links")
        self.busy = True
        self.visited = 0
        self.starved = ROOT
        forced = 0
        depth = 0
        try:
            for option in given:
                if not self.force(option):
                    return
                forced += 1
            chosen = tuple(given)
            while True:
                if self.right[ROOT] == ROOT:  # X2: nothing is left to cover
                    yield chosen + tuple(self.option(self.trail[level]) for level in range(depth))
                else:
                    header = self.choose()  # X3
                    self.visited += 1
                    if self.visited % SIGNAL_INTERVAL == 0:
                        check_signals()
                    if watcher is not None:
                        watcher.chose(depth, header - 1, self.size[header])
                    self.cover(header)  # X4
                    self.trail[depth] = header
                    depth += 1
                while depth > 0:
                    node = self.trail[depth - 1]
                    if node > self.items:  # X6: take the option back
                        if watcher is not None:
                            watcher.undone(depth - 1, self.option(node))
                        self.uncover_others(node)
                    node = self.down[node]
                    self.trail[depth - 1] = node
                    if node > self.items:  # X5: try the next one
                        self.cover_others(node)
                        if watcher is not None:
                            watcher.tried(depth - 1, self.option(node))
                        break
                    self.uncover(node)  # X7: back at the header of the list
                    depth -= 1
                if depth == 0:
                    return
        finally:
            while depth > 0:
                depth -= 1
                node = self.trail[depth]
                if node > self.items:
                    self.uncover_others(node)
                    node = self.top[node]
                self.uncover(node)
            while forced > 0:
                forced -= 1
                self.release(given[forced])
            self.busy = False

    def choose(self) -> int:
        """Return the header of the item to branch on.

        This is the item that lost its last option most recently, if it still has none; else the first item with at most
        one option; else the first item with the fewest options.
        """
        starved = self.starved
        if 0 < starved <= self.primary and self.size[starved] == 0 and self.right[self.left[starved]] == starved:
            return starved  # it is not covered: its neighbors still link to it
        best = self.right[ROOT]
        fewest = self.size[best]
        header = self.right[best]
        while header != ROOT and fewest > 1:
            if self.size[header] < fewest:
                best = header
                fewest = self.size[header]
            header = self.right[header]
        return best

    def cover(self, header: int) -> None:
        """Remove an item from the list, and all its options from the lists of their other items."""
        node = self.down[header]
        while node != header:
            self.hide(node)
            node = self.down[node]
        before = self.left[header]
        after = self.right[header]
        self.right[before] = after
        self.left[after] = before

    def uncover(self, header: int) -> None:
        """Undo `cover`, step by step in reverse."""
        before = self.left[header]
        after = self.right[header]
        self.right[before] = header
        self.left[after] = header
        node = self.up[header]
        while node != header:
            self.unhide(node)
            node = self.up[node]

    def hide(self, node: int) -> None:
        """Remove the other nodes of an option from their lists, from left to right."""
        other = node + 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.up[other]
            else:
                above = self.up[other]
                below = self.down[other]
                self.down[above] = below
                self.up[below] = above
                self.size[header] -= 1
                if self.size[header] == 0:
                    self.starved = header
                other += 1

    def unhide(self, node: int) -> None:
        """Undo `hide`, from right to left."""
        other = node - 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.down[other]
            else:
                self.down[self.up[other]] = other
                self.up[self.down[other]] = other
                self.size[header] += 1
                other -= 1

    def cover_others(self, node: int) -> None:
        """Commit the other items of the option that a node belongs to, from left to right."""
        plain = not self.colored
        other = node + 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.up[other]
            else:
                if plain or self.color[other] == 0:
                    self.cover(header)
                elif self.color[other] != SETTLED:
                    self.purify(other)
                other += 1

    def uncover_others(self, node: int) -> None:
        """Undo `cover_others`, from right to left."""
        plain = not self.colored
        other = node - 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.down[other]
            else:
                if plain or self.color[other] == 0:
                    self.uncover(header)
                elif self.color[other] != SETTLED:
                    self.unpurify(other)
                other -= 1

    def purify(self, node: int) -> None:
        """Hide all options that give the item of a node another color, and settle the nodes with its color."""
        header = self.top[node]
        other = self.down[header]
        while other != header:
            if self.color[other] == self.color[node]:
                self.color[other] = SETTLED
            else:
                self.hide(other)
            other = self.down[other]

    def unpurify(self, node: int) -> None:
        """Undo `purify`, step by step in reverse."""
        header = self.top[node]
        other = self.up[header]
        while other != header:
            if self.color[other] == SETTLED:
                self.color[other] = self.color[node]
            else:
                self.unhide(other)
            other = self.up[other]

    def force(self, option: int) -> bool:
        """Take an option before the search; return False, without a change, if one of its items is already covered."""
        if not 0 <= option < self.options:
            raise IndexError(f"there is no option {option} among {self.options}")
        start = self.first[option]
        node = start
        while self.top[node] > 0:
            if self.taken[self.top[node]]:
                return False
            node += 1
        while node > start:
            node -= 1
            self.taken[self.top[node]] = 1
        self.cover(self.top[start])
        self.cover_others(start)
        return True

    def release(self, option: int) -> None:
        """Undo `force`."""
        node = self.first[option]
        self.uncover_others(node)
        self.uncover(self.top[node])
        while self.top[node] > 0:
            self.taken[self.top[node]] = 0
            node += 1

    def option(self, node: int) -> int:
        """Return the number of the option that a node belongs to."""
        while self.top[node] > 0:
            node += 1
        return -self.top[node] - 1

    def state(self) -> tuple[tuple[int, ...], ...]:
        """Return a copy of every link and size, to compare two states."""
        arrays = [self.left, self.right, self.up, self.down, self.top, self.size, self.taken, self.color]
        return tuple(tuple(numbers) for numbers in arrays)
