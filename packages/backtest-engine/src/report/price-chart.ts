// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** Candles with the trades upon them: a dot where one was entered, a square where it was left. */

import { html, type Html } from "../html.ts";
import type { Trade } from "../simulation/index.ts";
import { chart, down } from "./chart.ts";
import { linesOverPrice } from "./indicator-charts.ts";
import { ZOOM_CANDLES } from "./price-data.ts";
import { columnsOf, highest, lowest } from "./reduce.ts";
import type { ReportedIndicator, ReportOptions } from "./reported-run.ts";
import { linearScale, timeScale, type Scale } from "./scale.ts";
import { day, decimal, moment, quantity, signedPercent } from "./words.ts";

type Candles = NonNullable<ReportOptions["candles"]>;

/** Candles drawn at most; more are joined, several to one. */
const CANDLES = 240;
/** Trades drawn at most: those that won or lost the most. */
const TRADES = 1000;

export function priceChart(
  candles: Candles,
  trades: readonly Trade[],
  indicators: readonly ReportedIndicator[] = [],
): Html {
  const { high, low, time, length } = candles;
  const shown = loudest(trades);
  const x = timeScale(time[0]!, time[length - 1]!);
  const y = linearScale(low[lowest(low, 0, length)]!, high[highest(high, 0, length)]!);
  const joined = Math.ceil(length / CANDLES);
  const lines = linesOverPrice(time, indicators, x, y);
  return chart({
    title: "Price and trades",
    id: "price",
    description: `Candles from ${day(time[0]!)} to ${day(time[length - 1]!)} with ${shown.length} trades upon them; the table below lists them.`,
    x,
    y,
    xText: day,
    yText: quantity,
    marks: [
      ...bodies(candles, x, y),
      ...lines.marks,
      html`<g class="trades ${crowd(shown.length)}"
        >${shown.map((trade) => drawn(trade, x, y))}</g
      >`,
    ],
    legend: [
      { kind: "rise", text: joined > 1 ? `rise (${joined} candles in one)` : "rise" },
      { kind: "fall", text: "fall" },
      { kind: "entry", text: "entry" },
      {
        kind: "exit",
        text: shown.length < trades.length ? `exit (the ${shown.length} largest trades)` : "exit",
      },
      ...lines.legend,
    ],
    note: joinedNote(length),
    size: "tall",
  });
}

/** The rule by which a long run is drawn; undefined where the page has every candle. */
function joinedNote(length: number): string | undefined {
  if (length <= ZOOM_CANDLES) return undefined;
  return `The page has at most ${ZOOM_CANDLES} candles to zoom into: the ${length} of this run are joined, ${decimal(length / ZOOM_CANDLES, 1)} to one on average, each with their first open, highest high, lowest low and last close.`;
}

/** Two paths for each direction: all wicks, all bodies. */
function bodies(candles: Candles, x: Scale, y: Scale): Html[] {
  const { time, open, high, low, close, length } = candles;
  const paths = { rise: { wick: "", body: "" }, fall: { wick: "", body: "" } };
  const columns = columnsOf(length, CANDLES);
  const width = Math.round((70 / columns.length) * 100) / 100;
  for (const { from, to } of columns) {
    const first = open[from]!;
    const last = close[to - 1]!;
    const place = x.place((time[from]! + time[to - 1]!) / 2);
    const top = y.place(high[highest(high, from, to)]!);
    const bottom = y.place(low[lowest(low, from, to)]!);
    const path = last >= first ? paths.rise : paths.fall;
    path.wick += `M${place} ${down(top)}V${down(bottom)}`;
    const left = Math.round((place - width / 2) * 100) / 100;
    path.body += `M${left} ${down(y.place(first))}V${down(y.place(last))}h${width}V${down(y.place(first))}z`;
  }
  return Object.entries(paths).map(
    ([kind, { wick, body }]) =>
      html`<path class="${kind} wick" d="${wick}" /><path class="${kind} body" d="${body}" />`,
  );
}

function drawn(trade: Trade, x: Scale, y: Scale): Html {
  const { side, entryTime, entryPrice, exitTime, exitPrice } = trade;
  const from = `${x.place(entryTime)} ${down(y.place(entryPrice))}`;
  const to = `${x.place(exitTime)} ${down(y.place(exitPrice))}`;
  const words = `${side} ${moment(entryTime)} at ${quantity(entryPrice)} → ${moment(exitTime)} at ${quantity(exitPrice)}: ${signedPercent(trade.return)}`;
  return html`<g class="trade ${trade.pnl >= 0 ? "won" : "lost"}"
    ><title>${words}</title><path class="way" d="M${from}L${to}" /><path
      class="entry"
      d="M${from}h0" /><path class="exit" d="M${to}h0"
  /></g>`;
}

/** Many trades are drawn small, so that the candles can still be seen. */
function crowd(count: number): "few" | "some" | "many" {
  if (count <= 40) return "few";
  return count <= 200 ? "some" : "many";
}

function loudest(trades: readonly Trade[]): readonly Trade[] {
  if (trades.length <= TRADES) return trades;
  return trades.toSorted((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl)).slice(0, TRADES);
}
