// Interactive-Sudoku-Solver: `SimpleSolver` takes the givens and both diagonals as text.

globalThis.self = globalThis;
globalThis.VERSION_PARAM = "";
const { SimpleSolver } = await import("./source/js/sandbox/simple_solver.js");
const solver = new SimpleSolver();

const constraints = (puzzle) => {
  const given = (digit, cell) => `R${Math.floor(cell / 9) + 1}C${(cell % 9) + 1}_${digit}`;
  const givens = [...puzzle].map(given).filter((text) => !text.endsWith("."));
  return [".Diagonal~1.Diagonal~-1", ...(givens.length ? [`.~${givens.join("~")}`] : [])].join("");
};

// The digits of a solution, or null.
export function solve(puzzle) {
  return solver.solution(constraints(puzzle))?.toString() ?? null;
}

// The number of solutions, at most 2.
export function count(puzzle) {
  return solver.countSolutions(constraints(puzzle), 2);
}
