// Indices of drawdowns stay within the days, so `!` only satisfies the type checker.

/** The monthly returns and the drawdowns of a tear sheet as CSV. */

import {
  anyNumber,
  listOf,
  objectOf,
  trueOrFalse,
  wholeNumber,
  type ArgumentRule,
} from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { anyColumn, isColumn, onlyIf, requireArguments } from "../require-arguments.ts";
import { returnsByPeriod } from "../tear-sheet/periods.ts";
import type { TearSheet } from "../tear-sheet/tear-sheet.ts";
import { csvOf, isTime, timeCell } from "./csv-table.ts";

/**
 * Writes the return of each month of a tear sheet as CSV (RFC 4180): `month` such as `2024-01`, `return` as a fraction,
 * compounded from the days in the sheet's time zone.
 *
 * @throws EngineError OPTIONS_INVALID for a sheet without days
 */
export function writeMonthlyReturnsCsv(sheet: Pick<TearSheet, "time" | "returns">): string {
  requireArguments("writeMonthlyReturnsCsv", { sheet }, { sheet: RETURNS });
  const [days, changes] = [sheet.time.length, sheet.returns.length];
  if (days !== changes) {
    refuseLengths(
      "writeMonthlyReturnsCsv",
      `expected as many returns as days, found ${changes} and ${days}.`,
    );
  }
  const { time, returns } = returnsByPeriod(sheet.returns, sheet.time, "month");
  return csvOf(
    ["month", "return"],
    Array.from(time, (month, k) => [timeCell(month).slice(0, -17), returns[k]]),
  );
}

/**
 * Writes the drawdowns of a tear sheet as CSV (RFC 4180) in the order of time: `start`, the first day below the peak,
 * `valley`, the day of the lowest value, `recovered`, the day on which the peak was reached again, empty where it was
 * not; `depth` as a positive fraction of the peak, `days` below it. Days are midnights, ISO 8601.
 *
 * @throws EngineError OPTIONS_INVALID for a sheet without days or with drawdowns beyond them
 */
export function writeDrawdownsCsv(sheet: Pick<TearSheet, "time" | "drawdowns">): string {
  requireArguments("writeDrawdownsCsv", { sheet }, { sheet: DRAWDOWNS });
  const { time, drawdowns } = sheet;
  const isWithin = drawdowns.every(
    ({ startIndex, valleyIndex, endIndex, isRecovered }) =>
      Math.max(startIndex, valleyIndex, endIndex + Number(isRecovered)) < time.length,
  );
  if (!isWithin) {
    refuseLengths(
      "writeDrawdownsCsv",
      `expected drawdowns within the ${time.length} days, found one that goes beyond them.`,
    );
  }
  return csvOf(
    ["start", "valley", "recovered", "depth", "days"],
    drawdowns.map(({ startIndex, valleyIndex, endIndex, isRecovered, depth }) => [
      timeCell(time[startIndex]!),
      timeCell(time[valleyIndex]!),
      isRecovered ? timeCell(time[endIndex + 1]!) : null,
      depth,
      endIndex - startIndex + 1,
    ]),
  );
}

/** Accepts the days of a tear sheet. */
const anyDays: ArgumentRule = onlyIf(
  "a Float64Array of days in milliseconds UTC",
  (value) => isColumn(value) && value.every(isTime),
);

const RETURNS = objectOf({ time: anyDays, returns: anyColumn });

const index = wholeNumber({ min: 0 });
const DRAWDOWNS = objectOf({
  time: anyDays,
  drawdowns: listOf(
    objectOf({
      startIndex: index,
      valleyIndex: index,
      endIndex: index,
      isRecovered: trueOrFalse,
      depth: anyNumber,
    }),
  ),
});

/** @throws EngineError OPTIONS_INVALID */
function refuseLengths(caller: string, text: string): never {
  throw new EngineError("OPTIONS_INVALID", `${caller}: ${text}`, { details: { option: "sheet" } });
}
