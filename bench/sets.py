"""The puzzles of the benchmark: collections in a folder, or the embedded puzzles."""

import random
from collections.abc import Iterator
from pathlib import Path

from crosscover.properties.corpus import known_puzzles
from crosscover.reference import Grid, Shape

SETS = ("17clue", "top1465", "hardest_500", "top95", "easy_1499")
"""File names without `.txt`; the files contain one puzzle per line."""


def puzzle_sets(folder: Path | None, limit: int) -> Iterator[tuple[str, list[Grid]]]:
    """Yield each set with at most `limit` puzzles, evenly selected and reproducibly shuffled."""
    for name, puzzles in _read_sets(folder) if folder else _embedded_sets():
        step = max(1, len(puzzles) // limit)
        drawn = puzzles[::step][:limit]
        random.Random(0).shuffle(drawn)
        yield name, drawn


def relabeled_halves(shape: Shape, number: int) -> list[Grid]:
    """Return puzzles of any shape: a pattern grid with its digits renamed and a random third of its cells emptied."""
    side = shape.side
    pattern = [
        (row % shape.box_rows * shape.box_columns + row // shape.box_rows + column) % side
        for row in range(side)
        for column in range(side)
    ]
    draw = random.Random(0)
    puzzles: list[Grid] = []
    for _ in range(number):
        digits = draw.sample(range(1, side + 1), side)
        emptied = set(draw.sample(range(shape.cells), shape.cells // 3))
        puzzles.append(Grid(bytes(0 if c in emptied else digits[p] for c, p in enumerate(pattern)), shape))
    return puzzles


def _read_sets(folder: Path) -> Iterator[tuple[str, list[Grid]]]:
    for name in SETS:
        lines = (folder / f"{name}.txt").read_text(encoding="ascii").splitlines()
        yield name, [Grid.parse(line[:81]) for line in lines if line and not line.startswith("#")]


def _embedded_sets() -> Iterator[tuple[str, list[Grid]]]:
    for kind in dict.fromkeys(known.kind for known in known_puzzles()):
        yield kind, [known.puzzle for known in known_puzzles() if known.kind == kind]
