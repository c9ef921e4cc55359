// TheAlgorithms/JavaScript: `sudokuSolver` fills rows of characters in place, and returns whether it did.

import { rows, text } from "./board.mjs";
import { load } from "./source.mjs";

const { sudokuSolver } = await load("Dynamic-Programming/SudokuSolver.js");

export function solve(puzzle) {
  const board = rows(puzzle, (character) => character);
  return sudokuSolver(board) ? text(board) : null;
}
