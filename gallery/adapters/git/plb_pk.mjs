// attractivechaos/plb: `search` of sudoku-pk.js returns an object from squares to digits, or false.

import { run } from "./source.mjs";

const path = "sudoku/incoming/alternate/sudoku-pk.js";
const { parse_grid, search, squares } = run(path, { readline: () => null });

export function solve(puzzle) {
  const values = search(parse_grid(puzzle));
  return values ? squares.map((square) => values[square]).join("") : null;
}
