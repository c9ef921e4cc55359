"""Forged certificates of all claims and shapes, with right digests.

A forgery may be accepted only if its claim is true. Neither the rules nor the checker decide this, but the bit-set
engine and a few lines below, which share no code with them.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, assert_never, cast

from crosscover.dialects import MalformedInputError
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError, check, is_certifiable, parse
from crosscover.oracles.proofs.certification import certify_claim, certify_isomorphism, certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.reference import Grid, Shape, symmetry
from tests.certificates.mutants import PRODUCERS, mutated
from tests.certificates.puzzles import BRIEF, EASY, HARD, random_symmetry

Fields = dict[str, Any]

FORGERIES = 50
"""Number of forgeries of each certificate; an attempt makes them of a certificate of each claim."""

SHAPES = [shape for rows in range(2, 9) for columns in range(2, 9) if is_certifiable(shape := Shape(rows, columns))]
COMMON = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(3, 3)]
MAX_COUNTED = 60
"""Maximum number of solutions of a puzzle that is certified to have exactly as many."""


def attack_claims(random: Random, _folder: Path) -> Iterator[str]:
    """Forge a certificate of each claim; what is accepted must be true."""
    for claim in ClaimKind:
        own, other = (made(claim, random_shape(claim, random), random).line() for _ in range(2))
        if accepted(own) is None:
            yield f"a certificate is refused: {own}"
        for _ in range(FORGERIES):
            forgery = forged(own, other, random)
            try:
                certificate = accepted(forgery)
            except Exception as error:
                yield f"{type(error).__name__}: {error}, for {forgery}"
                continue
            if certificate is not None and not is_true(certificate):
                yield f"a false certificate is accepted: {forgery}"


def accepted(line: str) -> Certificate | None:
    """The certificate in a line if it is accepted."""
    try:
        certificate = parse(line)
        check(certificate)
    except (MalformedInputError, FalseCertificateError):
        return None
    return certificate


# --- true certificates ---


def random_shape(claim: ClaimKind, random: Random) -> Shape:
    """A shape that has puzzles for a claim."""
    return random.choice(COMMON if claim is ClaimKind.MINIMAL or random.random() < 0.7 else SHAPES)


def made(claim: ClaimKind, shape: Shape, random: Random) -> Certificate:
    """A true certificate of a claim about a random puzzle."""
    prover = producer(random.choice(PRODUCERS))
    puzzle = proper(shape, random)
    [solution] = solutions(puzzle, 2)
    empty = puzzle.empty_cells()
    match claim:
        case ClaimKind.NONE:
            cell = random.choice(empty)
            wrong = [digit for digit in range(1, shape.side + 1) if digit != solution.values[cell]]
            true = certify_puzzle(puzzle.with_cell(cell, random.choice(wrong)), prover)
        case ClaimKind.UNIQUE:
            true = certify_puzzle(puzzle, prover)
        case ClaimKind.SEVERAL | ClaimKind.EXACTLY | ClaimKind.AT_LEAST:
            found = [solution]
            while len(found) < 2:
                puzzle = puzzle.with_cell(random.choice(list(puzzle.clues()))[0], 0)
                found = solutions(puzzle, MAX_COUNTED + 1)
            exact = claim is ClaimKind.EXACTLY and len(found) <= MAX_COUNTED
            some = found if exact else found[: random.randint(1, 9)]
            if claim is ClaimKind.SEVERAL:
                true = certify_puzzle(puzzle, prover)
            else:
                number = ClaimKind.EXACTLY if exact else ClaimKind.AT_LEAST
                true = certify_claim(Certificate(claim=number, puzzle=puzzle, solutions=tuple(some)), prover)
        case ClaimKind.MINIMAL:
            without = [solutions(puzzle.with_cell(cell, 0), 2) for cell, _ in puzzle.clues()]
            others = [next(grid for grid in found if grid != solution) for found in without]
            true = certify_claim(Certificate(claim=claim, puzzle=puzzle, solutions=(solution, *others)), prover)
        case ClaimKind.REDUNDANT:
            cell = random.choice(empty)
            more = puzzle.with_cell(cell, solution.values[cell])
            true = certify_claim(Certificate(claim=claim, puzzle=more, solutions=(solution,), clue=cell), prover)
        case ClaimKind.ISOMORPHIC:
            move = random_symmetry(random, shape)
            true = certify_isomorphism(puzzle, move(puzzle), move)
        case _:
            assert_never(claim)
    return true


def proper(shape: Shape, random: Random) -> Grid:
    """A puzzle with one solution: minimal up to nine digits, else one of which a few clues were left out."""
    move = random_symmetry(random, shape)
    if shape == Shape():
        return move(random.choice((*HARD, BRIEF, EASY)))
    puzzle = move(Grid.canonical(shape))
    for cell in random.sample(range(shape.cells), min(shape.cells, 81)):
        lesser = puzzle.with_cell(cell, 0)
        if len(solutions(lesser, 2)) == 1:
            puzzle = lesser
    return puzzle


# --- forgeries ---


def forged(line: str, other: str, random: Random) -> str:
    """A line with one to three changes and the right digest, or with changed characters."""
    if random.random() < 0.1:
        return with_other_characters(line, random)
    fields = cast("Fields", json.loads(line))
    foreign = cast("Fields", json.loads(other))
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice(CHANGES)(fields, foreign, random)
    return with_digest(fields)


def with_digest(fields: Fields) -> str:
    """The line of a certificate with these fields and the right digest."""
    text = json.dumps({key: fields[key] for key in fields if key != "digest"}, separators=(",", ":"))
    return f'{text[:-1]},"digest":"{sha256(text.encode()).hexdigest()}"}}'


def with_other_characters(line: str, random: Random) -> str:
    """The line with some characters inserted, repeated or dropped."""
    start = random.randrange(len(line))
    put = random.choice(("", '"', "[", "]", "1", "-", "\\ud800", "1e999", "null", "[" * 5000, line[start : start + 50]))
    return line[:start] + put + line[start + random.choice((0, 1, 1, 20)) :]


def change_puzzle(fields: Fields, foreign: Fields, random: Random) -> None:
    """Add, change or drop a clue, or swap two digits."""
    fields["puzzle"] = other_grid(fields["puzzle"], foreign["puzzle"], random)


def drop_clue(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Drop a clue of the puzzle, so that it can only have more solutions."""
    clues = [place for place, character in enumerate(fields["puzzle"]) if character != "."]
    if clues:
        place = random.choice(clues)
        fields["puzzle"] = fields["puzzle"][:place] + "." + fields["puzzle"][place + 1 :]


