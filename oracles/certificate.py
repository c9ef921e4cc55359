"""Certificates: a verdict together with what anyone needs to check it, one JSON object a line.

- `several` is proved by two grids.
- `unique` by the grid, and a refutation of "another one".
- `none` by a refutation.

Grids are checked by the rules, refutations by `refutation`; no solver has a hand in either. The keys of the object, all
of them needed, and no other:

| key | value |
| --- | --- |
| `version` | 1 |
| `puzzle` | 81 characters, `.` for an empty cell |
| `verdict` | `none`, `unique` or `several` |
| `solutions` | a list of 0, 1 or 2 lines of 81 digits, as the verdict has it |
| `lemmas` | the refutation: a list of lists of signed candidates, 9 x cell + digit, 1 to 729; empty for `several` |
| `producer` | who made it, for people; it proves nothing |
| `digest` | SHA-256 in hexadecimal of the object as it is written here without this key |

The digest guards against damage by accident; somebody who forges a certificate can forge the digest too, and then meets
the checker. Certificates are for 3x3 boxes, the checker behind them for any.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import assert_never, cast

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.verdict import NoSolution, Several, Unique, Verdict

from . import refutation
from .refutation import Lemma, Refused
from .rules import broken

VERSION = 1


class Kind(Enum):
    """How many solutions a puzzle has; the value is what stands in a certificate."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"

    @property
    def solutions(self) -> int:
        """The number of grids that a certificate of this kind shows."""
        return list(Kind).index(self)


class FalseCertificate(ValueError):  # noqa: N818 - a verdict on a certificate, not a mishap
    """A certificate that proves nothing: the number of the lemma at fault, if it is one, and why."""

    def __init__(self, why: str, lemma: int | None = None) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.why = why
        self.lemma = lemma


class MalformedCertificate(ValueError):  # noqa: N818 - as above
    """A text that is no certificate at all: the column, counted from 1, and what was expected and found there."""

    def __init__(self, column: int, why: str) -> None:
        super().__init__(why)
        self.column = column
        self.why = why


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed of a puzzle, and its proof; nothing is checked until `check` is called."""

    puzzle: Grid
    kind: Kind
    solutions: tuple[Grid, ...]
    lemmas: tuple[tuple[int, ...], ...]
    producer: str
    digest: str

    @classmethod
    def of(cls, puzzle: Grid, verdict: Verdict, lemmas: Sequence[Lemma], producer: str) -> "Certificate":
        """The certificate of a verdict, digest included; raises ValueError where the boxes are not 3x3."""
        if puzzle.shape != Shape():
            raise ValueError(f"certificates are for 3x3 boxes, not {puzzle.shape}")
        match verdict:
            case NoSolution():
                kind, solutions = Kind.NONE, ()
            case Unique(solution):
                kind, solutions = Kind.UNIQUE, (solution,)
            case Several(first, second):
                kind, solutions = Kind.SEVERAL, (first, second)
            case other:
                assert_never(other)
        bare = cls(puzzle, kind, solutions, tuple(map(tuple, lemmas)), producer, "")
        return cls(puzzle, kind, solutions, bare.lemmas, producer, bare.true_digest())

    @property
    def excluded(self) -> Grid | None:
        """The grid besides which the refutation leaves none."""
        return self.solutions[0] if self.kind is Kind.UNIQUE else None

    def true_digest(self) -> str:
        """What the digest must be."""
        return sha256(_written(self._fields()).encode()).hexdigest()

    def line(self) -> str:
        """The certificate as a line of text, without the line's end."""
        return _written({**self._fields(), "digest": self.digest})

    def _fields(self) -> dict[str, object]:
        return {
            "version": VERSION,
            "puzzle": str(self.puzzle),
            "verdict": self.kind.value,
            "solutions": [str(solution) for solution in self.solutions],
            "lemmas": self.lemmas,
            "producer": self.producer,
        }


