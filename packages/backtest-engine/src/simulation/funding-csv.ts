/** Funding rates in CSV. */

import { anyText } from "@bourse/kernel";

import { parseDecimalText } from "../candles/parse-decimal.ts";
import { readDatedCsv, refusal } from "../candles/read-dated-csv.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Funding, FundingRate } from "./funding-rate.ts";

/**
 * Reads funding rates from CSV with a header: a time (ISO 8601, UTC without an offset, or a number since 1970), a rate
 * as a fraction or with `%`, and if there is one a mark price; the names may be those of Binance and Bybit
 * (`fundingTime`, `fundingRate`, `calc_time`, `last_funding_rate`). Rows may be newest first. With a column of symbols
 * the rates are by symbol. Rows without a rate are left out.
 *
 * @throws EngineError CANDLES_INVALID, details {count, rows}: a missing column, a cell that is no number or out of
 * bounds, or two rows of one time
 */
export function parseFundingCsv(text: string): Funding {
  requireArguments("parseFundingCsv", { text }, { text: anyText });
  const rows = readDatedCsv(text, WHAT, COLUMNS);
  const bySymbol = new Map<string, { rate: FundingRate; row: number }[]>();
  for (const { row, time, symbol = "", values } of rows) {
    const { rate, markPrice } = values;
    if (rate === undefined) continue;
    const list = bySymbol.get(symbol) ?? [];
    const price = markPrice === undefined ? {} : { markPrice };
    list.push({ row, rate: { time, rate, ...price } });
    bySymbol.set(symbol, list);
  }
  for (const list of bySymbol.values()) {
    list.sort((one, other) => one.rate.time - other.rate.time);
    const twice = list.find(({ rate }, i) => rate.time === list[i - 1]?.rate.time);
    if (twice === undefined) continue;
    throw refusal(WHAT, twice.row, "has the time of another row");
  }
  const byName = [...bySymbol].map(([symbol, list]) => [symbol, list.map(({ rate }) => rate)]);
  const lists = Object.fromEntries(byName) as Readonly<Record<string, readonly FundingRate[]>>;
  return rows.every(({ symbol }) => symbol === undefined) ? (lists[""] ?? []) : lists;
}

const WHAT = "Funding rates";

const COLUMNS = {
  rate: {
    words: ["rate", "fundingrate", "lastfundingrate"],
    expected: "a rate above -1 and below 1, such as 0.0001 or 0.01%",
    parse: (text: string) => {
      const isPercent = text.endsWith("%");
      const rate = parseDecimalText(isPercent ? text.slice(0, -1) : text) / (isPercent ? 100 : 1);
      return Math.abs(rate) < 1 ? rate : NaN;
    },
  },
  markPrice: {
    words: ["markprice", "mark"],
    expected: "a mark price above 0",
    parse: (text: string) => {
      const price = parseDecimalText(text);
      return price > 0 ? price : NaN;
    },
  },
};
