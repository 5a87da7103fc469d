/**
 * Takes from a process what a strategy does not need, so that a mistake in its file harms nothing else. This is a guard
 * against accidents: an author who means harm finds ways around it.
 */

import { isBuiltin } from "node:module";

import { EngineError } from "../errors.ts";

/** Modules of Node.js that only compute. */
const COMPUTING = new Set([
  "assert",
  "assert/strict",
  "buffer",
  "crypto",
  "events",
  "path",
  "path/posix",
  "path/win32",
  "perf_hooks",
  "punycode",
  "querystring",
  "string_decoder",
  "timers",
  "timers/promises",
  "url",
  "util",
  "util/types",
]);

/** Functions of `process` that reach other processes, or modules of Node.js without an import. */
const REACHING = ["kill", "getBuiltinModule", "binding", "_linkedBinding", "dlopen", "execve"];

/** Globals that reach the network. */
const NETWORK = ["fetch", "WebSocket", "EventSource"];

let isConfined = false;

/**
 * Confines this process from now on: strategies import no module of Node.js that reaches out, signal no process, ask no
 * network, and replace no global. Files and child processes are refused by the permissions, and changes of built-in
 * objects by the frozen intrinsics, that the process was started with. Idempotent.
 */
export function confineProcess(): void {
  if (isConfined) return;
  isConfined = true;
  for (const name of REACHING) refuse(process, name, `process.${name}`);
  for (const name of NETWORK) refuse(globalThis, name, name);
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    const isIntrinsic = /^[A-Z]/u.test(name) && "value" in property && property.configurable;
    if (!isIntrinsic) continue;
    Object.defineProperty(globalThis, name, { writable: false, configurable: false });
  }
}

/**
 * Refuses what a strategy imports in a confined process.
 *
 * @throws EngineError STRATEGY_INVALID for a module of Node.js that does more than compute
 */
export function checkImport(specifier: string): void {
  if (!isConfined || !isBuiltin(specifier)) return;
  const name = specifier.replace(/^node:/u, "");
  if (COMPUTING.has(name)) return;
  throw refusal(`import of node:${name}`);
}

function refuse(owner: object, name: string, shown: string): void {
  if (!(name in owner)) return;
  const value = (): never => {
    throw refusal(shown);
  };
  Object.defineProperty(owner, name, { value, writable: false, configurable: false });
}

function refusal(what: string): EngineError {
  return new EngineError(
    "STRATEGY_INVALID",
    `${what} is refused: a strategy on a server computes from its candles and parameters, and reaches no files, network or processes.`,
  );
}
