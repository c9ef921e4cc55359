// Load a file of a repository, for adapters of solvers that are not packages.

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const read = (path) => readFileSync(new URL(`./source/${path}`, import.meta.url), "utf8");

// The exports of an ECMAScript module that imports nothing.
export const load = (path) => import(`data:text/javascript,${encodeURIComponent(read(path))}`);

// The globals of a classic script after it ran; `globals` are those that it needs.
export function run(path, globals) {
  const context = createContext(globals);
  runInContext(read(path), context, path);
  return context;
}
