'use strict';

const range = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const items = (r, c, d) => [9 * r + c, 81 + 9 * r + d - 1, 162 + 9 * c + d - 1, 243 + 9 * (r - r % 3 + Math.floor(c / 3)) + d - 1];

function bestMoves(grid) {
  const done = new Set();
  for (const r of range) for (const c of range) if (grid[r][c]) items(r, c, grid[r][c]).forEach(k => done.add(k));
  const moves = Array.from({ length: 324 }, (_, k) => done.has(k) ? null : []);
  for (const r of range) for (const c of range) for (let d = 1; d <= 9; d++) {
    const own = items(r, c, d);
    if (own.every(k => moves[k])) own.forEach(k => moves[k].push([r, c, d]));
  }
  return moves.filter(Boolean).sort((a, b) => a.length - b.length)[0];
}

// returns a new grid, the argument is left alone
module.exports = function solveSudoku(grid) {
  const moves = bestMoves(grid);
  if (!moves) return grid;
  for (const [r, c, d] of moves) {
    const next = grid.map(row => row.slice());
    next[r][c] = d;
    const solution = solveSudoku(next);
    if (solution) return solution;
  }
  return false;
};
