const box = (cell) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3);
const row = (cell) => Math.floor(cell / 9);
const sees = (a, b) => row(a) === row(b) || a % 9 === b % 9 || box(a) === box(b);

function solve(puzzle) {
  const cell = puzzle.indexOf(".");
  if (cell < 0) return puzzle;
  for (const digit of "123456789") {
    if ([...puzzle].some((other, place) => other === digit && sees(cell, place))) continue;
    const solution = solve(puzzle.slice(0, cell) + digit + puzzle.slice(cell + 1));
    if (solution !== null) return solution;
  }
  return null;
}
