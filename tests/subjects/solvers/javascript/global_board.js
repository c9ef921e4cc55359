let board = [
  [0, 0, 0, 2, 6, 0, 7, 0, 1], [6, 8, 0, 0, 7, 0, 0, 9, 0], [1, 9, 0, 0, 0, 4, 5, 0, 0],
  [8, 2, 0, 1, 0, 0, 0, 4, 0], [0, 0, 4, 6, 0, 2, 9, 0, 0], [0, 5, 0, 0, 0, 3, 0, 2, 8],
  [0, 0, 9, 3, 0, 0, 0, 7, 4], [0, 4, 0, 0, 5, 0, 0, 3, 6], [7, 0, 3, 0, 1, 8, 0, 0, 0],
];

function constraints(y, x, n) {
  return [10 * y + x, 100 + 10 * y + n, 200 + 10 * x + n, 300 + 30 * (y / 3 | 0) + 10 * (x / 3 | 0) + n];
}

function solve() {
  const met = new Set(), lists = new Map();
  const each = visit => {
    for (let y = 0; y < 9; y++) for (let x = 0; x < 9; x++) for (let n = 1; n <= 9; n++) visit(y, x, n, constraints(y, x, n));
  };
  each((y, x, n, own) => board[y][x] === n && own.forEach(k => met.add(k)));
  each((y, x, n, own) => own.forEach(k => met.has(k) || lists.set(k, [])));
  each((y, x, n, own) => own.every(k => lists.has(k)) && own.forEach(k => lists.get(k).push([y, x, n])));
  let best = null;
  for (const list of lists.values()) if (!best || list.length < best.length) best = list;
  if (!best) return true;
  for (const [y, x, n] of best) {
    board[y][x] = n;
    if (solve()) return true;
    board[y][x] = 0;
  }
  return false;
}
