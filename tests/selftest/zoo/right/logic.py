"""Sets of candidates and the techniques of a person, the simplest first; guesses if none of them helps."""

from collections.abc import Callable, Iterator
from itertools import combinations

Candidates = list[set[int]]
Removal = tuple[int, set[int]]
"""A cell, and candidates that it loses."""

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [[27 * (box // 3) + 3 * (box % 3) + 9 * (at // 3) + at % 3 for at in range(9)] for box in range(9)]
HOUSES = [*ROWS, *COLUMNS, *BOXES]
DIGITS = range(1, 10)


def places(candidates: Candidates, house: list[int], digit: int) -> list[int]:
    """The cells of a house that have a candidate."""
    return [cell for cell in house if digit in candidates[cell]]


def naked_single(candidates: Candidates) -> Iterator[Removal]:
    """The only candidate of a cell leaves the rest of its houses."""
    for house in HOUSES:
        for cell in house:
            if len(candidates[cell]) == 1:
                yield from ((other, candidates[cell]) for other in house if other != cell)


def hidden_single(candidates: Candidates) -> Iterator[Removal]:
    """The only place of a digit in a house has no other candidate."""
    for house in HOUSES:
        for digit in DIGITS:
            found = places(candidates, house, digit)
            if len(found) == 1:
                yield found[0], candidates[found[0]] - {digit}


def locked_candidates(candidates: Candidates) -> Iterator[Removal]:
    """If the places of a digit in a house lie in another house, too, the digit leaves the rest of that."""
    for house in HOUSES:
        for digit in DIGITS:
            found = places(candidates, house, digit)
            for other in HOUSES:
                if other != house and len(found) > 1 and all(cell in other for cell in found):
                    yield from ((cell, {digit}) for cell in other if cell not in found)


def hidden_pair(candidates: Candidates) -> Iterator[Removal]:
    """Two digits with the same two places in a house leave no room there for others."""
    for house in HOUSES:
        for one, other in combinations(DIGITS, 2):
            found, others = places(candidates, house, one), places(candidates, house, other)
            if len(found) == 2 and found == others:
                yield from ((cell, candidates[cell] - {one, other}) for cell in found)


def x_wing(candidates: Candidates) -> Iterator[Removal]:
    """If a digit has the same two columns in two rows, it leaves the rest of the columns."""
    for digit in DIGITS:
        for one, other in combinations(range(9), 2):
            found = [cell % 9 for cell in places(candidates, ROWS[one], digit)]
            others = [cell % 9 for cell in places(candidates, ROWS[other], digit)]
            if len(found) == 2 and found == others:
                for column in found:
                    yield from ((cell, {digit}) for cell in COLUMNS[column] if cell // 9 not in (one, other))


TECHNIQUES: tuple[Callable[[Candidates], Iterator[Removal]], ...] = (
    naked_single,
    hidden_single,
    locked_candidates,
    hidden_pair,
    x_wing,
)


def simplify(candidates: Candidates) -> bool:
    """Apply techniques until none helps; False if a cell has no candidate left."""
    progress = True
    while progress and all(candidates):
        progress = False
        for technique in TECHNIQUES:
            for cell, digits in list(technique(candidates)):
                progress = progress or bool(candidates[cell] & digits)
                candidates[cell] = candidates[cell] - digits
            if progress:
                break
    return all(candidates)


def search(candidates: Candidates) -> Candidates | None:
    """Return any solution, or None."""
    if not simplify(candidates):
        return None
    open_cells = [cell for cell in range(81) if len(candidates[cell]) > 1]
    if not open_cells:
        return candidates
    cell = min(open_cells, key=lambda cell: len(candidates[cell]))
    for digit in sorted(candidates[cell]):
        found = search([{digit} if place == cell else set(each) for place, each in enumerate(candidates)])
        if found is not None:
            return found
    return None


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    found = search([{int(each)} if each in "123456789" else set(DIGITS) for each in text])
    return None if found is None else "".join(str(min(digits)) for digits in found)
