// sudoku-js: rows of numbers, 0 for an empty cell.
import sudoku from "sudoku-js";

export function solve(puzzle) {
  const rows = puzzle.match(/.{9}/g).map((row) => [...row].map((cell) => (cell === "." ? 0 : Number(cell))));
  return sudoku
    .solve(rows)
    .flat()
    .map((cell) => cell || ".")
    .join("");
}
