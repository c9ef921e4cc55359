"""The kinds of puzzles in the certified corpus: number, source and generator."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from crosscover.reference import Grid, Shape

from . import easing, exact_totals, improper, proper, uniqueness

OWN = "random, of crosscover's own making"

Draw = Callable[[Random, Path], Iterator[Grid]]
"""A generator of puzzles, endless or not; the path is the directory of the collections."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind with its number of different puzzles, or fewer if there are not enough."""

    name: str
    source: str
    size: int
    draw: Draw


def _sample(file: str, random: Random, collections: Path) -> Iterator[Grid]:
    """The puzzles of a collection in random order; on each line the puzzle is the word with the right length."""
    words = (collections / file).read_text(encoding="ascii").split()
    puzzles = [Grid.parse(word) for word in words if len(word) == Shape().cells]
    return iter(random.sample(puzzles, len(puzzles)))


def _collection(name: str, source: str, size: int, file: str) -> Kind:
    return Kind(name, source, size, partial(_sample, file))


def _drawn(name: str, size: int, draw: Callable[[Random], Iterator[Grid]], source: str = OWN) -> Kind:
    return Kind(name, source, size, lambda random, _: draw(random))


def _minimal(random: Random, collections: Path) -> Iterator[Grid]:
    return proper.minimal_puzzles(random, list(_sample("17clue.txt", random, collections)))


_STANDARD = (
    _collection(
        "17 clues", "Gordon Royle's collection, completed by the Sudoku Programmers' Forum", 5000, "17clue.txt"
    ),
    _collection("top95", "the magictour set top95, as in Peter Norvig's pytudes (MIT)", 95, "top95.txt"),
    _collection("top1465", "the magictour set top1465", 1465, "top1465.txt"),
    _collection("forum hardest", "the New Sudoku Players' Forum, rated 11 or more", 100, "hardest_500.txt"),
    _collection("Norvig's hardest", "the hardest of Peter Norvig's pytudes (MIT)", 11, "hardest11.txt"),
    _collection("easy", "Peter Norvig's easy50 (MIT), and qqwing", 1000, "easy_1499.txt"),
    _collection("invalid", "Sudopedia, Invalid Test Cases", 14, "sudopedia_invalid_labelled.txt"),
    _collection("known counts", "the tests of tdoku", 43, "tdoku_test_counts.txt"),
    Kind("minimal, 20 to 28 clues", OWN, 4000, _minimal),
    _drawn("symmetric pattern", 2500, proper.patterned_puzzles),
    _drawn("empty houses", 1500, proper.puzzles_with_empty_houses),
    _drawn("one digit missing", 1000, proper.puzzles_without_a_digit),
    _drawn("two digits missing", 400, improper.puzzles_without_two_digits),
    _drawn("nearly full", 800, proper.nearly_full_puzzles),
    _drawn("nearly full, several solutions", 400, improper.nearly_full_puzzles),
    _drawn("clashing clues", 800, improper.clashing_puzzles),
    _drawn("contradiction", 1500, improper.contradicting_puzzles),
    _drawn("few solutions", 300, improper.puzzles_with_few_solutions),
    _drawn("256 solutions", 6, partial(improper.puzzles_with_solutions, 256)),
    _drawn("257 solutions", 3, partial(improper.puzzles_with_solutions, 257)),
    _drawn("few clues", 15, improper.puzzles_with_few_clues),
    _drawn("unique rectangle, type 1", 60, partial(uniqueness.misleading_puzzles, "type 1")),
    _drawn("unique rectangle, type 2", 15, partial(uniqueness.misleading_puzzles, "type 2")),
    _drawn("unique rectangle, type 3", 20, partial(uniqueness.misleading_puzzles, "type 3")),
    _drawn("unique rectangle, type 4", 60, partial(uniqueness.misleading_puzzles, "type 4")),
    _drawn("unique rectangle, hidden", 20, partial(uniqueness.misleading_puzzles, "hidden")),
    _drawn("BUG+1", 60, partial(uniqueness.misleading_puzzles, "BUG+1")),
    _drawn("65,536 solutions", len(exact_totals.FOUND), exact_totals.fixed_puzzles),
)
"""The kinds of 3x3 boxes; a puzzle of two kinds belongs to the first one, since top95 is part of top1465."""


