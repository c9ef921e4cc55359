export class Sudoku {
  constructor(board) {
    this.board = board.map(row => [...row]);
  }

  static options() {
    const options = [];
    for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) for (let n = 1; n < 10; n++) {
      const box = 3 * Math.floor(r / 3) + Math.floor(c / 3);
      options.push({ r, c, n, keys: [10 * r + c, 100 + 10 * r + n, 200 + 10 * c + n, 300 + 10 * box + n] });
    }
    return options;
  }

  solve() {
    const options = Sudoku.options();
    const taken = new Set(options.filter(o => this.board[o.r][o.c] === o.n).flatMap(o => o.keys));
    const table = new Map();
    for (const option of options) {
      const open = option.keys.every(key => !taken.has(key));
      for (const key of option.keys) {
        if (taken.has(key)) continue;
        if (!table.has(key)) table.set(key, []);
        if (open) table.get(key).push(option);
      }
    }
    const lists = [...table.values()].sort((a, b) => a.length - b.length);
    if (lists.length === 0) return this.board;
    for (const { r, c, n } of lists[0]) {
      this.board[r][c] = n;
      if (this.solve()) return this.board;
      this.board[r][c] = 0;
    }
    return undefined;
  }
}
