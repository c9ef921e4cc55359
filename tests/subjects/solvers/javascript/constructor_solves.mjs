import { fill } from "./search.cjs";

export class SudokuSolver {
  constructor(puzzle) {
    this.original = puzzle;
    this.solution = puzzle.map(row => [...row]);
    fill(this.solution);
  }
}
