"""Certificates: claims about puzzles with everything needed to check them, one JSON object per line.

Checking needs no search: the rules check grids, and unit propagation checks refutations. A refutation shows that a
puzzle has no solutions except certain grids. All keys are required:

| key | value |
| --- | --- |
| `version` | 2 |
| `claim` | one of the claims below |
| `shape` | the rows and columns of a box, from `2x2` to `4x4`; `+x` follows for a diagonal Sudoku |
| `puzzle` | one character per cell: `.` for an empty cell, 1 to 9, then A for 10, B for 11 and so on |
| `solutions` | a list of grids, written like the puzzle |
| `lemmas` | the refutation: a list of lists of signed candidates, side x cell + digit, cells from 0, digits from 1 |
| `producer` | the name of the producer, for people; it proves nothing |
| `digest` | hexadecimal SHA-256 of the object without this key, with the keys in this order and without blanks |

The claims and the checks:

- `none`: the puzzle has no solution. The lemmas refute every grid.
- `unique`: the puzzle has exactly one solution. The grid is a solution, and the lemmas refute all others.
- `several`: the puzzle has at least two solutions. Both grids are solutions, and they differ.
- `exactly`: the grids, two or more, are the only solutions. They are different solutions, and the lemmas refute all
  others.

The digest protects against accidental damage. A forger can compute it too, but the checker still rejects false claims.
Version 1 can also be read: it is for 3x3 boxes, lacks `shape`, and contains `verdict` after `puzzle` instead of
`claim`.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product
from typing import Any, cast

from crosscover.dialects.numbered_lines import MalformedInputError
from crosscover.reference.grid import DIGITS, Grid
from crosscover.reference.shape import Shape
from crosscover.reference.verdict import Verdict, VerdictKind

from . import refutation
from .propagation import Propagation
from .refutation import Formula, Lemma, RefutationRejectedError, puzzle_problem
from .rules import first_violation

VERSION = 2
KEYS = {
    1: ("version", "puzzle", "verdict", "solutions", "lemmas", "producer", "digest"),
    2: ("version", "claim", "shape", "puzzle", "solutions", "lemmas", "producer", "digest"),
}
"""The keys of each version, in the order in which they enter the digest."""

SHAPES = tuple(
    Shape(rows, columns, diagonals)
    for rows, columns, diagonals in product(range(2, 9), range(2, 9), (False, True))
    if rows * columns <= 16
)
"""Shapes with certificates: boxes with at least two rows, at least two columns and at most 16 cells."""
MAX_GRIDS = 100_000
MAX_LEMMAS = 500_000
MAX_BYTES = 1 << 24
"""Maximum size of a certificate in bytes: room for 65,536 9x9 grids and as many lemmas."""
OTHER_BYTES = 1000
"""Maximum size of a certificate in bytes without its grids and lemmas."""
MAX_SHOWN = 120
"""Maximum length of a wrong value in a message."""

PROPAGATION = "propagation"
"""The producer named in certificates without lemmas: the grids or unit propagation alone prove the claim."""

_encode = json.JSONEncoder(separators=(",", ":")).encode

NUMBERS_OF_GRIDS = {
    VerdictKind.NONE: (0, 0),
    VerdictKind.UNIQUE: (1, 1),
    VerdictKind.SEVERAL: (2, 2),
    VerdictKind.EXACTLY: (2, MAX_GRIDS),
}
"""The claims of certificates, with the minimum and maximum number of grids that prove them."""


class FalseCertificateError(ValueError):
    """A certificate does not prove its claim; `why` is the reason and `lemma` the number of the wrong lemma, if any."""

    def __init__(self, why: str, lemma: int | None = None) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.why = why
        self.lemma = lemma


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A claim about a puzzle and its proof, unchecked until `check` is called.

    `damage` explains why the digest does not match the text that the certificate was read from. Raises ValueError for
    shapes without certificates.
    """

    claim: VerdictKind
    puzzle: Grid
    solutions: tuple[Grid, ...] = ()
    lemmas: tuple[tuple[int, ...], ...] = ()
    producer: str = PROPAGATION
    damage: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.puzzle.shape not in SHAPES:
            raise ValueError(f"certificates are for boxes from 2x2 to 4x4, not {self.puzzle.shape}")

    @classmethod
    def of(cls, puzzle: Grid, verdict: Verdict) -> "Certificate":
        """Return the claim of a verdict, without the lemmas that it may need."""
        return cls(claim=verdict.kind, puzzle=puzzle, solutions=verdict.solutions)

    @classmethod
    def of_solutions(cls, puzzle: Grid, grids: Sequence[Grid], *, exact: bool) -> "Certificate":
        """Return the claim that the grids are all solutions of a puzzle, or if not `exact`, that the first two are."""
        claim = claim_of(len(grids), exact=exact)
        return cls(claim=claim, puzzle=puzzle, solutions=tuple(grids if exact else grids[:2]))

    @property
    def refuted(self) -> tuple[Grid, tuple[Grid, ...]] | None:
        """The puzzle and the grids that the lemmas must prove to be all solutions; None if the claim needs no lemma."""
        return None if self.claim is VerdictKind.SEVERAL else (self.puzzle, self.solutions)

    def line(self) -> str:
        """Return the certificate as a line of text, without a line end."""
        fields = {
            "version": VERSION,
            "claim": self.claim.value,
            "shape": str(self.puzzle.shape),
            "puzzle": str(self.puzzle),
            "solutions": [str(solution) for solution in self.solutions],
            "lemmas": self.lemmas,
            "producer": self.producer,
        }
        text = _encode(fields)
        return f'{text[:-1]},"digest":"{_digest(text)}"}}'


