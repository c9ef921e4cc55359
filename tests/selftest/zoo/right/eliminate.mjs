// Constraint propagation after Norvig: strings of candidates for each square, assign and eliminate.

const digits = "123456789";
const rows = "ABCDEFGHI";
const cross = (left, right) => [...left].flatMap((a) => [...right].map((b) => a + b));
const squares = cross(rows, digits);
const unitlist = [
  ...[...digits].map((c) => cross(rows, c)),
  ...[...rows].map((r) => cross(r, digits)),
  ...["ABC", "DEF", "GHI"].flatMap((rs) => ["123", "456", "789"].map((cs) => cross(rs, cs))),
];
const units = new Map(squares.map((s) => [s, unitlist.filter((unit) => unit.includes(s))]));
const peers = new Map(squares.map((s) => [s, [...new Set(units.get(s).flat())].filter((other) => other !== s)]));

function parseGrid(grid) {
  const values = new Map(squares.map((s) => [s, digits]));
  for (let i = 0; i < squares.length; i++) {
    if (digits.includes(grid[i]) && !assign(values, squares[i], grid[i])) {
      return null;
    }
  }
  return values;
}

function assign(values, square, digit) {
  for (const other of values.get(square)) {
    if (other !== digit && !eliminate(values, square, other)) {
      return false;
    }
  }
  return values.get(square) === digit;
}

function eliminate(values, square, digit) {
  if (!values.get(square).includes(digit)) {
    return true;
  }
  const left = values.get(square).replace(digit, "");
  values.set(square, left);
  if (left.length === 0) {
    return false;
  }
  if (left.length === 1) {
    for (const peer of peers.get(square)) {
      if (!eliminate(values, peer, left)) {
        return false;
      }
    }
  }
  for (const unit of units.get(square)) {
    const places = unit.filter((s) => values.get(s).includes(digit));
    if (places.length === 0) {
      return false;
    }
    if (places.length === 1 && values.get(places[0]).length > 1) {
      if (!assign(values, places[0], digit)) {
        return false;
      }
    }
  }
  return true;
}

function search(values) {
  if (values === null) {
    return null;
  }
  let square = null;
  let fewest = 10;
  for (const s of squares) {
    const number = values.get(s).length;
    if (number > 1 && number < fewest) {
      fewest = number;
      square = s;
    }
  }
  if (square === null) {
    return values;
  }
  for (const digit of values.get(square)) {
    const copy = new Map(values);
    const solved = search(assign(copy, square, digit) ? copy : null);
    if (solved !== null) {
      return solved;
    }
  }
  return null;
}

export function solve(grid) {
  const values = search(parseGrid(grid));
  return values === null ? null : squares.map((s) => values.get(s)).join("");
}
