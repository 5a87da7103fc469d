import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { weighedSum } from "../steps/arithmetic.ts";
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
    const ahead = weighedSum(plan, [half!, full!], [2, -1]);
    return windowWeighted(plan, ahead, Math.floor(Math.sqrt(n)));
  },
});