def check(certificate: Certificate) -> None:
    """Accept a certificate by returning; raises FalseCertificate."""
    if len(certificate.solutions) != certificate.kind.solutions:
        raise FalseCertificate(
            f"the verdict {certificate.kind.value!r} goes with {certificate.kind.solutions} solutions, "
            f"not {len(certificate.solutions)}"
        )
    for number, solution in enumerate(certificate.solutions, 1):
        fault = broken(solution, certificate.puzzle)
        if fault is not None:
            raise FalseCertificate(f"solution {number} is none: {fault}")
    if certificate.kind is Kind.SEVERAL:
        if certificate.solutions[0] == certificate.solutions[1]:
            raise FalseCertificate("the two solutions are the same grid")
        if certificate.lemmas:
            raise FalseCertificate("two solutions need no lemma", 1)
    else:
        try:
            refutation.check(refutation.puzzle_problem(certificate.puzzle, certificate.excluded), certificate.lemmas)
        except Refused as refused:
            raise FalseCertificate(refused.why, refused.lemma) from refused
    if certificate.digest != certificate.true_digest():
        raise FalseCertificate(f"the digest is {certificate.digest!r}; expected {certificate.true_digest()!r}")


def parse(line: str) -> Certificate:
    """Read a certificate from a line of text; raises MalformedCertificate."""
    try:
        value: object = json.loads(line)
    except json.JSONDecodeError as error:
        raise MalformedCertificate(error.pos + 1, f"expected a JSON object, found no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets thousands deep
        raise MalformedCertificate(1, f"expected a JSON object, found one that cannot be read: {error}") from None
    keys = ("version", "puzzle", "verdict", "solutions", "lemmas", "producer", "digest")
    if not isinstance(value, dict):
        raise MalformedCertificate(1, f"expected a JSON object, found {_shown(value)}")
    fields = cast("dict[str, object]", value)
    for key in keys:
        if key not in fields:
            raise MalformedCertificate(1, f"expected the key {key!r}, found {', '.join(fields) or 'none'}")
    for key in fields:
        if key not in keys:
            raise MalformedCertificate(_column(line, key), f"expected no key but {', '.join(keys)}, found {key!r}")
    version, puzzle, verdict, solutions, lemmas, producer, digest = (fields[key] for key in keys)
    if version != VERSION or isinstance(version, (bool, float)):
        raise _unexpected(line, "version", str(VERSION), version)
    if verdict not in [kind.value for kind in Kind]:
        raise _unexpected(line, "verdict", "'none', 'unique' or 'several'", verdict)
    if not isinstance(producer, str):
        raise _unexpected(line, "producer", "text", producer)
    if not isinstance(digest, str):
        raise _unexpected(line, "digest", "text", digest)
    return Certificate(
        _grid(line, "puzzle", puzzle),
        Kind(verdict),
        tuple(_grid(line, "solutions", solution) for solution in _list(line, "solutions", solutions)),
        tuple(_lemma(line, lemma) for lemma in _list(line, "lemmas", lemmas)),
        producer,
        digest,
    )


def _grid(line: str, key: str, value: object) -> Grid:
    if isinstance(value, str):
        try:
            grid = Grid.parse(value)
        except ValueError as error:
            raise MalformedCertificate(_column(line, key), f"{key}: {error}") from None
        if str(grid) == value:
            return grid
    raise _unexpected(line, key, "81 characters from 1 to 9 and '.'", value)


def _list(line: str, key: str, value: object) -> list[object]:
    if isinstance(value, list):
        return cast("list[object]", value)
    raise _unexpected(line, key, "a list", value)


def _lemma(line: str, value: object) -> tuple[int, ...]:
    literals = _list(line, "lemmas", value)
    for literal in literals:
        if type(literal) is not int:
            raise _unexpected(line, "lemmas", "an integer", literal)
    return cast("tuple[int, ...]", tuple(literals))


def _unexpected(line: str, key: str, expected: str, found: object) -> MalformedCertificate:
    return MalformedCertificate(_column(line, key), f"{key}: expected {expected}, found {_shown(found)}")


def _column(line: str, key: str) -> int:
    return line.find(f'"{key}"') + 1 or 1


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 90 else f"{text[:90]}…"


def _written(fields: dict[str, object]) -> str:
    return json.dumps(fields, separators=(",", ":"))
