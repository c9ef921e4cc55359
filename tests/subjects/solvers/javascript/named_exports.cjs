let memo = {};

function isValid(b, r, c, n) {
  for (let i = 0; i < 9; i++) {
    if (b[r][i] == n || b[i][c] == n) return false;
    if (b[3 * Math.floor(r / 3) + Math.floor(i / 3)][3 * Math.floor(c / 3) + i % 3] == n) return false;
  }
  return true;
}

function getRow(b, r) { return b[r]; }
function printBoard(b) { b.forEach((row, r) => console.log(getRow(b, r).join(' '))); }

function fill(b) {
  let best;
  for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) if (!b[r][c]) {
    const list = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(n => isValid(b, r, c, n));
    if (!best || list.length < best.list.length) best = { r, c, list };
  }
  if (!best) return true;
  for (const n of best.list) {
    b[best.r][best.c] = n;
    if (fill(b)) return true;
  }
  b[best.r][best.c] = 0;
  return false;
}

function solve(b) {
  const key = getRow(b, 0).filter(n => n).length;   // cache
  if (!memo[key]) memo[key] = fill(b) ? b : null;
  return memo[key];
}

module.exports = { printBoard, isValid, getRow, solve };
