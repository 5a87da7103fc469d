// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line } from "../flow/plan.ts";
import { addressOf } from "../steps/kernel-spans.ts";
import type { NoOptions } from "../talib/options.ts";

type Prices = "open" | "high" | "low" | "close";

/**
 * Heikin-Ashi candles (Valcu, 2004): each opens in the middle of the body before and closes at the mean of the real
 * candle's four prices. The first one opens in the middle of the real body. No warm-up.
 */
export const heikinAshi: Indicator<Prices, NoOptions, Prices> = defineIndicator({
  name: "heikinAshi",
  family: "beyond",
  title: "Heikin-Ashi candles",
  source: "Valcu, 2004",
  inputs: ["open", "high", "low", "close"],
  outputs: ["open", "high", "low", "close"],
  formula:
    "close: (open + high + low + close) / 4; open: middle of the body before; high and low: the farthest of the real ones and both",
  build: (plan, lines) => {
    const [open, high, low, close] = lines as [Line, Line, Line, Line];
    return plan.group(lines, 0, 4, ([opens, highs, lows, closes]) => {
      const [o, h, l, c] = [open.values, high.values, low.values, close.values];
      const kernels = plan.kernels(0);
      if (kernels !== null) {
        const kept = plan.array(2);
        const all = [o, h, l, c, opens!, highs!, lows!, closes!];
        return (from, to, seen) => {
          if (seen === 0) kept.fill((o[from]! + c[from]!) / 2);
          const [o1, h1, l1, c1, o2, h2, l2, c2] = all.map((line) => addressOf(line, from));
          const before = addressOf(kept, 0);
          kernels.heikinAshi(o1!, h1!, l1!, c1!, o2!, h2!, l2!, c2!, to - from, before);
        };
      }
      const state = { open: 0, close: 0 };
      return (from, to, seen) => {
        if (seen === 0) state.open = state.close = (o[from]! + c[from]!) / 2;
        let { open: first, close: last } = state;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const highest = h[i]!;
          const lowest = l[i]!;
          first = (first + last) / 2;
          last = (o[i]! + highest + lowest + c[i]!) / 4;
          opens![i] = first;
          closes![i] = last;
          let top = first > highest ? first : highest;
          let bottom = first < lowest ? first : lowest;
          // A mean lies beyond its numbers by its rounding alone.
          if (last > top) top = last;
          if (last < bottom) bottom = last;
          highs![i] = top;
          lows![i] = bottom;
        }
        state.open = first;
        state.close = last;
      };
    });
  },
});
