/** Log lines for people at a terminal: time, level, message, then the fields. */

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

/** Turns a JSON log line into one for people; the stack of an error follows on lines of its own. */
export function humanLine(json: string): string {
  const line = JSON.parse(json) as LogLine;
  const { time, level, name, msg = "", err } = line;
  const fields = Object.entries(line)
    .filter(([field, value]) => !SHOWN_ELSEWHERE.has(field) && value !== null)
    .map(([field, value]) => `${field}=${fieldText(value)}`);
  const words = [time.slice(11, 19), level.toUpperCase().padEnd(5), name, msg, ...fields];
  const stack = err?.stack ?? err?.message;
  return [words.join(" "), ...(stack === undefined ? [] : indented(stack))]
    .map((text) => `${printable(text)}\n`)
    .join("");
}

function fieldText(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `    ${line.trim()}`);
}

/** Removes control characters: what a caller sent must not move the cursor of the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "\u{fffd}");
}
