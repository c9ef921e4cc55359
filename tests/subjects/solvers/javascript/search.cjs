const fits = (rows, r, c) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter(d => rows.every((row, k) =>
  row[c] !== d && rows[r][k] !== d && rows[3 * (r / 3 | 0) + (k / 3 | 0)][3 * (c / 3 | 0) + k % 3] !== d));

function fill(rows) {
  let best = null;
  rows.forEach((row, r) => row.forEach((cell, c) => {
    const digits = cell ? null : fits(rows, r, c);
    if (digits && (!best || digits.length < best.digits.length)) best = { r, c, digits };
  }));
  if (!best) return true;
  for (const d of best.digits) {
    rows[best.r][best.c] = d;
    if (fill(rows)) return true;
  }
  rows[best.r][best.c] = 0;
  return false;
}

module.exports = { fill, fits };
