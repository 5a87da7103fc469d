import { EngineError } from "../errors.ts";
import type { CandleCells } from "./candle-columns.ts";
import { quoted } from "./candle-faults.ts";

/** Meaning of each field of a row: the cell it fills, or undefined for a column that is not ours. */
export type CsvFields = readonly (keyof CandleCells | undefined)[];

/** Names of each column in lower case, the best first: those of exchanges' dumps, Yahoo and TradingView among them. */
const NAMES: Readonly<Record<keyof CandleCells, readonly string[]>> = {
  time: ["timestamp", "open time", "open_time", "opentime", "unix", "time", "datetime", "date"],
  open: ["open"],
  high: ["high"],
  low: ["low"],
  close: ["close"],
  volume: ["volume"],
  turnover: ["turnover", "quote asset volume", "quote_asset_volume", "quote_volume"],
};
const OPTIONAL: readonly (keyof CandleCells)[] = ["volume", "turnover"];

/** Columns of a dump without a header: Binance's twelve, or the six of a candle. */
const BARE: CsvFields = ["time", "open", "high", "low", "close", "volume"];
const BARE_KLINES: CsvFields = [
  ...BARE,
  undefined,
  "turnover",
  undefined,
  undefined,
  undefined,
  undefined,
];

/** The columns of a file whose first record holds numbers instead of names; undefined for a header. */
export function bareFields(record: readonly string[]): CsvFields | undefined {
  const isNumeric = record.every((text) => text.trim() !== "" && Number.isFinite(Number(text)));
  if (!isNumeric) return undefined;
  return [BARE, BARE_KLINES].find((fields) => fields.length === record.length);
}

/** The character between the fields: of comma, semicolon and tab the one that the header has most often. */
export function delimiterOf(header: string): string {
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

/** The name in a header of the column that fills `cell`. */
export function columnOf(cell: keyof CandleCells): string {
  return cell === "time" ? "timestamp" : cell;
}

/**
 * The meaning of each column by its name, in any order and letter case. Of several columns that could be the same cell
 * the best named one counts; others are skipped.
 *
 * @throws EngineError CANDLES_INVALID when a column is missing or stands twice
 */
export function readCsvHeader(names: readonly string[]): CsvFields {
  const words = names.map((name) => name.trim().toLowerCase());
  const cells = Object.keys(NAMES) as (keyof CandleCells)[];
  const fields: (keyof CandleCells | undefined)[] = words.map(() => undefined);
  for (const cell of cells) {
    const name = NAMES[cell].find((known) => words.includes(known));
    if (name === undefined) continue;
    if (words.indexOf(name) !== words.lastIndexOf(name)) {
      refuse(`names the column ${name} twice`);
    }
    fields[words.indexOf(name)] = cell;
  }
  const missing = cells.filter((cell) => !OPTIONAL.includes(cell) && !fields.includes(cell));
  if (missing.length > 0) {
    refuse(`has no column ${missing.map(columnOf).join(", ")}; found ${quoted(names.join(","))}`);
  }
  return fields;
}

function refuse(problem: string): never {
  throw new EngineError(
    "CANDLES_INVALID",
    `Expected a header such as "timestamp,open,high,low,close,volume" (between commas, semicolons or tabs) as row 1 ` +
      `of the candle file, but row 1 ${problem}.`,
    { details: { count: 1, rows: [{ row: 1, problem }] } },
  );
}
