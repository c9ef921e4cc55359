"""The two builds of the dancing links are equivalent."""

from array import array
from itertools import islice

import pytest

from crosscover.reference import CoverTable, DancingLinks, Grid, dancing_links, dlx

from .watchers import Diary, Step

COMPILED = pytest.mark.skipif(dlx.compiled_dancing_links() is None, reason="the dancing links are not compiled")
PUZZLES = [
    # The puzzles published with POJ 3074; the first of top1465; one with several solutions; one whose clues clash.
    ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.",
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "." * 80 + "1",
    "11" + "." * 79,
]


def search(
    build: type[DancingLinks], table: CoverTable, puzzle: Grid, limit: int
) -> tuple[list[tuple[int, ...]], list[Step], int]:
    """The first solutions, all steps of the search, and the number of nodes."""
    links = build(table.options, table.items)
    diary = Diary()
    covers = list(islice(links.covers(table.given(puzzle), diary), limit))
    return covers, diary.steps, links.visited


@COMPILED
@pytest.mark.parametrize("text", PUZZLES)
def test_both_builds_take_the_same_steps(text: str) -> None:
    """Both builds visit the same nodes, options and solutions in the same order."""
    table, puzzle = CoverTable(), Grid.parse(text)
    build = dlx.compiled_dancing_links()
    assert build is not None
    assert search(DancingLinks, table, puzzle, 5) == search(build, table, puzzle, 5)


@COMPILED
def test_the_compiled_links_are_c_integers() -> None:
    """The .pxd was used; without its types the compiled build would be slower than pure Python."""
    build = dlx.compiled_dancing_links()
    assert build is not None
    assert not isinstance(build([[0]], primary=1).left, list | array)


@pytest.mark.parametrize(("value", "pure"), [("1", True), ("0", False), ("", False)])
def test_an_environment_variable_forces_the_pure_build(monkeypatch: pytest.MonkeyPatch, value: str, pure: bool) -> None:
    """`CROSSCOVER_PURE=1` selects pure Python; without it, or with 0, the compiled build is used if available."""
    monkeypatch.setenv("CROSSCOVER_PURE", value)
    assert dancing_links() is (DancingLinks if pure else dlx.compiled_dancing_links() or DancingLinks)
