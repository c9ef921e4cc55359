const { fill } = require("./search.cjs");

class Board {
  constructor(size, grid) {
    if (size !== 9) throw new RangeError(size);
    this.grid = grid.map(row => [...row]);
  }
}

class Solver {
  constructor(board) {
    this.board = board;
  }

  async solve() {
    await null;
    return fill(this.board.grid);
  }
}

module.exports = { Board, Solver };
