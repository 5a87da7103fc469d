/** Faults that candles may have although each of them is valid. */

import type { Kline } from "@bourse/contract/backtest";

export interface Examined {
  readonly candles: number;
  /** Times of the first and the last candle, ISO 8601; empty without a candle. */
  readonly first: string;
  readonly last: string;
  /** Number of places where candles are missing. */
  readonly gaps: number;
  /** Number of missing candles. */
  readonly missing: number;
  /** Missing candles of the widest gap, and the candle before it, ISO 8601; undefined without a gap. */
  readonly widest: { readonly missing: number; readonly after: string } | undefined;
  /** Number of candles whose four prices are the same. */
  readonly still: number;
  /** Number of candles without volume. */
  readonly silent: number;
  /** Largest move from one close to the next, a fraction, and the candle that ends it, ISO 8601. */
  readonly jump: { readonly size: number; readonly at: string };
}

export interface Examination {
  /** Takes the candles before those that were taken so far, oldest first. */
  add(older: readonly Kline[]): void;
  /** Everything that was found so far. */
  found(): Examined;
}

/** Distances of neighbours by their length, with the candle before the latest of each. */
type Steps = Map<number, { times: number; after: string }>;

/** Examines a series from its newest candles to older ones in constant memory. */
export function createExamination(): Examination {
  const steps: Steps = new Map();
  let [candles, still, silent] = [0, 0, 0];
  let jump = { size: 0, at: "" };
  let [first, last] = ["", ""];
  let next: Kline | undefined;
  const pair = (before: Kline, after: Kline): void => {
    const length = Date.parse(after.timestamp) - Date.parse(before.timestamp);
    const step = steps.get(length);
    if (step === undefined) steps.set(length, { times: 1, after: before.timestamp });
    else step.times++;
    const size = Math.abs(after.close / before.close - 1);
    if (size > jump.size) jump = { size, at: after.timestamp };
  };
  return {
    add(older) {
      for (const candle of older.toReversed()) {
        if (next !== undefined) pair(candle, next);
        else last = candle.timestamp;
        const { open, high, low, close, volume } = candle;
        if (high === low && open === close) still++;
        if (volume === 0) silent++;
        candles++;
        first = candle.timestamp;
        next = candle;
      }
    },
    found: () => ({ candles, first, last, ...gapsOf(steps), still, silent, jump }),
  };
}

/** The length of a candle is the shortest distance of two; months differ by less than half of one. */
function gapsOf(steps: Steps): Pick<Examined, "gaps" | "missing" | "widest"> {
  const length = Math.min(...steps.keys());
  let [gaps, missing] = [0, 0];
  let widest: Examined["widest"];
  for (const [step, { times, after }] of steps) {
    const lost = Math.round(step / length) - 1;
    if (lost < 1) continue;
    gaps += times;
    missing += times * lost;
    if (lost > (widest?.missing ?? 0)) widest = { missing: lost, after };
  }
  return { gaps, missing, widest };
}
