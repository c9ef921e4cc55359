/**
 * Find the form in which a JavaScript function solves an easy puzzle, as exploration.py does, with the same records.
 *
 * Node cannot fork, so all calls share a process, and V8 interrupts those that take too long.
 */

import util from "node:util";
import vm from "node:vm";

import { cellsIn, enter, isClass, isName, leave, makeArgument, methodNames, recordOf, snapshot } from "./worker.mjs";

const CALL_MILLISECONDS = 2000;
const MILLISECONDS = 15_000;
const FUNCTIONS = 6; // that are tried instead of a missing one
const BODIES = 3;
const DEPTH = 2; // of values in a result
const STEPS = 1000; // items of an iterator
const SOLVERS = /solv|sudoku|search|run|answer|fill|backtrack/i;
const GETTERS = /grid|board|string|str|list|array|rows|cells|values|solution|answer|puzzle/i;
const TRIAL = Symbol.for("crosscover.trial");

/** The first call that gives the solution, or else the result of the given one. */
export async function explore(library, target, { text, solution, forms, arguments: lists }) {
  const end = performance.now() + MILLISECONDS;
  const expected = snapshot(cellsIn(solution, text.length));
  const functions = meant(library, target.function);
  const globals = Object.entries(library.script?.values ?? {}).filter(([, value]) => Array.isArray(value));
  const grids = globals.filter(([, value]) => cellsIn(value, text.length)).map(([name]) => name); // before any call
  for (const [call, argument] of forms) {
    for (const one of functions) {
      for (const attempt of attempts(one, grids, lists)) {
        if (performance.now() > end) return {};
        const tried = await run(library, attempt, argument, makeArgument(text, call));
        const isSolution = (value) => snapshot(cellsIn(value, text.length)) === expected;
        const question = { before: snapshot(makeArgument(text, call)), puzzle: text, solutions: 1 };
        const bodies = tried ? bodiesOf(tried, attempt, argument, question, isSolution) : [];
        if (bodies.length) return { function: one.name, call, bodies: bodies.slice(0, BODIES), inside: library.script !== null };
      }
    }
  }
  const [given, ...others] = functions;
  const tried = given && !others.length && (await run(library, { call: `${given.code}({})` }, "puzzle", makeArgument(text, target.call)));
  return tried ? { returned: util.inspect(tried.result, { breakLength: Infinity }).slice(0, 100) } : {};
}

/** The function of a name, or else the methods of its class or others that may be meant, the likeliest first. */
function meant(library, name) {
  const all = library.candidates();
  const named = all.filter((one) => one.name === (name || "default"));
  if (named.length) return named;
  const ofClass = all.filter((one) => one.name.startsWith(`${name}.`));
  const ordered = (ofClass.length ? ofClass : all).map((one) => [SOLVERS.test(one.name) ? 0 : 1, one]);
  return ordered.sort(([a], [b]) => a - b).map(([, one]) => one).slice(0, FUNCTIONS);
}

/** The calls that fit the parameters of a function, with `{}` for the puzzle; `root` may hold the solution then. */
function attempts({ code, owner, length, takesNothing }, grids, lists) {
  const calls = (lists[length] ?? [["{}", ...Array(Math.max(length - 1, 0)).fill("0")].join(", ")]).map((list) => `(${list})`);
  if (owner) {
    const before = `const made = new ${owner.code}(${owner.length ? "{}" : ""}); `;
    if (owner.length) return length ? [] : [{ call: `made.${code}()`, before, root: "made" }];
    return calls.map((list) => ({ call: `made.${code}${list}`, before, root: "made", isNative: list === "({})" }));
  }
  if (takesNothing) {
    const before = (name) => `${name}.splice(0, ${name}.length, ...{}); `;
    return grids.map((name) => ({ call: `${code}()`, before: before(name), root: `structuredClone(${name})` }));
  }
  const attempted = calls.map((list) => ({ call: `${code}${list}`, isNative: list === "({})" }));
  const called = `new Promise((done) => ${code}({}, (...results) => done(results.at(-1))))`;
  return length === 2 ? [...attempted, { call: called }] : attempted;
}

