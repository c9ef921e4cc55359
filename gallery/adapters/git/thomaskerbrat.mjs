// ThomasKerbrat/sudoku-solver: the class `Grid`, called as in showcase.js; sudoku-solver.js itself cannot be loaded.

import { createRequire } from "node:module";

const Grid = createRequire(import.meta.url)("./source/src/grid.js");

export function solve(puzzle) {
  const cells = new Grid(puzzle.replaceAll(".", "0")).solve().sudoku.map((cell) => cell.value);
  return cells.map((cell) => cell || ".").join("");
}
