"""Certificates: a verdict with all that is needed to check it, one JSON object per line.

- `several` is proved by two grids.
- `unique` is proved by the grid and a refutation of "another one".
- `none` is proved by a refutation.

The rules check the grids, `refutation` the refutations; neither uses a solver. The keys of the object, all of them
required:

| key | value |
| --- | --- |
| `version` | 1 |
| `puzzle` | 81 characters, `.` for an empty cell |
| `verdict` | `none`, `unique` or `several` |
| `solutions` | a list of 0, 1 or 2 lines of 81 digits, depending on the verdict |
| `lemmas` | the refutation: a list of lists of signed candidates, 9 x cell + digit, 1 to 729; empty for `several` |
| `producer` | its producer, for people; it proves nothing |
| `digest` | SHA-256 in hexadecimal of the object without this key, as written here |

The digest protects against accidental damage. A forger can forge the digest too, but not convince the checker.
Certificates are for 3x3 boxes; the checker works for any shape.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import cast

from crosscover.dialects.text import MalformedInputError
from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape
from crosscover.reference.verdict import Verdict, VerdictKind

from . import refutation
from .refutation import Lemma, RefutationRejectedError
from .rules import first_violation

VERSION = 1
KEYS = ("version", "puzzle", "verdict", "solutions", "lemmas", "producer", "digest")
SOLUTIONS = {VerdictKind.NONE: 0, VerdictKind.UNIQUE: 1, VerdictKind.SEVERAL: 2}
"""Number of grids in a certificate of each kind."""
MAX_SHOWN = 120
"""Maximum number of characters of a wrong value in a message."""


class FalseCertificateError(ValueError):
    """A certificate that proves nothing: the reason, and the number of the wrong lemma if it is one."""

    def __init__(self, why: str, lemma: int | None = None) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.why = why
        self.lemma = lemma


@dataclass(frozen=True, slots=True)
class Certificate:
    """A verdict on a puzzle and its proof, unchecked until `check` is called."""

    puzzle: Grid
    kind: VerdictKind
    solutions: tuple[Grid, ...]
    lemmas: tuple[tuple[int, ...], ...]
    producer: str
    digest: str

    @classmethod
    def of(cls, puzzle: Grid, verdict: Verdict, lemmas: Sequence[Lemma], producer: str) -> "Certificate":
        """The certificate of a verdict, digest included; raises ValueError for boxes other than 3x3."""
        if puzzle.shape != Shape():
            raise ValueError(f"certificates are for 3x3 boxes, not {puzzle.shape}")
        bare = cls(puzzle, verdict.kind, verdict.solutions, tuple(map(tuple, lemmas)), producer, "")
        return replace(bare, digest=bare.expected_digest())

    @property
    def excluded(self) -> tuple[Grid, ...]:
        """The solutions that the refutation allows."""
        return self.solutions if self.kind is VerdictKind.UNIQUE else ()

    def expected_digest(self) -> str:
        """The right digest."""
        return sha256(_to_json(self._fields()).encode()).hexdigest()

    def line(self) -> str:
        """The certificate as a line of text, without its line end."""
        return _to_json({**self._fields(), "digest": self.digest})

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
    """Accept a certificate by returning; raises FalseCertificateError."""
    if len(certificate.solutions) != SOLUTIONS[certificate.kind]:
        raise FalseCertificateError(
            f"the verdict {certificate.kind.value!r} needs {SOLUTIONS[certificate.kind]} solutions, "
            f"not {len(certificate.solutions)}"
        )
    for number, solution in enumerate(certificate.solutions, 1):
        fault = first_violation(solution, certificate.puzzle)
        if fault is not None:
            raise FalseCertificateError(f"solution {number} is wrong: {fault}")
    if certificate.kind is VerdictKind.SEVERAL:
        if certificate.solutions[0] == certificate.solutions[1]:
            raise FalseCertificateError("the two solutions are the same grid")
        if certificate.lemmas:
            raise FalseCertificateError("two solutions need no lemma", 1)
    else:
        try:
            refutation.check(refutation.puzzle_problem(certificate.puzzle, certificate.excluded), certificate.lemmas)
        except RefutationRejectedError as error:
            raise FalseCertificateError(error.why, error.lemma) from error
    if certificate.digest != certificate.expected_digest():
        digest = _shorten(certificate.digest)
        raise FalseCertificateError(f"the digest is {digest!r}; expected {certificate.expected_digest()!r}")


def parse(text: str, number: int = 1) -> Certificate:
    """Read a certificate from the line of that number; raises MalformedInputError if it is not a certificate."""
    line = _Line(text, number)
    fields = line.fields()
    version = fields["version"]
    if type(version) is not int or version != VERSION:
        raise line.error("version", str(VERSION), version)
    verdict = fields["verdict"]
    if verdict not in [kind.value for kind in VerdictKind]:
        raise line.error("verdict", "'none', 'unique' or 'several'", verdict)
    return Certificate(
        line.grid("puzzle", fields["puzzle"]),
        VerdictKind(verdict),
        tuple(line.grid("solutions", solution) for solution in line.list_of("solutions", fields["solutions"])),
        tuple(line.lemma(lemma) for lemma in line.list_of("lemmas", fields["lemmas"])),
        line.text_of("producer", fields["producer"]),
        line.text_of("digest", fields["digest"]),
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that should be a certificate; columns point at the key whose value is wrong."""

    text: str
    number: int

    def fields(self) -> dict[str, object]:
        try:
            value: object = json.loads(self.text, object_pairs_hook=_unique_keys)
        except json.JSONDecodeError as error:
            raise MalformedInputError(
                self.number, error.pos + 1, "a JSON object", f"invalid JSON: {error.msg}"
            ) from None
        except (ValueError, RecursionError) as error:  # repeated keys, huge numbers, deep brackets
            raise MalformedInputError(self.number, 1, "a JSON object", f"one that cannot be read: {error}") from None
        if not isinstance(value, dict):
            raise MalformedInputError(self.number, 1, "a JSON object", _shorten(value))
        fields = cast("dict[str, object]", value)
        for key in KEYS:
            if key not in fields:
                found = f"the keys {_shorten(', '.join(fields))}" if fields else "no key"
                raise MalformedInputError(self.number, 1, f"the key {key!r}", found)
        for key in fields:
            if key not in KEYS:
                raise self.error(key, f"no key but {', '.join(KEYS)}", key)
        return fields

    def grid(self, key: str, value: object) -> Grid:
        if isinstance(value, str):
            try:
                grid = Grid.parse(value)
            except ValueError as error:
                raise self.error(key, "81 characters from 1 to 9 and '.'", f"{value!r}: {error}") from None
            if str(grid) == value:
                return grid
        raise self.error(key, "81 characters from 1 to 9 and '.'", value)

    def list_of(self, key: str, value: object) -> list[object]:
        if isinstance(value, list):
            return cast("list[object]", value)
        raise self.error(key, "a list", value)

    def lemma(self, value: object) -> tuple[int, ...]:
        literals = self.list_of("lemmas", value)
        for literal in literals:
            if type(literal) is not int:
                raise self.error("lemmas", "a list of lists of integers", literal)
        return cast("tuple[int, ...]", tuple(literals))

    def text_of(self, key: str, value: object) -> str:
        if isinstance(value, str):
            return value
        raise self.error(key, "text", value)

    def error(self, key: str, expected: str, found: object) -> MalformedInputError:
        column = self.text.find(json.dumps(key)) + 1
        return MalformedInputError(self.number, column or 1, f"{expected} for {_shorten(key)!r}", _shorten(found))


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("it has a key twice")
    return fields


def _shorten(value: object) -> str:
    """A value as messages show it: shortened, and without control characters."""
    text = value if isinstance(value, str) and value.isprintable() else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def _to_json(fields: dict[str, object]) -> str:
    return json.dumps(fields, separators=(",", ":"))
