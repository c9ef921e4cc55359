// dlxlib: a matrix of 0 and 1; the fourth argument is the number of covers to look for.
import dlxlib from "dlxlib";
import { denseRow, grid, possible } from "./cover.mjs";

function solutions(puzzle, limit) {
  const options = possible(puzzle);
  const covers = dlxlib.solve(options.map(denseRow), null, null, limit);
  return covers.map((cover) => grid(cover.map((row) => options[row])));
}

export function solve(puzzle) {
  return solutions(puzzle, 1)[0] ?? null;
}

export function count(puzzle) {
  return solutions(puzzle, 2).length;
}
