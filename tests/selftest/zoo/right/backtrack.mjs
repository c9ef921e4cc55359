/** Backtracking as in tutorials: the first empty cell, digits in ascending order. */

const blank = (rows) => {
  for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) if (rows[r][c] === 0) return [r, c];
  return null;
};

const isSafe = (rows, r, c, digit) => {
  for (let k = 0; k < 9; k++) {
    if (k !== c && rows[r][k] === digit) return false;
    if (k !== r && rows[k][c] === digit) return false;
    const y = r - (r % 3) + Math.floor(k / 3);
    const x = c - (c % 3) + (k % 3);
    if ((y !== r || x !== c) && rows[y][x] === digit) return false;
  }
  return true;
};

/** Whether no clue occurs twice in a house. */
const isValid = (rows) => rows.every((row, r) => row.every((digit, c) => digit === 0 || isSafe(rows, r, c, digit)));

const fill = (rows) => {
  const cell = blank(rows);
  if (cell === null) return true;
  const [r, c] = cell;
  for (let digit = 1; digit <= 9; digit++) {
    if (isSafe(rows, r, c, digit)) {
      rows[r][c] = digit;
      if (fill(rows)) return true;
      rows[r][c] = 0;
    }
  }
  return false;
};

/** Any solution of a puzzle, or null. */
export function solve(rows) {
  return isValid(rows) && fill(rows) ? rows : null;
}
