import { range } from './ranges.mjs';

const free = (rows, r, c) => range(9).map((n) => n + 1).filter((digit) => range(9).every((k) =>
  rows[r][k] !== digit && rows[k][c] !== digit && rows[r - r % 3 + Math.floor(k / 3)][c - c % 3 + k % 3] !== digit));

const solveSudoku = (rows) => {
  const empty = range(81).filter((k) => !rows[Math.floor(k / 9)][k % 9]).map((k) => [Math.floor(k / 9), k % 9]);
  if (!empty.length) return rows;
  const [[digits, [r, c]]] = empty.map((cell) => [free(rows, ...cell), cell]).sort((a, b) => a[0].length - b[0].length);
  for (const digit of digits) {
    rows[r][c] = digit;
    if (solveSudoku(rows)) return rows;
  }
  rows[r][c] = 0;
  return null;
};

const example = range(9).map(() => range(9).map(() => 0));
for (const row of solveSudoku(example)) console.log(row.join(' '));
