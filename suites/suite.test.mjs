import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { solve } from "./solver.mjs";

for (const line of readFileSync("suite-100.jsonl", "utf8").trim().split("\n")) {
  const { puzzle, verdict, solutions } = JSON.parse(line);
  if (verdict !== "several") {
    test(puzzle, () => assert.equal(solve(puzzle), solutions[0] ?? null));
  }
}
