// Array reads below are within the rows' bounds, so `!` only tells the checker what the loop bounds say.

/** Candles from JSON: named records, or the arrays that exchanges send. */

import { booleanOption, integerOption, optional } from "@bourse/kernel";

import { onlyIf, requireArguments, unchecked } from "../require-arguments.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { CandleColumns, type CandleCells } from "./candle-columns.ts";
import { CandleFaults, quoted } from "./candle-faults.ts";
import { reportGaps } from "./candle-gaps.ts";
import { checkRows } from "./check-rows.ts";
import { columnOf } from "./csv-header.ts";
import type { Interval } from "./interval.ts";
import { parseDecimalText } from "./parse-decimal.ts";
import { isTimestamp, parseTimestamp, TIMESTAMP_EXPECTED } from "./parse-timestamp.ts";
import type { CandleReading } from "./read-candles-csv.ts";
import { RowZones } from "./row-zones.ts";
import { numericTimeFault, statedTimeFault } from "./timestamp-unit.ts";

/** One candle as JSON. Numbers may be decimal text. */
export interface CandleRow {
  /**
   * Open time: milliseconds since 1970 (UTC), from 1980 to 2099; or ISO 8601, by whose own date daily candles are
   * filed, and which is a local time of the option `timeZone` where it states no offset.
   */
  readonly timestamp: number | string;
  /** Price of the first trade, in quote units. */
  readonly open: number | string;
  /** Highest price, in quote units. */
  readonly high: number | string;
  /** Lowest price, in quote units. */
  readonly low: number | string;
  /** Price of the last trade, in quote units. */
  readonly close: number | string;
  /** Traded volume in base units. */
  readonly volume: number | string;
  /** Traded value in quote units. Default: none. */
  readonly turnover?: number | string;
}

/** Options of {@link candlesFromRows}. */
export interface RowOptions {
  /** Candle length, for the report of gaps. Default: as detected. */
  readonly interval?: Interval;
  /**
   * IANA time zone of ISO times without an offset, read as by `parseCandlesCsv`. Default: they are UTC.
   */
  readonly timeZone?: string;
  /** True: prices may be 0 and below, as those of spreads and rates. Default false. */
  readonly allowNegativePrices?: boolean;
}

/** Options of {@link candlesFromKlines}. */
export interface KlineOptions extends RowOptions {
  /** Index of the turnover in each row: 6 for Bybit, 7 for Binance. Default: no turnover is read. */
  readonly turnoverColumn?: number;
}

/**
 * Reads candles from records, oldest first. Turnover is read when the first record has it.
 *
 * @throws EngineError CANDLES_INVALID, rows counted from 1, as {@link parseCandlesCsv}; OPTIONS_INVALID
 */
export function candlesFromRows(
  rows: readonly CandleRow[],
  options: RowOptions = {},
): CandleReading {
  requireArguments("candlesFromRows", { rows }, ROWS);
  const told = resolveEngineOptions<RowOptions>("candlesFromRows", options, ROW_OPTIONS);
  const first = rows[0] as Partial<CandleRow> | null | undefined;
  const turnover = first?.turnover !== undefined;
  const names = CELLS.map(columnOf) as (keyof CandleRow)[];
  const cellAt = (row: number, column: number): unknown =>
    (rows[row] as Partial<CandleRow> | null)?.[names[column]!];
  return collect(rows.length, turnover, cellAt, told);
}

/**
 * Reads candles from kline arrays `[time, open, high, low, close, volume, …]` of numbers or decimal text, as Bybit and
 * Binance send them. Rows that come newest first are reversed.
 *
 * @throws EngineError CANDLES_INVALID, rows counted from 1 in the order given, as {@link parseCandlesCsv};
 * OPTIONS_INVALID
 */
