// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { meanOf, sumSpan } from "../steps/arithmetic.ts";
import { addressOf } from "../steps/kernel-spans.ts";
import { typicalPrice } from "../steps/ranges.ts";
import { windowDeviation, windowMean } from "../steps/windows.ts";
import { period, type NoOptions, type PeriodOption } from "./options.ts";

/** Mean of open, high, low and close (AVGPRICE). No warm-up. */
export const avgPrice: Indicator<"open" | "high" | "low" | "close", NoOptions> = defineIndicator({
  name: "avgPrice",
  talib: "AVGPRICE",
  family: "price",
  title: "Average price",
  inputs: ["open", "high", "low", "close"],
  formula: "(open + high + low + close) / 4",
  build: (plan, lines) =>
    plan.step(lines, 0, (out) => {
      const columns = lines.map(({ values }) => values);
      const kernels = plan.lightKernels(0);
      if (kernels !== null) {
        return (from, to) => {
          const [open, high, low, close] = columns.map((values) => addressOf(values, from));
          kernels.meanOfCandles(open!, high!, low!, close!, addressOf(out, from), to - from);
        };
      }
      const [o, h, l, c] = columns as [Float64Array, Float64Array, Float64Array, Float64Array];
      const addHighAndLow = sumSpan(h, l, out);
      return (from, to) => {
        // In two loops: one over five arrays has to keep some of them in memory instead of registers.
        addHighAndLow(from, to);
        let i = from & 0x3fffffff;
        const end = to & 0x3fffffff;
        if (i >= end) return;
        out[i] = (out[i]! + c[i]! + o[i]!) / 4;
        i = (i + 1) & 0x3fffffff;
        for (const last = end - 3; i < last; i = (i + 4) & 0x3fffffff) {
          out[i] = (out[i]! + c[i]! + o[i]!) / 4;
          out[i + 1] = (out[i + 1]! + c[i + 1]! + o[i + 1]!) / 4;
          out[i + 2] = (out[i + 2]! + c[i + 2]! + o[i + 2]!) / 4;
          out[i + 3] = (out[i + 3]! + c[i + 3]! + o[i + 3]!) / 4;
        }
        for (; i < end; i++) out[i] = (out[i]! + c[i]! + o[i]!) / 4;
      };
    }),
});

/** Middle between high and low (MEDPRICE). No warm-up. */
export const medPrice: Indicator<"high" | "low", NoOptions> = defineIndicator({
  name: "medPrice",
  talib: "MEDPRICE",
  family: "price",
  title: "Median price",
  inputs: ["high", "low"],
  formula: "(high + low) / 2",
  build: (plan, [high, low]) => meanOf(plan, high!, low!),
});

/** Mean of high, low and close (TYPPRICE). No warm-up. */
export const typPrice: Indicator<"high" | "low" | "close", NoOptions> = defineIndicator({
  name: "typPrice",
  talib: "TYPPRICE",
  family: "price",
  title: "Typical price",
  inputs: ["high", "low", "close"],
  formula: "(high + low + close) / 3",
  build: (plan, [high, low, close]) =>
    typicalPrice(plan, { high: high!, low: low!, close: close! }),
});

/** Mean of high, low and close, in which the close counts twice (WCLPRICE). No warm-up. */
export const wclPrice: Indicator<"high" | "low" | "close", NoOptions> = defineIndicator({
  name: "wclPrice",
  talib: "WCLPRICE",
  family: "price",
  title: "Weighted close price",
  inputs: ["high", "low", "close"],
  formula: "(high + low + 2 × close) / 4",
  build: (plan, lines) =>
    plan.step(lines, 0, (out) => {
      const columns = lines.map(({ values }) => values);
      const kernels = plan.kernels(0);
      if (kernels !== null) {
        return (from, to) => {
          const [high, low, close] = columns.map((values) => addressOf(values, from));
          kernels.weightedClose(high!, low!, close!, addressOf(out, from), to - from);
        };
      }
      const [h, l, c] = columns;
      return (from, to) => {
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++)
          out[i] = (h![i]! + l![i]! + c![i]! * 2) / 4;
      };
    }),
});

/**
 * Mean distance of the values of a window from their mean (AVGDEV). `period` 2–100,000, default 14; warm-up
 * `period - 1`. O(n × period).
 */
export const avgDev: Indicator<"values", PeriodOption> = defineIndicator({
  name: "avgDev",
  talib: "AVGDEV",
  family: "price",
  title: "Average deviation",
  inputs: ["values"],
  parameters: period(14),
  formula: "mean of |x − mean of the last n values| over the last n values",
  build: (plan, [line], parameters: PeriodOption) =>
    windowDeviation(plan, line!, windowMean(plan, line!, parameters.period), parameters.period),
});
