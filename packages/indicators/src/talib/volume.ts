// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { whole } from "../parameters.ts";
import { addressOf } from "../steps/kernel-spans.ts";
import { betweenLooks, settled } from "../steps/rests.ts";
import { type FastSlowOptions, type NoOptions } from "./options.ts";

type Columns = "high" | "low" | "close" | "volume";

function accumulated(plan: Plan, lines: readonly Line[]): Line {
  return plan.step(lines, 0, (out) => {
    const [h, l, c, v] = lines.map(({ values }) => values);
    const state = { sum: 0 };
    const kernels = plan.kernels(0);
    if (kernels !== null) {
      return (from, to) => {
        const [high, low, close, volume] = lines.map(({ values }) => addressOf(values, from));
        const flows = addressOf(out, from);
        state.sum = kernels.accumulate(high!, low!, close!, volume!, flows, to - from, state.sum);
      };
    }
    return (from, to) => {
      let { sum } = state;
      for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
        const range = h![i]! - l![i]!;
        const flow = ((c![i]! - l![i]! - (h![i]! - c![i]!)) / range) * v![i]!;
        sum += range > 0 ? flow : 0;
        out[i] = sum;
      }
      state.sum = sum;
    };
  });
}

/** Accumulation/distribution line (AD; Chaikin): the running sum of volume by the place of the close. No warm-up. */
export const ad: Indicator<Columns, NoOptions> = defineIndicator({
  name: "ad",
  talib: "AD",
  family: "volume",
  title: "Accumulation/distribution line",
  source: "Chaikin",
  inputs: ["high", "low", "close", "volume"],
  formula: "running sum of volume × ((close − low) − (high − close)) / (high − low)",
  build: accumulated,
});

/**
 * Chaikin's oscillator (ADOSC): the difference of two exponential averages of the accumulation/distribution line, each
 * from its first value. `fastPeriod` 3, `slowPeriod` 10 (2–100,000); warm-up the longer one less 1.
 */
export const adOsc: Indicator<Columns, FastSlowOptions> = defineIndicator({
  name: "adOsc",
  talib: "ADOSC",
  family: "volume",
  title: "Accumulation/distribution oscillator",
  source: "Chaikin",
  inputs: ["high", "low", "close", "volume"],
  parameters: { fastPeriod: whole(3, 2), slowPeriod: whole(10, 2) },
  formula: "EMA fast of AD − EMA slow of AD, both from the first value of AD",
  build: (plan, lines, { fastPeriod, slowPeriod }) =>
    plan.step(lines, Math.max(fastPeriod, slowPeriod) - 1, (out) => {
      const [h, l, c, v] = lines.map(({ values }) => values);
      // Rests of the averages, whose difference is that of the averages: the sum of the flows is not needed.
      const state = { fast: 0, slow: 0 };
      const [keptFast, keptSlow] = [1 - 2 / (fastPeriod + 1), 1 - 2 / (slowPeriod + 1)];
      const go = (from: number, to: number): void => {
        let { fast, slow } = state;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const range = h![i]! - l![i]!;
          const given = ((c![i]! - l![i]! - (h![i]! - c![i]!)) / range) * v![i]!;
          const flow = range > 0 ? given : 0;
          fast = keptFast * (flow + fast);
          slow = keptSlow * (flow + slow);
          out[i] = slow - fast;
        }
        state.fast = fast;
        state.slow = slow;
      };
      const settle = (): void => {
        state.fast = settled(state.fast);
        state.slow = settled(state.slow);
      };
      return (from, to, seen) => {
        // Both averages begin with the first row.
        if (seen === 0) out[from] = 0;
        const first = seen === 0 ? from + 1 : from;
        betweenLooks(first, to, seen + first - from, go, settle);
      };
    }),
});

/**
 * On-balance volume (OBV; Granville, 1963): the running sum of volume, added when the close rises and taken off when it
 * falls; the first candle counts as a rise. No warm-up.
 */
export const obv: Indicator<"close" | "volume", NoOptions> = defineIndicator({
  name: "obv",
  talib: "OBV",
  family: "volume",
  title: "On-balance volume",
  source: "Granville, 1963",
  inputs: ["close", "volume"],
  formula: "running sum of +volume where close > close before, −volume where it is below",
  build: (plan, [close, volume]) =>
    plan.step([close!, volume!], 0, (out) => {
      const [c, v] = [close!.values, volume!.values];
      const state = { sum: 0, before: -Infinity };
      return (from, to) => {
        let { sum, before } = state;
        for (let i = from & 0x3fffffff, end = to & 0x3fffffff; i < end; i++) {
          const price = c[i]!;
          // A product with 1, -1 or 0: jumps would be guessed wrong half of the time.
          sum += v[i]! * (Number(price > before) - Number(price < before));
          before = price;
          out[i] = sum;
        }
        state.sum = sum;
        state.before = before;
      };
    }),
});
