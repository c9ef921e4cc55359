"""The kinds of puzzles in the certified corpus: number, source and generator."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from crosscover.reference import Grid, Shape

from . import exact_totals, improper, proper, uniqueness

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


KINDS = (
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
"""All kinds; a puzzle of two kinds belongs to the first one, since top95 is part of top1465."""
