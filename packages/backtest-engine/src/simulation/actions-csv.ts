/** Dividends and splits in CSV. */

import { anyText } from "@bourse/kernel";

import { parseDecimalText } from "../candles/parse-decimal.ts";
import { parseTimestamp } from "../candles/parse-timestamp.ts";
import { readDatedCsv, refusal } from "../candles/read-dated-csv.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Dividend, Dividends, Split, Splits } from "./corporate-actions.ts";

/** Dividends and splits of a file. */
export interface ActionReading {
  /** Dividends, by symbol where a column tells it. */
  readonly dividends: Dividends;
  /** Splits, likewise. */
  readonly splits: Splits;
}

/**
 * Reads dividends and splits from CSV with a header, as Yahoo and yfinance export them: `Date`, `Dividends`, `Stock
 * Splits`, one of the two or both. A split is `4:1`, `4/1` or `4`; cells that are empty or 0 are none. A date is taken
 * as the file has it, whatever the offset behind it, and begins at 0 o'clock UTC, as daily candles do. Rows may be
 * newest first. With a column of symbols the lists are by symbol.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}: a missing column, a cell that is no date or number, or
 * two rows of one date
 */
export function parseActionsCsv(text: string): ActionReading {
  requireArguments("parseActionsCsv", { text }, { text: anyText });
  const rows = readDatedCsv(text, WHAT, COLUMNS, dateOf);
  const lists = new Map<string, { dividends: Dividend[]; splits: Split[]; dates: Set<number> }>();
  for (const { row, time: timestamp, symbol = "", values } of rows) {
    const { dividends: amount = 0, splits: ratio = 0 } = values;
    const list = lists.get(symbol) ?? { dividends: [], splits: [], dates: new Set() };
    lists.set(symbol, list);
    if (amount > 0) list.dividends.push({ timestamp, amount });
    if (ratio > 0) list.splits.push({ timestamp, ratio });
    if (list.dates.has(timestamp)) throw refusal(WHAT, row, "has the date of another row");
    if (amount > 0 || ratio > 0) list.dates.add(timestamp);
  }
  const byTime = (one: Dividend | Split, other: Dividend | Split): number =>
    one.timestamp - other.timestamp;
  for (const { dividends, splits } of lists.values()) {
    dividends.sort(byTime);
    splits.sort(byTime);
  }
  if (rows.every(({ symbol }) => symbol === undefined)) {
    const { dividends = [], splits = [] } = lists.get("") ?? {};
    return { dividends, splits };
  }
  return {
    dividends: Object.fromEntries([...lists].map(([symbol, list]) => [symbol, list.dividends])),
    splits: Object.fromEntries([...lists].map(([symbol, list]) => [symbol, list.splits])),
  };
}

const WHAT = "Dividends and splits";

const COLUMNS = {
  dividends: {
    words: ["dividends", "dividend", "amount", "cashdividend"],
    expected: "a dividend per share of at least 0",
    parse: (text: string) => {
      const amount = parseDecimalText(text);
      return amount >= 0 ? amount : NaN;
    },
  },
  splits: {
    words: ["stocksplits", "splits", "split", "ratio", "splitratio"],
    expected: "a split such as 4:1 or 4",
    parse: (text: string) => {
      const [made = NaN, of = 1, ...more] = text
        .split(/[:/]/u)
        .map((part) => parseDecimalText(part));
      return made >= 0 && of > 0 && more.length === 0 ? made / of : NaN;
    },
  },
};

/** The date that a cell begins with, at 0 o'clock UTC. */
function dateOf(text: string): number {
  const [, date = "", rest = ""] = /^(\d{4}-\d{2}-\d{2})(.*)$/u.exec(text) ?? [];
  return Number.isNaN(parseTimestamp(`${date}${rest}`)) ? NaN : parseTimestamp(date);
}
