import { fits } from "./search.cjs";

export const solve = (board, emptyCells, onStep) => {
  if (!emptyCells.length) return true;
  const open = emptyCells.map(([r, c]) => ({ r, c, digits: fits(board, r, c) }));
  const { r, c, digits } = open.sort((a, b) => a.digits.length - b.digits.length)[0];
  for (const d of digits) {
    board[r][c] = d;
    onStep(board);
    if (solve(board, emptyCells.filter(([y, x]) => y !== r || x !== c), onStep)) return true;
  }
  board[r][c] = 0;
  return false;
};
