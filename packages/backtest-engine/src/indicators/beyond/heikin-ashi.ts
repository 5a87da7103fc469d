// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line } from "../flow/plan.ts";
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
    const [bodyOpen, bodyClose] = plan.twin(lines, 0, (opens, closes) => {
      const [o, h, l, c] = [open.values, high.values, low.values, close.values];
      const state = { open: 0, close: 0 };
      return (from, to, seen) => {
        let { open: openBefore, close: closeBefore } = state;
        for (let i = from; i < to; i++) {
          const isFirst = seen + i - from === 0;
          const middle = isFirst ? (o[i]! + c[i]!) / 2 : (openBefore + closeBefore) / 2;
          openBefore = opens[i] = middle;
          closeBefore = closes[i] = (o[i]! + h[i]! + l[i]! + c[i]!) / 4;
        }
        state.open = openBefore;
        state.close = closeBefore;
      };
    });
    const [top, bottom] = plan.twin([high, low, bodyOpen, bodyClose], 0, (highs, lows) => {
      const [h, l, o, c] = [high.values, low.values, bodyOpen.values, bodyClose.values];
      return (from, to) => {
        for (let i = from; i < to; i++) {
          highs[i] = Math.max(h[i]!, o[i]!, c[i]!);
          lows[i] = Math.min(l[i]!, o[i]!, c[i]!);
        }
      };
    });
    return [bodyOpen, top, bottom, bodyClose];
  },
});
