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

/** Columns of a terminal that every line of a long field keeps to, where its members do. */
const WIDTH = 80;
const INDENT = "    ";

/**
 * Turns a JSON log line into one for people; the members of a field that is too long for it, such as a configuration,
 * and the stack of an error follow on lines of their own. With `isColoured` time, name and the names of fields are dim,
 * and the level has a colour.
 */
export function humanLine(json: string, isColoured = false): string {
  const paint = isColoured ? coloured : plain;
  const line = JSON.parse(json) as LogLine;
  const { time, level, name, msg = "", err } = line;
  const all = Object.entries(line).filter(
    ([field, value]) => !SHOWN_ELSEWHERE.has(field) && value !== null,
  );
  const named = ([field, value]: readonly [string, unknown]): Shown => {
    const label = `${escapeControls(field)}=`;
    const text = fieldText(value);
    return { text: paint(label, DIM) + text, width: label.length + text.length };
  };
  const long = all.filter(([, value]) => isLong(value));
  const fields = all.filter(([, value]) => !isLong(value)).map((field) => named(field).text);
  const below = long.flatMap(([field, value]) => [
    `${INDENT}${paint(`${escapeControls(field)}:`, DIM)}`,
    ...wrapped(Object.entries(value as object).map(named)),
  ]);
  const words = [
    paint(time.slice(11, 19), DIM),
    paint(level.toUpperCase().padEnd(5), COLOURS[level.toLowerCase()]),
    paint(name, DIM),
    escapeControls(msg),
    ...fields,
  ];
  const stack = err?.stack ?? err?.message;
  const rest = stack === undefined ? [] : stack.split("\n").map((text) => `    ${text.trim()}`);
  return [words.join(" "), ...below, ...rest.map(escapeControls)]
    .map((text) => `${text}\n`)
    .join("");
}

/** A member as it is shown, and the columns that it takes up: colours take none. */
interface Shown {
  readonly text: string;
  readonly width: number;
}

function isLong(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return JSON.stringify(value).length > WIDTH;
}

/** Members in their order, as many on a line as it has room for. */
function wrapped(members: readonly Shown[]): string[] {
  const lines: string[] = [];
  let room = 0;
  for (const { text, width } of members) {
    if (lines.length > 0 && width + 2 <= room) {
      lines[lines.length - 1] += `  ${text}`;
      room -= width + 2;
    } else {
      lines.push(INDENT + INDENT + text);
      room = WIDTH - 2 * INDENT.length - width;
    }
  }
  return lines;
}

function fieldText(value: unknown): string {
  const isPlain = typeof value === "string" && /^[^\s"=]+$/.test(value);
  return escapeControls(isPlain ? value : JSON.stringify(value));
}

const plain = (text: string): string => text;

function coloured(text: string, code: number | undefined): string {
  return code === undefined ? text : `\u001b[${code}m${text}\u001b[0m`;
}
