// sudoku.utils: solve returns 81 digits, or false.
import sudoku from "sudoku.utils";

export function solve(puzzle) {
  return sudoku.solve(puzzle) || null;
}