def add_clue(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Add a clue that agrees with the first solution."""
    if fields["solutions"]:
        place = random.randrange(len(fields["puzzle"]))
        fields["puzzle"] = (
            fields["puzzle"][:place] + fields["solutions"][0][place : place + 1] + fields["puzzle"][place + 1 :]
        )


def change_solution(fields: Fields, foreign: Fields, random: Random) -> None:
    """Change one of the grids."""
    grids = fields["solutions"]
    if grids:
        place = random.randrange(len(grids))
        grids[place] = other_grid(grids[place], random.choice([*foreign["solutions"], *grids]), random)


def change_solutions(fields: Fields, foreign: Fields, random: Random) -> None:
    """Add, drop, repeat or reorder grids."""
    grids = fields["solutions"]
    match random.randrange(5):
        case 0:
            del grids[random.randrange(len(grids) + 1) :]
        case 1:
            grids[len(grids) :] = grids[:1]
        case 2:
            random.shuffle(grids)
        case 3:
            del grids[:1]
        case _:
            grids[len(grids) :] = foreign["solutions"]


def change_lemmas(fields: Fields, foreign: Fields, random: Random) -> None:
    """Tamper with the refutation."""
    fields["lemmas"] = mutated(fields["lemmas"], foreign["lemmas"], shape_of(fields).options, random)


def change_claim(fields: Fields, foreign: Fields, random: Random) -> None:
    """Make another claim, with the keys that it needs."""
    claim = random.choice([claim.value for claim in ClaimKind])
    fields["claim"] = claim
    for key in ("clue", "image", "symmetry"):
        fields.pop(key, None)
    if claim == "redundant":
        fields["clue"] = "r1c1"
        change_clue(fields, foreign, random)
    elif claim == "isomorphic":
        fields["image"] = random.choice([fields["puzzle"], foreign["puzzle"], *fields["solutions"]])
        fields["symmetry"] = str(symmetry.Symmetry.identity(shape_of(fields)))
        if random.random() < 0.5:
            fields["solutions"], fields["lemmas"] = [], []


def change_clue(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Name another clue, or an empty cell."""
    if "clue" in fields:
        side = shape_of(fields).side
        fields["clue"] = f"r{random.randint(0, side)}c{random.randint(1, side)}"


def change_image(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Change the image or the symmetry of isomorphic puzzles."""
    if "image" not in fields:
        return
    if random.random() < 0.5:
        fields["image"] = other_grid(fields["image"], fields["puzzle"], random)
    elif random.random() < 0.5:
        fields["symmetry"] = str(random_symmetry(random, shape_of(fields)))
    else:
        text = list(fields["symmetry"])
        places = random.sample(range(len(text)), 2)
        text[places[0]], text[places[1]] = text[places[1]], text[places[0]]
        fields["symmetry"] = "".join(text)


def change_shape(fields: Fields, foreign: Fields, random: Random) -> None:
    """Give the puzzle boxes of other sides."""
    shape = shape_of(fields)
    turned = Shape(shape.box_columns, shape.box_rows)
    fields["shape"] = str(random.choice((turned, shape_of(foreign), random.choice(SHAPES))))


def change_version(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Write it as version 1, if that has the claim, or with another number."""
    if random.random() < 0.2:
        fields["version"] = random.choice((0, 1, 2, 3, True, "2"))
    elif "claim" in fields:
        kept = dict(fields)
        fields.clear()
        fields.update({"version": 1, "puzzle": kept["puzzle"], "verdict": kept["claim"]})
        fields.update({key: kept[key] for key in ("solutions", "lemmas", "producer")})


def take_foreign(fields: Fields, foreign: Fields, random: Random) -> None:
    """Take some field from another certificate."""
    key = random.choice(list(foreign))
    if key in fields:
        fields[key] = foreign[key]


def move_all(fields: Fields, _foreign: Fields, random: Random) -> None:
    """Apply a symmetry to the puzzle, and mostly to the grids, but not to the lemmas."""
    shape = shape_of(fields)
    move = random_symmetry(random, shape)
    try:
        fields["puzzle"] = str(move(Grid.parse(fields["puzzle"], shape)))
        if random.random() < 0.8:
            fields["solutions"] = [str(move(Grid.parse(grid, shape))) for grid in fields["solutions"]]
    except ValueError:  # another change has made it malformed
        return


Change = Callable[[Fields, Fields, Random], None]

CHANGES: tuple[Change, ...] = (
    change_puzzle,
    drop_clue,
    drop_clue,
    add_clue,
    change_solution,
    change_solutions,
    change_lemmas,
    change_lemmas,
    change_claim,
    change_clue,
    change_image,
    change_shape,
    change_version,
    take_foreign,
    move_all,
)


def shape_of(fields: Fields) -> Shape:
    """The shape of a certificate, of version 1 too."""
    return Shape.parse(fields.get("shape", "3x3"))


def other_grid(grid: str, foreign: str, random: Random) -> str:
    """A changed grid: another character, two digits swapped, or another grid."""
    match random.randrange(4):
        case 0:
            return foreign
        case 1:
            place = random.randrange(len(grid))
            return grid[:place] + random.choice([".", *set(foreign)]) + grid[place + 1 :]
        case 2:
            one, two = random.sample(range(len(grid)), 2)
            changed = list(grid)
            changed[one], changed[two] = changed[two], changed[one]
            return "".join(changed)
        case _:
            digits = "".join(random.sample("1234", 2))
            return grid.translate(str.maketrans(digits, digits[::-1]))


# --- the truth ---


def is_true(certificate: Certificate) -> bool:
    """Whether search confirms a claim and all that is stated with it."""
    claim, puzzle, grids = certificate.claim, certificate.puzzle, list(certificate.solutions)
    if (certificate.clue is None) == (claim is ClaimKind.REDUNDANT):
        return False
    match claim:
        case ClaimKind.NONE | ClaimKind.UNIQUE:
            confirmed = solutions(puzzle, 2) == grids and len(grids) == (claim is ClaimKind.UNIQUE)
        case ClaimKind.EXACTLY:
            found = solutions(puzzle, len(grids) + 1)
            confirmed = len(grids) > 1 and sorted(map(str, found)) == sorted(map(str, grids))
        case ClaimKind.SEVERAL | ClaimKind.AT_LEAST:
            enough = len(grids) == 2 if claim is ClaimKind.SEVERAL else len(grids) > 0
            confirmed = enough and len(set(grids)) == len(grids) and all(solves(grid, puzzle) for grid in grids)
        case ClaimKind.MINIMAL:
            weaker = [puzzle.with_cell(clue, 0) for clue, _ in puzzle.clues()]
            confirmed = (
                solutions(puzzle, 2) == grids[:1]
                and len(grids) == 1 + len(weaker)
                and all(solves(grid, each) and grid != grids[0] for grid, each in zip(grids[1:], weaker, strict=True))
            )
        case ClaimKind.REDUNDANT:
            cell = cast("int", certificate.clue)
            weak = puzzle.with_cell(cell, 0)
            confirmed = weak != puzzle and solutions(weak, 2) == grids == solutions(puzzle, 2) and len(grids) == 1
        case ClaimKind.ISOMORPHIC:
            confirmed = not grids and is_image(puzzle, str(certificate.image), str(certificate.symmetry))
        case _:
            assert_never(claim)
    return confirmed


def solutions(puzzle: Grid, most: int) -> list[Grid]:
    """What the bit-set engine finds."""
    return list(BitmaskEngine()(puzzle, most))


def solves(grid: Grid, puzzle: Grid) -> bool:
    """Whether no row, column or box has a digit twice, no cell is empty, and no clue has changed."""
    shape, seen = grid.shape, set[tuple[str, int, int]]()
    for cell, digit in enumerate(grid.values):
        row, column = divmod(cell, shape.side)
        box = row // shape.box_rows * shape.side + column // shape.box_columns
        seen |= {("row", row, digit), ("column", column, digit), ("box", box, digit)}
        if digit == 0 or puzzle.values[cell] not in (0, digit):
            return False
    return len(seen) == 3 * shape.cells


def is_image(puzzle: Grid, image: str, moves: str) -> bool:
    """Whether a symmetry as text maps a puzzle to its image, by the page on canonical forms."""
    kind, rows, columns, digits = moves.split(":")
    side = puzzle.shape.side
    letters = "123456789ABCDEFG"[:side]
    strips = ((rows, puzzle.shape.box_rows), (columns, puzzle.shape.box_columns))
    for order, size in strips:
        strip = [letters.index(line) // size for line in order]
        if sorted(order) != sorted(letters) or any(len(set(strip[n : n + size])) > 1 for n in range(0, side, size)):
            return False
    if sorted(digits) != sorted(letters) or (kind == "t" and puzzle.shape.box_rows != puzzle.shape.box_columns):
        return False
    grid = [str(puzzle)[start : start + side] for start in range(0, side * side, side)]
    if kind == "t":
        grid = ["".join(column) for column in zip(*grid, strict=True)]
    cells = "".join(grid[letters.index(row)][letters.index(column)] for row in rows for column in columns)
    return cells.translate(str.maketrans(letters, digits)) == image
