// plb/sudoku-gh.js: `solve_sudoku` fills rows in place and returns the number of solutions, at most 2.

import { rows, text } from "./board.mjs";
import { run } from "./source.mjs";

const solver = run("sudoku/incoming/sudoku-gh.js", { readline: () => null, print: () => {} });

export function solve(puzzle) {
  const board = rows(puzzle);
  return solver.solve_sudoku(board) ? text(board) : null;
}

export function count(puzzle) {
  return solver.solve_sudoku(rows(puzzle));
}
