// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import type { Line, Plan } from "../flow/plan.ts";
import { addressOf, spanAfter } from "./kernel-spans.ts";

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
    const kernels = plan.kernels(1);
    if (kernels !== null) {
      return spanAfter(1, (from, to) => {
        const [top, bottom, end] = [h, l, c].map((values) => addressOf(values, from));
        kernels.trueRange(top!, bottom!, end!, addressOf(out, from), to - from);
      });
    }
    return (from, to, seen) => {
      for (
        let i = (seen === 0 ? from + 1 : from) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        const before = c[i - 1]!;
        const top = h[i]! < before ? before : h[i]!;
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
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
        out[i] = (h[i]! + l[i]! + c[i]!) / 3;
    };
  });
}
