/**
 * Load a JavaScript module, evaluate an expression for each argument, and write the results as worker.py does.
 * Node cannot fork, so each process reads one batch from stdin. Answers go to descriptor 3, printed output to stderr.
 */

import fs from "node:fs";
import Module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const now = performance.now.bind(performance);
const BUFFER_SIZE = 1 << 16; // in characters, of lines and of printed text
const BUFFER_TIME = 20; // in milliseconds
const PART = 1000; // arguments that are parsed at a time
const KEPT = 20_000; // arrays kept for a second comparison; more would fill the memory
const DEPTH = 6;
const ATTRIBUTE_DEPTH = 3; // below an object it is less, because objects refer to each other
const OURS = /<anonymous>|\[eval1\]|__evaluate|processes\/worker\.mjs/;
const FRAME = /^ +at (?:async )?(?:(?:Module\.|Object\.)?(.*) \()?(?:file:\/\/)?(\/.*):(\d+):\d+\)?$/;
const IS_NAME = /^[\p{L}_$][\p{L}\d_$]*$/u;
const DECLARED = /\b(?:function\s*\*?|class|const|let|var)\s+([\p{L}_$][\p{L}\d_$]*)|^([\p{L}_$][\p{L}\d_$]*)\s*=/gmu;

/** `reject` ends the wait for a promise; `lines` are unwritten answers; `failure` is the record kind of an exit. */
const state = { failure: "load_error", isBuffered: false, reject: null, lines: "", written: 0, printed: "" };

/** Answer the batch on stdin with the module at `place`, a package or the absolute path of a file. */
export async function main({ place, is_file: isFile }, load) {
  const [header, ...lines] = fs.readFileSync(0, "utf8").trimEnd().split("\n");
  fs.closeSync(0);
  fs.openSync("/dev/null", "r+"); // replaces the closed input
  watch();
  let opened;
  try {
    opened = openModule(await load(isFile ? pathToFileURL(place).href : place));
    if (!opened.names.length && isFile && /\.[cm]?js$/.test(place)) opened = openScript(place);
    write(JSON.stringify({ loaded: opened.names }));
  } catch (error) {
    const where = error instanceof SyntaxError && isFile ? await placeOfSyntaxError(place) : "";
    write(JSON.stringify(describeError(error, "load_error", where || placeOf(error))));
    end(0);
  }
  if (header) await answer(JSON.parse(header), lines, opened.evaluate);
  end(0); // without waiting for timers and open handles
}

/** Keep printed text, and attribute an exit, or an error while a promise is pending, to the current call. */
function watch() {
  for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true); // as for Python
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk, ...more) => {
    state.printed = (state.printed + (typeof chunk === "string" ? chunk : Buffer.from(chunk))).slice(-BUFFER_SIZE);
    return print(chunk, ...more);
  };
  process.on("uncaughtException", (error, origin) => {
    if (state.reject) return state.reject(error);
    const { raised } = describeError(error, "raised", placeOf(error) || " ");
    fs.writeSync(2, `${origin === "unhandledRejection" ? "unhandled rejection: " : ""}${raised}\n`);
    end(1);
  });
  const unsettled = Object.assign(new Error("returned a promise that nothing is left to settle"), { name: "" });
  process.on("beforeExit", () => setImmediate(() => state.reject?.(unsettled)));
  process.on("exit", (code) => {
    if (!state.failure) return;
    write(JSON.stringify(describeError(Object.assign(new Error(), { name: `process.exit(${code})` }), state.failure)));
    flush();
  });
}

function write(line) {
  state.lines += `${line}\n`;
  if (!state.isBuffered || state.lines.length > BUFFER_SIZE || now() - state.written > BUFFER_TIME) flush();
}

function flush() {
  let text = state.lines.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  while (text) text = text.slice(fs.writeSync(3, text, null, "latin1"));
  Object.assign(state, { lines: "", written: now() });
}

function end(code) {
  flush();
  state.failure = "";
  process.exit(code);
}

/** Return the names of a module's exports, its default export and that export's properties, and an `eval` for them. */
function openModule(module) {
  const main = module.default?.default ?? module.default;
  const hasName = typeof main === "function" && IS_NAME.test(main.name) && main.name !== "default";
  const methods = isPlain(main) && Object.entries(main).map(([name, value]) => [name, isMethod(value) ? value.bind(main) : value]);
  const own = methods ? Object.fromEntries(methods) : main && { [hasName ? main.name : "exported"]: main };
  const { default: _, ...scope } = { ...module, ...own };
  const evaluate = (code) => {
    const names = Object.keys(scope).filter((name) => IS_NAME.test(name) && code.includes(name));
    return new Function(...names, `return ${code}`)(...names.map((name) => scope[name]));
  };
  return { names: describeNames(scope), evaluate };
}

