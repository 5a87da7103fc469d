// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

/** Candles from the columns of a table, such as a Parquet or an Arrow file. */

import { openTimeZone, type TimeZone } from "@bourse/indicators/calendar";
import { anyFunction, anyText, listOf, objectOf, wholeNumber } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { oneOf, onlyIf, requireArguments } from "../require-arguments.ts";
import { CandleFaults } from "./candle-faults.ts";
import type { CandleFileOptions, ColumnarFormat } from "./candle-file.ts";
import type { CandleField, DateOrder } from "./candle-format.ts";
import type { Candles } from "./candles.ts";
import { checkRows } from "./check-rows.ts";
import { checkCsvFormatOptions } from "./csv-format.ts";
import { columnOf, readCsvHeader, symbolColumnOf } from "./csv-header.ts";
import { gapResultOf } from "./fill-gaps.ts";
import type { Interval } from "./interval.ts";
import { checkKept, leftOutSentences, type LeftOutRows } from "./left-out-rows.ts";
import { parseDateText, refuseUndecided, settleDates } from "./parse-date-text.ts";
import type { CandleReading } from "./read-candles-csv.ts";
import { adjustPrices, isNewestFirst, reverseRows } from "./row-order.ts";
import { isMonotone, keepRows, pickRows } from "./row-policy.ts";
import { RowZones } from "./row-zones.ts";
import { SymbolRows } from "./symbol-rows.ts";
import {
  areSettledMilliseconds,
  settleTimes,
  statedTimeFault,
  type TimestampUnit,
} from "./timestamp-unit.ts";

/** Values of one column of a table. */
export interface TableColumn {
  /** Numbers, NaN for null; or texts of a time, null for none. */
  readonly values: Float64Array | readonly (string | null)[];
  /** Unit that the table states for a time, whose numbers are milliseconds UTC then. Default: a plain number. */
  readonly unit?: TimestampUnit;
  /** True for a time that the table states to have no zone. Default false. */
  readonly lacksZone?: boolean;
  /** Zone that the table states for a time, such as `Europe/Berlin` or `+01:00`. Default: UTC. */
  readonly zone?: string;
  /** True for numbers of 32-bit floats. Default false. */
  readonly isSingle?: boolean;
}