/** The values of a call: its argument, result, the root, and what it printed; null after an error. */
async function run(library, { call, before = "", root = "null" }, argument, puzzle) {
  const fill = (code) => code.replace("{}", "argument");
  const printed = [];
  const { log } = console;
  const { exit } = process;
  try {
    process.exit = (code) => {
      throw new Error(`process.exit(${code})`);
    };
    const source = `(puzzle) => { const argument = ${argument}; ${fill(before)}const result = ${fill(call)}; return { puzzle, argument, result, root: ${root} }; }`;
    const tried = library.evaluate(source);
    globalThis[TRIAL] = () => tried(puzzle);
    console.log = (...all) => printed.push(all.join(" "));
    leave();
    const values = vm.runInThisContext(`globalThis[Symbol.for("crosscover.trial")]()`, { timeout: CALL_MILLISECONDS });
    const isPromise = typeof values.result?.then === "function";
    if (isPromise) values.result = await Promise.race([values.result, timeout()]);
    return { ...values, isPromise, printed: printed.join(" ") };
  } catch {
    return null; // of the user's code
  } finally {
    enter();
    console.log = log;
    process.exit = exit;
  }
}

function timeout() {
  return new Promise((_, reject) => setTimeout(reject, CALL_MILLISECONDS).unref());
}

/** The bodies of wrappers around a call that give the solution; an empty one if no wrapper is needed. */
function bodiesOf(tried, { call, before = "", root, isNative }, form, question, isSolution) {
  const text = question.puzzle;
  const { puzzle, argument, result, isPromise } = tried;
  const isOwn = argument === puzzle;
  const await_ = isPromise ? "await " : "";
  const fill = (code, value) => code.replace("{}", value);
  const called = `${await_}${fill(call, form)}`;
  const start = fill(before, form);
  const found = [];
  if (typeof result?.next !== "function") {
    const record = recordOf(result, { ...question, argument: isOwn ? puzzle : text });
    if (isSolution(record.text ?? record.cells)) found.push(isNative && isOwn ? "" : `${start}return ${called};`);
  }
  for (const [place, value] of places("result", result)) {
    if (place !== "result" && isSolution(value)) found.push(`${start}const result = ${called}; return result && ${place};`);
  }
  if (isSolution(argument)) {
    const held = `const argument = ${form}; ${fill(before, "argument")}${await_}${fill(call, "argument")}; return argument;`;
    found.push(isOwn ? `${start}${called};` : held);
  }
  for (const [place, value] of root ? places(root, tried.root) : []) {
    if (isSolution(value)) found.push(`${start}${called}; return ${place};`);
  }
  const size = text.length;
  if (isSolution(tried.printed.replace(/[^1-9]/g, "").slice(-size))) {
    const taken = `return lines.join().replace(/[^1-9]/g, "").slice(-${size});`;
    found.push(`const lines = []; console.log = (...all) => lines.push(all.join()); ${start}${called}; ${taken}`);
  }
  return found;
}

/** Expressions for values in a value, with these values, the simplest first. */
function* places(place, value, depth = DEPTH) {
  yield [place, value];
  if (!depth || value === null || typeof value !== "object") return;
  for (const [expression, item] of inner(place, value)) yield* places(expression, item, depth - 1);
}

function* inner(place, value) {
  if (typeof value.next === "function") {
    const items = [];
    for (const item of value) if (items.push(item) === STEPS) break;
    yield [`[...${place}].at(-1)`, items.at(-1)];
    yield [`[...${place}]`, items];
  } else if (Array.isArray(value)) {
    for (const at of [0, 1, 2]) if (at < value.length) yield [`${place}[${at}]`, value[at]];
    if (value.length) yield [`${place}.at(-1)`, value.at(-1)];
  } else {
    for (const name of Object.keys(value).slice(0, 20)) {
      yield [isName(name) ? `${place}.${name}` : `${place}[${JSON.stringify(name)}]`, value[name]];
    }
    for (const name of methodNames(value).filter((one) => GETTERS.test(one))) {
      if (!value[name].length && !isClass(value[name])) yield [`${place}.${name}()`, value[name]()];
    }
    if (value.toString !== Object.prototype.toString) yield [`String(${place})`, String(value)];
  }
}