function isMethod(value) {
  return typeof value === "function" && !String(value).startsWith("class") && !Object.keys(value.prototype ?? {}).length;
}

/** Return the names and an `eval` for a script without exports, such as a script for browsers or LeetCode. */
function openScript(place) {
  const module = Object.assign(new Module(place), { filename: place });
  module.paths = Module._nodeModulePaths(path.dirname(place));
  const text = fs.readFileSync(place, "utf8");
  const scope = {};
  try {
    module._compile(`${text}\n;module.exports = function __evaluate() { return eval(arguments[0]); };`, place);
  } catch {
    return openModule({}); // it is a module, whose errors the import has reported
  }
  for (const [, declared, assigned] of text.matchAll(DECLARED)) {
    const name = declared ?? assigned;
    try {
      const value = module.exports(name);
      if (value !== globalThis[name]) scope[name] = value;
    } catch {} // a word in a comment, or a local name
  }
  return { names: describeNames(scope), evaluate: module.exports };
}

function describeNames(scope) {
  return Object.entries(scope).flatMap(([name, value]) => {
    if (!IS_NAME.test(name) || name[0] === "_") return [];
    if (Array.isArray(value)) return { name, kind: "list", length: value.length };
    const methods = describeMethods(typeof value === "function" ? value.prototype : value, "method");
    if (typeof value !== "function") return methods.length ? { name, kind: "object", methods } : [];
    const isClass = String(value).startsWith("class") || Object.keys(value.prototype ?? {}).length;
    if (!isClass) return { name, kind: "function", ...arity(value) };
    const attributes = [...new Set([...String(value).matchAll(/\bthis\.(\w+)\s*=(?!=)/g)].map(([, attribute]) => attribute))];
    return { name, kind: "class", ...arity(value), attributes, methods: [...methods, ...describeMethods(value, "static")] };
  });
}

/** Return the public methods of an object and its classes, or of a class and its base classes. */
function describeMethods(object, kind) {
  const found = {};
  for (let owner = Object(object); owner; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value !== "function" || !/^(?!_|constructor$)/.test(name) || !IS_NAME.test(name)) continue;
      if (!String(value).includes("[native code]")) found[name] ??= { name, kind, ...arity(value) };
    }
  }
  return Object.values(found);
}

