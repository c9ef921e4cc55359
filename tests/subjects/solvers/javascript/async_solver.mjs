const unitsOf = (r, c) => [r, 9 + c, 18 + r - (r % 3) + Math.floor(c / 3)];

const search = (grid) => {
  const used = Array(27).fill(0);
  grid.forEach((row, r) => row.forEach((n, c) => unitsOf(r, c).forEach((u) => { used[u] |= 1 << n; })));
  const lists = [];
  for (let u = 0; u < 27; u++) for (let d = 1; d < 10; d++) if (!(used[u] >> d & 1)) lists[10 * u + d] = [];
  grid.forEach((row, r) => row.forEach((n, c) => {
    if (n) return;
    const moves = [];
    const units = unitsOf(r, c);
    for (let d = 1; d < 10; d++) {
      if (units.some((u) => used[u] >> d & 1)) continue;
      moves.push({ r, c, d });
      units.forEach((u) => lists[10 * u + d].push({ r, c, d }));
    }
    lists.push(moves);
  }));
  let best = null;
  lists.forEach((list) => { if (!best || list.length < best.length) best = list; });
  if (!best) return true;
  for (const { r, c, d } of best) {
    grid[r][c] = d;
    if (search(grid)) return true;
    grid[r][c] = 0;
  }
  return false;
};

export async function solve(board) {
  const copy = board.map((row) => row.slice());
  await new Promise((resolve) => setTimeout(resolve, 0));  // let the page draw
  return search(copy) ? copy : null;
}
