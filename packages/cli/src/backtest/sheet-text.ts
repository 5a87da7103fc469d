/** The tear sheet of a run as text. */

import { percent, price } from "@bourse/kernel/figures";
import type { BenchmarkJoin, JobTearSheet } from "@bourse/trading-core";

import { snakeCase } from "./snake-case.ts";
import { textList, textTable } from "./text-table.ts";

/** A line for each figure, fractions plain, and the drawdowns as a table; nothing without a tear sheet. */
export function sheetText(
  sheet: JobTearSheet | undefined,
  join: BenchmarkJoin | undefined,
): readonly string[] {
  if (sheet === undefined) return [];
  const beside =
    join === undefined
      ? "without a benchmark"
      : `beside ${join.symbol}, joined by ${join.joinedBy.replace("_", " ")}: ${join.pairs} pairs`;
  const rows = Object.entries<number | null>(sheet.figures).map(
    ([name, value]) => [snakeCase(name).replaceAll("_", " "), price(value)] as const,
  );
  const figures = `Tear sheet of daily returns ${beside} (fractions are plain)\n${textList(rows)}`;
  if (sheet.drawdowns.length === 0) return [figures];
  const drawdowns = sheet.drawdowns.map(({ startTime, valleyTime, recoveredTime, depth, days }) => [
    day(startTime),
    day(valleyTime),
    recoveredTime === null ? "not yet" : day(recoveredTime),
    percent(depth),
    String(days),
  ]);
  const head = ["Below since", "Lowest", "Recovered", "Depth", "Days"];
  return [figures, `Deepest drawdowns\n${textTable(head, drawdowns)}`];
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
