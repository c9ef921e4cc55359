// @cedwards036/sudoku-solver: solveClassicSudoku returns at most two solutions.
import solver from "@cedwards036/sudoku-solver";

function solutions(puzzle) {
  const rows = puzzle.match(/.{9}/g).map((row) => [...row].map((cell) => (cell === "." ? 0 : Number(cell))));
  return solver.solveClassicSudoku(rows);
}

export function solve(puzzle) {
  const [first] = solutions(puzzle);
  return first ? first.flat().join("") : null;
}

export function count(puzzle) {
  return solutions(puzzle).length;
}
