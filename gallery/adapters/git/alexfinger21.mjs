// alexfinger21/baldwin-wallace-problems: LeetCode 37, `solveSudoku` fills in a board of characters.

import { rows, text } from "./board.mjs";
import { run } from "./source.mjs";

const { solveSudoku } = run("sudoku-solver.js", { console });

export function solve(puzzle) {
  const board = rows(puzzle, (character) => character);
  solveSudoku(board);
  return text(board);
}
