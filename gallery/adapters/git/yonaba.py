"""kennyledet/Algorithm-Implementations, in Lua: the module is a function that fills rows in place."""

from pathlib import Path

from program import output

_FILE = Path(__file__).resolve().parent / "source/Sudoku/Lua/Yonaba/sudoku.lua"
_CODE = """
local board = {}
for row = 1, 9 do
  board[row] = {}
  for column = 1, 9 do
    board[row][column] = tonumber(arg[2]:sub(9 * row + column - 9, 9 * row + column - 9))
  end
end
if dofile(arg[1])(board) then
  for row = 1, 9 do io.write(table.concat(board[row])) end
end
"""


def solve(puzzle):
    """The board after the call, or None if it returns false."""
    return output("lua5.4", "-e", f"arg = {{'{_FILE}', '{puzzle.replace('.', '0')}'}} {_CODE}") or None