/** A table whose columns are read when they are needed. */
export interface CandleTable {
  /** Kind of the file. */
  readonly dialect: ColumnarFormat["dialect"];
  /** Names of its columns. */
  readonly names: readonly string[];
  /** Number of rows. */
  readonly length: number;
  /** Reads the named columns. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, TableColumn>>;
}

/** Options of {@link candlesFromTable}. */
export interface TableOptions extends CandleFileOptions {
  /** Candle length, for the report of gaps. Default: as detected. */
  readonly interval?: Interval;
}

/** Candles from a table, with the format that they were read in. */
export interface TableReading extends CandleReading, LeftOutRows {
  /** Format of the table: its kind, columns, unit of times and order, and what was assumed. */
  readonly format: ColumnarFormat;
  /** Unit that the times were in. */
  readonly timestampUnit: TimestampUnit;
  /** False when the table has no column of volumes: all are 0 then. */
  readonly hasVolume: boolean;
  /** Number of candles that were inserted into gaps; 0 unless the policy for gaps is `fill`. */
  readonly filled: number;
}

/**
 * Reads candles from a table. Its columns are found by their names as in CSV (`parseCandlesCsv`) or told; only they are
 * read. A null is a fault. What `validateCandles` refuses is refused here too.
 *
 * @throws EngineError CANDLES_INVALID, rows counted from 1; OPTIONS_INVALID for an option of text files
 */
export async function candlesFromTable(
  table: CandleTable,
  options: TableOptions = {},
): Promise<TableReading> {
  requireArguments("candlesFromTable", { table }, TABLE);
  checkOptions(options);
  const fields = readCsvHeader(table.names, options.columns);
  const picked = new Map<CandleField, string>();
  for (const [i, field] of fields.entries()) {
    if (field === undefined || (field === "adjustedClose" && options.adjusted !== true)) continue;
    picked.set(field, table.names[i]!);
  }
  if (options.adjusted === true && !picked.has("adjustedClose")) {
    throw refusal("The table has no column of adjusted closes, which were asked for.");
  }
  const columns = await table.read([...new Set(picked.values())]);
  requireArguments("candlesFromTable", { "table.read": columns }, READ);
  const columnAt = (field: CandleField): TableColumn => columns.get(picked.get(field)!)!;
  const told = columnAt("time");
  const zones = new RowZones(options, told.zone === undefined ? undefined : clockOf(told.zone));
  const faults = new CandleFaults();
  const unreadable = new Set<number>();
  const { length } = table;
  const raw: Candles = {
    length,
    time: rawTimes(told, zones),
    open: numbersOf("open"),
    high: numbersOf("high"),
    low: numbersOf("low"),
    close: numbersOf("close"),
    volume: picked.has("volume") ? numbersOf("volume") : new Float64Array(length),
    ...(picked.has("turnover") && { turnover: numbersOf("turnover") }),
  };
  const { unit, dateOrder } = settle(told, raw.time, options, faults, unreadable);
  if (options.adjusted === true) adjustAll(raw, numbersOf("adjustedClose"));
  const rowOfRaw = (index: number): number => index + 1;
  const symbols = await symbolsOf(table, options, raw.time);
  zones.settle(raw.time, {
    areNumbersLocal: told.unit === undefined ? unit === "iso" : told.lacksZone === true,
    order: options.order,
    rowOf: rowOfRaw,
    seriesOf: (index) => symbols.seriesOf(index),
    faults,
    unreadable,
  });
  const { picked: chosen, note } = symbols.pick(raw.time, options.symbol, rowOfRaw);
  const isSkipping = options.badRows === "skip";
  if (isSkipping) nameAllNulls(raw, faults, unreadable);
  const rows = { candles: raw, unreadable, faults, rowOf: rowOfRaw };
  const { kept, duplicates } = keepRows(rows, options, chosen);
  const candles = kept === undefined ? raw : pickRows(raw, kept);
  zones.fileDates(candles.time, (index) => kept?.[index] ?? index);
  const isReversed =
    options.order === undefined ? isNewestFirst(candles.time) : options.order === "newest_first";
  if (isReversed) reverseRows(candles);
  const placeOf = (index: number): number => {
    const place = isReversed ? candles.length - 1 - index : index;
    return kept?.[place] ?? place;
  };
  const rowOf = (index: number): number => rowOfRaw(placeOf(index));
  const broken = new CandleFaults();
  checkRows(candles, broken, rowOf, undefined, options.allowNegativePrices);
  // Nulls are told apart from wrong numbers only now: most tables have neither.
  if (broken.count > 0 && !isSkipping) nameAllNulls(candles, faults, unreadable, placeOf);
  const bad = new Set<number>();
  if (unreadable.size > 0) {
    for (let i = 0; i < candles.length; i++) if (unreadable.has(placeOf(i))) bad.add(i);
  }
  const skipped = checkKept({ candles, unreadable: bad, faults, rowOf }, options);
  const under = gapResultOf(candles, options.gaps, options.interval);
  return {
    candles: under.candles,
    timeZone: zones.nameOf(candles.length, (index) => kept?.[index] ?? index),
    filled: under.filled,
    timestampUnit: unit,
    hasVolume: picked.has("volume"),
    format: {
      dialect: table.dialect,
      columns: Object.fromEntries(picked),
      timestampUnit: unit,
      order: isReversed ? "newest_first" : "oldest_first",
      assumptions: [...assumptionsOf(), ...leftOutSentences(skipped, duplicates)],
    },
    skipped,
    duplicates: { count: duplicates },
    ...under.report,
  };

  function numbersOf(field: CandleField): Float64Array {
    const { values } = columnAt(field);
    if (!(values instanceof Float64Array)) {
      throw refusal(
        `The column ${JSON.stringify(picked.get(field))} must hold numbers; it holds texts.`,
      );
    }
    return values;
  }

  function assumptionsOf(): string[] {
    const made = [...(note === undefined ? [] : [note]), ...zones.notes(rowOfRaw)];
    const isTold = options.utcOffsetMinutes !== undefined || options.timeZone !== undefined;
    if (told.lacksZone === true && !isTold) {
      made.push("The times name no zone: they are taken as UTC.");
    }
    if (dateOrder !== null && options.dateOrder === undefined) {
      made.push(`The dates are read as ${dateOrder}, since some of them allow nothing else.`);
    }
    const single = [...picked].filter(([, name]) => columns.get(name)?.isSingle === true);
    if (single.length > 0) {
      made.push(`32-bit floats hold some 7 digits: ${single.map(([, name]) => name).join(", ")}.`);
    }
    if (!picked.has("volume")) made.push("The file has no volumes: all are 0.");
    if (fields.includes("adjustedClose") && options.adjusted !== true) {
      const name = table.names[fields.indexOf("adjustedClose")];
      made.push(`The column ${name} was not used: prices are as traded, not adjusted.`);
    }
    return made;
  }
}

const NUMBERS = ["open", "high", "low", "close", "volume", "turnover"] as const;

function nameAllNulls(
  candles: Candles,
  faults: CandleFaults,
  unreadable: Set<number>,
  placeOf?: (index: number) => number,
): void {
  for (const field of NUMBERS) {
    const values = candles[field];
    if (values !== undefined) nameNulls(field, values, faults, unreadable, placeOf);
  }
}

/** The symbols of a table's rows, read where they may matter. */
async function symbolsOf(
  table: CandleTable,
  { columns: told, symbol }: TableOptions,
  time: Float64Array,
): Promise<SymbolRows> {
  const symbols = new SymbolRows();
  const column = symbolColumnOf(table.names, readCsvHeader(table.names, told));
  const name = table.names[column];
  if (name === undefined || (symbol === undefined && isMonotone(time))) return symbols;
  const { values } = (await table.read([name])).get(name)!; // it was asked for
  if (values instanceof Float64Array) return symbols;
  for (const [i, text] of values.entries()) symbols.add(i, text?.trim() ?? "");
  return symbols;
}

/** Times as numbers, texts parsed; a table's own numbers are not copied. */
function rawTimes({ values }: TableColumn, zones: RowZones): Float64Array {
  if (values instanceof Float64Array) return values;
  return Float64Array.from(values, (text, index) => {
    const time = text === null ? NaN : parseDateText(text.trim(), zones.told);
    if (text !== null && !Number.isNaN(time)) zones.take(index, text);
    return time;
  });
}

/** Turns the times of a column into milliseconds UTC in place. */
function settle(
  column: TableColumn,
  time: Float64Array,
  options: TableOptions,
  faults: CandleFaults,
  unreadable: Set<number>,
): { readonly unit: TimestampUnit; readonly dateOrder: DateOrder | null } {
  const { values, unit, lacksZone } = column;
  const offset = options.utcOffsetMinutes ?? 0;
  if (unit !== undefined) {
    if (lacksZone === true && offset !== 0) {
      for (let i = 0; i < time.length; i++) time[i]! -= offset * 60_000;
    }
    nameNulls("time", time, faults, unreadable);
    nameImplausible(time, faults, unreadable);
    return { unit, dateOrder: null };
  }
  const isText = !(values instanceof Float64Array);
  if (!isText && areSettledMilliseconds(time, options.timestampUnit)) {
    return { unit: "ms", dateOrder: null };
  }
  const dateOrder = isText ? settleDates(time, options.dateOrder) : null;
  if (typeof dateOrder === "object" && dateOrder !== null) {
    refuseUndecided(dateOrder, dateOrder.index + 1, faults, time.length);
  }
  nameNulls("time", time, faults, unreadable);
  const found = settleTimes(time, (i) => i + 1, faults, unreadable, {
    ...(options.timestampUnit !== undefined && { told: options.timestampUnit }),
    isLenient: options.badRows === "skip",
    utcOffsetMinutes: offset,
  });
  return { unit: found, dateOrder: typeof dateOrder === "string" ? dateOrder : null };
}

/** Names the times that a table states and that are none of candles. */
function nameImplausible(time: Float64Array, faults: CandleFaults, unreadable: Set<number>): void {
  for (let i = 0; i < time.length; i++) {
    const value = time[i]!;
    const fault = statedTimeFault(value);
    if (fault === undefined || unreadable.has(i)) continue;
    unreadable.add(i);
    const problem = `timestamp ${value} ${fault}`;
    faults.add({ row: i + 1, column: "timestamp", text: String(value), problem });
  }
}

function clockOf(zone: string): TimeZone {
  try {
    return openTimeZone(zone);
  } catch {
    const name = JSON.stringify(zone.slice(0, 64));
    throw refusal(`The column of times states a zone, and the zone ${name} is not known.`);
  }
}

function nameNulls(
  field: CandleField,
  values: Float64Array,
  faults: CandleFaults,
  unreadable: Set<number>,
  placeOf: (index: number) => number = (index) => index,
): void {
  const column = columnOf(field);
  for (let i = 0; i < values.length; i++) {
    if (values[i] === values[i]) continue;
    const place = placeOf(i);
    unreadable.add(place);
    faults.add({ row: place + 1, column, problem: `${column} is null or not a number` });
  }
}

function adjustAll(candles: Candles, adjusted: Float64Array): void {
  const { open, high, low, close } = candles;
  for (let i = 0; i < candles.length; i++) {
    const cells = {
      time: 0,
      open: open[i]!,
      high: high[i]!,
      low: low[i]!,
      close: close[i]!,
      volume: 0,
      turnover: 0,
    };
    adjustPrices(cells, adjusted[i]!);
    open[i] = cells.open;
    high[i] = cells.high;
    low[i] = cells.low;
    close[i] = cells.close;
  }
}

const TABLE = {
  table: objectOf({
    dialect: oneOf(["parquet", "arrow"]),
    names: listOf(anyText),
    length: wholeNumber({ min: 0 }),
    read: anyFunction,
  }),
};

const READ = {
  "table.read": onlyIf("a function that answers a Map", (value) => value instanceof Map),
};

function checkOptions(options: TableOptions): void {
  checkCsvFormatOptions(options);
  for (const option of ["dialect", "delimiter", "decimal", "skipRows", "encoding"] as const) {
    if (options[option] === undefined) continue;
    throw new EngineError(
      "OPTIONS_INVALID",
      `Reading candles: option "${option}" is for text files; leave it out for Parquet and Arrow.`,
      { details: { option } },
    );
  }
}

function refusal(message: string): EngineError {
  return new EngineError("CANDLES_INVALID", message, { details: {} });
}
