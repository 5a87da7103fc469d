/** Tables as CSV (RFC 4180): a header, CRLF, quotes where a cell needs them. */

import type { ArgumentRule } from "@bourse/kernel";

import { onlyIf } from "../require-arguments.ts";

/** One cell; null and undefined are empty. */
export type Cell = string | number | boolean | null | undefined;

/** First characters of a text that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/** Writes a header and the rows. A text that a spreadsheet would take for a formula gets a leading apostrophe. */
export function csvOf(columns: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [columns.map(textCell).join(",")];
  for (const row of rows) lines.push(row.map(cellText).join(","));
  lines.push("");
  return lines.join("\r\n");
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? textCell(cell) : String(cell);
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A time in milliseconds UTC as ISO 8601. */
export function timeCell(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Tells whether a number is a time in milliseconds that a date can have. */
export function isTime(milliseconds: unknown): boolean {
  return typeof milliseconds === "number" && Math.abs(milliseconds) <= 8.64e15;
}

/** Accepts such a time. */
export const anyTime: ArgumentRule = onlyIf("a time in milliseconds", isTime);

/** A name of the library as the wire spells it. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
