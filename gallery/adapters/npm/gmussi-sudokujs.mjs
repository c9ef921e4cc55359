// @gmussi/sudokujs: `solve` takes and returns 81 characters, or false.

import Sudoku from "@gmussi/sudokujs/src/Sudoku.js"; // its main file is missing

const sudoku = new Sudoku();

export function solve(puzzle) {
  return sudoku.solve(puzzle) || null;
}
