import { defineIndicator, type Indicator } from "../flow/indicator.ts";
import { real } from "../flow/parameters.ts";
import type { Line, Plan } from "../flow/plan.ts";
import type { NoOptions } from "../talib/options.ts";
import { CandleShapes, SETTINGS, sizesOf, type OhlcLines, type Uses } from "./candle-shapes.ts";

/** Columns of candles that patterns are found in. */
export type OhlcColumns = "open" | "high" | "low" | "close";

/**
 * Candle pattern: 100 where a bullish one ends, -100 a bearish one, 0 where there is none; NaN in the warm-up.
 */
export type Pattern = Indicator<OhlcColumns, NoOptions>;

/** Option of patterns whose last candle reaches into the first one's body. */
export interface PenetrationOption {
  /** Fraction of the first body that the last candle has to reach. From 0 on; default: at each function. */
  readonly penetration: number;
}

/** Candle pattern with a depth; else as {@link Pattern}. */
export type PenetratingPattern = Indicator<OhlcColumns, PenetrationOption>;

/** Everything that makes a pattern. */
interface PatternDefinition {
  readonly name: string;
  readonly talib: string;
  readonly title: string;
  readonly formula: string;
  /** Candles up to the first one in which the pattern may end: those that it looks at, and one more in places. */
  readonly candles: number;
  readonly uses?: Uses;
  /** Value of the pattern that ends with the present candle; 0 for none. */
  readonly match: (candle: CandleShapes, penetration: number) => number;
}

/** Number of candles before the first one in which a pattern may end. */
export function warmUpOf(candles: number, uses: Uses): number {
  const periods = (Object.keys(uses) as (keyof Uses)[]).map((name) => SETTINGS[name].period);
  return Math.max(0, ...periods) + candles - 1;
}

function matches(plan: Plan, prices: OhlcLines, of: PatternDefinition, penetration: number): Line {
  const { candles, uses = {}, match } = of;
  const first = warmUpOf(candles, uses);
  const sizes = sizesOf(plan, prices, uses, first);
  return plan.step(prices, first, (out) => {
    const candle = new CandleShapes(prices, sizes);
    return (from, to, seen) => {
      for (let i = from + Math.max(0, first - seen); i < to; i++) {
        candle.at = i;
        out[i] = match(candle, penetration);
      }
    };
  });
}

const INPUTS = ["open", "high", "low", "close"] as const;

/** Makes a pattern without options. */
export function pattern(definition: PatternDefinition): Pattern {
  const { name, talib, title, formula } = definition;
  return defineIndicator({
    name,
    talib,
    family: "patterns",
    title,
    inputs: INPUTS,
    formula,
    build: (plan, lines) => matches(plan, lines as OhlcLines, definition, 0),
  });
}

/** Makes a pattern with a depth. */
export function penetrating(fallback: number, definition: PatternDefinition): PenetratingPattern {
  const { name, talib, title, formula } = definition;
  return defineIndicator({
    name,
    talib,
    family: "patterns",
    title,
    inputs: INPUTS,
    parameters: { penetration: real(fallback, 0) },
    formula,
    build: (plan, lines, { penetration }: PenetrationOption) =>
      matches(plan, lines as OhlcLines, definition, penetration),
  });
}

/** 100 times the sign of a pattern that is there, else 0. */
export const told = (isThere: boolean, sign: 1 | -1): number => (isThere ? 100 * sign : 0);
