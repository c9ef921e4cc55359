// LeetCode 37 in place: bit masks of the digits that each row, column and box has, fewest candidates first.

function countBits(mask) {
  let count = 0;
  while (mask) {
    mask &= mask - 1;
    count += 1;
  }
  return count;
}

export function solve(board) {
  const usedRow = new Array(9).fill(0);
  const usedCol = new Array(9).fill(0);
  const usedBox = new Array(9).fill(0);
  const empty = [];

  for (let row = 0; row < 9; row++) {
    for (let col = 0; col < 9; col++) {
      const box = Math.floor(row / 3) * 3 + Math.floor(col / 3);
      if (board[row][col] === ".") {
        empty.push([row, col, box]);
        continue;
      }
      const bit = 1 << (Number(board[row][col]) - 1);
      if ((usedRow[row] | usedCol[col] | usedBox[box]) & bit) {
        return false;
      }
      usedRow[row] |= bit;
      usedCol[col] |= bit;
      usedBox[box] |= bit;
    }
  }

  function backtrack(filled) {
    if (filled === empty.length) {
      return true;
    }
    let best = filled;
    let fewest = 10;
    for (let i = filled; i < empty.length; i++) {
      const [row, col, box] = empty[i];
      const left = 9 - countBits(usedRow[row] | usedCol[col] | usedBox[box]);
      if (left < fewest) {
        fewest = left;
        best = i;
        if (left <= 1) {
          break;
        }
      }
    }
    if (fewest === 0) {
      return false;
    }
    [empty[filled], empty[best]] = [empty[best], empty[filled]];
    const [row, col, box] = empty[filled];
    for (let digit = 1; digit <= 9; digit++) {
      const bit = 1 << (digit - 1);
      if (usedRow[row] & bit || usedCol[col] & bit || usedBox[box] & bit) {
        continue;
      }
      board[row][col] = String(digit);
      usedRow[row] ^= bit;
      usedCol[col] ^= bit;
      usedBox[box] ^= bit;
      if (backtrack(filled + 1)) {
        return true;
      }
      usedRow[row] ^= bit;
      usedCol[col] ^= bit;
      usedBox[box] ^= bit;
    }
    board[row][col] = ".";
    [empty[filled], empty[best]] = [empty[best], empty[filled]];
    return false;
  }

  return backtrack(0);
}
