// @algorithm.ts/sudoku: digits count from 0, and -1 is an empty cell; solve says whether there is a solution.
import { SudokuSolver } from "@algorithm.ts/sudoku";

const solver = new SudokuSolver({ childMatrixWidth: 3 });

export function solve(puzzle) {
  const solution = new Array(81).fill(-1);
  const cells = [...puzzle].map((cell) => (cell === "." ? -1 : Number(cell) - 1));
  return solver.solve(cells, solution) ? solution.map((cell) => cell + 1).join("") : null;
}
