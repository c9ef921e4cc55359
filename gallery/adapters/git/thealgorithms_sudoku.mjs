// TheAlgorithms/JavaScript: `new Sudoku(board).solve()` fills the board in place and returns whether it could.

import { rows, text } from "./board.mjs";
import { load } from "./source.mjs";

const { Sudoku } = await load("Backtracking/Sudoku.js");

export function solve(puzzle) {
  const sudoku = new Sudoku(rows(puzzle));
  return sudoku.solve() ? text(sudoku.board) : null;
}
