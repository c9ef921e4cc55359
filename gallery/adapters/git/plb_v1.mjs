// plb/sudoku_v1.js: `sd_solve` returns all solutions as arrays of 81 digits; its loop over standard input reads nothing.

import { run } from "./source.mjs";

const solver = run("sudoku/sudoku_v1.js", { readline: () => null, print: () => {} });
const [rows, columns] = solver.sd_genmat();

export function solve(puzzle) {
  return solver.sd_solve(rows, columns, puzzle)[0]?.join("") ?? null;
}
