// Indices stay within the buffers, so `!` on array reads only satisfies the type checker.

import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { whole } from "../parameters.ts";
import { meanOf } from "../steps/arithmetic.ts";
import { middleOf } from "../steps/extremes.ts";

/** Windows of an Ichimoku chart in candles. */
export interface IchimokuOptions {
  /** Window of the conversion line, 1–100,000, default 9. */
  readonly conversionPeriod: number;
  /** Window of the base line, 1–100,000, default 26. */
  readonly basePeriod: number;
  /** Window of the second edge of the cloud, 1–100,000, default 52. */
  readonly leadingPeriod: number;
  /** Candles that the cloud is drawn ahead, 0–100,000, default 26. */
  readonly displacement: number;
}

/** Lines of an Ichimoku chart. */
export type IchimokuLines = "conversion" | "base" | "leadingA" | "leadingB" | "lagging";

/** The value of some rows ago. */
function shifted(plan: Plan, line: Line, rows: number): Line {
  return plan.step([line], rows, (out) => {
    const x = line.values;
    return (from, to, seen) => {
      for (
        let i = (from + Math.max(0, rows - seen)) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      )
        out[i] = x[i - rows]!;
    };
  });
}

/**
 * Ichimoku Kinko Hyo (Hosoda, 1969). Each row has what a chart shows over that candle, without a look at later ones:
 * `leadingA` and `leadingB` are the edges of the cloud that was drawn ahead to it. `lagging` is the close itself, which
 * charts draw `displacement` candles back. Defaults 9, 26, 52 and 26; each line begins as soon as it has a value, the
 * last one, `leadingB`, after `leadingPeriod + displacement - 1` candles.
 */
export const ichimoku: Indicator<"high" | "low" | "close", IchimokuOptions, IchimokuLines> =
  defineIndicator({
    name: "ichimoku",
    family: "beyond",
    title: "Ichimoku Kinko Hyo",
    source: "Hosoda, 1969",
    inputs: ["high", "low", "close"],
    parameters: {
      conversionPeriod: whole(9),
      basePeriod: whole(26),
      leadingPeriod: whole(52),
      displacement: whole(26, 0),
    },
    outputs: ["conversion", "base", "leadingA", "leadingB", "lagging"],
    startsApart: true,
    formula:
      "middles of the ranges of the last 9, 26 and 52 candles; leading A: mean of conversion and base, leading B: the third middle, both of 26 candles ago",
    build: (plan, [high, low, close], options) => {
      const middle = (n: number): Line => middleOf(plan, high!, low!, n);
      const conversion = middle(options.conversionPeriod);
      const base = middle(options.basePeriod);
      const mean = meanOf(plan, conversion, base);
      return [
        conversion,
        base,
        shifted(plan, mean, options.displacement),
        shifted(plan, middle(options.leadingPeriod), options.displacement),
        close!,
      ];
    },
  });
