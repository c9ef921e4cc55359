"""Candidates as sets; each placement is propagated, then the search guesses from the smallest set."""

Candidates = dict[int, set[int]]

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [
    [9 * (top + row) + left + column for row in range(3) for column in range(3)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
UNITS = ROWS + COLUMNS + BOXES
UNITS_OF = {cell: [unit for unit in UNITS if cell in unit] for cell in range(81)}
PEERS = {cell: {other for unit in UNITS_OF[cell] for other in unit if other != cell} for cell in range(81)}


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}
    for cell, character in enumerate(text):
        if character in "123456789" and not assign(candidates, cell, int(character)):
            return None
    solved = search(candidates)
    if solved is None:
        return None
    return "".join(str(min(solved[cell])) for cell in range(81))


def search(candidates: Candidates) -> Candidates | None:
    """Guess until every cell has one candidate."""
    open_cells = [cell for cell in range(81) if len(candidates[cell]) > 1]
    if not open_cells:
        return candidates
    cell = min(open_cells, key=lambda cell: len(candidates[cell]))
    for digit in sorted(candidates[cell]):
        guess = {cell: set(digits) for cell, digits in candidates.items()}
        if assign(guess, cell, digit):
            solved = search(guess)
            if solved is not None:
                return solved
    return None


def assign(candidates: Candidates, cell: int, digit: int) -> bool:
    """Leave a cell this one candidate; False on a contradiction."""
    others = candidates[cell] - {digit}
    return digit in candidates[cell] and all(eliminate(candidates, cell, other) for other in others)


def eliminate(candidates: Candidates, cell: int, digit: int) -> bool:
    """Take a candidate away and see what follows; False on a contradiction."""
    if digit not in candidates[cell]:
        return True
    candidates[cell].remove(digit)
    if not candidates[cell]:
        return False
    if len(candidates[cell]) == 1:
        (last,) = candidates[cell]
        if not all(eliminate(candidates, peer, last) for peer in PEERS[cell]):
            return False
    for unit in UNITS_OF[cell]:
        places = [other for other in unit if digit in candidates[other]]
        if not places:
            return False
        if len(places) == 1 and not assign(candidates, places[0], digit):
            return False
    return True
