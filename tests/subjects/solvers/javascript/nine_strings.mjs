const row = i => Math.floor(i / 9), col = i => i % 9, box = i => Math.floor(i / 27) * 3 + Math.floor(i % 9 / 3);
const facts = (i, d) => ['i' + i, 'r' + row(i) + d, 'c' + col(i) + d, 'b' + box(i) + d];
const MOVES = [...Array(81).keys()].flatMap(i => [...'123456789'].map(d => ({ i, d, facts: facts(i, d) })));

export const solveRows = rows => {
  const answer = search(rows.join(''));
  return answer === null ? [] : answer.match(/.{9}/g);
};

function search(text) {
  const known = new Set(MOVES.filter(({ i, d }) => text[i] === d).flatMap(move => move.facts));
  const table = {};
  for (const move of MOVES) {
    if (text[move.i] !== '.') continue;
    const open = !move.facts.some(fact => known.has(fact));
    for (const fact of move.facts) {
      if (!known.has(fact)) (table[fact] ??= []).push(...(open ? [move] : []));
    }
  }
  const lists = Object.values(table);
  if (lists.length === 0) return text;
  for (const { i, d } of lists.reduce((a, b) => (b.length < a.length ? b : a))) {
    const answer = search(text.slice(0, i) + d + text.slice(i + 1));
    if (answer !== null) return answer;
  }
  return null;
}
