// Forms of a board, for adapters: 81 characters with dots, and nine rows.

// The puzzle as nine arrays of cells, each given by `cell(character)`; by default integers, with 0 for an empty cell.
export const rows = (puzzle, cell = (character) => (character === "." ? 0 : Number(character))) =>
  Array.from({ length: 9 }, (_, row) => [...puzzle.slice(9 * row, 9 * row + 9)].map(cell));

// Nine rows of digits as 81 characters, with a dot for an empty cell.
export const text = (board) => [...board].flatMap((row) => [...row].map((cell) => cell || ".")).join("");
