// sudoku-dlx: solveString returns a list of solutions, of which it looks for one; each lists its 81 cells.
import { solveString } from "sudoku-dlx";

export function solve(puzzle) {
  const [first] = solveString(puzzle);
  if (!first) return null;
  const digits = new Array(81).fill(".");
  for (const { number, row, col } of first) digits[row * 9 + col] = number;
  return digits.join("");
}
