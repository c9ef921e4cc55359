// @mattflow/sudoku-solver: takes 81 characters with zeros, and throws an Error with one of two messages.

import solveText from "@mattflow/sudoku-solver";

export function solve(puzzle) {
  try {
    return solveText(puzzle.replaceAll(".", "0"));
  } catch (error) {
    if (error.message === "Puzzle could not be solved." || error.message.startsWith("Max iterations")) return null;
    throw error;
  }
}
