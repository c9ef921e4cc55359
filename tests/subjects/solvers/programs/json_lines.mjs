import { createInterface } from 'node:readline';

const needs = (i, d) => [i, 81 + i - (i % 9) + d, 162 + 9 * (i % 9) + d, 243 + 27 * Math.floor(i / 27) + 9 * Math.floor((i % 9) / 3) + d];
const MOVES = Array.from({ length: 729 }, (_, o) => ({ i: Math.floor(o / 9), d: (o % 9) + 1, needs: needs(Math.floor(o / 9), o % 9) }));
const NEEDS = [...new Set(MOVES.flatMap(move => move.needs))];

function solve(puzzle) {
  const lists = new Map(NEEDS.map(need => [need, []]));
  for (const { i, d, needs } of MOVES) if (puzzle[i] === String(d)) needs.forEach(need => lists.delete(need));
  for (const move of MOVES) {
    if (move.needs.every(need => lists.has(need))) move.needs.forEach(need => lists.get(need).push(move));
  }
  if (lists.size === 0) return puzzle;
  const best = [...lists.values()].reduce((a, b) => (b.length < a.length ? b : a));
  for (const { i, d } of best) {
    const solution = solve(puzzle.slice(0, i) + d + puzzle.slice(i + 1));
    if (solution) return solution;
  }
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const solution = solve(JSON.parse(line).puzzle);
  console.log(JSON.stringify(solution ? { solution } : { refusal: 'none' }));
}
