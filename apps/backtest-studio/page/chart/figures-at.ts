// Indices stay within the columns, so `!` on array reads only satisfies the type checker.

/** The figures of a run at a time. */

import type { EquityPoint } from "@bourse/contract/backtest";

import { firstFrom } from "./candle-feed.ts";
import type { Columns } from "./tiles.ts";

export interface Figures {
  readonly candle: Readonly<Record<"time" | "open" | "high" | "low" | "close", number>>;
  /** Begin of the next candle in seconds, behind the last one Infinity. */
  readonly until: number;
  readonly equity: number | undefined;
  readonly drawdown: number | undefined;
}

/** The account of a run, with the times of its points in seconds. */
export interface Account {
  readonly times: readonly number[];
  readonly points: readonly EquityPoint[];
}

/** The figures at a time in seconds, those of the last candle without one; undefined before there is a candle. */
export function figuresAt(
  { time, open, high, low, close }: Columns,
  { times, points }: Account,
  seconds: number | undefined,
): Figures | undefined {
  const at = Math.min(time.length, firstFrom(time, seconds ?? Infinity) + 1) - 1;
  const near = at > 0 && seconds !== undefined && time[at]! > seconds ? at - 1 : at;
  if (near < 0) return undefined;
  const point = points[Math.min(points.length - 1, firstFrom(times, time[near]!))];
  return {
    candle: {
      time: time[near]!,
      open: open[near]!,
      high: high[near]!,
      low: low[near]!,
      close: close[near]!,
    },
    until: time[near + 1] ?? Infinity,
    equity: point?.equity,
    drawdown: point?.drawdown,
  };
}
