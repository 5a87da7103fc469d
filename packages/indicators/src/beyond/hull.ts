// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { windowWeighted } from "../steps/windows.ts";
import { period, type PeriodOption } from "../talib/options.ts";

/**
 * Hull moving average (HMA; Hull, 2005): a weighted average with little lag. `period` 2–100,000, default 16; warm-up
 * `period + ⌊√period⌋ - 2`.
 */
export const hma: Indicator<"values", PeriodOption> = defineIndicator({
  name: "hma",
  family: "beyond",
  title: "Hull moving average",
  source: "Hull, 2005",
  inputs: ["values"],
  parameters: period(16),
  formula: "WMA of ⌊√n⌋ of 2 × WMA of ⌊n / 2⌋ − WMA of n",
  build: (plan, [line], { period: n }: PeriodOption) => {
    const [half, full] = [Math.floor(n / 2), n].map((m) => windowWeighted(plan, line!, m));
    const ahead = plan.step([half!, full!], 0, (out) => {
      const [h, f] = [half!.values, full!.values];
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
          out[i] = 2 * h[i]! - f[i]!;
      };
    });
    return windowWeighted(plan, ahead, Math.floor(Math.sqrt(n)));
  },
});
