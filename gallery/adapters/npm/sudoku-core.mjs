// sudoku-core: null is an empty cell; solved is false if its strategies do not finish the board; then it gives up.
import core from "sudoku-core";

export function solve(puzzle) {
  const { solved, board } = core.solve([...puzzle].map((cell) => (cell === "." ? null : Number(cell))));
  return solved ? board.join("") : null;
}
