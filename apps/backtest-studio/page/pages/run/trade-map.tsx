/** Return of each trade against its duration, a mark each: hollow for a gain, filled for a loss. */

import type { JobTrade } from "@bourse/contract/backtest";
import { Card } from "@bourse/ui";

import { SvgPlot } from "../../chart/svg-plot.tsx";
import { percentTexts } from "../../chart/ticks.ts";
import { count, minutes, signedPercent, utcMinute } from "../../model/numbers.ts";
import { heldMinutes } from "../../model/trade-order.ts";

/** Trades drawn at most: those that won or lost the most. */
const MOST = 1000;
const UNITS = [
  { length: 1440, name: "days" },
  { length: 60, name: "hours" },
  { length: 1, name: "minutes" },
] as const;

type Placed = JobTrade & { readonly return: number };

export function TradeMap({ trades }: { readonly trades: readonly JobTrade[] }) {
  const placed = trades.filter((trade): trade is Placed => trade.return !== null);
  if (placed.length < 2) return null;
  const shown =
    placed.length <= MOST
      ? placed
      : placed.toSorted((a, b) => Math.abs(b.return) - Math.abs(a.return)).slice(0, MOST);
  const longest = shown.reduce((most, trade) => Math.max(most, heldMinutes(trade)), 0);
  const { length, name } = UNITS.find((one) => longest >= 3 * one.length) ?? UNITS[2];
  const returns = shown.map((trade) => trade.return);
  const low = Math.min(0, ...returns);
  const high = Math.max(0, ...returns);
  return (
    <Card
      title="Trades: return against duration"
      aside={
        <span class="hint">
          hollow won, filled lost
          {shown.length < placed.length &&
            ` · the ${count(MOST)} largest of ${count(placed.length)}`}
        </span>
      }
    >
      <SvgPlot
        label={`${shown.length} trades, the longest of ${minutes(longest)}, returns from ${signedPercent(low)} to ${signedPercent(high)}.`}
        x={[0, Math.max(1, longest / length)]}
        y={[1.06 * low, 1.06 * high]}
        xName={`Held, ${name}`}
        yName="Return"
        yTexts={percentTexts}
      >
        {({ x, y }) => (
          <>
            <path class="mark" d={`M${x(0)} ${y(0)}H${x(longest / length)}`} />
            {shown.map((trade) => (
              <circle
                key={`${trade.entry_time} ${trade.symbol ?? ""} ${trade.exit_time} ${trade.quantity}`}
                class={trade.return < 0 ? "dot-loss" : "dot-gain"}
                cx={x(heldMinutes(trade) / length)}
                cy={y(trade.return)}
                r={3.5}
              >
                <title>
                  {trade.side} {utcMinute(trade.entry_time)}, {minutes(heldMinutes(trade))}:{" "}
                  {signedPercent(trade.return)}
                </title>
              </circle>
            ))}
          </>
        )}
      </SvgPlot>
    </Card>
  );
}
