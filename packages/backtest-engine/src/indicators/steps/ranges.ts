// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";

/** Price columns of candles. */
export interface Prices {
  readonly high: Line;
  readonly low: Line;
  readonly close: Line;
}

/** True range of each candle, from the second on. */
export function trueRangeOf(plan: Plan, { high, low, close }: Prices): Line {
  return plan.step([high, low, close], 1, (out) => {
    const [h, l, c] = [high.values, low.values, close.values];
    return (from, to, seen) => {
      for (let i = seen === 0 ? from + 1 : from; i < to; i++) {
        const before = c[i - 1]!;
        const top = before > h[i]! ? before : h[i]!;
        const bottom = before < l[i]! ? before : l[i]!;
        out[i] = top - bottom;
      }
    };
  });
}

/** Typical price: (high + low + close) / 3. */
export function typicalPrice(plan: Plan, { high, low, close }: Prices): Line {
  return plan.step([high, low, close], 0, (out) => {
    const [h, l, c] = [high.values, low.values, close.values];
    return (from, to) => {
      for (let i = from; i < to; i++) out[i] = (h[i]! + l[i]! + c[i]!) / 3;
    };
  });
}
