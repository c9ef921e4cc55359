"""The puzzle as clauses, solved by unit propagation and splitting: slow, and right.

Literal v means that option v - 1 is in the solution, -v that it is not.
"""

from itertools import combinations

GROUPS: list[list[int]] = [
    *([9 * cell + digit + 1 for digit in range(9)] for cell in range(81)),
    *([81 * row + 9 * column + digit + 1 for column in range(9)] for row in range(9) for digit in range(9)),
    *([81 * row + 9 * column + digit + 1 for row in range(9)] for column in range(9) for digit in range(9)),
    *(
        [81 * (box // 3 * 3 + place // 3) + 9 * (box % 3 * 3 + place % 3) + digit + 1 for place in range(9)]
        for box in range(9)
        for digit in range(9)
    ),
]
CLAUSES: list[tuple[int, ...]] = [tuple(group) for group in GROUPS]
for group in GROUPS:
    CLAUSES.extend((-first, -second) for first, second in combinations(group, 2))
FALSIFIED_BY: dict[int, list[tuple[int, ...]]] = {literal: [] for v in range(1, 730) for literal in (v, -v)}
for clause in CLAUSES:
    for literal in clause:
        FALSIFIED_BY[-literal].append(clause)


def propagate(true: set[int], literals: list[int]) -> list[int] | None:
    """Make literals true with all that follows; what became true, None on a conflict (then nothing stays true)."""
    queue = list(literals)
    made: list[int] = []
    while queue:
        literal = queue.pop()
        if literal in true:
            continue
        if -literal in true:
            true.difference_update(made)
            return None
        true.add(literal)
        made.append(literal)
        for clause in FALSIFIED_BY[literal]:
            if len(clause) == 2:
                queue.append(clause[0] if clause[1] == -literal else clause[1])
            elif not any(other in true for other in clause):
                open_literals = [other for other in clause if -other not in true]
                if not open_literals:
                    true.difference_update(made)
                    return None
                if len(open_literals) == 1:
                    queue.append(open_literals[0])
    return made


def search(true: set[int]) -> bool:
    """Make one literal of every group true."""
    best: list[int] = []
    for group in GROUPS:
        if any(literal in true for literal in group):
            continue
        open_literals = [literal for literal in group if -literal not in true]
        if not best or len(open_literals) < len(best):
            best = open_literals
    if not best:
        return True
    for literal in best:
        made = propagate(true, [literal])
        if made is not None:
            if search(true):
                return True
            true.difference_update(made)
    return False


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    clues = [9 * cell + int(character) for cell, character in enumerate(text) if character in "123456789"]
    true: set[int] = set()
    if propagate(true, clues) is None or not search(true):
        return None
    return "".join(str((literal - 1) % 9 + 1) for literal in sorted(true) if literal > 0)
