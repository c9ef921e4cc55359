// Dancing links in arrays: 324 columns and 729 rows of four nodes, linked once when the module is loaded.

const COLUMNS = 324;
const NODES = 1 + COLUMNS + 4 * 729;
const left = new Int32Array(NODES);
const right = new Int32Array(NODES);
const up = new Int32Array(NODES);
const down = new Int32Array(NODES);
const column = new Int32Array(NODES);
const size = new Int32Array(COLUMNS + 1);

function build() {
  for (let c = 0; c <= COLUMNS; c++) {
    left[c] = c === 0 ? COLUMNS : c - 1;
    right[c] = c === COLUMNS ? 0 : c + 1;
    up[c] = down[c] = column[c] = c;
  }
  let node = COLUMNS + 1;
  for (let choice = 0; choice < 729; choice++) {
    const cell = Math.floor(choice / 9);
    const digit = choice % 9;
    const r = Math.floor(cell / 9);
    const c = cell % 9;
    const b = Math.floor(r / 3) * 3 + Math.floor(c / 3);
    const heads = [1 + cell, 82 + r * 9 + digit, 163 + c * 9 + digit, 244 + b * 9 + digit];
    heads.forEach((head, i) => {
      const here = node + i;
      column[here] = head;
      up[here] = up[head];
      down[here] = head;
      down[up[head]] = here;
      up[head] = here;
      left[here] = node + ((i + 3) % 4);
      right[here] = node + ((i + 1) % 4);
      size[head] += 1;
    });
    node += 4;
  }
}

function cover(head) {
  right[left[head]] = right[head];
  left[right[head]] = left[head];
  for (let i = down[head]; i !== head; i = down[i]) {
    for (let j = right[i]; j !== i; j = right[j]) {
      down[up[j]] = down[j];
      up[down[j]] = up[j];
      size[column[j]] -= 1;
    }
  }
}

function uncover(head) {
  for (let i = up[head]; i !== head; i = up[i]) {
    for (let j = left[i]; j !== i; j = left[j]) {
      size[column[j]] += 1;
      down[up[j]] = j;
      up[down[j]] = j;
    }
  }
  right[left[head]] = head;
  left[right[head]] = head;
}

function choose(node) {
  cover(column[node]);
  for (let j = right[node]; j !== node; j = right[j]) {
    cover(column[j]);
  }
}

function unchoose(node) {
  for (let j = left[node]; j !== node; j = left[j]) {
    uncover(column[j]);
  }
  uncover(column[node]);
}

function search(cells) {
  if (right[0] === 0) {
    return true;
  }
  let head = right[0];
  for (let c = right[0]; c !== 0; c = right[c]) {
    if (size[c] < size[head]) {
      head = c;
    }
  }
  let solved = false;
  for (let node = down[head]; node !== head && !solved; node = down[node]) {
    choose(node);
    solved = search(cells);
    if (solved) {
      const choice = Math.floor((node - COLUMNS - 1) / 4);
      cells[Math.floor(choice / 9)] = (choice % 9) + 1;
    }
    unchoose(node);
  }
  return solved;
}

build();

export function solve(cells) {
  const grid = [...cells];
  const taken = [];
  const covered = new Uint8Array(COLUMNS + 1);
  let valid = true;
  for (let cell = 0; cell < 81 && valid; cell++) {
    if (grid[cell] === 0) {
      continue;
    }
    const node = COLUMNS + 1 + 4 * (cell * 9 + grid[cell] - 1);
    for (let i = 0; i < 4; i++) {
      valid &&= covered[column[node + i]] === 0;
      covered[column[node + i]] = 1;
    }
    if (valid) {
      choose(node);
      taken.push(node);
    }
  }
  const solved = valid && search(grid);
  while (taken.length > 0) {
    unchoose(taken.pop());
  }
  return solved ? grid : null;
}