def claim_of(solutions: int, *, exact: bool) -> VerdictKind:
    """Return the claim that a puzzle has this number of solutions, or if not `exact`, that it has several."""
    if not exact:
        return VerdictKind.SEVERAL
    return (VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.EXACTLY)[min(solutions, 2)]


def check(certificate: Certificate) -> None:
    """Check a certificate; raises FalseCertificateError if it does not prove its claim."""
    check_grids(certificate)
    if certificate.refuted is not None:
        check_lemmas(puzzle_problem(*certificate.refuted), certificate.lemmas)
    elif certificate.lemmas:
        raise FalseCertificateError(f"the claim {certificate.claim.value!r} needs no lemma", 1)
    if certificate.damage:
        raise FalseCertificateError(certificate.damage)


def check_grids(certificate: Certificate) -> None:
    """Check everything except the lemmas; raises FalseCertificateError."""
    claim, solutions = certificate.claim, certificate.solutions
    least, most = NUMBERS_OF_GRIDS[claim]
    if not least <= len(solutions) <= most:
        needed = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        noun = "solution" if most == 1 else "solutions"
        raise FalseCertificateError(f"the claim {claim.value!r} needs {needed} {noun}, not {len(solutions):,}")
    if len(set(solutions)) < len(solutions):
        raise FalseCertificateError("a solution is repeated")
    for number, solution in enumerate(solutions, 1):
        if fault := first_violation(solution, certificate.puzzle):
            raise FalseCertificateError(f"solution {number} is wrong: {fault}")


def check_lemmas(problem: Formula, lemmas: Sequence[Lemma], used: Propagation | None = None) -> None:
    """Check that lemmas refute a problem, which `used` may already hold; raises FalseCertificateError."""
    try:
        if used is None:
            refutation.check(problem, lemmas)
        else:
            refutation.check_entered(problem, used, lemmas)
    except RefutationRejectedError as error:
        raise FalseCertificateError(error.why, error.lemma) from error


