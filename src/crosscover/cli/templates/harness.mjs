// Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON.
import { createInterface } from "node:readline";

// Your solver begins here.
// The solution of a puzzle of 81 characters, "." for an empty cell, or a promise of it; null if it has no solution.
function solve(puzzle) {
  throw new Error("put your solver into harness.mjs, between the two comments");
}
// Your solver ends here.

async function answer(line) {
  try {
    const solution = await solve(JSON.parse(line).puzzle);
    return solution === null ? { refusal: "none" } : { solution };
  } catch (error) {
    return { error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(line)));
}
