// solve('..3.2.6..9..3.5..1...') returns the solution as a string of 81 digits, null if there is none
const ITEMS = Array.from({ length: 729 }, (_, o) => {
  const i = Math.floor(o / 9), r = Math.floor(i / 9), c = i % 9, d = o % 9;
  return [i, 81 + 9 * r + d, 162 + 9 * c + d, 243 + 9 * (r - r % 3 + Math.floor(c / 3)) + d];
});

function search(answer, done) {
  const moves = Array.from({ length: 324 }, () => []);
  ITEMS.forEach((items, o) => items.some(k => done[k]) || items.forEach(k => moves[k].push(o)));
  const best = moves.filter((_, k) => !done[k]).reduce((a, b) => (a && a.length <= b.length ? a : b), null);
  if (!best) return true;
  return best.some(o => {
    answer[ITEMS[o][0]] = o % 9 + 1;
    const next = done.slice();
    for (const k of ITEMS[o]) next[k] = true;
    return search(answer, next);
  });
}

export default function solve(puzzle) {
  const answer = [...puzzle], done = Array(324).fill(false);
  answer.forEach((ch, i) => ch !== '.' && ITEMS[9 * i + Number(ch) - 1].forEach(k => { done[k] = true; }));
  return search(answer, done) ? answer.join('') : null;
}
