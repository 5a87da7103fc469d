/** Return of each trade against its duration, a dot each. */

import { html, type Html } from "../html.ts";
import type { Trade } from "../simulation/index.ts";
import { chart, down } from "./chart.ts";
import { linearScale } from "./scale.ts";
import { decimal, duration, moment, signedPercent } from "./words.ts";

const MINUTE = 60_000;
/** Dots drawn at most: those of the trades that won or lost the most. */
const DOTS = 1000;
const UNITS = [
  { minutes: 1440, name: "d" },
  { minutes: 60, name: "h" },
  { minutes: 1, name: "min" },
] as const;

type Placed = Trade & { readonly return: number };

/** Nothing below two trades with a return. */
export function tradeMap(all: readonly Trade[]): Html | undefined {
  const trades = all.filter((trade): trade is Placed => trade.return !== null);
  if (trades.length < 2) return undefined;
  const shown =
    trades.length <= DOTS
      ? trades
      : trades.toSorted((a, b) => Math.abs(b.return) - Math.abs(a.return)).slice(0, DOTS);
  const lengths = shown.map(({ entryTime, exitTime }) => (exitTime - entryTime) / MINUTE);
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const unit = UNITS.find(({ minutes }) => longest >= 3 * minutes) ?? UNITS[2];
  const results = shown.map((trade) => trade.return);
  const x = linearScale(0, Math.max(longest / unit.minutes, 1), 6);
  const y = linearScale(
    results.reduce((a, b) => Math.min(a, b), 0),
    results.reduce((a, b) => Math.max(a, b), 0),
    5,
  );
  return chart({
    title: "Trades: return against duration",
    description: `${shown.length} trades, the longest of ${duration(longest)}.`,
    x,
    y,
    xText: (value) => `${decimal(value, value % 1 === 0 ? 0 : 1)} ${unit.name}`,
    yText: signedPercent,
    marks: [
      html`<path class="zero" d="M0 ${down(y.place(0))}H100" />`,
      html`<g class="dots ${shown.length <= 200 ? "some" : "many"}"
        >${shown.map((trade, k) => {
          const place = `${x.place((lengths[k] ?? 0) / unit.minutes)} ${down(y.place(trade.return))}`;
          const words = `${trade.side} ${moment(trade.entryTime)}, ${duration(lengths[k] ?? 0)}: ${signedPercent(trade.return)}`;
          return html`<path class="dot ${trade.return < 0 ? "fall" : "rise"}" d="M${place}h0"
            ><title>${words}</title></path
          >`;
        })}</g
      >`,
    ],
    legend: [
      { kind: "rise", text: "won" },
      {
        kind: "fall",
        text: shown.length < trades.length ? `lost (the ${shown.length} largest)` : "lost",
      },
    ],
    size: "middle",
  });
}
