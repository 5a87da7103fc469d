import { EngineError } from "../errors.ts";
import type { CandleCells } from "./candle-columns.ts";
import { quoted } from "./candle-faults.ts";

/** What each field of a row is: the cell it fills, or undefined for a column that is not ours. */
export type CsvFields = readonly (keyof CandleCells | undefined)[];

const CELLS: Readonly<Record<string, keyof CandleCells>> = {
  timestamp: "time",
  open: "open",
  high: "high",
  low: "low",
  close: "close",
  volume: "volume",
  turnover: "turnover",
};

/** The name in a header of the column that fills `cell`. */
export function columnOf(cell: keyof CandleCells): string {
  return cell === "time" ? "timestamp" : cell;
}

/**
 * The meaning of each column by its name, in any order and letter case; others are skipped.
 *
 * @throws EngineError CANDLES_INVALID when a column is missing or stands twice
 */
export function readCsvHeader(names: readonly string[]): CsvFields {
  const fields = names.map((name) => {
    const word = name.trim().toLowerCase();
    return Object.hasOwn(CELLS, word) ? CELLS[word] : undefined;
  });
  const required = Object.keys(CELLS).filter((name) => name !== "turnover");
  const missing = required.filter((name) => !fields.includes(CELLS[name]));
  if (missing.length > 0) {
    refuse(`has no column ${missing.join(", ")}; found ${quoted(names.join(","))}`);
  }
  const twice = fields.find((cell, i) => cell !== undefined && fields.indexOf(cell) !== i);
  if (twice !== undefined) refuse(`names the column ${columnOf(twice)} twice`);
  return fields;
}

function refuse(problem: string): never {
  throw new EngineError(
    "CANDLES_INVALID",
    `Expected the header "timestamp,open,high,low,close,volume" (turnover may follow) as row 1 of the ` +
      `candle file, but row 1 ${problem}.`,
    { details: { count: 1, rows: [{ row: 1, problem }] } },
  );
}
