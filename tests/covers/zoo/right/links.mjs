// Dancing links in arrays; solve(matrix) returns the row numbers of one cover, or null.

export function solve(matrix) {
  const columns = matrix.length > 0 ? matrix[0].length : 0;
  let nodes = columns + 1;
  for (const row of matrix) {
    nodes += row.filter((value) => value !== 0).length;
  }
  const left = new Int32Array(nodes);
  const right = new Int32Array(nodes);
  const up = new Int32Array(nodes);
  const down = new Int32Array(nodes);
  const column = new Int32Array(nodes);
  const rowOf = new Int32Array(nodes);
  const size = new Int32Array(columns + 1);

  for (let c = 0; c <= columns; c++) {
    left[c] = c === 0 ? columns : c - 1;
    right[c] = c === columns ? 0 : c + 1;
    up[c] = down[c] = column[c] = c;
  }
  let next = columns + 1;
  for (let r = 0; r < matrix.length; r++) {
    const first = next;
    for (let c = 1; c <= columns; c++) {
      if (matrix[r][c - 1] === 0) {
        continue;
      }
      const node = next++;
      column[node] = c;
      rowOf[node] = r;
      size[c]++;
      up[node] = up[c];
      down[node] = c;
      down[up[c]] = node;
      up[c] = node;
      left[node] = node === first ? node : node - 1;
      right[node] = first;
      left[first] = node;
      right[left[node]] = node;
    }
  }

  function cover(c) {
    right[left[c]] = right[c];
    left[right[c]] = left[c];
    for (let i = down[c]; i !== c; i = down[i]) {
      for (let j = right[i]; j !== i; j = right[j]) {
        up[down[j]] = up[j];
        down[up[j]] = down[j];
        size[column[j]]--;
      }
    }
  }

  function uncover(c) {
    for (let i = up[c]; i !== c; i = up[i]) {
      for (let j = left[i]; j !== i; j = left[j]) {
        size[column[j]]++;
        up[down[j]] = j;
        down[up[j]] = j;
      }
    }
    right[left[c]] = c;
    left[right[c]] = c;
  }

  function search() {
    if (right[0] === 0) {
      return [];
    }
    let c = right[0];
    for (let i = right[c]; i !== 0; i = right[i]) {
      if (size[i] < size[c]) {
        c = i;
      }
    }
    cover(c);
    for (let i = down[c]; i !== c; i = down[i]) {
      for (let j = right[i]; j !== i; j = right[j]) {
        cover(column[j]);
      }
      const found = search();
      if (found !== null) {
        found.push(rowOf[i]);
        return found;
      }
      for (let j = left[i]; j !== i; j = left[j]) {
        uncover(column[j]);
      }
    }
    uncover(c);
    return null;
  }

  return search();
}
