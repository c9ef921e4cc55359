// brekt/sudoku-solver: a class that prints the grid; sudoku-solver.js only has puzzles of its own.

import { createRequire } from "node:module";

const Sudoku = createRequire(import.meta.url)("./source/sudoku.js");

export function solve(puzzle) {
  const printed = [];
  const { log } = console;
  console.log = (line) => printed.push(line);
  try {
    new Sudoku(puzzle).solve();
  } finally {
    console.log = log;
  }
  return printed.slice(-13).join("").replace(/\D/g, "");
}
