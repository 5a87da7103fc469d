/**
 * Files of environment variables, as `--env-file` names them: one `NAME=value` a line, in the form that Docker Compose,
 * systemd and Node.js share.
 */

import { readFileSync } from "node:fs";

import { anyText, listOf, objectOf } from "@bourse/kernel";

import { HttpError } from "../errors.ts";

/** Arguments without `--env-file`, and the variables with those of the files. */
export interface EnvFileArguments {
  /** All other arguments in their order. */
  readonly args: readonly string[];
  /** The given variables; those that are not set come from the files, of which later ones win. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const FLAG = "--env-file";
const MAX_BYTES = 1_048_576;

/**
 * Takes each `--env-file PATH` and `--env-file=PATH` out of `args` and reads the files. A variable that is set already
 * keeps its value, an empty one too.
 *
 * @throws KernelError ARGUMENT_INVALID; HttpError ENV_FILE_INVALID for a file that cannot be read or a line of another
 * form; the message names file and line, never what stands there
 */
export function takeEnvFiles(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): EnvFileArguments {
  listOf(anyText)("args", args);
  objectOf({})("variables", variables);
  const rest: string[] = [];
  const fromFiles: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const isAlone = word === FLAG;
    if (!isAlone && !word.startsWith(`${FLAG}=`)) {
      rest.push(word);
      continue;
    }
    const path = isAlone ? (args[++at] ?? "") : word.slice(FLAG.length + 1);
    if (path === "") throw invalid(`${FLAG} needs the path of a file: ${FLAG} production.env`);
    Object.assign(fromFiles, readEnvFile(path));
  }
  const set = Object.entries(variables).filter(([, value]) => value !== undefined);
  return { args: rest, variables: { ...fromFiles, ...Object.fromEntries(set) } };
}

function readEnvFile(path: string): Readonly<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(`${FLAG} ${path}: ${reasonOf(code)}`, error);
  }
  if (text.length > MAX_BYTES) throw invalid(`${FLAG} ${path}: the file is larger than 1 MiB`);
  const values: Record<string, string> = {};
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const found = assignmentOf(line);
    if (typeof found === "string") {
      throw invalid(`${FLAG} ${path}, line ${index + 1}: ${found}`);
    }
    values[found.name] = found.value;
  }
  return values;
}

interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** The assignment of a line, or a sentence about its fault that repeats nothing of it: it may be a secret. */
function assignmentOf(line: string): Assignment | string {
  const [, name = "", rest = ""] =
    /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/s.exec(line) ?? [];
  if (name === "") return "expected NAME=value, a comment that begins with #, or an empty line";
  const value = valueOf(rest.trim());
  if (value === undefined) {
    return `the value of ${name} begins with a quote that does not end it; a value is one line`;
  }
  if (value.includes("\0")) return `the value of ${name} holds a null character`;
  return { name, value };
}

/** Undefined for a quote that is not closed, or is followed by more than a comment. */
function valueOf(text: string): string | undefined {
  const quote = /^["'`]/.exec(text)?.[0];
  if (quote === undefined) return text.replace(/(?:^|\s+)#.*$/, "").trimEnd();
  const [, inner, tail = ""] =
    new RegExp(`^${quote}([^${quote}]*)${quote}(.*)$`, "s").exec(text) ?? [];
  if (inner === undefined || !/^\s*(?:#.*)?$/.test(tail)) return undefined;
  return quote === '"' ? inner.replaceAll("\\n", "\n") : inner;
}

function reasonOf(code: string | undefined): string {
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "this user may not read the file";
  if (code === "EISDIR") return "this is a folder, and a file is needed";
  return `the file cannot be read (${code ?? "unknown error"})`;
}

function invalid(message: string, cause?: unknown): HttpError {
  return new HttpError("ENV_FILE_INVALID", `${message}.`, { cause });
}
