const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const name = (i, d) => [i, `r${Math.floor(i / 9)}${d}`, `c${i % 9}${d}`, `b${Math.floor(i / 27)}${Math.floor(i % 9 / 3)}${d}`];
const NAMES = [...Array(81).keys()].map(i => Object.fromEntries(digits.map(d => [d, name(i, d)])));
const names = (i, d) => NAMES[i][d];

function sudoku(puzzle) {
  const board = puzzle.split('');
  if (!step(board)) return console.log('no solution');
  for (let r = 0; r < 9; r++) {
    if (r === 3 || r === 6) console.log('------+-------+------');
    const row = board.slice(9 * r, 9 * r + 9);
    console.log(`${row.slice(0, 3).join(' ')} | ${row.slice(3, 6).join(' ')} | ${row.slice(6).join(' ')}`);
  }
}

function step(board) {
  const lists = {};
  board.forEach((_, i) => digits.forEach(d => names(i, d).forEach(name => { lists[name] = []; })));
  board.forEach((d, i) => d === '.' || names(i, d).forEach(name => delete lists[name]));
  board.forEach((ch, i) => ch === '.' && digits.forEach(d => {
    if (names(i, d).every(name => lists[name])) names(i, d).forEach(name => lists[name].push([i, d]));
  }));
  const moves = Object.values(lists).sort((x, y) => x.length - y.length)[0];
  if (!moves) return true;
  for (const [i, d] of moves) {
    board[i] = d;
    if (step(board)) return true;
    board[i] = '.';
  }
}
