// Candidates as bit sets; the cell with the fewest comes first.
function diagonalsOf(row, col) {
  const found = [];
  if (row === col) found.push(27);
  if (row + col === 8) found.push(28);
  return found;
}

function housesOf(row, col) {
  return [row, 9 + col, 18 + Math.floor(row / 3) * 3 + Math.floor(col / 3), ...diagonalsOf(row, col)];
}

function solveSudoku(board) {
  const used = new Array(29).fill(0);
  const grid = board.map((row) => [...row]);
  for (let row = 0; row < 9; row++) {
    for (let col = 0; col < 9; col++) {
      if (!grid[row][col]) continue;
      for (const house of housesOf(row, col)) {
        if (used[house] & (1 << grid[row][col])) return null;
        used[house] |= 1 << grid[row][col];
      }
    }
  }
  function fill() {
    let best = null;
    for (let row = 0; row < 9; row++) {
      for (let col = 0; col < 9; col++) {
        if (grid[row][col]) continue;
        const taken = housesOf(row, col).reduce((bits, house) => bits | used[house], 0);
        const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !(taken & (1 << digit)));
        if (!best || digits.length < best.digits.length) best = { row, col, digits };
      }
    }
    if (!best) return true;
    for (const digit of best.digits) {
      const houses = housesOf(best.row, best.col);
      for (const house of houses) used[house] ^= 1 << digit;
      grid[best.row][best.col] = digit;
      if (fill()) return true;
      grid[best.row][best.col] = 0;
      for (const house of houses) used[house] ^= 1 << digit;
    }
    return false;
  }
  return fill() ? grid : null;
}

module.exports = { solveSudoku };
