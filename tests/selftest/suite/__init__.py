"""The published suites: the puzzles that catch most wrong solvers of the zoo, best first."""

from pathlib import Path

SUITES = Path(__file__).parents[3] / "suites"
FIGURES = "figures.json"

SIZES = (100, 1000, 10_000)
"""Lengths of the suites; each suite is the beginning of the next."""

FILES = {size: f"suite-{size}.jsonl{'.xz' if size == max(SIZES) else ''}" for size in SIZES}
"""File names of the suites by size."""