def parse(text: str, number: int = 1) -> Certificate:
    """Read a certificate of any version; `number` is its line number in errors.

    Raises MalformedInputError if the text is not a certificate.
    """
    line = _Line(text, number, _fields(text, number))
    keys = line.keys()
    claim = line.claim("claim" if "claim" in keys else "verdict")
    shape = line.shape()
    found = line.text_of("digest")
    expected = _digest(_encode({key: line.fields[key] for key in keys[:-1]}))
    return Certificate(
        claim=claim,
        puzzle=line.grid("puzzle", line.fields["puzzle"], shape),
        solutions=tuple(
            line.grid("solutions", value, shape) for value in line.list_of("solutions", line.fields["solutions"])
        ),
        lemmas=tuple(map(line.lemma, line.list_of("lemmas", line.fields["lemmas"]))),
        producer=line.text_of("producer"),
        damage="" if found == expected else f"the digest is {_shorten(found)!r}; expected {expected!r}",
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text and its JSON object; the methods raise MalformedInputError for wrong values."""

    text: str
    number: int
    fields: dict[str, Any]

    def wrong(self, key: str, expected: str, found: object) -> MalformedInputError:
        column = self.text.find(f'"{key}"') + 1 or 1
        return MalformedInputError(self.number, column, f"{expected} for {key!r}", _shorten(found))

    def keys(self) -> tuple[str, ...]:
        version = self.fields.get("version")
        if type(version) is not int or version not in KEYS:
            raise self.wrong("version", f"{VERSION} or 1", version)
        keys = KEYS[version]
        if self.fields.keys() != set(keys):
            raise MalformedInputError(self.number, 1, f"the keys {', '.join(keys)}", _shorten(", ".join(self.fields)))
        return keys

    def claim(self, key: str) -> VerdictKind:
        name = self.text_of(key)
        if name in NUMBERS_OF_GRIDS:
            return VerdictKind(name)
        raise self.wrong(key, ", ".join(repr(claim.value) for claim in NUMBERS_OF_GRIDS), name)

    def shape(self) -> Shape:
        name = self.fields.get("shape", str(Shape()))
        for shape in SHAPES:
            if str(shape) == name:
                return shape
        raise self.wrong("shape", "the rows and columns of a box from 2x2 to 4x4", name)

    def text_of(self, key: str) -> str:
        value = self.fields[key]
        if isinstance(value, str):
            return value
        raise self.wrong(key, "text", value)

    def grid(self, key: str, value: object, shape: Shape) -> Grid:
        if isinstance(value, str):
            with suppress(ValueError):
                grid = Grid.parse(value, shape)
                if str(grid) == value:
                    return grid
        raise self.wrong(key, f"{shape.cells} characters from 1 to {DIGITS[shape.side - 1]} and '.'", value)

    def lemma(self, value: object) -> tuple[int, ...]:
        literals = self.list_of("lemmas", value)
        for literal in literals:
            if type(literal) is not int:
                raise self.wrong("lemmas", "a list of lists of integers", literal)
        return cast("tuple[int, ...]", tuple(literals))

    def list_of(self, key: str, value: object) -> list[object]:
        if isinstance(value, list):
            return cast("list[object]", value)
        raise self.wrong(key, "a list", value)


def _fields(text: str, number: int) -> dict[str, Any]:
    if text.count("[") > MAX_LEMMAS:
        raise MalformedInputError(number, 1, f"at most {MAX_LEMMAS:,} lemmas", "more")
    try:
        value: object = json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise MalformedInputError(number, error.pos + 1, "a JSON object", f"invalid JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # repeated keys, huge numbers, deep brackets
        raise MalformedInputError(number, 1, "a JSON object", f"one that cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise MalformedInputError(number, 1, "a JSON object", _shorten(value))
    return cast("dict[str, Any]", value)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key is repeated")
    return fields


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _shorten(value: object) -> str:
    """Return a value as messages show it: shortened, and without control characters."""
    text = value if isinstance(value, str) and value.isprintable() else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
