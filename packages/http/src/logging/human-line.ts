/** Log lines for people at a terminal: time, level, message, then the fields. */

import { escapeControls } from "./escape-controls.ts";

/** Members that {@link humanLine} reads by name; pino writes the first four into every line. */
interface LogLine extends Readonly<Record<string, unknown>> {
  readonly time: string;
  readonly level: string;
  readonly name: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
}

/** Fields that every line of one process shares, or that stand at the front already. */
const SHOWN_ELSEWHERE = new Set(["level", "time", "pid", "hostname", "name", "msg", "err"]);

/** Colours by level as the numbers of ECMA-48 (SGR); other levels have none. */
const COLOURS: Readonly<Record<string, number>> = {
  trace: 90,
  debug: 90,
  info: 32,
  warn: 33,
  warning: 33,
  error: 31,
  fatal: 31,
};
const DIM = 2;

/**
 * Turns a JSON log line into one for people; the stack of an error follows on lines of its own. With `isColoured` time,
 * name and the names of fields are dim, and the level has a colour.
 */
export function humanLine(json: string, isColoured = false): string {
  const paint = isColoured ? coloured : plain;
  const line = JSON.parse(json) as LogLine;
  const { time, level, name, msg = "", err } = line;
  const fields = Object.entries(line)
    .filter(([field, value]) => !SHOWN_ELSEWHERE.has(field) && value !== null)
    .map(([field, value]) => `${paint(`${escapeControls(field)}=`, DIM)}${fieldText(value)}`);
  const words = [
    paint(time.slice(11, 19), DIM),
    paint(level.toUpperCase().padEnd(5), COLOURS[level.toLowerCase()]),
    paint(name, DIM),
    escapeControls(msg),
    ...fields,
  ];
  const stack = err?.stack ?? err?.message;
  const rest = stack === undefined ? [] : stack.split("\n").map((text) => `    ${text.trim()}`);
  return [words.join(" "), ...rest.map(escapeControls)].map((text) => `${text}\n`).join("");
}

function fieldText(value: unknown): string {
  const isPlain = typeof value === "string" && /^[^\s"=]+$/.test(value);
  return escapeControls(isPlain ? value : JSON.stringify(value));
}

const plain = (text: string): string => text;

function coloured(text: string, code: number | undefined): string {
  return code === undefined ? text : `\u001b[${code}m${text}\u001b[0m`;
}
