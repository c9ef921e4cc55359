"""Certificates: a claim about a puzzle with all that is needed to check it, one JSON object per line.

Checking takes no search: the rules check grids, unit propagation checks refutations, and symmetries are applied. A
refutation shows that a puzzle has no solution, or none other than certain grids. All keys are required:

| key | value |
| --- | --- |
| `version` | 2 |
| `claim` | one of the claims below |
| `shape` | the rows and columns of a box, from `2x2` to `4x4` |
| `puzzle` | one character per cell: `.` for an empty cell, 1 to 9, then A for 10, B for 11 and so on |
| `solutions` | a list of grids, written like the puzzle |
| `lemmas` | the refutation: a list of lists of signed candidates, side x cell + digit, cells from 0, digits from 1 |
| `producer` | its producer, for people; it proves nothing |
| `clue` | only for `redundant`: the cell of the clue, such as `r4c5` |
| `image` | only for `isomorphic`: the other grid |
| `symmetry` | only for `isomorphic`: the symmetry as text, which maps the puzzle to the image |
| `digest` | SHA-256 in hexadecimal of the object without this key, with the keys in this order and without blanks |

The claims, and what is checked:

- `none`: the puzzle has no solution. The lemmas refute any.
- `unique`: it has exactly one. The grid is a solution, and the lemmas refute any other.
- `several`: it has at least two. Both grids are solutions, and they differ.
- `exactly`: it has as many as there are grids, two or more. They are different solutions, and the lemmas refute any
  other.
- `at least`: it has at least as many as there are grids. They are different solutions.
- `minimal`: it has exactly one, but several if any one clue is left out. The first grid and the lemmas are as for
  `unique`. Then, for each clue in the order of cells, another grid is a solution of the puzzle without that clue.
- `redundant`: it has exactly one, even if the clue is left out. The grid is a solution, and the lemmas refute any other
  of the puzzle without the clue.
- `isomorphic`: the symmetry maps the puzzle to the image, and thus the solutions of one to those of the other. The
  symmetry is applied.

The digest protects against accidental damage. A forger can compute it, too, but a false claim is still refused.
Version 1 is read as well: it is for 3x3 boxes, has no `shape`, and has the key `verdict` after `puzzle` in place of
`claim`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, assert_never, cast

from crosscover.dialects.text import MalformedInputError
from crosscover.reference.grid import DIGITS, Grid
from crosscover.reference.shape import Shape
from crosscover.reference.symmetry import Symmetry
from crosscover.reference.verdict import Verdict

from . import refutation
from .propagation import Propagation
from .refutation import Lemma, Problem, RefutationRejectedError, puzzle_problem
from .rules import first_violation

VERSION = 2
KEYS = {
    1: ("version", "puzzle", "verdict", "solutions", "lemmas", "producer"),
    2: ("version", "claim", "shape", "puzzle", "solutions", "lemmas", "producer"),
}
"""The keys that all certificates of a version begin with."""

MAX_SIDE = 16
"""Maximum number of digits of a puzzle."""
MAX_GRIDS = 100_000
"""Maximum number of solutions in a certificate."""
MAX_LEMMAS = 500_000
"""Maximum number of lemmas in a certificate."""
MAX_BYTES = 1 << 24
"""Maximum size of a certificate as text: 65,536 grids of 9x9 cells, and as many lemmas."""
OTHER_BYTES = 1000
"""Maximum size of a certificate without its grids and lemmas."""
MAX_SHOWN = 120
"""Maximum number of characters of a wrong value in a message."""

PROPAGATION = "propagation"
"""The producer named in a certificate that needs no lemma: its grids, or unit propagation alone, prove the claim."""

_encode = json.JSONEncoder(separators=(",", ":")).encode


class ClaimKind(Enum):
    """What a certificate proves; the value is the word in certificates and reports."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    EXACTLY = "exactly"
    AT_LEAST = "at least"
    MINIMAL = "minimal"
    REDUNDANT = "redundant"
    ISOMORPHIC = "isomorphic"


VERSION_1_CLAIMS = (ClaimKind.NONE, ClaimKind.UNIQUE, ClaimKind.SEVERAL)

MORE_KEYS: Mapping[ClaimKind, tuple[str, ...]] = {
    ClaimKind.REDUNDANT: ("clue",),
    ClaimKind.ISOMORPHIC: ("image", "symmetry"),
}
"""The further keys of some claims, which come before the digest."""


