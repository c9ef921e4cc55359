/** Exact cover on a Map of sets, as in translations of Algorithm X in 30 lines of Python; counts to 2. */

const optionsOf = (text) => {
  const options = new Map();
  for (let r = 0; r < 9; r++) {
    for (let c = 0; c < 9; c++) {
      for (let digit = 1; digit <= 9; digit++) {
        const b = Math.floor(r / 3) * 3 + Math.floor(c / 3);
        const clue = text[9 * r + c];
        if (clue >= "1" && clue <= "9" && Number(clue) !== digit) continue;
        options.set(`${r}${c}${digit}`, [`cell ${r}${c}`, `row ${r}${digit}`, `column ${c}${digit}`, `box ${b}${digit}`]);
      }
    }
  }
  return options;
};

const itemsOf = (options) => {
  const items = new Map();
  for (let one = 0; one < 9; one++) {
    for (let other = 0; other < 9; other++) {
      items.set(`cell ${one}${other}`, new Set());
      for (const kind of ["row", "column", "box"]) items.set(`${kind} ${one}${other + 1}`, new Set());
    }
  }
  for (const [option, covered] of options) for (const item of covered) items.get(item).add(option);
  return items;
};

const select = (items, options, option) => {
  const removed = [];
  for (const item of options.get(option)) {
    for (const rival of items.get(item)) {
      for (const other of options.get(rival)) if (other !== item) items.get(other).delete(rival);
    }
    removed.push(items.get(item));
    items.delete(item);
  }
  return removed;
};

const deselect = (items, options, option, removed) => {
  for (const item of [...options.get(option)].reverse()) {
    items.set(item, removed.pop());
    for (const rival of items.get(item)) {
      for (const other of options.get(rival)) if (other !== item) items.get(other).add(rival);
    }
  }
};

const search = (items, options, limit) => {
  if (items.size === 0) return 1;
  let best = null;
  for (const rivals of items.values()) if (best === null || rivals.size < best.size) best = rivals;
  let found = 0;
  for (const option of [...best]) {
    const removed = select(items, options, option);
    found += search(items, options, limit - found);
    deselect(items, options, option, removed);
    if (found >= limit) break;
  }
  return found;
};

/** The number of solutions of a puzzle, counted to 2. */
export function solve(text) {
  const options = optionsOf(text);
  return search(itemsOf(options), options, 2);
}
