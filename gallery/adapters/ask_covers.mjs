// Runs a wrapper of an exact-cover library as a program, as ask_covers.py does.

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

console.log = console.info = console.debug = console.error;
const { covers } = await import("./adapter.mjs");
const iterators = [];
let given = [];
let found = null;

function ask({ primary, options, secondary, take, again }) {
  if (!again) given = [primary, options, secondary];
  if (!again || typeof found !== "function") found = covers(...given);
  const answer = typeof found === "function" ? found() : found;
  if (typeof answer?.next !== "function") return answer ?? null;
  iterators.push(answer); // stays open
  const taken = [];
  while (take === null || taken.length < take) {
    const { done, value } = answer.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = ask(JSON.parse(line));
  } catch (error) {
    answer = { raised: String(error) };
  }
  let bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(1, bytes));
}
