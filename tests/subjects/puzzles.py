"""Three puzzles with solutions: one from Wikipedia's article on Sudoku and the two samples of POJ 3074."""

from crosscover.reference import Grid
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

FIRST = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
FIRST_SOLUTION = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
SECOND = Grid.parse("......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.")
SECOND_SOLUTION = Grid.parse("416837529982465371735129468571298643293746185864351297647913852359682714128574936")

BATCH = (EASY, FIRST, SECOND)
SOLUTIONS = (EASY_SOLUTION, FIRST_SOLUTION, SECOND_SOLUTION)
ANSWERS = {str(puzzle): str(solution) for puzzle, solution in zip(BATCH, SOLUTIONS, strict=True)}

SOLVER = """
def fill(rows):
    for row in range(9):
        for column in range(9):
            if not rows[row][column]:
                around = {*rows[row], *(other[column] for other in rows)}
                top, left = row // 3 * 3, column // 3 * 3
                around.update(*(other[left:left + 3] for other in rows[top:top + 3]))
                for digit in {*range(1, 10)} - around:
                    rows[row][column] = digit
                    if fill(rows): return True
                rows[row][column] = 0
                return False
    return True

def parse(text): return [[int(digit) for digit in text[start:start + 9].replace(".", "0")] for start in range(0, 81, 9)]
def solved(text): rows = parse(text); return rows if fill(rows) else None
def text_of(rows): return "".join(str(digit or ".") for row in rows for digit in row)
"""
"""A solver in Python, which tests bring into other forms."""

JAVASCRIPT_SOLVER = """
const free = (cells, cell, digit) => {
  const [row, column] = [Math.floor(cell / 9), cell % 9];
  return cells.every((other, at) => {
    const [r, c] = [Math.floor(at / 9), at % 9];
    const isBox = Math.floor(r / 3) === Math.floor(row / 3) && Math.floor(c / 3) === Math.floor(column / 3);
    return other !== digit || !(r === row || c === column || isBox);
  });
};
const search = (cells, step) => {
  const cell = cells.indexOf(0);
  if (cell < 0) return true;
  for (let digit = 1; digit <= 9; digit++) {
    if (!free(cells, cell, digit)) continue;
    cells[cell] = digit;
    if (search(cells, step)) return true;
  }
  cells[cell] = 0;
  return false;
};
const solved = (list) => {
  const cells = Array.from(list, (cell) => Number(cell) || 0);
  search(cells, 0);
  return cells;
};
const split = (cells) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => cells.slice(9 * row, 9 * row + 9));
const fill = (rows) => split(solved(rows.flat())).forEach((row, r) => rows.splice(r, 1, row));
"""
"""The same in JavaScript."""
