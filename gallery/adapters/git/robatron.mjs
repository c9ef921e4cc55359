// robatron/sudoku.js: `sudoku.solve` returns 81 characters, or false; it requires 17 clues.

import { run } from "./source.mjs";

const scope = {};
const { sudoku } = run("sudoku.js", Object.assign(scope, { window: scope })).window;

export function solve(puzzle) {
  return sudoku.solve(puzzle) || null;
}
