"""The arguments beside the puzzle, by the names of parameters."""

import pytest

from crosscover.subjects.parameters import argument_of, puzzle_parameter, role_of


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("row", "0"),
        ("startCol", "0"),
        ("N", "{side}"),
        ("grid_size", "{side}"),
        ("boxSize", "{box}"),
        ("empty_cells", "{empties}"),
        ("onStep", "{ignore}"),
        ("print_board", "{ignore}"),
        ("symbols", "{digits}"),
        ("_solutions", "{found}"),
        ("verbose", "0"),
        ("whatever", "0"),
    ],
)
def test_the_argument_of_a_name(name: str, argument: str) -> None:
    """The words of a name decide, in any spelling; an unknown name gets 0."""
    assert argument_of(name) == argument


def test_a_second_argument() -> None:
    """A size may be that of a box, and a callback may receive the answer."""
    assert [argument_of(name, 1) for name in ("size", "callback", "row")] == ["{box}", "{receive}", "0"]
    assert [argument_of(name, 1) for name in ("use_boxes", "max_depth", "verbose")] == ["1", "1000000", "0"]
    assert argument_of("size", 2) == argument_of("size", 3) == "{boxes}"


@pytest.mark.parametrize(
    ("names", "required", "place"),
    [
        (["board", "row", "col"], 3, 0),
        (["n", "rows"], 2, 1),
        (["size", "values"], 2, 1),
        (["width", "height", "board"], 0, 2),
        (["values", "other"], 1, 0),
        (["", ""], 2, 0),
    ],
)
def test_the_parameter_that_takes_the_puzzle(names: list[str], required: int, place: int) -> None:
    """It is named like a puzzle, or is the first required one whose name states nothing else."""
    assert puzzle_parameter(names, required) == place


def test_a_puzzle_has_no_role() -> None:
    """The usual names of puzzles state no other role."""
    assert [role_of(name) for name in ("board", "grid", "puzzle", "cells", "rows", "s", "text", "sudoku")] == [None] * 8
