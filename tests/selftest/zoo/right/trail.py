"""Candidate masks with a trail: every mask that changes is noted, and going back restores what was noted."""

ALL = 0b111111111
UNITS = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [27 * (box // 3) + 3 * (box % 3) + 9 * row + column for row in range(3) for column in range(3)]
        for box in range(9)
    ),
]
PEERS = [sorted({other for unit in UNITS if cell in unit for other in unit} - {cell}) for cell in range(81)]


class Solver:
    """The candidates of one puzzle."""

    def __init__(self) -> None:
        self.masks = [ALL] * 81
        self.trail: list[tuple[int, int]] = []

    def narrow(self, cell: int, mask: int) -> bool:
        """Keep of a cell's candidates those in the mask, and follow up; False on a contradiction."""
        queue = [(cell, mask)]
        while queue:
            cell, mask = queue.pop()
            old = self.masks[cell]
            new = old & mask
            if new == old:
                continue
            self.trail.append((cell, old))
            self.masks[cell] = new
            if new == 0:
                return False
            if new & (new - 1) == 0:
                queue.extend((peer, ~new) for peer in PEERS[cell])
        return True

    def settle(self) -> bool:
        """Place digits that have one place in a unit, until there is none; False on a contradiction."""
        again = True
        while again:
            again = False
            for unit in UNITS:
                once = twice = 0
                for cell in unit:
                    twice |= once & self.masks[cell]
                    once |= self.masks[cell]
                if once != ALL:
                    return False
                single = once & ~twice
                for cell in unit:
                    mask = self.masks[cell]
                    only = mask & single
                    if only & (only - 1):
                        return False
                    if only and only != mask:
                        again = True
                        if not self.narrow(cell, only):
                            return False
        return True

    def go_back(self, mark: int) -> None:
        """Restore the masks as they were when the trail was `mark` long."""
        while len(self.trail) > mark:
            cell, old = self.trail.pop()
            self.masks[cell] = old

    def search(self) -> bool:
        """Leave every cell one candidate."""
        if not self.settle():
            return False
        cell = min(range(81), key=lambda cell: (self.masks[cell].bit_count() - 2) % 9)
        choices = self.masks[cell]
        if choices & (choices - 1) == 0:
            return True
        while choices:
            bit = choices & -choices
            choices ^= bit
            mark = len(self.trail)
            if self.narrow(cell, bit) and self.search():
                return True
            self.go_back(mark)
        return False


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    solver = Solver()
    for cell, character in enumerate(text):
        if character.isdigit() and character != "0" and not solver.narrow(cell, 1 << (int(character) - 1)):
            return None
    if not solver.search():
        return None
    return "".join(str(mask.bit_length()) for mask in solver.masks)
