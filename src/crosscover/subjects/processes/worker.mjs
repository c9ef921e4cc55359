/**
 * Run the JavaScript function under test, as worker.py runs a Python function, with the same records.
 *
 * Node cannot fork, so each batch has its own process. It reads a token and the puzzles from stdin, loads the function,
 * reports whether this succeeded, writes a record for each answer at once, and ends. A record is JSON between two tokens,
 * written to descriptor 3. Output of the function goes to stderr.
 */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { writeSync } = fs;
const now = performance.now.bind(performance);
const ANSWERS = 3;
const PACKED = 1000; // answers per record, as in worker.py
const KEPT = 20_000; // arrays that are compared again; those of a whole block would fill the memory
const BOUND = 1e18;
const DIGITS = ".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const IS_GRID = /^[.0*_xX1-9A-Z-]+$/;
const FEWEST_ROWS = 4;
const SOLUTION_NAMES = ["solution", "solved", "answer", "result"];
const EXCERPT = 100;
const HERE = import.meta.url;
/** The module has no such function, or several `candidates` if no name is given. */
class LoadError extends Error {
  constructor(reason, candidates = []) {
    super(reason);
    this.candidates = candidates;
  }
}

/** The error of a promise that can no longer settle. */
const NEVER_SETTLED = Symbol("never settled");

/**
 * Load the function, call it, and end the process.
 *
 * `target` has the `place` (a package, or a file if `is_file` is true), the name of the `function` in it, the `call`
 * form, how many `solutions` the contract needs of several, and the names in `refuse_on`.
 * `load` imports a module from the working directory.
 */
export async function main(target, load) {
  const input = fs.readFileSync(0, "utf8");
  fs.closeSync(0);
  fs.openSync("/dev/null", "r+"); // replaces the closed input
  const end = input.indexOf("\n");
  for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true); // as for Python
  const writer = new Writer(input.slice(0, end));
  const pending = { reject: null };
  watch(writer, pending);
  let solve;
  try {
    const module = await load(target.is_file ? pathToFileURL(target.place).href : target.place);
    const library = new Library(target, module);
    solve = library.find();
    
  } catch (error) {
    const where = error instanceof SyntaxError && target.is_file ? placeOfSyntaxError(target.place) : "";
    const isNoFunction = error instanceof LoadError;
    const more = isNoFunction ? { no_function: true, candidates: error.candidates } : {};
    writer.write({ load_error: describeError(error, isNoFunction) + where, memory: false, ...more });
    finish(writer);
  }
  writer.write({ loaded: true });
  const asked = JSON.parse(input.slice(end + 1));
  const started = now();
  if (Array.isArray(asked)) {
    await answerAll(solve, asked, target, pending, (record) => writer.write(record));
  } else {
    await answerBlock(solve, asked, target, pending, writer);
  }
  writer.write({ seconds: (now() - started) / 1000 });
  finish(writer);
}

class Writer {
  constructor(token) {
    this.token = token;
    this.isFinished = false;
  }

