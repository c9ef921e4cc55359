"""yasspy: `Dlx().solve` returns a solved board."""

from yass.models import Board
from yass.solve import Dlx


def solve(puzzle):
    """The digits and dots in the text of the board that it returns."""
    drawn = str(Dlx().solve(board=Board.from_string(puzzle)))
    return "".join(cell for cell in drawn if cell in ".123456789")
