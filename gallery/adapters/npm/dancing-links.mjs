// dancing-links: sparse constraints; find returns up to a number of covers.
import { DancingLinks } from "dancing-links";
import { ITEMS, OPTIONS, grid, possible } from "./cover.mjs";

function solutions(puzzle, limit) {
  const solver = new DancingLinks().createSolver({ columns: ITEMS });
  for (const option of possible(puzzle)) solver.addSparseConstraint(option, OPTIONS[option]);
  return solver.find(limit).map((cover) => grid(cover.map(({ data }) => data)));
}

export function solve(puzzle) {
  return solutions(puzzle, 1)[0] ?? null;
}

export function count(puzzle) {
  return solutions(puzzle, 2).length;
}