  write(record) {
    const text = JSON.stringify(record).replace(/[^\0-\x7f]/g, (unit) => {
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    let bytes = Buffer.from(this.token + text + this.token);
    while (bytes.length) bytes = bytes.subarray(writeSync(ANSWERS, bytes));
  }
}

/** Attribute the end of the process, or an error while a promise is pending, to the current puzzle. */
function watch(writer, pending) {
  const fail = (error, origin) => {
    if (pending.reject && !writer.isFinished) return pending.reject(error);
    writeSync(2, `${origin === "unhandledRejection" ? "unhandled rejection: " : ""}${describeError(error)}\n`);
    writer.isFinished = true;
    return process.exit(1);
  };
  process.on("uncaughtException", fail);
  process.on("beforeExit", () => setImmediate(() => pending.reject?.(NEVER_SETTLED)));
  process.on("exit", (code) => {
    if (writer.isFinished) return;
    const called = new Error(`process.exit(${code})`);
    const key = pending.isLoaded ? "raised" : "load_error";
    writer.write({ [key]: `${called.message}${place(called)}`, exception: "process.exit", memory: false });
  });
}

/** End without waiting for timers and open handles, which an application must close, but not a function. */
function finish(writer) {
  writer.isFinished = true;
  process.exit(0);
}

/** A module, or else a script without exports, such as those for browsers or LeetCode. */
class Library {
  constructor(target, module) {
    this.target = target;
    this.module = module;
    this.exported = [...callables(module), ...callables(module.default)];
    this.script = this.exported.length ? null : openScript(target);
  }

  /** The functions and the methods of classes, by their names in a specification. */
  candidates() {
    const all = this.script ? callables(this.script) : this.exported;
    return [...new Map(all.map((one) => [one.name, one])).values()];
  }

  /** The function of a name; without one the default export, or the only function that takes a puzzle. */
  find() {
    const { target, module } = this;
    const name = target.function;
    const main = module.default?.default ?? module.default;
    if (typeof main === "function" && (name === "default" || (name === "" && !isClass(main)))) {
      return asFunction(main, "the default export");
    }
    if (name !== "default") {
      const path = (name || this.onlyFunction()).split(".");
      for (const holder of [module, module.default, (this.script ?? openScript(target))]) {
        const found = lookUp(holder, path);
        if (found) return found;
      }
    }
    const offered = this.candidates().map((one) => one.name);
    const wanted = `${target.place} exports no function ${name}`;
    throw new LoadError(`${wanted}; it has ${offered.join(", ") || "none"}`);
  }

  onlyFunction() {
    const fitting = this.candidates().filter(({ takesPuzzle }) => takesPuzzle);
    if (fitting.length === 1) return fitting[0].name;
    const reason = fitting.length ? "it has several functions" : "it has no function that takes a puzzle";
    throw new LoadError(reason, fitting.map(({ name }) => name));
  }
}

/** The functions in an object, in objects in it, and the methods of its classes, and whether each takes a puzzle. */
function callables(holder, prefix = "") {
  if (holder === null || typeof holder !== "object") return [];
  const isObject = (name) => name !== "default" && isName(name) && typeof holder[name] === "object";
  const nested = prefix ? [] : Object.keys(holder).filter(isObject);
  const within = nested.flatMap((name) => callables(holder[name], `${name}.`));
  const own = methodNames(holder).flatMap((name) => {
    const value = holder[name];
    if (!isClass(value)) return callable(prefix + name, value);
    const ofObject = methodNames(value.prototype).map((one) => callable(`${prefix}${name}.${one}`, value.prototype[one]));
    return [
      ...methodNames(value).map((one) => callable(`${prefix}${name}.${one}`, value[one])),
      ...ofObject.map((one) => ({ ...one, takesPuzzle: one.takesPuzzle && !value.length })),
    ];
  });
  return [...own, ...within];
}

function callable(name, found) {
  const takesNothing = !found.length && /^[^(]*\(\s*\)/.test(Function.prototype.toString.call(found));
  return { name, takesPuzzle: found.length < 2 && !takesNothing };
}

function isName(name) {
  return /^[\p{L}_$][\p{L}\d_$]*$/u.test(name);
}

/** The names of the functions of an object, of its class too. */
function methodNames(object) {
  const kind = typeof object === "object" && Object.getPrototypeOf(object);
  const names = [...Object.getOwnPropertyNames(object), ...(kind ? Object.getOwnPropertyNames(kind) : [])];
  const isOwn = (name) => isName(name) && name[0] !== "_" && name !== "constructor" && !(name in Object.prototype);
  return [...new Set(names)].filter((name) => isOwn(name) && typeof object[name] === "function");
}

function isClass(found) {
  const text = Function.prototype.toString.call(found);
  return /^class\b/.test(text) || Object.keys(found.prototype ?? {}).length > 0;
}

/** The function of a dotted name, or a method of a class without constructor arguments; otherwise null. */
function lookUp(holder, names) {
  const owner = names.slice(0, -1).reduce((value, name) => value?.[name], holder);
  const name = names.at(-1);
  if (typeof owner?.[name] === "function") return asFunction(owner[name], names.join("."), owner);
  if (typeof owner !== "function" || typeof owner.prototype?.[name] !== "function") return null;
  if (owner.length) {
    const what = names.slice(0, -1).join(".");
    throw new LoadError(`${what} cannot be made without arguments; name a function, ${orWrite(what, name)}`);
  }
  const object = new owner();
  return (puzzle) => object[name](puzzle);
}

function asFunction(found, name, holder = undefined) {
  if (isClass(found)) {
    const shown = found.name || "Solver";
    throw new LoadError(`${name} is a class; name a method of it, ${orWrite(shown, "solve")}`);
  }
  return (puzzle) => found.call(holder, puzzle);
}

function orWrite(owner, method) {
  return `or write one: export function solve(puzzle) { return new ${owner}(puzzle).${method}(); }`;
}

/** The values of a script by their names; null if it is a module. */
function openScript({ place: from, is_file: isFile, function: wanted }) {
  if (!isFile || !/\.[cm]?js$/.test(from)) return null;
  const Module = createRequire(from)("node:module");
  const module = new Module(from);
  module.filename = from;
  module.paths = Module._nodeModulePaths(path.dirname(from));
  const text = fs.readFileSync(from, "utf8");
  try {
    module._compile(`${text}\n;module.exports = (code) => eval(code);`, from);
  } catch {
    return null; // the import has reported errors of the file; the name is missing
  }
  const evaluate = module.exports;
  const declared = text.matchAll(/\b(?:function\s*\*?|class|const|let|var)\s+([\p{L}_$][\p{L}\d_$]*)|^([\p{L}_$][\p{L}\d_$]*)\s*=/gmu);
  const values = {};
  for (const name of [wanted.split(".")[0], ...Array.from(declared, ([, one, other]) => one ?? other)]) {
    try {
      values[name] = evaluate(name);
    } catch {
      continue; // a word of a comment, or a local name
    }
    if (values[name] === globalThis[name]) delete values[name];
  }
  return values;
}

/** A record for each puzzle, then one for each array that the function changed after returning it. */
async function answerAll(solve, questions, target, pending, put) {
  const { call, solutions } = target;
  const putChanged = (lists) => {
    for (const [number, name, value, original] of lists) {
      if (snapshot(value) !== original) put({ changed: name, puzzle: number });
    }
  };
  const refuseOn = new Set(target.refuse_on);
  let kept = [];
  pending.isLoaded = true;
  for (let number = 0; number < questions.length; number++) {
    const argument = makeArgument(questions[number], call);
    const before = snapshot(argument);
    let result;
    try {
      result = solve(argument);
      if (typeof result?.then === "function") {
        const promise = result;
        result = await new Promise((resolve, reject) => {
          pending.reject = reject;
          promise.then(resolve, reject);
        });
        pending.reject = null;
      }
    } catch (error) {
      pending.reject = null;
      put(namesOf(error).some((name) => refuseOn.has(name)) ? { refused: true } : raised(error));
      continue;
    }
    let record;
    try {
      record = recordOf(result, { argument, before, puzzle: questions[number], solutions });
    } catch (error) {
      record = raised(error); // a getter or proxy of the user
    }
    put(record);
    if (isList(result)) kept.push([number, "answer", result, snapshot(result)]);
    if (isList(argument) && argument !== result) kept.push([number, "puzzle", argument, snapshot(argument)]);
    if (kept.length > KEPT) {
      putChanged(kept.slice(0, KEPT / 2));
      kept = kept.slice(KEPT / 2);
    }
  }
  await new Promise((resolve) => setImmediate(resolve)); // pending work, and unhandled rejections
  putChanged(kept);
}

/** The same for the puzzles of a block, which are one text; the answers share a few records. */
async function answerBlock(solve, { block, cells }, target, pending, writer) {
  let answers = [];
  const flush = () => {
    if (answers.length) writer.write({ answers });
    answers = [];
  };
  const questions = [];
  for (let start = 0; start < block.length; start += cells) questions.push(block.slice(start, start + cells));
  await answerAll(solve, questions, target, pending, (record) => {
    if ("changed" in record) {
      flush();
      writer.write(record);
    } else {
      answers.push(pack(record, cells));
      if (answers.length === PACKED) flush();
    }
  });
  flush();
}

function pack(record, cells) {
  if ("text" in record) return record.text;
  if ("number" in record) return record.number;
  if ("refused" in record) return null;
  return record.cells?.length === cells ? record.cells.map((digit) => DIGITS[digit]).join("") : record;
}

function makeArgument(text, call) {
  if (call === "text") return text;
  const cells = Array.from(text, call === "board" ? undefined : (character) => Math.max(DIGITS.indexOf(character), 0));
  return call === "cells" ? cells : splitRows(cells);
}

function recordOf(result, question) {
  if (result instanceof Uint8Array) result = decoded(result);
  if (typeof result === "string") return { text: result };
  if (result === undefined || result === null || typeof result === "boolean") return inPlace(result, question);
  if (typeof result === "number" || typeof result === "bigint") return numberRecord(result);
  if (typeof result.next === "function" && Symbol.iterator in result) return yielded(result, question);
  const answer = answerWithin(result, question);
  if (!answer.cells || result === question.argument || !wasChanged(question)) return answer;
  return snapshot(grid(question.argument).cells) === snapshot(answer.cells) ? answer : { mutated: true };
}

function wasChanged({ argument, before }) {
  return typeof argument !== "string" && snapshot(argument) !== before;
}

/** The record of no value or a boolean: false is a refusal, and so is no value if the argument is the same puzzle. */
function inPlace(result, question) {
  if (typeof question.argument === "string") {
    return result ? { malformed: "returned true, but a text cannot be solved in place" } : { refused: true };
  }
  if (result === false) return { refused: true };
  const answer = grid(question.argument);
  if (!answer.cells) return answer;
  const placed = { ...answer, placed: true };
  if (result) return placed;
  const isFull = !answer.cells.includes(0);
  if (!wasChanged(question)) return isFull ? { unchanged: answer.cells } : { refused: true };
  return isFull ? placed : { unfinished: answer.cells };
}

/** The record of an iterator over solutions, of which only the needed ones are made. */
function yielded(results, question) {
  let first = {};
  let number = 0;
  while (number < question.solutions) {
    const { value, done } = results.next();
    if (done) break;
    if (number++) continue;
    first = recordOf(value, question); // now, because a solver may go on in the same array
    const isText = "text" in first && !cellsIn(value, question.puzzle.length);
    if (isText || "malformed" in first || "number" in first) {
      return { malformed: `returned an iterator that yields ${describe(value)}; expected a grid` };
    }
  }
  return question.solutions === 1 && number ? first : { solutions: number, first };
}

/** The record of a grid, or of one grid in a container or an object; otherwise a description of the value. */
function answerWithin(value, question) {
  const answer = grid(value);
  if (answer.cells?.length === question.puzzle.length) return answer;
  const cells = cellsIn(value, question.puzzle.length);
  if (cells) return { cells };
  const isContainer = isList(value) || value instanceof Set;
  return (isContainer ? several([...value], question) : named(value, question)) ?? answer;
}

/** The record of an array of solutions, or of one grid beside other values; null if it is ambiguous. */
function several(items, question) {
  const grids = items.map((item) => cellsIn(item, question.puzzle.length)).filter(Boolean);
  const first = grids.length ? { cells: grids[0] } : {};
  if (grids.length === items.length) {
    return question.solutions === 1 && grids.length ? first : { solutions: grids.length, first };
  }
  if (grids.length > 1 || items.length > FEWEST_ROWS) return null;
  const saysNo = items.some((item) => item === null || item === undefined || item === false);
  const isPuzzle = () => snapshot(grids[0]) === snapshot(cellsIn(question.puzzle, question.puzzle.length));
  if (saysNo && (!grids.length || grids[0].includes(0) || isPuzzle())) return { refused: true };
  return items.includes(false) || !grids.length ? null : first;
}

/** The record of the solution among values with names, or of the only grid among them; null if it is ambiguous. */
function named(values, question) {
  const entries = values instanceof Map ? values : new Map(Object.entries(values));
  const grids = new Map();
  for (const [name, item] of entries) {
    const cells = cellsIn(item, question.puzzle.length);
    if (cells) grids.set(name, cells);
  }
  for (const name of SOLUTION_NAMES.filter((one) => entries.has(one))) {
    const value = entries.get(name);
    if (value === null || value === undefined || value === false) return { refused: true };
    if (grids.has(name)) return { cells: grids.get(name) };
  }
  if (grids.size !== 1) return null;
  const [cells] = grids.values();
  return cells.includes(0) ? { unfinished: cells } : { cells };
}

/** The cells of a grid of this size in any form, or null. */
function cellsIn(value, number) {
  if (value instanceof Uint8Array) value = decoded(value);
  if (typeof value === "string") {
    const packed = value.replace(/\s+/g, "");
    const digits = packed.length === number ? packed : packed.replace(/[^.0-9]/g, "");
    if (digits.length !== number || !IS_GRID.test(digits)) return null;
    return Array.from(digits, (character) => Math.max(DIGITS.indexOf(character), 0));
  }
  if (value !== null && typeof value === "object" && !isList(value)) {
    const entries = value instanceof Map ? value : new Map(Object.entries(value));
    const names = cellNames(Math.sqrt(number)).find((all) => {
      return all.length === entries.size && all.every((name) => entries.has(name) || entries.has(Number(name)));
    });
    value = names?.map((name) => entries.get(name) ?? entries.get(Number(name)));
  }
  const isText = isList(value) && value.length > 1 && Array.from(value).every((row) => typeof row === "string");
  if (isText) return cellsIn(Array.from(value).join(""), number);
  const { cells } = grid(value);
  return cells?.length === number ? cells : null;
}

/** The usual names of cells or rows, row by row. */
function cellNames(side) {
  const names = (length, start) => Array.from({ length }, (_, place) => String(start + place));
  const ofRow = (row) => names(side, 1).map((column) => row + column);
  const letters = Array.from(DIGITS.slice(10, 10 + side)).flatMap(ofRow);
  return [0, 1].flatMap((start) => [names(side * side, start), names(side, start)]).concat([letters]);
}

/** The text or the cells that bytes stand for. */
function decoded(bytes) {
  return bytes.every((byte) => byte < 32) ? Array.from(bytes) : Buffer.from(bytes).toString("latin1");
}

function numberRecord(value) {
  const number = Number(value);
  if (!Number.isInteger(number)) return { malformed: `returned ${describe(value)}` };
  return Math.abs(number) < BOUND ? { number } : { malformed: "returned an integer of more than 18 digits" };
}

/** The cells of an answer of rows or cells, or a description of the error in it. */
function grid(value) {
  if (!isList(value)) return { malformed: `returned ${describe(value)}` };
  let rows = Array.from(value);
  if (rows.length < FEWEST_ROWS) return { malformed: `returned ${describe(value)}` };
  const side = Math.sqrt(rows.length);
  const isFlat = rows.length >= 16 && Number.isInteger(side) && !rows.some(isRow);
  if (isFlat) rows = splitRows(rows);
  const cells = [];
  for (const [row, items] of rows.entries()) {
    if (!isRow(items) || items.length !== rows.length) {
      const shown = describe(items);
      const wrong = `row ${row + 1} is not an array of ${rows.length} cells: ${shown}`;
      return { malformed: `returned ${rows.length} rows; ${wrong}` };
    }
    for (const [column, cell] of Array.from(items).entries()) {
      const digit = digitOf(cell);
      if (digit === null || digit > rows.length) {
        const where = `r${row + 1}c${column + 1}`;
        return { malformed: `returned rows in which ${where} is ${describe(cell)}; expected a digit` };
      }
      cells.push(digit);
    }
  }
  return { cells };
}

/** The number of a cell, given as a number or a character; null for other values. */
function digitOf(cell) {
  if (cell === undefined || cell === null || cell === "" || cell === " " || cell === "0") return 0;
  if (typeof cell === "string") return cell.length === 1 && DIGITS.includes(cell) ? DIGITS.indexOf(cell) : null;
  return Number.isInteger(cell) && cell >= 0 ? cell : null;
}

function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isRow(value) {
  return isList(value) || (typeof value === "string" && value.length > 1);
}

function splitRows(cells) {
  const side = Math.sqrt(cells.length);
  return Array.from({ length: side }, (_, row) => cells.slice(row * side, (row + 1) * side));
}

/** The content of an array of arrays as text, not deeper, because an array may contain itself. */
function snapshot(value) {
  if (!isList(value)) return value;
  return Array.from(value, (item) => (isList(item) ? join(item) : String(item))).join(";");
}

function join(items) {
  try {
    return Array.prototype.join.call(items);
  } catch {
    return "?"; // it contains values without a text
  }
}

function namesOf(error) {
  const names = typeof error?.name === "string" ? [error.name] : [];
  for (let kind = Object(error); kind; kind = Object.getPrototypeOf(kind)) {
    if (typeof kind.constructor?.name === "string") names.push(kind.constructor.name);
  }
  return names.filter((name) => name !== "Object");
}

function raised(error) {
  if (error === NEVER_SETTLED) return { malformed: "returned a promise that nothing is left to settle" };
  const memory = error instanceof RangeError && /allocation failed/i.test(error.message);
  return { raised: describeError(error), exception: namesOf(error)[0] ?? "", memory };
}

/** Describe an error, with the line of the user's code that threw it. */
function describeError(error, isOurs = false) {
  if (isOurs) return error.message;
  if (!(error instanceof Error)) return describe(error);
  try {
    const [line] = String(error.message).split("\n", 1);
    const message = line.replace(/ imported from .*\[eval1\]$/, "").slice(0, 500);
    return `${error.name}${message && `: ${message}`}${place(error)}`;
  } catch {
    return "an error that cannot be shown";
  }
}

/** The place where an error was thrown, in the user's code if possible: " at solver.mjs:3 in solve". */
function place(error) {
  const stack = String(error.stack ?? "");
  const frames = [];
  for (const line of stack.split("\n")) {
    const match = /^ +at (?:async )?(?:(.*) \()?(?:file:\/\/)?(\/.*):(\d+):\d+\)?$/.exec(line);
    if (match && !HERE.endsWith(match[2])) frames.push(match);
  }
  const frame = frames.find(([, , file]) => !file.includes("/node_modules/")) ?? frames[0];
  if (!frame) return "";
  return ` at ${path.basename(frame[2])}:${frame[3]}${frame[1] ? ` in ${frame[1].replace(/^(?:Module|Object)\./, "")}` : ""}`;
}

/** The line of a syntax error in a file, which node prints but does not include in the error; empty for another file. */
function placeOfSyntaxError(file) {
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
  const match = /^(?:file:\/\/)?(\/.*):(\d+)\n/.exec(stderr ?? "");
  return match ? ` at ${path.basename(match[1])}:${match[2]}` : "";
}

function describe(value) {
  const kind = value === null ? "null" : typeof value === "object" ? (value.constructor?.name ?? "object") : typeof value;
  let shown;
  try {
    shown = typeof value === "object" || typeof value === "string" ? JSON.stringify(value) : String(value);
  } catch {
    shown = `<${kind}>`;
  }
  return `${shown?.length > EXCERPT ? `${shown.slice(0, EXCERPT)}...` : shown} (${kind})`;
}
