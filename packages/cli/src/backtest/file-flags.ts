/** The format of a candle file on the command line. */

import type { CandleFileFormat, CandleFileOptions } from "@bourse/backtest-engine/data";

import { type Flags, textFlag, UsageError } from "../command/command.ts";
import { wholeFlag } from "./flag-values.ts";

/**
 * The format that the flags tell; the engine checks its words.
 *
 * @throws UsageError
 */
export function fileOptions(flags: Flags): CandleFileOptions {
  const given = {
    dialect: textFlag(flags, "dialect"),
    delimiter: textFlag(flags, "delimiter"),
    decimal: textFlag(flags, "decimal"),
    columns: columnsOf(textFlag(flags, "columns")),
    timestampUnit: textFlag(flags, "unit"),
    dateOrder: textFlag(flags, "date-order"),
    utcOffsetMinutes: wholeFlag(flags, "utc-offset", [-840, 840]),
    timeZone: textFlag(flags, "time-zone"),
    order: textFlag(flags, "order")?.replace("-", "_"),
    adjusted: flags["adjusted"] === true ? true : undefined,
    gaps: textFlag(flags, "gaps"),
    badRows: textFlag(flags, "bad-rows"),
    duplicates: textFlag(flags, "duplicates"),
    allowNegativePrices: allowsNegative(flags) ? true : undefined,
    skipRows: wholeFlag(flags, "skip-rows", [0, 10_000]),
    encoding: textFlag(flags, "encoding"),
    symbol: textFlag(flags, "symbol"),
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as CandleFileOptions;
}

/** True with `--allow-negative-prices`, which a run and a candle file take alike. */
export function allowsNegative(flags: Flags): boolean {
  return flags["allow-negative-prices"] === true;
}

/** Columns by name or number: `--columns time=When,open=2`. */
function columnsOf(text: string | undefined): CandleFileOptions["columns"] {
  if (text === undefined) return undefined;
  const pairs = text.split(",").map((pair) => {
    const [field = "", column = "", ...more] = pair.split("=");
    if (field === "" || column === "" || more.length > 0) {
      throw new UsageError(
        `--columns takes field=column pairs such as time=When,open=2, found ${JSON.stringify(pair)}.`,
      );
    }
    const name = field.replaceAll(/[_-]([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    return [name, /^\d+$/u.test(column) ? Number(column) : column];
  });
  return Object.fromEntries(pairs) as CandleFileOptions["columns"];
}

/** The format of a file that was read, in lines for people. */
export function describeFormat(format: CandleFileFormat): readonly string[] {
  const { dialect, columns, order, assumptions } = format;
  const text =
    "delimiter" in format
      ? `, between ${WORDS[format.delimiter]}, decimal ${format.decimal}${format.dateOrder === null ? "" : `, dates ${format.dateOrder}`}`
      : "";
  const fields = Object.entries(columns).map(([field, name]) => `${field}=${name}`);
  return [
    `Read as ${dialect}${text}, ${order === "newest_first" ? "newest" : "oldest"} first; columns ${fields.join(", ")}`,
    ...assumptions.map((sentence) => `note: ${sentence}`),
  ];
}

const WORDS = { comma: "commas", semicolon: "semicolons", tab: "tabs" } as const;
