// plb/sudoku-pk.js: `search(parse_grid(text))` returns an object from squares to digits, or false.

import { run } from "./source.mjs";

const solver = run("sudoku/incoming/alternate/sudoku-pk.js", { readline: () => null, print: () => {} });

export function solve(puzzle) {
  const values = solver.search(solver.parse_grid(puzzle));
  return values ? [...solver.squares].map((square) => values[square]).join("") : null;
}
