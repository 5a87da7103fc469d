/** The format of candle files in the wire's spelling. */

import type {
  CandleField,
  CandleFileFormat,
  CandleFileOptions,
} from "@bourse/backtest-engine/data";
import type { FileQuery, ImportFormat } from "@bourse/contract/backtest";

/** The options of a file that a query tells. */
export function fileOptionsOf(query: FileQuery): CandleFileOptions {
  const { dialect, delimiter, decimal, order, adjusted, gaps, columns } = query;
  const given = {
    dialect,
    delimiter,
    decimal,
    order,
    adjusted,
    gaps,
    columns: columns === undefined ? undefined : columnsOf(columns),
    timestampUnit: query.timestamp_unit,
    dateOrder: query.date_order,
    utcOffsetMinutes: query.utc_offset_minutes,
    timeZone: query.time_zone,
    badRows: query.bad_rows,
    duplicates: query.duplicates,
    allowNegativePrices: query.allow_negative_prices,
    skipRows: query.skip_rows,
    encoding: query.encoding,
    symbol: query.symbol,
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as CandleFileOptions;
}

/** Columns as `time=When,open=2`: digits are a number from 1, anything else is a name. */
function columnsOf(text: string): NonNullable<CandleFileOptions["columns"]> {
  const pairs = text.split(",").map((pair) => {
    const [field = "", column = ""] = pair.split("=");
    return [FIELDS[field] ?? field, /^\d+$/u.test(column) ? Number(column) : column];
  });
  return Object.fromEntries(pairs) as NonNullable<CandleFileOptions["columns"]>;
}

/** The format that a file was read in. */
export function wireFormat(format: CandleFileFormat): ImportFormat {
  const { dialect, order, assumptions } = format;
  const isText = "delimiter" in format;
  return {
    dialect,
    delimiter: isText ? format.delimiter : null,
    decimal: isText ? format.decimal : null,
    columns: Object.fromEntries(
      Object.entries(format.columns).map(([field, name]) => [WORDS[field] ?? field, name]),
    ),
    order,
    date_order: isText ? format.dateOrder : null,
    assumptions: [...assumptions],
  };
}

const FIELDS: Readonly<Record<string, CandleField>> = {
  time_of_day: "timeOfDay",
  adjusted_close: "adjustedClose",
};
const WORDS: Readonly<Record<string, string>> = {
  timeOfDay: "time_of_day",
  adjustedClose: "adjusted_close",
};
