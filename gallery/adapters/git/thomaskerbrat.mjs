// ThomasKerbrat/sudoku-solver: the class `Grid`, called as in showcase.js; sudoku-solver.js itself cannot be loaded.

import { createRequire } from "node:module";

const Grid = createRequire(import.meta.url)("./source/src/grid.js");

export function solve(puzzle) {
  const { solved, sudoku } = new Grid(puzzle.replaceAll(".", "0")).solve();
  return solved ? sudoku.map((cell) => cell.value).join("") : null;
}
