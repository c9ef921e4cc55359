"""Forged certificates of all claims and shapes, with right digests.

A forgery may be accepted only if its claim is true. Neither the rules nor the checker decide this, but the bit-set
engine and a few lines below, which share no code with them.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from crosscover.dialects import MalformedInputError
from crosscover.oracles.bitmask import BitmaskEngine, simplest_grid
from crosscover.oracles.certificate import NUMBERS_OF_GRIDS, SHAPES, Certificate, FalseCertificateError, check, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.reference import Grid, Shape, VerdictKind
from tests.certificates.mutants import PRODUCERS, mutated
from tests.certificates.puzzles import BRIEF, EASY, HARD, random_symmetry

ODD: tuple[object, ...] = (1, True, None, [], {}, "1")
"""Values that no key of a certificate has."""

FORGERIES = 50
"""Number of forgeries of each certificate; an attempt makes them of a certificate of each claim."""
MAX_COUNTED = 60
"""Maximum number of solutions of a puzzle that is certified to have exactly as many."""


def attack_claims(random: Random, _folder: Path) -> Iterator[str]:
    """Forge a certificate of each claim; an accepted certificate must be true."""
    for claim in NUMBERS_OF_GRIDS:
        own, other = (made(claim, random.choice((Shape(), *SHAPES)), random).line() for _ in range(2))
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


def made(claim: VerdictKind, shape: Shape, random: Random) -> Certificate:
    """A true certificate of a claim about a random puzzle; of two solutions if it has too many to count."""
    puzzle, most = proper(shape, random), 1
    if claim is VerdictKind.NONE:
        [solution], cell = solutions(puzzle, 2), random.choice(puzzle.empty_cells())
        digits = range(1, shape.side + 1)
        puzzle = puzzle.with_cell(cell, random.choice([digit for digit in digits if digit != solution.values[cell]]))
    elif claim is not VerdictKind.UNIQUE:
        most = MAX_COUNTED if claim is VerdictKind.EXACTLY else 1
        while len(solutions(puzzle, 2)) < 2:
            puzzle = puzzle.with_cell(random.choice(list(puzzle.clues()))[0], 0)
    return certify_puzzle(puzzle, producer(random.choice(PRODUCERS)), most)


def proper(shape: Shape, random: Random) -> Grid:
    """A puzzle with one solution: minimal up to nine digits, else one of which a few clues were left out."""
    move = random_symmetry(random, shape)
    if shape == Shape():
        return move(random.choice((*HARD, BRIEF, EASY)))
    puzzle = move(simplest_grid(shape))
    for cell in random.sample(range(shape.cells), min(shape.cells, 81)):
        lesser = puzzle.with_cell(cell, 0)
        if len(solutions(lesser, 2)) == 1:
            puzzle = lesser
    return puzzle


def forged(line: str, other: str, random: Random) -> str:
    """A line with one to three changes and the right digest, or with changed characters."""
    if random.random() < 0.1:
        start = random.randrange(len(line))
        put = random.choice(("", '"', "[", "1", "-", "\\ud800", "1e999", "null", "[" * 5000, line[start : start + 50]))
        return line[:start] + put + line[start + random.choice((0, 1, 1, 20)) :]
    fields, foreign = json.loads(line), json.loads(other)
    for _ in range(random.choice((1, 1, 2, 3))):
        change(fields, foreign, random)
    text = json.dumps({key: fields[key] for key in fields if key != "digest"}, separators=(",", ":"))
    return f'{text[:-1]},"digest":"{sha256(text.encode()).hexdigest()}"}}'


def change(fields: dict[str, Any], foreign: dict[str, Any], random: Random) -> None:
    """Change the puzzle, a grid, the list of grids, the lemmas or another field, or take a field of the foreign one."""
    if any(type(fields[key]) is not type(foreign[key]) for key in foreign):
        return  # an earlier change has put an odd value there
    grids, puzzle = fields["solutions"], fields["puzzle"]
    place = random.randrange(len(puzzle))
    match random.randrange(10):
        case 0:
            fields["puzzle"] = other_grid(puzzle, foreign["puzzle"], random)
        case 1:  # one clue less, so that there can only be more solutions
            fields["puzzle"] = puzzle[:place] + "." + puzzle[place + 1 :]
        case 2 if grids:  # a clue that agrees with the first solution
            fields["puzzle"] = puzzle[:place] + grids[0][place : place + 1] + puzzle[place + 1 :]
        case 3 if grids:
            grids[random.randrange(len(grids))] = other_grid(grids[0], random.choice([*grids, puzzle]), random)
        case 4:
            grids[:] = random.choice((grids[1:], grids[::-1], grids + grids[:1], grids + foreign["solutions"]))
        case 5 | 6:
            shape = Shape.parse(fields["shape"])
            fields["lemmas"] = mutated(fields["lemmas"], foreign["lemmas"], shape.options, random)
        case 7:
            fields["claim"] = random.choice([claim.value for claim in NUMBERS_OF_GRIDS])
        case 8:
            fields["shape"] = str(random.choice(SHAPES))
        case _:
            key = random.choice(list(foreign))
            fields[key] = foreign[key] if random.random() < 0.9 else random.choice(ODD)
            if key != "producer":
                fields |= {
                    other: foreign[other] for other in ("puzzle", "solutions", "lemmas", "shape") if other != key
                }


def other_grid(grid: str, foreign: str, random: Random) -> str:
    """A changed grid: another character, two digits swapped, or another grid."""
    place = random.randrange(len(grid))
    swapped = "".join(random.sample("1234", 2))
    return random.choice(
        (
            foreign,
            grid[:place] + random.choice([".", *set(foreign)]) + grid[place + 1 :],
            grid.translate(str.maketrans(swapped, swapped[::-1])),
        )
    )


def is_true(certificate: Certificate) -> bool:
    """Whether search confirms a claim and all that is stated with it."""
    puzzle, grids = certificate.puzzle, certificate.solutions
    if certificate.claim is VerdictKind.SEVERAL:
        return (
            len(set(grids)) == len(grids) == 2
            and all([grid] == solutions(grid, 2) for grid in grids)
            and all(
                clue in (0, digit) for grid in grids for clue, digit in zip(puzzle.values, grid.values, strict=True)
            )
        )
    allowed = {
        VerdictKind.NONE: len(grids) == 0,
        VerdictKind.UNIQUE: len(grids) == 1,
        VerdictKind.EXACTLY: len(grids) > 1,
    }
    return allowed[certificate.claim] and sorted(map(str, solutions(puzzle, len(grids) + 1))) == sorted(map(str, grids))


def solutions(puzzle: Grid, most: int) -> list[Grid]:
    """Return the solutions that the bit-set engine finds."""
    return list(BitmaskEngine()(puzzle, most))
