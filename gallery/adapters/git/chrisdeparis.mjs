// Chrisdeparis/FEU: `solve` takes rows with zeros, fills in some cells, and returns another board, or false.

import { rows, text } from "./board.mjs";
import { run } from "./source.mjs";

const { solve: solveRows } = run("sudoku-solver.js", { console });

export function solve(puzzle) {
  const board = solveRows(rows(puzzle));
  return board ? text(board) : null;
}
