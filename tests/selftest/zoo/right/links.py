"""Dancing links of node objects, linked once when the module loads and left as they were after every puzzle."""


class Node:
    """An item of an option, or the header of an item."""

    def __init__(self, header: "Node | None" = None, option: int = -1) -> None:
        self.left = self.right = self.up = self.down = self
        self.header = self if header is None else header
        self.option = option
        self.size = 0
        self.covered = False


root = Node()
headers: list[Node] = []
rows: list[list[Node]] = []


def build() -> None:
    """Link 324 headers and 729 options."""
    for _ in range(324):
        header = Node()
        header.left, header.right = root.left, root
        root.left.right = header
        root.left = header
        headers.append(header)
    for option in range(729):
        cell, digit = divmod(option, 9)
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        items = (cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit)
        rows.append([Node(headers[item], option) for item in items])
        for place, node in enumerate(rows[option]):
            node.left, node.right = rows[option][place - 1], rows[option][(place + 1) % 4]
            node.up, node.down = node.header.up, node.header
            node.header.up.down = node
            node.header.up = node
            node.header.size += 1


def cover(header: Node) -> None:
    """Take an item and its options out."""
    header.covered = True
    header.left.right, header.right.left = header.right, header.left
    node = header.down
    while node is not header:
        other = node.right
        while other is not node:
            other.up.down, other.down.up = other.down, other.up
            other.header.size -= 1
            other = other.right
        node = node.down


def uncover(header: Node) -> None:
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
    header.covered = False


def take(node: Node) -> None:
    """Cover every item of an option."""
    cover(node.header)
    other = node.right
    while other is not node:
        cover(other.header)
        other = other.right


def give_back(node: Node) -> None:
    """Uncover every item of an option."""
    other = node.left
    while other is not node:
        uncover(other.header)
        other = other.left
    uncover(node.header)


def search(chosen: list[int]) -> bool:
    """Cover what is left; the links are as before when it returns."""
    best = header = root.right
    if best is root:
        return True
    while header is not root:
        if header.size < best.size:
            best = header
        header = header.right
    node = best.down
    while node is not best:
        take(node)
        chosen.append(node.option)
        found = search(chosen)
        give_back(node)
        if found:
            return True
        chosen.pop()
        node = node.down
    return False


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    chosen: list[int] = []
    taken: list[Node] = []
    possible = True
    for cell, character in enumerate(text):
        if character in "123456789":
            option = 9 * cell + int(character) - 1
            if any(node.header.covered for node in rows[option]):
                possible = False
                break
            take(rows[option][0])
            taken.append(rows[option][0])
            chosen.append(option)
    possible = possible and search(chosen)
    for node in reversed(taken):
        give_back(node)
    if not possible:
        return None
    return "".join(str(option % 9 + 1) for option in sorted(chosen))


build()
