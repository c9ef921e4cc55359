/** Candidates by filtering arrays, boards copied as JSON at each guess; a generator of all solutions. Dialect lines. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const CELLS = [...Array(81).keys()];
const rowOf = (cell) => Math.floor(cell / 9);
const columnOf = (cell) => cell % 9;
const boxOf = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);

/** Any solution of a puzzle, or null. */
export function solve(text) {
  const board = [...text].map((character) => (character >= "1" && character <= "9" ? Number(character) : 0));
  if (clash(board)) return null;
  for (const solution of solutions(board)) return solution.join("");
  return null;
}

/** Whether a clue occurs twice in a house. */
function clash(board) {
  const row = Array(9).fill(0);
  const column = Array(9).fill(0);
  const box = Array(9).fill(0);
  for (const cell of CELLS) {
    if (board[cell] === 0) continue;
    const bit = 1 << board[cell];
    if ((row[rowOf(cell)] | column[columnOf(cell)] | box[boxOf(cell)]) & bit) return true;
    row[rowOf(cell)] |= bit;
    column[columnOf(cell)] |= bit;
    box[boxOf(cell)] |= bit;
  }
  return false;
}

/** The digits that no peer of a cell has. */
function candidates(board, cell) {
  const peers = CELLS.filter((other) => [rowOf, columnOf, boxOf].some((houseOf) => houseOf(other) === houseOf(cell)));
  return DIGITS.filter((digit) => !peers.some((peer) => board[peer] === digit));
}

/** Every solution of a board. */
function* solutions(board) {
  const open = CELLS.filter((cell) => board[cell] === 0).map((cell) => ({ cell, digits: candidates(board, cell) }));
  if (open.length === 0) {
    yield board;
    return;
  }
  let choices = open[0].digits.map((digit) => [open[0].cell, digit]);
  const consider = (others) => {
    if (others.length < choices.length) choices = others;
  };
  for (const { cell, digits } of open) consider(digits.map((digit) => [cell, digit]));
  for (const houseOf of choices.length > 1 ? [rowOf, columnOf, boxOf] : []) {
    for (const house of DIGITS) {
      const places = open.filter(({ cell }) => houseOf(cell) === house - 1);
      const done = board.filter((_, cell) => houseOf(cell) === house - 1);
      for (const digit of DIGITS.filter((each) => !done.includes(each))) {
        consider(places.filter(({ digits }) => digits.includes(digit)).map(({ cell }) => [cell, digit]));
      }
    }
  }
  for (const [cell, digit] of choices) {
    const next = JSON.parse(JSON.stringify(board));
    next[cell] = digit;
    yield* solutions(next);
  }
}

/** Answer the puzzles on stdin. */
function main() {
  for (const line of readFileSync(0, "utf8").split("\n")) {
    if (line.trim()) console.log(solve(line.trim()) ?? "no solution");
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
