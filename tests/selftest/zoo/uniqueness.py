"""Mutants that infer something from the uniqueness of the solution, though the contract allows several solutions.

Each is right for proper puzzles, and refuses or miscounts some puzzles with several solutions. A unique rectangle
consists of four cells in two rows, two columns and two boxes; if they held only two digits, these could be swapped.
"""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant, RightSolver
from .origins import PROPAGATION, PROPAGATION_COUNTING

mutant = partial(Mutant.of, Kind.UNIQUENESS)

_RECTANGLES = """\
RECTANGLES = [
    (9 * top + left, 9 * top + right, 9 * bottom + left, 9 * bottom + right)
    for top in range(9)
    for bottom in range(top + 1, 9)
    for left in range(9)
    for right in range(left + 1, 9)
    if (top // 3 == bottom // 3) != (left // 3 == right // 3)
]
CORNERS = [corners for a, b, c, d in RECTANGLES for corners in ((a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a))]
SIDES = [sides for a, b, c, d in RECTANGLES for sides in ((a, b, c, d), (c, d, a, b), (a, c, b, d), (b, d, a, c))]


"""

_CORNERS = "    for a, b, c, d in CORNERS:\n"
_SIDES = "    for a, b, c, d in SIDES:\n"

_SYMMETRY = """\
DIAGONAL = [cell % 9 * 9 + cell // 9 for cell in range(81)]
IMAGES = [[80 - cell for cell in range(81)], DIAGONAL, [80 - cell for cell in DIAGONAL]]
SYMMETRIES: list[tuple[list[int], dict[int, int]]] = []


def renaming(text: str, image: list[int]) -> dict[int, int]:
    renamed: dict[int, int] = {}
    for cell, character in enumerate(text):
        if character in "123456789":
            other = text[image[cell]]
            if other not in "123456789" or renamed.setdefault(int(character), int(other)) != int(other):
                return {}
    return renamed if len(renamed) == 9 else {}


"""

_GURTH = (
    "    for image, renamed in SYMMETRIES:\n"
    "        for cell in range(81):\n"
    "            for digit in list(candidates[cell]):\n"
    "                if renamed[digit] not in candidates[image[cell]] and not eliminate(candidates, cell, digit):\n"
    "                    return False\n"
)
_FIND_SYMMETRIES = (
    Change("def solve(text", f"{_SYMMETRY}def solve(text"),
    Change(
        "    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n",
        "    SYMMETRIES[:] = [(image, found) for image in IMAGES if (found := renaming(text, image))]\n"
        "    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n",
    ),
)


def _assumes_one(name: str, origin: RightSolver, description: str, rule: str, witness: str, *changes: Change) -> Mutant:
    """Return a mutant that applies a rule before each guess; the rule returns False on a contradiction."""
    signature = (
        "search(candidates: Candidates)" if origin is PROPAGATION else "search(candidates: Candidates, limit: int)"
    )
    head = f"def {signature}"
    start = "    open_cells = [cell for cell in range(81) if len(candidates[cell]) > 1]\n"
    nothing = "None" if origin is PROPAGATION else "0"
    return mutant(
        name,
        origin,
        description,
        Change(head, f"{_RECTANGLES}def infer(candidates: Candidates) -> bool:\n{rule}    return True\n\n\n{head}"),
        Change(start, f"    if not infer(candidates):\n        return {nothing}\n{start}"),
        *changes,
        witness=(witness,),
    )