/** Return the minimum and maximum number of arguments of a function or a constructor, if known, and their names. */
function arity(value) {
  const text = String(value);
  const ofFunction = /^[^(=]*\(([^)]*)|^(?:async\s+)?([\p{L}_$][\p{L}\d_$]*)\s*=>/u;
  const ofClass = /\bconstructor\s*\(([^)]*)/.exec(text) ?? /\bextends\b/.exec(text);
  const [found, ...groups] = (text.startsWith("class") ? ofClass : ofFunction.exec(text)) ?? ["", ""];
  const names = (groups.find(Boolean) ?? "").split(",").map((name) => /^\s*([\p{L}_$][\p{L}\d_$]*)/u.exec(name)?.[1] ?? "");
  const parameters = names.length > 1 || names[0] ? names : [];
  return { least: value.length, most: /=(?!>)|\.\.\.|^extends/.test(found) ? null : value.length, parameters };
}

/** Answer each argument, then report the arrays that have changed since their call. */
async function answer({ expression, items, printed, buffered }, lines, evaluate) {
  Object.assign(state, { failure: "raised", isBuffered: buffered });
  const started = now();
  let call;
  let kept = [];
  for (const [number, argument] of parsed(lines)) {
    let fields;
    state.printed = "";
    try {
      call ??= evaluate(`(puzzle) => (${expression}\n)`);
      const before = Array.isArray(argument) && encode(argument);
      let result = call(argument);
      if (typeof result?.then === "function") result = await settled(result);
      if (typeof result?.result?.then === "function") result = { ...result, result: await settled(result.result) };
      const text = isIterator(result) ? encodeItems(result, items) : encode(result);
      fields = `"${isIterator(result) ? "items" : "returned"}":${text}`;
      if (before && result !== argument) {
        const after = encode(argument);
        kept.push([number, "argument", argument, after]);
        const isReferring = ["null", "true", "false"].includes(text);
        if (after !== before || isReferring) fields += `,"argument":${after}`;
      }
      if (Array.isArray(result)) kept.push([number, "answer", result, text]);
    } catch (error) {
      const record = describeError(error, "raised");
      if ("load_error" in record) return write(JSON.stringify(record));
      fields = JSON.stringify(record).slice(1, -1);
    }
    state.reject = null;
    if (printed && state.printed) fields += `,"printed":${JSON.stringify(state.printed)}`;
    write(`{${fields}}`);
    if (kept.length > 2 * KEPT) kept = kept.slice(KEPT);
  }
  await new Promise((resolve) => setImmediate(resolve)); // pending work, and unhandled rejections
  const changed = kept.slice(-KEPT).filter(([, , value, was]) => encode(value) !== was);
  write(JSON.stringify({ seconds: (now() - started) / 1000, changed: changed.map(([number, role]) => [number, role]) }));
}

/** Yield the arguments with their numbers. */
function* parsed(lines) {
  for (let start = 0; start < lines.length; start += PART) {
    const part = JSON.parse(`[${lines.slice(start, start + PART)}]`);
    for (let place = 0; place < part.length; place++) yield [start + place, part[place]];
  }
}

/** Wait for a promise; `state.reject` ends the wait. */
function settled(promise) {
  return new Promise((resolve, reject) => {
    state.reject = reject;
    promise.then(resolve, reject);
  });
}

function isIterator(value) {
  return typeof value !== "string" && typeof value?.next === "function" && Symbol.iterator in value;
}

function encodeItems(iterator, count) {
  const taken = [];
  for (const item of iterator) if (taken.push(encode(item)) === count) break;
  return `[${taken}]`;
}

function encode(value) {
  if (typeof value === "string" && /^[ !#-[\]-~]*$/.test(value)) return `"${value}"`; // at a third of the cost
  return JSON.stringify(simplified(value, DEPTH));
}

/** Return a value that consists of JSON types, with containers and attributes down to this depth. */
function simplified(value, depth) {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return value;
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  if (value instanceof Uint8Array && value.some((byte) => byte > 31)) return Buffer.from(value).toString("latin1");
  if (typeof value === "object" && depth) {
    const isList = Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Set;
    if (isList) return [...value].map((item) => simplified(item, depth - 1));
    const isDict = value instanceof Map || isPlain(value);
    const entries = value instanceof Map ? [...value] : [...Object.entries(value), ...(isDict ? [] : accessed(value))];
    const left = isDict ? depth - 1 : Math.min(depth - 1, ATTRIBUTE_DEPTH);
    const record = Object.fromEntries(entries.map(([name, item]) => [String(name), simplified(item, left)]));
    if (isDict || entries.length) return record;
  }
  return { shown: inspect(value, { depth: 0, breakLength: Infinity }).slice(0, 100) };
}

/** Return the values of the getters of a class, which may show private fields. */
function accessed(value) {
  const found = [];
  for (let owner = Object.getPrototypeOf(value); owner; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (!get || String(get).includes("[native code]")) continue;
      try {
        found.push([name, value[name]]);
      } catch {} // it needs another state
    }
  }
  return found;
}

function isPlain(value) {
  return typeof value === "object" && [Object.prototype, null].includes(value && Object.getPrototypeOf(value));
}

/** Return the record of an error, with the line of the user's code; without it, the expression itself may be wrong. */
function describeError(error, kind, where = placeOf(error)) {
  const names = new Set([error?.name]);
  for (let owner = Object(error); owner; owner = Object.getPrototypeOf(owner)) names.add(owner.constructor?.name);
  const exception = [...names].filter((name) => typeof name === "string" && name && name !== "Object");
  const message = String(error?.message).split("\n", 1)[0].replace(/ imported from .*\[eval1\]$/, "").slice(0, 500);
  const text = error instanceof Error ? [error.name, message].filter(Boolean).join(": ") : inspect(error).slice(0, 500);
  if (!where && (error instanceof ReferenceError || error instanceof SyntaxError)) kind = "load_error";
  return { [kind]: text + where, exception, memory: /allocation failed/i.test(message) };
}

/** Return the place where an error was thrown, in the user's code if possible: " at solver.mjs:3 in solve". */
function placeOf(error) {
  const lines = String(error?.stack).split("\n").filter((line) => !OURS.test(line));
  const frames = lines.map((line) => FRAME.exec(line)).filter(Boolean);
  const [, name, file, line] = frames.find((frame) => !frame[2].includes("/node_modules/")) ?? frames[0] ?? [];
  return file ? ` at ${path.basename(file)}:${line}${name ? ` in ${name}` : ""}` : "";
}

/** Return the line of a syntax error in a file, which Node prints but does not include in the error. */
async function placeOfSyntaxError(file) {
  const { spawnSync } = await import("node:child_process");
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
  const match = /^(?:file:\/\/)?(\/.*):(\d+)\n/.exec(stderr ?? "");
  return match ? ` at ${path.basename(match[1])}:${match[2]}` : "";
}
