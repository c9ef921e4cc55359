/**
 * Load a JavaScript module, evaluate an expression for each argument, and write the results as worker.py does.
 * Node cannot fork, so each process reads one batch from stdin. Answers go to descriptor 3, printed output to stderr.
 */

import fs from "node:fs";
import Module from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect, types } from "node:util";

const now = performance.now.bind(performance);
const exit = process.exit.bind(process); // while a file is loaded, process.exit throws an error
const BUFFER_SIZE = 1 << 16; // in characters, of lines and of printed text
const BUFFER_TIME = 20; // in milliseconds
const PART = 1000; // arguments that are parsed at a time
const KEPT = 20_000; // arrays kept for a second comparison; more would fill the memory
const DEPTH = 6;
const ATTRIBUTE_DEPTH = 3; // below an object it is less, because objects refer to each other
const OURS = /<anonymous>:|\[eval1\]|__evaluate|processes\/worker\.mjs/;
const FRAME = /^ +at (?:async )?(?:(?:Module\.|Object\.)?(.*?) \()?(?:file:\/\/)?(\/.*):(\d+):\d+\)?$/;
const IS_NAME = /^[\p{L}_$][\p{L}\d_$]*$/u;
const IS_MODULE = /^[ \t]*(import\b(?!\s*\()|export\b)/m;
const IS_STRICT = /^(\s|\/\/.*|\/\*[^]*?\*\/)*["']use strict/;
const TOP_LEVEL = /at Object\.<anonymous> \(.*:(\d+):\d+\)/;
const STATEMENT = /^(?!(async|class|const|function|let)\b)[\p{L}_$([]/mu;
const EXPORTS = /\bexports\b/;
const SOLVER = /solv|sudoku|"exported"/i; // if no export looks like a solver, the names without an export are read, too
const BROWSER = /^(?!.*\btypeof (window|document)\b).*(\b(document|window|localStorage|jQuery)\s*[.(]|\balert\(|\$\()/s;
const IN_PAGES = ["document", "localStorage", "sessionStorage", "location", "alert", "confirm", "prompt", "addEventListener",
  "requestAnimationFrame", "HTMLElement", "Image", "Audio", "$", "jQuery"]; // prettier-ignore
const DECLARED = /\b(?:function\s*\*?|class|const|let|var)\s+([\p{L}_$][\p{L}\d_$]*)|^([\p{L}_$][\p{L}\d_$]*)\s*=/gmu;

/** `reject` ends the wait for a promise; `lines` are unwritten answers; `failure` is the record kind of an exit. */
const state = { answers: 3, failure: "load_error", isBuffered: false, reject: null, lines: "", written: 0, printed: "" };

/** Answer the batch on stdin with the module at `place`, a package or the absolute path of a file. */
export async function main({ place, is_file: isFile }, load, answers) {
  if (answers) state.answers = fs.openSync(answers, "w");
  const [header, ...lines] = fs.readFileSync(0, "utf8").trimEnd().split("\n");
  fs.closeSync(0);
  fs.openSync("/dev/null", "r+"); // replaces the closed input
  watch();
  let opened;
  process.exit = (code) => {
    throw Object.assign(new Error(), { name: `process.exit(${code})` });
  };
  try {
    opened = await settled(isFile ? openFile(place, load) : load(place).then(ofExports));
    const { failed } = opened;
    const loaded = describeNames(opened.scope);
    if (failed && loaded.every(({ kind }) => kind === "list")) throw failed;
    write(JSON.stringify({ loaded, failed: failed && describeError(failed, "load_error").load_error }));
  } catch (error) {
    const where = error instanceof SyntaxError && isFile ? await placeOfSyntaxError(place) : "";
    write(JSON.stringify(describeError(error, "load_error", where || placeOf(error))));
    end(0);
  }
  process.exit = exit;
  state.reject = null;
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
  process.on("beforeExit", () => {
    const what = state.failure === "raised" ? "returned a promise that nothing is left to settle" : "waits for input while it is loaded";
    setImmediate(() => state.reject?.(Object.assign(new Error(what), { name: "" })));
  });
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
  while (text) text = text.slice(fs.writeSync(state.answers, text, null, "latin1"));
  Object.assign(state, { lines: "", written: now() });
}

function end(code) {
  flush();
  state.failure = "";
  exit(code);
}

/** Open a module, or a script without exports; if no export looks like a solver, names without an export, too. */
async function openFile(place, load) {
  const text = fs.readFileSync(place, "utf8");
  const isScript = /\.c?js$/.test(place) && !IS_MODULE.test(text);
  if (BROWSER.test(text)) imitateBrowser();
  try {
    if (isScript && !EXPORTS.test(text)) return openScript(place, text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // or else a module on one line
  }
  const url = pathToFileURL(place).href;
  const exported = await load(url).then(ofExports, (error) => {
    if (isScript) return openScript(place, text);
    if (!/^ERR_(MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)$/.test(error?.code)) throw error;
    return openModule(url, text, load); // which may import without suffixes
  });
  const names = JSON.stringify(describeNames(exported.scope));
  const others = [...text.matchAll(DECLARED)].filter(([, name]) => name && SOLVER.test(name) && !(name in exported.scope));
  if (SOLVER.test(names) || (names !== "[]" && !others.length)) return exported;
  return isScript ? openScript(place, text) : openModule(url, text, load);
}

/** Return the names of a module's exports, its default export and that export's properties, and an `eval` for them. */
function ofExports(module) {
  const main = module.default?.default ?? module.default;
  const hasName = typeof main === "function" && IS_NAME.test(main.name) && main.name !== "default";
  const methods = isPlain(main) && Object.entries(main).map(([name, value]) => [name, isMethod(value) ? value.bind(main) : value]);
  const own = methods ? Object.fromEntries(methods) : main && { [hasName ? main.name : "exported"]: main };
  const { default: _, __evaluate, ...scope } = { ...module, ...own };
  const evaluate = (code) => {
    const names = Object.keys(scope).filter((name) => IS_NAME.test(name) && code.includes(name));
    return new Function(...names, `return ${code}`)(...names.map((name) => scope[name]));
  };
  return { scope, evaluate };
}

function isMethod(value) {
  return typeof value === "function" && !String(value).startsWith("class") && !Object.keys(value.prototype ?? {}).length;
}

/**
 * Open a CommonJS module, or a script for browsers or LeetCode, with the names that it does not export. A script whose
 * last statement fails or exits is opened, too. Below it, only declarations may follow: functions are defined already,
 * and the use of a constant that is not throws an error.
 */
function openScript(place, text) {
  const module = Object.assign(new Module(place), { filename: place });
  module.paths = Module._nodeModulePaths(path.dirname(place));
  const strict = IS_STRICT.test(text) ? '"use strict";' : "";
  const own = "module.__evaluate = function __evaluate() { return eval(arguments[0]); };";
  const before = { ...globalThis };
  let failed;
  try {
    module._compile(strict + own + text.replace(/^#!/, "//"), place);
  } catch (error) {
    const [, line] = TOP_LEVEL.exec(error?.stack) ?? [];
    const rest = text.split("\n").slice(line).join("\n");
    if (!line || error.code === "MODULE_NOT_FOUND" || error instanceof SyntaxError || STATEMENT.test(rest)) throw error;
    failed = error;
  }
  const added = Object.entries(globalThis).filter(([name]) => !(name in before)); // as by window.solve = solve
  const { exports, __evaluate } = module;
  return { ...withOwnNames(text, { ...Object.fromEntries(added), default: exports, __evaluate }), failed };
}

/** Open an ES module again, with the names that it does not export; an import without a suffix may mean TypeScript. */
async function openModule(url, text, load) {
  Module.register?.(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
  return withOwnNames(text, await load(`${url}?names`));
}

const HOOKS = `
const OWN = "\\n;export const __evaluate = function () { return eval(arguments[0]); };";
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith("?names") || !loaded.source) return loaded;
  return { ...loaded, format: loaded.format.replace("commonjs", "module"), source: Buffer.from(loaded.source) + OWN };
}
export async function resolve(name, context, next) {
  const others = [name, name + ".ts", name + ".js", name + "/index.ts", name + "/index.js", name.replace(/js$/, "ts")];
  for (const other of name.startsWith(".") ? others : []) {
    try { return await next(other, context); } catch {}
  }
  return next(name, context);
}`;

/** Return the exports of a module and the names that its text declares, and an `eval` for both. */
function withOwnNames(text, module) {
  const { scope } = ofExports(module);
  const evaluateOwn = module.__evaluate;
  if (!evaluateOwn) return ofExports(module);
  const own = {};
  for (const [, declared, assigned] of text.matchAll(DECLARED)) {
    const name = declared ?? assigned;
    try {
      const value = evaluateOwn(name);
      if (value !== globalThis[name]) own[name] = value;
    } catch {} // a word in a comment, or a local name
  }
  const exported = Object.keys(scope).filter((name) => IS_NAME.test(name) && !(name in own));
  const evaluate = (code) => evaluateOwn(exported.length ? `(({ ${exported} }) => ${code})` : code);
  return { scope: { ...scope, ...own }, evaluate: (code) => (exported.length ? evaluate(code)(scope) : evaluate(code)) };
}

/** Define names of browsers as objects on which every access and call succeeds, so that the script of a page is loaded. */
function imitateBrowser() {
  const get = (_, name) => {
    if (name === Symbol.toPrimitive) return () => 0;
    if (name === Symbol.iterator) return () => [].values();
    return name === "then" || /Child|Sibling|parent/.test(String(name)) ? null : nothing; // ends loops over children
  };
  const nothing = new Proxy(function () {}, { get, set: () => true, apply: () => nothing, construct: () => nothing });
  for (const name of IN_PAGES) globalThis[name] ??= nothing;
  const page = new Proxy(globalThis, { get: (target, name) => (name in target ? target[name] : nothing) });
  globalThis.window ??= page;
  globalThis.self ??= page;
}

function describeNames(scope) {
  return Object.entries(scope).flatMap(([name, value]) => {
    if (!IS_NAME.test(name) || name[0] === "_" || types.isProxy(value)) return [];
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
  const message = String(error?.message).split("\n", 1)[0].replace(/ imported from (.*\[eval1\]$|\/.*\/)/, (_, from) => (/eval1/.test(from) ? "" : " imported from ")).slice(0, 500);
  const text = error instanceof Error ? [error.name, message].filter(Boolean).join(": ") : inspect(error).slice(0, 500);
  if (!where && (error instanceof ReferenceError || error instanceof SyntaxError)) kind = "load_error";
  return { [kind]: text + where, exception, memory: /allocation failed/i.test(message) };
}

/** Return the place where an error was thrown, in the user's code if possible: " at solver.mjs:3 in solve". */
function placeOf(error) {
  const lines = String(error?.stack).split("\n").filter((line) => !OURS.test(line));
  const frames = lines.map((line) => FRAME.exec(line)).filter(Boolean);
  const [, name, file, line] = frames.find((frame) => !frame[2].includes("/node_modules/")) ?? frames[0] ?? [];
  return file ? ` at ${path.basename(file).replace("?names", "")}:${line}${name && name !== "<anonymous>" ? ` in ${name}` : ""}` : "";
}

/** Return the line of a syntax error in a file, which Node prints but does not include in the error. */
async function placeOfSyntaxError(file) {
  const { spawnSync } = await import("node:child_process");
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
  const match = /^(?:file:\/\/)?(\/.*):(\d+)\n/.exec(stderr ?? "");
  return match ? ` at ${path.basename(match[1])}:${match[2]}` : "";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(JSON.parse(process.argv[2]), (name) => import(name), process.argv[3]);
}