class FalseCertificateError(ValueError):
    """A certificate that does not prove its claim: the reason, and the number of the wrong lemma, if there is one."""

    def __init__(self, why: str, lemma: int | None = None) -> None:
        super().__init__(why if lemma is None else f"lemma {lemma}: {why}")
        self.why = why
        self.lemma = lemma


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A claim about a puzzle and its proof, unchecked until `check` is called.

    `clue` is the cell of a redundant clue; `image` and `symmetry` belong to isomorphic puzzles. `damage` says why the
    digest does not fit the text that the certificate was read from. Raises ValueError for other shapes.
    """

    claim: ClaimKind
    puzzle: Grid
    solutions: tuple[Grid, ...] = ()
    lemmas: tuple[tuple[int, ...], ...] = ()
    producer: str = PROPAGATION
    clue: int | None = None
    image: Grid | None = None
    symmetry: Symmetry | None = None
    damage: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not is_certifiable(self.puzzle.shape):
            raise ValueError(f"certificates are for boxes from 2x2 to 4x4, not {self.puzzle.shape}")

    @classmethod
    def of(cls, puzzle: Grid, verdict: Verdict) -> "Certificate":
        """The claim of a verdict, without the lemmas that it may need."""
        return cls(claim=ClaimKind(verdict.kind.value), puzzle=puzzle, solutions=verdict.solutions)

    @classmethod
    def of_solutions(cls, puzzle: Grid, grids: Sequence[Grid], *, exact: bool) -> "Certificate":
        """The claim that these are different solutions of a puzzle, and all of them if their number is `exact`.

        It is without the lemmas that it may need.
        """
        if exact:
            claim = (ClaimKind.NONE, ClaimKind.UNIQUE, ClaimKind.EXACTLY)[min(len(grids), 2)]
        else:
            claim = ClaimKind.SEVERAL if len(grids) == 2 else ClaimKind.AT_LEAST
        return cls(claim=claim, puzzle=puzzle, solutions=tuple(grids))

    @property
    def refuted(self) -> tuple[Grid, tuple[Grid, ...]] | None:
        """The puzzle that has no solutions but these, as the lemmas have to show; None if the claim needs no lemma."""
        match self.claim:
            case ClaimKind.NONE | ClaimKind.UNIQUE | ClaimKind.EXACTLY:
                return self.puzzle, self.solutions
            case ClaimKind.MINIMAL:
                return self.puzzle, self.solutions[:1]
            case ClaimKind.REDUNDANT:
                return self.puzzle.with_cell(cast("int", self.clue), 0), self.solutions
            case ClaimKind.SEVERAL | ClaimKind.AT_LEAST | ClaimKind.ISOMORPHIC:
                return None
            case _:
                assert_never(self.claim)

    def line(self) -> str:
        """The certificate as a line of text, without its line end."""
        fields = {
            "version": VERSION,
            "claim": self.claim.value,
            "shape": str(self.puzzle.shape),
            "puzzle": str(self.puzzle),
            "solutions": [str(solution) for solution in self.solutions],
            "lemmas": self.lemmas,
            "producer": self.producer,
        }
        if self.clue is not None:
            fields["clue"] = self.puzzle.shape.cell_name(self.clue)
        if self.image is not None:
            fields |= {"image": str(self.image), "symmetry": str(self.symmetry)}
        text = _encode(fields)
        return f'{text[:-1]},"digest":"{_digest(text)}"}}'


def max_grids(shape: Shape) -> int:
    """The maximum number of grids that fit into a certificate."""
    return min(MAX_GRIDS, (MAX_BYTES - OTHER_BYTES) // (shape.cells + len('"",')))


def is_certifiable(shape: Shape) -> bool:
    """Whether there are certificates for a shape: from 2x2 to 4x4 boxes, and all with at most 16 digits."""
    return min(shape.box_rows, shape.box_columns) >= 2 and shape.side <= MAX_SIDE


def check(certificate: Certificate) -> None:
    """Accept a certificate by returning; raises FalseCertificateError.

    Each check suffices for its claim:

    - A refutation shows that a puzzle has no solution but the excluded grids. With the rules' consent to these grids,
      and since they differ, they are all of its solutions: `none`, `unique`, `exactly`.
    - Different solutions are a lower bound: `several`, `at least`.
    - If the only solution is known, a second solution without a clue shows that the clue is needed: `minimal`.
    - Every solution of a puzzle is one of the puzzle without a clue. If that has one solution alone, which the puzzle
      keeps, so has the puzzle: `redundant`.
    - A symmetry maps solutions to solutions, and has an inverse: `isomorphic`.
    """
    check_grids(certificate)
    if certificate.refuted is not None:
        check_lemmas(puzzle_problem(*certificate.refuted), certificate.lemmas)
    elif certificate.lemmas:
        raise FalseCertificateError(f"the claim {certificate.claim.value!r} needs no lemma", 1)
    if certificate.damage:
        raise FalseCertificateError(certificate.damage)


def check_grids(certificate: Certificate) -> None:
    """Check all but the lemmas; raises FalseCertificateError."""
    _check_extent(certificate)
    _check_solutions(certificate)
    if certificate.claim is ClaimKind.ISOMORPHIC:
        _check_symmetry(certificate)


def check_lemmas(problem: Problem, lemmas: Sequence[Lemma], used: Propagation | None = None) -> None:
    """Check that lemmas refute a problem, which may have been entered into `used`; raises FalseCertificateError."""
    try:
        if used is None:
            refutation.check(problem, lemmas)
        else:
            refutation.check_entered(problem, used, lemmas)
    except RefutationRejectedError as error:
        raise FalseCertificateError(error.why, error.lemma) from error


def _check_extent(certificate: Certificate) -> None:
    """Check the number of grids, and that a claim has a clue, an image and a symmetry only if it is about them."""
    claim, found = certificate.claim, len(certificate.solutions)
    least, most = _numbers_of_grids(certificate)
    if not least <= found <= most:
        needed = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        raise FalseCertificateError(
            f"the claim {claim.value!r} needs {needed} {'solution' if most == 1 else 'solutions'}, not {found:,}"
        )
    if (certificate.clue is not None) != (claim is ClaimKind.REDUNDANT):
        raise FalseCertificateError("the claim 'redundant', and no other, is about a clue")
    if {certificate.image is not None, certificate.symmetry is not None} != {claim is ClaimKind.ISOMORPHIC}:
        raise FalseCertificateError("the claim 'isomorphic', and no other, needs an image and a symmetry")
    if certificate.clue is not None and not _is_clue(certificate.puzzle, certificate.clue):
        raise FalseCertificateError(f"{certificate.puzzle.shape.cell_name(certificate.clue)} is not a clue")


def _numbers_of_grids(certificate: Certificate) -> tuple[int, int]:
    """The least and the greatest number of grids that prove a claim."""
    match certificate.claim:
        case ClaimKind.NONE | ClaimKind.ISOMORPHIC:
            return 0, 0
        case ClaimKind.UNIQUE | ClaimKind.REDUNDANT:
            return 1, 1
        case ClaimKind.SEVERAL:
            return 2, 2
        case ClaimKind.EXACTLY:
            return 2, MAX_GRIDS
        case ClaimKind.AT_LEAST:
            return 1, MAX_GRIDS
        case ClaimKind.MINIMAL:
            return (needed := 1 + certificate.puzzle.clue_count), needed
        case _:
            assert_never(certificate.claim)


def _is_clue(puzzle: Grid, cell: int) -> bool:
    return 0 <= cell < puzzle.shape.cells and puzzle.values[cell] != 0


def _check_solutions(certificate: Certificate) -> None:
    puzzle, solutions = certificate.puzzle, certificate.solutions
    puzzles = [puzzle] * len(solutions)
    if certificate.claim is ClaimKind.MINIMAL:
        puzzles[1:] = [puzzle.with_cell(cell, 0) for cell, _ in puzzle.clues()]
        if solutions[0] in solutions[1:]:
            raise FalseCertificateError(f"solution {solutions.index(solutions[0], 1) + 1} repeats the first")
    elif len(set(solutions)) < len(solutions):
        raise FalseCertificateError("a solution is repeated")
    for number, (solution, extended) in enumerate(zip(solutions, puzzles, strict=True), 1):
        fault = first_violation(solution, extended)
        if fault is not None:
            raise FalseCertificateError(f"solution {number} is wrong: {fault}")


def _check_symmetry(certificate: Certificate) -> None:
    symmetry, shape = cast("Symmetry", certificate.symmetry), certificate.puzzle.shape
    try:
        image = Symmetry.parse(str(symmetry), shape)(certificate.puzzle)
    except (ValueError, IndexError) as error:  # one that was never parsed
        raise FalseCertificateError(f"it is not a symmetry of {shape} boxes: {error}") from error
    if image != certificate.image:
        raise FalseCertificateError(f"the symmetry maps the puzzle to {image}")


def parse(text: str, number: int = 1) -> Certificate:
    """Read a certificate of any version from the line of that number.

    Raises MalformedInputError if it is not a certificate.
    """
    line = _Line(text, number)
    fields = line.fields()
    damage = line.damage(fields)
    if fields["version"] == 1:
        fields |= {"claim": fields["verdict"], "shape": str(Shape())}
    claim = ClaimKind(fields["claim"])
    shape = line.shape(fields["shape"])
    return Certificate(
        claim=claim,
        puzzle=line.grid("puzzle", fields["puzzle"], shape),
        solutions=tuple(line.grid("solutions", grid, shape) for grid in line.list_of("solutions", fields["solutions"])),
        lemmas=tuple(line.lemma(lemma) for lemma in line.list_of("lemmas", fields["lemmas"])),
        producer=line.text_of("producer", fields["producer"]),
        clue=line.clue(fields["clue"], shape) if claim is ClaimKind.REDUNDANT else None,
        image=line.grid("image", fields["image"], shape) if claim is ClaimKind.ISOMORPHIC else None,
        symmetry=line.symmetry(fields["symmetry"], shape) if claim is ClaimKind.ISOMORPHIC else None,
        damage=damage,
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that should be a certificate; columns point at the key whose value is wrong."""

    text: str
    number: int

    def fields(self) -> dict[str, Any]:
        """The fields of any version; all keys are there, and version and claim exist."""
        if self.text.count("[") > MAX_LEMMAS:
            raise MalformedInputError(self.number, 1, f"at most {MAX_LEMMAS:,} lemmas", "more")
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
        fields = cast("dict[str, Any]", value)
        self._require(fields, ("version",))
        version = fields["version"]
        if type(version) is not int or version not in KEYS:
            raise self.error("version", f"{VERSION} or 1", version)
        self._require(fields, KEYS[version])
        keys = self._keys(fields)
        self._require(fields, keys)
        for key in fields:
            if key not in keys:
                raise self.error(key, f"no key but {', '.join(keys)}", key)
        return fields

    def damage(self, fields: Mapping[str, Any]) -> str:
        """Describe how the digest of the fields is wrong; empty if it is right."""
        *keys, last = self._keys(fields)
        found = self.text_of(last, fields[last])
        expected = _digest(_encode({key: fields[key] for key in keys}))
        return "" if found == expected else f"the digest is {_shorten(found)!r}; expected {expected!r}"

    def grid(self, key: str, value: object, shape: Shape) -> Grid:
        expected = f"{shape.cells} characters from 1 to {DIGITS[shape.side - 1]} and '.'"
        if isinstance(value, str):
            try:
                grid = Grid.parse(value, shape)
            except ValueError as error:
                raise self.error(key, expected, f"{value!r}: {error}") from None
            if str(grid) == value:
                return grid
        raise self.error(key, expected, value)

    def shape(self, value: object) -> Shape:
        try:
            shape = Shape.parse(self.text_of("shape", value))
        except ValueError:
            shape = Shape(1, 1)
        if is_certifiable(shape) and str(shape) == value:
            return shape
        raise self.error("shape", "the rows and columns of a box from 2x2 to 4x4", value)

    def clue(self, value: object, shape: Shape) -> int:
        for cell in range(shape.cells):
            if shape.cell_name(cell) == value:
                return cell
        raise self.error("clue", f"a cell from r1c1 to {shape.cell_name(shape.cells - 1)}", value)

    def symmetry(self, value: object, shape: Shape) -> Symmetry:
        text = self.text_of("symmetry", value)
        try:
            return Symmetry.parse(text, shape)
        except ValueError as error:
            raise self.error("symmetry", "a symmetry", f"{value!r}: {error}") from None

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

    def _keys(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The keys of a certificate of this version and claim, the digest last."""
        key, claims = ("verdict", VERSION_1_CLAIMS) if fields["version"] == 1 else ("claim", tuple(ClaimKind))
        claim = next((claim for claim in claims if claim.value == fields[key]), None)
        if claim is None:
            raise self.error(key, _either([repr(claim.value) for claim in claims]), fields[key])
        return (*KEYS[fields["version"]], *MORE_KEYS.get(claim, ()), "digest")

    def _require(self, fields: Mapping[str, Any], keys: Sequence[str]) -> None:
        for key in keys:
            if key not in fields:
                found = f"the keys {_shorten(', '.join(fields))}" if fields else "no key"
                raise MalformedInputError(self.number, 1, f"the key {key!r}", found)


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("it has a key twice")
    return fields


def _shorten(value: object) -> str:
    """A value as messages show it: shortened, and without control characters."""
    text = value if isinstance(value, str) and value.isprintable() else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