UNIQUENESS = (
    _assumes_one(
        "unique-rectangle-1",
        PROPAGATION,
        "If three corners of a rectangle have the same two candidates, both are removed from the fourth: type 1.",
        f"{_CORNERS}"
        "        pair = candidates[a]\n"
        "        if len(pair) == 2 and pair == candidates[b] == candidates[c] and pair < candidates[d]:\n"
        "            if not all(eliminate(candidates, d, digit) for digit in list(pair)):\n"
        "                return False\n",
        puzzles.RECTANGLE_1,
    ),
    _assumes_one(
        "unique-rectangle-2",
        PROPAGATION_COUNTING,
        "If two corners have two candidates and the others one more, that one must be in one of the others: type 2.",
        f"{_SIDES}"
        "        pair, roof = candidates[a], candidates[c]\n"
        "        same = pair == candidates[b] and roof == candidates[d]\n"
        "        if same and len(pair) == 2 and len(roof) == 3 and pair < roof:\n"
        "            (extra,) = roof - pair\n"
        "            if not all(eliminate(candidates, peer, extra) for peer in PEERS[c] & PEERS[d]):\n"
        "                return False\n",
        puzzles.RECTANGLE_2,
    ),
    _assumes_one(
        "unique-rectangle-4",
        PROPAGATION,
        "If the other corners are the only places of one of the two digits in a house, they lose the other: type 4.",
        f"{_SIDES}"
        "        pair = set(candidates[a])\n"
        "        if len(pair) != 2 or pair != candidates[b] or not pair < candidates[c] or not pair < candidates[d]:\n"
        "            continue\n"
        "        for house in UNITS_OF[c]:\n"
        "            for digit in pair if d in house else ():\n"
        "                if [cell for cell in house if digit in candidates[cell]] == sorted((c, d)):\n"
        "                    (other,) = pair - {digit}\n"
        "                    if not eliminate(candidates, c, other) or not eliminate(candidates, d, other):\n"
        "                        return False\n"
        "                    break\n",
        puzzles.RECTANGLE_4,
    ),
    _assumes_one(
        "hidden-unique-rectangle",
        PROPAGATION_COUNTING,
        "A corner opposite one with two candidates loses one of them if the other has no place outside its sides.",
        f"{_CORNERS}"
        "        pair = set(candidates[a])\n"
        "        possible = pair <= candidates[b] and pair <= candidates[c] and pair < candidates[d]\n"
        "        if len(pair) != 2 or not possible:\n"
        "            continue\n"
        "        for digit in pair:\n"
        "            if all(\n"
        "                {cell for cell in house if digit in candidates[cell]} == {b, c, d} & set(house)\n"
        "                for house in (ROWS[d // 9], COLUMNS[d % 9])\n"
        "            ):\n"
        "                (other,) = pair - {digit}\n"
        "                if not eliminate(candidates, d, other):\n"
        "                    return False\n"
        "                break\n",
        puzzles.RECTANGLE_4,
    ),
    _assumes_one(
        "bug-plus-one",
        PROPAGATION_COUNTING,
        "If one open cell has three candidates and all others have two, it gets the one that occurs three times.",
        "    extra = [cell for cell in range(81) if len(candidates[cell]) > 2]\n"
        "    if len(extra) == 1 and len(candidates[extra[0]]) == 3:\n"
        "        for digit in sorted(candidates[extra[0]]):\n"
        "            number = [sum(digit in candidates[cell] for cell in unit) for unit in UNITS_OF[extra[0]]]\n"
        "            if number == [3, 3, 3] and all(\n"
        "                sum(other in candidates[cell] for cell in unit) < 3 or (other == digit and extra[0] in unit)\n"
        "                for unit in UNITS\n"
        "                for other in range(1, 10)\n"
        "            ):\n"
        "                return assign(candidates, extra[0], digit)\n",
        puzzles.BUG_PLUS_ONE,
    ),
    _assumes_one(
        "avoidable-rectangle",
        PROPAGATION,
        "A cell cannot take the digit that completes a rectangle if the other corners were solved and not given.",
        f"{_CORNERS}"
        "        if len(candidates[a]) == len(candidates[b]) == len(candidates[c]) == 1 < len(candidates[d]):\n"
        "            if candidates[b] == candidates[c] and not GIVEN & {a, b, c}:\n"
        "                if not eliminate(candidates, d, min(candidates[a])):\n"
        "                    return False\n",
        puzzles.AVOIDABLE,
        Change(
            "    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n",
            "    GIVEN.clear()\n"
            '    GIVEN.update(cell for cell in range(81) if text[cell] in "123456789")\n'
            "    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n",
        ),
        Change("def solve(text", "GIVEN: set[int] = set()\n\n\ndef solve(text"),
    ),
    _assumes_one(
        "symmetric-solution",
        PROPAGATION,
        "If a half turn or a reflection with digits renamed maps the clues to themselves, so it must the solution.",
        _GURTH,
        puzzles.SYMMETRIC,
        *_FIND_SYMMETRIES,
    ),
    _assumes_one(
        "symmetric-solutions-counted",
        PROPAGATION_COUNTING,
        "If a half turn or a reflection maps the clues to themselves, only solutions with that symmetry are counted.",
        _GURTH,
        puzzles.SYMMETRIC,
        *_FIND_SYMMETRIES,
    ),
)