export function candlesFromKlines(
  rows: readonly (readonly (number | string)[])[],
  options: KlineOptions = {},
): CandleReading {
  requireArguments("candlesFromKlines", { rows }, ROWS);
  const told = resolveEngineOptions<KlineOptions>("candlesFromKlines", options, KLINE_OPTIONS);
  const { turnoverColumn } = told;
  const positions = [0, 1, 2, 3, 4, 5, turnoverColumn ?? 6];
  const isDescending = rows.length > 1 && timeIn(rows[0]) > timeIn(rows.at(-1));
  const ordered = isDescending ? rows.toReversed() : rows;
  const cellAt = (row: number, column: number): unknown => ordered[row]?.[positions[column]!];
  const rowNumber = (row: number): number => (isDescending ? rows.length - row : row + 1);
  return collect(rows.length, turnoverColumn !== undefined, cellAt, told, rowNumber);
}

const ROWS = { rows: onlyIf("a list", Array.isArray) };
const ROW_OPTIONS = {
  interval: unchecked<Interval>(),
  timeZone: unchecked<string>(),
  allowNegativePrices: optional(booleanOption()),
};
const KLINE_OPTIONS = { ...ROW_OPTIONS, turnoverColumn: optional(integerOption({ min: 0 })) };

/** The time of a row; NaN where something else stands there, which is refused later. */
function timeIn(row: readonly unknown[] | undefined): number {
  const cell = row?.[0];
  return typeof cell === "number" || typeof cell === "string" ? Number(cell) : NaN;
}

const CELLS = ["time", "open", "high", "low", "close", "volume", "turnover"] as const;

function collect(
  length: number,
  turnover: boolean,
  cellAt: (row: number, column: number) => unknown,
  options: RowOptions,
  rowNumber: (row: number) => number = (row) => row + 1,
): CandleReading {
  const columns = new CandleColumns(length, turnover);
  const faults = new CandleFaults();
  const unreadable = new Set<number>();
  const zones = new RowZones(options);
  const width = turnover ? 7 : 6;
  const cells: CandleCells = {
    time: 0,
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    volume: 0,
    turnover: 0,
  };
  for (let row = 0; row < length; row++) {
    for (let column = 0; column < width; column++) {
      const cell = CELLS[column]!;
      const found = cellAt(row, column);
      const value = cell === "time" ? timeOf(found) : numberOf(found);
      cells[cell] = value;
      if (cell === "time" && isDateTime(found)) zones.take(row, found);
      if (value === value) continue;
      unreadable.add(row);
      nameFault(rowNumber(row), cell, found, faults);
    }
    columns.push(cells);
  }
  const candles = columns.finish();
  zones.settle(candles.time, {
    areNumbersLocal: false,
    order: "oldest_first",
    rowOf: rowNumber,
    faults,
    unreadable,
  });
  zones.fileDates(candles.time, (row) => row);
  checkRows(candles, faults, rowNumber, unreadable, options.allowNegativePrices);
  faults.throwIfAny(length);
  const timeZone = zones.nameOf(length, (row) => row);
  return { candles, timeZone, ...reportGaps(candles, options.interval) };
}

function timeOf(found: unknown): number {
  const time = typeof found === "string" ? parseTimestamp(found) : found;
  return typeof time === "number" && timeFault(found, time) === undefined ? time : NaN;
}

/** The fault of a time that was read from a cell; digits are numbers, whether in quotes or not. */
function timeFault(found: unknown, time: number): string | undefined {
  return isDateTime(found) ? statedTimeFault(time) : numericTimeFault(time);
}

function isDateTime(found: unknown): found is string {
  return typeof found === "string" && !/^\d+$/u.test(found);
}

function numberOf(found: unknown): number {
  if (typeof found === "string") return parseDecimalText(found);
  return typeof found === "number" ? found : NaN;
}

function nameFault(
  row: number,
  cell: keyof CandleCells,
  found: unknown,
  faults: CandleFaults,
): void {
  const column = columnOf(cell);
  const expected = cell === "time" ? TIMESTAMP_EXPECTED : "a decimal number";
  const text = spelled(found);
  const time = typeof found === "string" ? parseTimestamp(found) : found;
  const implausible =
    cell === "time" && typeof time === "number" && isTimestamp(time)
      ? timeFault(found, time)
      : undefined;
  faults.add({
    row,
    column,
    text: text.slice(0, 64),
    problem: `${column} ${quoted(text)} ${implausible ?? `is not ${expected}`}`,
  });
}

function spelled(found: unknown): string {
  if (typeof found === "string") return found;
  return typeof found === "object" && found !== null ? "an object" : String(found);
}
