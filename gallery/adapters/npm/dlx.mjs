// dlx: a matrix of 0 and 1; it looks for every cover, so it gets only proper puzzles.
import dlx from "dlx";
import { denseRow, grid, possible } from "./cover.mjs";

export function solve(puzzle) {
  const options = possible(puzzle);
  const [first] = dlx.solve(options.map(denseRow));
  return first ? grid(first.map((row) => options[row])) : null;
}
