// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { windowRange } from "../steps/extremes.ts";
import { trueRangeOf } from "../steps/ranges.ts";
import { windowSum } from "../steps/windows.ts";
import { period, type PeriodOption } from "../talib/options.ts";

/**
 * Choppiness index (Dreiss, 1993): 100 where the market goes nowhere, small in a straight trend. A market that stands
 * still counts as 100. `period` 2–100,000, default 14; warm-up `period`.
 */
export const choppiness: Indicator<"high" | "low" | "close", PeriodOption> = defineIndicator({
  name: "choppiness",
  family: "beyond",
  title: "Choppiness index",
  source: "Dreiss, 1993",
  inputs: ["high", "low", "close"],
  parameters: period(14),
  formula:
    "100 × log₁₀(sum of the last n true ranges / (highest high − lowest low of the last n candles)) / log₁₀ n",
  build: (plan, [high, low, close], { period: n }: PeriodOption) => {
    const way = windowSum(plan, trueRangeOf(plan, { high: high!, low: low!, close: close! }), n);
    const [top, bottom] = windowRange(plan, high!, low!, n);
    return plan.step([way, top, bottom], 0, (out) => {
      const [w, t, b] = [way.values, top.values, bottom.values];
      const scale = 100 / Math.log10(n);
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const range = t[i]! - b[i]!;
          const ratio = w[i]! / range;
          out[i] = range > 0 ? scale * Math.log10(ratio) : 100;
        }
      };
    });
  },
});
