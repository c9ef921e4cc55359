// @lulek1410/sudokudlx: options as a matrix, then a number of covers, as its README shows.
import { Dlx, SudokuToOptionsMatrixConverter, convertSolutionToSudoku } from "@lulek1410/sudokudlx";

function solutions(puzzle, limit) {
  const rows = puzzle.match(/.{9}/g).map((row) => [...row].map((cell) => (cell === "." ? 0 : Number(cell))));
  const matrix = SudokuToOptionsMatrixConverter.createOptionsMatrix(rows);
  return new Dlx().solve(matrix, limit).map((cover) => convertSolutionToSudoku(matrix, cover).flat().join(""));
}

export function solve(puzzle) {
  return solutions(puzzle, 1)[0] ?? null;
}

export function count(puzzle) {
  return solutions(puzzle, 2).length;
}
