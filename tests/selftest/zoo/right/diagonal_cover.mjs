// Diagonal Sudoku as an exact cover, with sets: each placement names what it fills.
const PLACEMENTS = new Map();
const ITEMS = new Map();

function add(row, column, digit) {
  const name = `${row}${column}${digit}`;
  const box = 3 * Math.floor(row / 3) + Math.floor(column / 3);
  const items = [`cell ${row}${column}`, `row ${row} ${digit}`, `column ${column} ${digit}`, `box ${box} ${digit}`];
  if (row === column) items.push(`falling ${digit}`);
  if (row + column === 8) items.push(`rising ${digit}`);
  PLACEMENTS.set(name, items);
  for (const item of items) {
    if (!ITEMS.has(item)) ITEMS.set(item, new Set());
    ITEMS.get(item).add(name);
  }
}

for (let row = 0; row < 9; row++)
  for (let column = 0; column < 9; column++) for (let digit = 1; digit <= 9; digit++) add(row, column, digit);

function select(items, name) {
  const removed = [];
  for (const item of PLACEMENTS.get(name)) {
    for (const rival of items.get(item))
      for (const other of PLACEMENTS.get(rival)) if (other !== item) items.get(other).delete(rival);
    removed.push([item, items.get(item)]);
    items.delete(item);
  }
  return removed;
}

function restore(items, removed) {
  for (const [item, rivals] of removed.reverse()) {
    items.set(item, rivals);
    for (const rival of rivals)
      for (const other of PLACEMENTS.get(rival)) if (other !== item) items.get(other).add(rival);
  }
}

function search(items, chosen) {
  if (items.size === 0) return true;
  let best = null;
  for (const [item, rivals] of items) if (best === null || rivals.size < items.get(best).size) best = item;
  for (const name of [...items.get(best)]) {
    const removed = select(items, name);
    chosen.push(name);
    if (search(items, chosen)) return true;
    chosen.pop();
    restore(items, removed);
  }
  return false;
}

export function solve(rows) {
  const items = new Map([...ITEMS].map(([item, rivals]) => [item, new Set(rivals)]));
  const chosen = [];
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 9; column++) {
      const digit = rows[row][column];
      if (digit === 0) continue;
      const name = `${row}${column}${digit}`;
      if (!PLACEMENTS.get(name).every((item) => items.has(item))) return null;
      select(items, name);
      chosen.push(name);
    }
  if (!search(items, chosen)) return null;
  const solved = rows.map((row) => [...row]);
  for (const name of chosen) solved[Number(name[0])][Number(name[1])] = Number(name[2]);
  return solved;
}