def _drawn_of_shape(
    shape: Shape, share: float, name: str, size: int, draw: Callable[[Random, Shape], Iterator[Grid]]
) -> Kind:
    """A kind of a shape, with a share of its number of puzzles."""
    return _drawn(name, round(share * size), lambda random: draw(random, shape))


def _small_kinds(shape: Shape) -> tuple[Kind, ...]:
    """The kinds of a shape with up to nine digits, drawn at random."""
    drawn = partial(_drawn_of_shape, shape, 1.0)
    return (
        drawn("minimal", 800, proper.reduced_puzzles),
        drawn("symmetric pattern", 250, proper.patterned_puzzles),
        drawn("empty houses", 250, proper.puzzles_with_empty_houses),
        drawn("one digit missing", 150, proper.puzzles_without_a_digit),
        drawn("two digits missing", 80, improper.puzzles_without_two_digits),
        drawn("nearly full", 80, proper.nearly_full_puzzles),
        drawn("nearly full, several solutions", 80, improper.nearly_full_puzzles),
        drawn("clashing clues", 100, improper.clashing_puzzles),
        drawn("contradiction", 300, improper.contradicting_puzzles),
        drawn("few solutions", 150, improper.puzzles_with_few_solutions),
        drawn("256 solutions", 6, partial(improper.puzzles_with_solutions, 256)),
        drawn("few clues", 40, improper.puzzles_with_few_clues),
    )


def _large_kinds(shape: Shape, share: float) -> tuple[Kind, ...]:
    """The kinds of a shape with more than nine digits, and a share of their numbers; most puzzles are eased."""
    drawn = partial(_drawn_of_shape, shape, share)

    def eased(name: str, size: int, draw: Callable[[Random, Shape], Iterator[Grid]]) -> Kind:
        return drawn(name, size, lambda random, shape: easing.eased_puzzles(draw(random, shape), random))

    return (
        eased("random pattern", 160, proper.reduced_puzzles),
        eased("symmetric pattern", 120, proper.patterned_puzzles),
        eased("empty houses", 120, proper.puzzles_with_empty_houses),
        eased("one digit missing", 80, proper.puzzles_without_a_digit),
        eased("two digits missing", 60, improper.puzzles_without_two_digits),
        drawn("any number of clues", 160, proper.puzzles_with_any_number_of_clues),
        drawn("nearly full", 40, proper.nearly_full_puzzles),
        drawn("nearly full, several solutions", 40, improper.nearly_full_puzzles),
        drawn("clashing clues", 40, improper.clashing_puzzles),
        drawn("contradiction", 160, improper.eased_contradictions),
        eased("few solutions", 120, improper.puzzles_with_few_solutions),
        drawn(
            "few clues", 40, lambda random, shape: easing.easy_puzzles(improper.puzzles_with_few_clues(random, shape))
        ),
    )


def _every(name: str, number: int) -> Kind:
    return Kind(name, "all, up to symmetry", 10_000, lambda _random, _: improper.small_puzzles(number))


KINDS = {
    Shape(2, 2): (
        _every("every proper puzzle", 1),
        _every("every puzzle with several solutions", 2),
        _every("every minimal contradiction", 0),
        _drawn("clashing clues", 200, partial(improper.clashing_puzzles, shape=Shape(2, 2))),
    ),
    Shape(2, 3): _small_kinds(Shape(2, 3)),
    Shape(3, 3): _STANDARD,
    Shape(3, 4): _large_kinds(Shape(3, 4), 1),
    Shape(4, 4): _large_kinds(Shape(4, 4), 0.5),
}
"""The kinds of each shape; those of 3x2 and 4x3 boxes are transposed."""
