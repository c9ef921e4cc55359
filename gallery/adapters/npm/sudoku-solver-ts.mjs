// sudoku-solver-ts: it declines a full grid, as documented, since there is nothing to solve; so a full grid is its own
// answer here.
import { SolveStatus, solve as solvePackage } from "sudoku-solver-ts";

export function solve(puzzle) {
  const result = solvePackage([...puzzle].map((cell) => (cell === "." ? 0 : Number(cell))));
  if (result.success) return result.solution.join("");
  return result.status === SolveStatus.noEmpty ? puzzle : null;
}
