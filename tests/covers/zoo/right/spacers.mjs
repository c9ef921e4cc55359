// Algorithm X without recursion, in one table of nodes with spacers between the options, after TAOCP 7.2.2.1.
// covers(primary, options, secondary) yields each cover as an array of its options.

export function* covers(primary, options, secondary) {
  const numbers = new Map();
  for (const item of [...primary, ...secondary]) {
    numbers.set(item, numbers.size + 1);
  }
  const items = numbers.size;
  const nodes = options.reduce((sum, option) => sum + option.length + 1, items + 2);
  const top = new Int32Array(nodes); // of a spacer: the number of the option after it, as -1, -2, ...
  const up = new Int32Array(nodes); // of a spacer: the first node of the option before it
  const down = new Int32Array(nodes); // of a spacer: the last node of the option after it
  const length = new Int32Array(items + 1);
  const previous = new Int32Array(items + 1);
  const next = new Int32Array(items + 1);

  for (let i = 0; i <= items; i++) {
    up[i] = down[i] = i;
    previous[i] = next[i] = i;
  }
  for (let i = 1; i <= primary.length; i++) {
    previous[i] = i - 1;
    next[i - 1] = i;
  }
  next[primary.length] = 0;
  previous[0] = primary.length;

  let spacer = items + 1;
  top[spacer] = -1;
  options.forEach((option, number) => {
    let node = spacer;
    for (const item of option) {
      const header = numbers.get(item);
      node += 1;
      top[node] = header;
      up[node] = up[header];
      down[node] = header;
      down[up[header]] = node;
      up[header] = node;
      length[header] += 1;
    }
    down[spacer] = node;
    up[node + 1] = spacer + 1;
    top[node + 1] = -number - 2;
    spacer = node + 1;
  });

  const hide = (node) => {
    for (let q = node + 1; q !== node; ) {
      if (top[q] < 0) {
        q = up[q];
      } else {
        down[up[q]] = down[q];
        up[down[q]] = up[q];
        length[top[q]] -= 1;
        q += 1;
      }
    }
  };
  const unhide = (node) => {
    for (let q = node - 1; q !== node; ) {
      if (top[q] < 0) {
        q = down[q];
      } else {
        down[up[q]] = q;
        up[down[q]] = q;
        length[top[q]] += 1;
        q -= 1;
      }
    }
  };
  const cover = (item) => {
    for (let p = down[item]; p !== item; p = down[p]) {
      hide(p);
    }
    next[previous[item]] = next[item];
    previous[next[item]] = previous[item];
  };
  const uncover = (item) => {
    next[previous[item]] = item;
    previous[next[item]] = item;
    for (let p = up[item]; p !== item; p = up[p]) {
      unhide(p);
    }
  };
  const optionOf = (node) => {
    let q = node;
    while (top[q] > 0) {
      q += 1;
    }
    return options[-top[q] - 2];
  };

  const chosen = [];
  let forward = true;
  for (;;) {
    if (forward) {
      if (next[0] === 0) {
        yield chosen.map(optionOf);
        forward = false;
        continue;
      }
      let item = next[0];
      for (let i = next[item]; i !== 0; i = next[i]) {
        if (length[i] < length[item]) {
          item = i;
        }
      }
      cover(item);
      chosen.push(down[item]);
    } else {
      if (chosen.length === 0) {
        return;
      }
      const last = chosen.pop();
      for (let q = last - 1; q !== last; ) {
        if (top[q] < 0) {
          q = down[q];
        } else {
          uncover(top[q]);
          q -= 1;
        }
      }
      chosen.push(down[last]);
    }
    const node = chosen[chosen.length - 1];
    if (node <= items) {
      uncover(node);
      chosen.pop();
      forward = false;
      continue;
    }
    for (let q = node + 1; q !== node; ) {
      if (top[q] < 0) {
        q = up[q];
      } else {
        cover(top[q]);
        q += 1;
      }
    }
    forward = true;
  }
}
