// Runs an adapter as a program: node ask.mjs FUNCTION reads puzzles and writes answers, one per line.
// An answer is 81 digits, a number, or `none`. Output of the package goes to stderr.

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

console.log = console.info = console.debug = console.error;
const { [process.argv[2]]: ask } = await import("./adapter.mjs");
for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${(await ask(line.trim())) ?? "none"}\n`);
}
