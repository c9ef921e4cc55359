// yields the grid after each change, the last one is the solution
const rules = (r, c, n) => [`${r} ${c}`, `r${r} ${n}`, `c${c} ${n}`, `b${Math.floor(r / 3)} ${Math.floor(c / 3)} ${n}`];
const all = [];
for (let r = 0; r < 9; r++) for (let c = 0; c < 9; c++) for (let n = 1; n < 10; n++) all.push({ r, c, n, rules: rules(r, c, n) });
const names = [...new Set(all.flatMap(move => move.rules))];

function shortest(grid) {
  const todo = new Map(names.map(rule => [rule, []]));
  for (const move of all) {
    if (grid[move.r][move.c] === move.n) move.rules.forEach(rule => todo.delete(rule));
  }
  for (const move of all) {
    if (move.rules.every(rule => todo.has(rule))) move.rules.forEach(rule => todo.get(rule).push(move));
  }
  let best = null;
  for (const list of todo.values()) if (best === null || list.length < best.length) best = list;
  return best;
}

export function* solve(grid) {
  yield grid;
  const moves = shortest(grid);
  if (moves === null) return true;
  for (const { r, c, n } of moves) {
    grid[r][c] = n;
    if (yield* solve(grid)) return true;
    grid[r][c] = 0;
    yield grid;
  }
  return false;
}
