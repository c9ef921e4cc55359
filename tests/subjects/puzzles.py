"""Three puzzles with solutions: the puzzle of Wikipedia's article on Sudoku and the two samples of POJ 3074."""

from crosscover.reference import Grid
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION

FIRST = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
FIRST_SOLUTION = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
SECOND = Grid.parse("......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.")
SECOND_SOLUTION = Grid.parse("416837529982465371735129468571298643293746185864351297647913852359682714128574936")

BATCH = (EASY, FIRST, SECOND)
SOLUTIONS = (EASY_SOLUTION, FIRST_SOLUTION, SECOND_SOLUTION)
ANSWERS = {str(puzzle): str(solution) for puzzle, solution in zip(BATCH, SOLUTIONS, strict=True)}
