// sudoku: cells are null, or the digit less one; solvepuzzle returns null if it finds no solution.
import sudoku from "sudoku";

export function solve(puzzle) {
  const cells = sudoku.solvepuzzle([...puzzle].map((cell) => (cell === "." ? null : Number(cell) - 1)));
  return cells && cells.map((cell) => (cell === null ? "." : cell + 1)).join("");
}
