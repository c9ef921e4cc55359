// The script of a page: 81 inputs and a button.
const inputs = document.querySelectorAll('input');
const message = document.getElementById('message');

document.getElementById('solve').addEventListener('click', () => {
  const board = [];
  for (let r = 0; r < 9; r++) board.push([...inputs].slice(9 * r, 9 * r + 9).map((input) => Number(input.value)));
  solveBoard(board);
});

function options(board, r, c) {
  const used = new Set(board[r]);
  for (let k = 0; k < 9; k++) used.add(board[k][c]).add(board[r - r % 3 + Math.floor(k / 3)][c - c % 3 + k % 3]);
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !used.has(digit));
}

function solveBoard(board) {
  let best = null;
  board.forEach((row, r) => row.forEach((digit, c) => {
    if (digit) return;
    const digits = options(board, r, c);
    if (!best || digits.length < best.digits.length) best = { r, c, digits };
  }));
  if (best) {
    for (const digit of best.digits) {
      board[best.r][best.c] = digit;
      if (solveBoard(board)) return true;
    }
    board[best.r][best.c] = 0;
    message.textContent = 'no solution';
    return false;
  }
  message.textContent = 'solved';
  return true;
}
