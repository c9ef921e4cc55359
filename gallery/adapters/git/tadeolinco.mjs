// sudoku-xy: the default export lists all solutions of the plain puzzle, and says for each whether it has diagonals.

import { rows, text } from "./board.mjs";
import { load } from "./source.mjs";

const { default: all } = await load("server/src/solveSudoku.js");

// The first solution with diagonals, or null.
export function solve(puzzle) {
  const found = all(rows(puzzle)).solutions.find(({ x }) => x);
  return found ? text(found.puzzle) : null;
}
