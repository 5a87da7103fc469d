// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** The candles, lines and trades that the page carries as JSON for its zoomable chart. */

import type { Html } from "../html.ts";
import type { Trade } from "../simulation/index.ts";
import { belowPrice, overPrice } from "./indicator-charts.ts";
import { columnsOf, highest, lowest } from "./reduce.ts";
import type { ReportedIndicator, ReportOptions } from "./reported-run.ts";

/** Candles in the page at most; more are joined, several to one. */
export const ZOOM_CANDLES = 10_000;
/** Trades in the page at most: those that won or lost the most. */
const TRADES = 5000;

/** A block of data, which no browser runs. */
export function priceData(
  candles: NonNullable<ReportOptions["candles"]>,
  trades: readonly Trade[],
  indicators: readonly ReportedIndicator[],
): Html {
  const { time, open, high, low, close, length } = candles;
  const columns = columnsOf(length, ZOOM_CANDLES);
  const each = (value: (from: number, to: number) => number): (number | null)[] =>
    columns.map(({ from, to }) => short(value(from, to)));
  const seconds = columns.map(({ from }) => Math.round(time[from]! / 1000));
  const lineOf = ({ name, values }: ReportedIndicator): object => ({
    name,
    values: each((_, to) => values[to - 1]!),
  });
  const data = {
    time: seconds.map((now, k) => now - (seconds[k - 1] ?? 0)),
    open: each((from) => open[from]!),
    high: each((from, to) => high[highest(high, from, to)]!),
    low: each((from, to) => low[lowest(low, from, to)]!),
    close: each((_, to) => close[to - 1]!),
    over: overPrice(indicators).map(lineOf),
    below: belowPrice(indicators).map(lineOf),
    trades: largest(trades).map((trade) => [
      Math.round(trade.entryTime / 1000),
      short(trade.entryPrice),
      Math.round(trade.exitTime / 1000),
      short(trade.exitPrice),
      trade.pnl >= 0 ? 1 : 0,
    ]),
  };
  // No text in it can end the block, whatever an indicator is called.
  const text = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return { html: `<script type="application/json" id="price-data">${text}</script>` };
}

/** Seven digits are more than a screen can show. */
function short(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(7)) : null;
}

function largest(trades: readonly Trade[]): readonly Trade[] {
  if (trades.length <= TRADES) return trades;
  return trades.toSorted((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl)).slice(0, TRADES);
}
