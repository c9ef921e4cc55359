"""Dancing links of node objects, built anew for each problem; `covers` yields lists of option numbers."""

from collections.abc import Iterable, Iterator


class Node:
    """An item of an option, or the header of an item, which knows the number of its options."""

    def __init__(self, header: "Node | None" = None, option: int = -1) -> None:
        self.left = self.right = self.up = self.down = self
        self.header = self if header is None else header
        self.option = option
        self.size = 0


class Links:
    """The linked options of a problem, and the options chosen so far."""

    def __init__(self, primary: Iterable[str], options: Iterable[list[str]], secondary: Iterable[str]) -> None:
        self.root = Node()
        self.chosen: list[int] = []
        headers: dict[str, Node] = {}
        for item in primary:
            headers[item] = header = Node()
            header.left, header.right = self.root.left, self.root
            header.left.right = header.right.left = header
        for item in secondary:
            headers[item] = Node()
        for number, option in enumerate(options):
            first: Node | None = None
            for item in option:
                node = self.hang(headers[item], number)
                if first is None:
                    first = node
                node.left, node.right = first.left, first
                node.left.right = node.right.left = node

    def hang(self, header: Node, option: int) -> Node:
        """Add a node at the end of an item's list."""
        node = Node(header, option)
        node.up, node.down = header.up, header
        node.up.down = node.down.up = node
        header.size += 1
        return node

    def cover(self, header: Node) -> None:
        """Take an item and its options out."""
        header.left.right, header.right.left = header.right, header.left
        node = header.down
        while node is not header:
            other = node.right
            while other is not node:
                other.up.down, other.down.up = other.down, other.up
                other.header.size -= 1
                other = other.right
            node = node.down

    def uncover(self, header: Node) -> None:
        """Put an item and its options back."""
        node = header.up
        while node is not header:
            other = node.left
            while other is not node:
                other.header.size += 1
                other.up.down = other.down.up = other
                other = other.left
            node = node.up
        header.left.right = header.right.left = header

    def search(self) -> Iterator[list[int]]:
        """Yield the covers that contain the chosen options."""
        best = header = self.root.right
        while header is not self.root:
            if header.size < best.size:
                best = header
            header = header.right
        if best is self.root:
            yield list(self.chosen)
            return
        if best.size == 0:
            return
        self.cover(best)
        node = best.down
        while node is not best:
            self.chosen.append(node.option)
            other = node.right
            while other is not node:
                self.cover(other.header)
                other = other.right
            yield from self.search()
            other = node.left
            while other is not node:
                self.uncover(other.header)
                other = other.left
            self.chosen.pop()
            node = node.down
        self.uncover(best)


def covers(primary: list[str], options: list[list[str]], secondary: list[str]) -> Iterator[list[int]]:
    """Yield the option numbers of each cover."""
    yield from Links(primary, options, secondary).search()
