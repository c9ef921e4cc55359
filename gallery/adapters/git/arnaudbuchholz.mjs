// ArnaudBuchholz/sudoku-solver: LeetCode 37, a function that takes and returns a board of characters, as in index.js.

import { createRequire } from "node:module";
import { rows, text } from "./board.mjs";

const solveBoard = createRequire(import.meta.url)("./source/sudoku-solver.js");

export function solve(puzzle) {
  const board = rows(puzzle, (character) => character);
  return text(solveBoard(board) ?? board);
}
