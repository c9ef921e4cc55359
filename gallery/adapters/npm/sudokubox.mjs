// sudokubox: isPuzzleSolved is false if it finds no solution.
import SudokuBox from "sudokubox";

export function solve(puzzle) {
  const input = [...puzzle].map((cell) => (cell === "." ? 0 : Number(cell)));
  const { isPuzzleSolved, output } = new SudokuBox().solve({ input });
  return isPuzzleSolved ? output.join("") : null;
}
