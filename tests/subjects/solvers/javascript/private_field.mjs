import { fill } from "./search.cjs";

export class SudokuSolver {
  #grid;

  constructor(grid) {
    this.#grid = grid.map(row => [...row]);
  }

  get solution() {
    return this.#grid;
  }

  solve() {
    return fill(this.#grid);
  }
}
