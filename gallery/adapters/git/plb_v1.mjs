// attractivechaos/plb: `sd_solve` of sudoku_v1.js returns all solutions; the script ends with a loop that reads lines.

import { run } from "./source.mjs";

const { sd_genmat, sd_solve } = run("sudoku/sudoku_v1.js", { readline: () => null });
const matrices = sd_genmat();

export function solve(puzzle) {
  return sd_solve(...matrices, puzzle)[0]?.join("") ?? null;
}

export function count(puzzle) {
  return sd_solve(...matrices, puzzle).length;
}
