// Sudoku as an exact-cover problem, for the adapters of exact-cover libraries: 324 items, 729 options of four.

export const ITEMS = 324;

// Option 9 * cell + digit - 1 puts the digit into the cell; these are its items.
export const OPTIONS = Array.from({ length: 729 }, (_, option) => {
  const cell = Math.floor(option / 9);
  const digit = option % 9;
  const row = Math.floor(cell / 9);
  const column = cell % 9;
  const box = Math.floor(row / 3) * 3 + Math.floor(column / 3);
  return [cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit];
});

// The options that the clues leave: one for the cell of a clue, nine for an empty one.
export function possible(puzzle) {
  return [...OPTIONS.keys()].filter((option) => {
    const clue = puzzle[Math.floor(option / 9)];
    return clue === "." || clue === String((option % 9) + 1);
  });
}

// An option as a row of the matrix of 0 and 1.
export function denseRow(option) {
  const row = new Array(ITEMS).fill(0);
  for (const item of OPTIONS[option]) row[item] = 1;
  return row;
}

// The 81 digits that a cover puts down.
export function grid(options) {
  const digits = new Array(81).fill(".");
  for (const option of options) digits[Math.floor(option / 9)] = String((option % 9) + 1);
  return digits.join("");
}
