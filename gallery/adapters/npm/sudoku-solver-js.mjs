// sudoku-solver-js: the answer is 81 digits, or `No solution found.`
import SudokuSolver from "sudoku-solver-js";

export function solve(puzzle) {
  const answer = new SudokuSolver().solve(puzzle);
  return answer === "No solution found." ? null : answer;
}
