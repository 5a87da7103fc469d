import { defineIndicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { CandleShapes, sumsOf, warmUpOf, type OhlcLines, type Uses } from "./candle-shapes.ts";
import { PATTERN, type Pattern } from "./pattern.ts";

/** Candles within which a pattern is confirmed. */
const PATIENCE = 3;

/** Finds a pattern and its confirmation: a close beyond the candle before the pattern's last one. */
function confirmed(
  plan: Plan,
  prices: OhlcLines,
  candles: number,
  uses: Uses,
  find: (candle: CandleShapes) => boolean,
): Line {
  const first = warmUpOf(candles, uses);
  const sums = sumsOf(plan, prices, uses, first);
  return plan.step(prices, first + PATIENCE, (out) => {
    const c = new CandleShapes(prices, sums);
    const state = { age: Infinity, side: 0, limit: 0 };
    return (from, to, seen) => {
      let { age, side, limit } = state;
      for (let i = from + Math.max(0, first - seen); i < to; i++) {
        c.at = i;
        age++;
        out[i] = 0;
        if (find(c)) {
          age = 0;
          side = c.high(0) < c.high(1) ? 1 : -1;
          limit = side > 0 ? c.high(1) : c.low(1);
          out[i] = 100 * side;
        } else if (age <= PATIENCE && (c.close(0) - limit) * side > 0) {
          age = Infinity;
          out[i] = 200 * side;
        }
      }
      state.age = age;
      state.side = side;
      state.limit = limit;
    };
  });
}

/** True for a candle within the one before it; one jump decides, for each half alone is as good as random. */
const isInside = (c: CandleShapes, age: number): boolean =>
  Number(c.high(age) < c.high(age + 1)) + Number(c.low(age) > c.low(age + 1)) === 2;

const fails = (c: CandleShapes): boolean => c.high(0) < c.high(1) && c.low(0) < c.low(1);
const breaks = (c: CandleShapes): boolean => c.high(0) > c.high(1) && c.low(0) > c.low(1);

/**
 * Hikkake (CDLHIKKAKE; Chesler, 2003): a false break of an inside candle, 100 or -100; 200 or -200 where it is
 * confirmed within three candles. Warm-up 5.
 */
export const hikkake: Pattern = defineIndicator({
  ...PATTERN,
  name: "hikkake",
  talib: "CDLHIKKAKE",
  title: "Hikkake pattern",
  source: "Chesler, 2003",
  formula:
    "inside candle; high and low both lower (bullish) or both higher (bearish); confirmed by a close beyond the inside candle",
  build: (plan, lines) =>
    confirmed(plan, lines as OhlcLines, 3, {}, (c) => isInside(c, 1) && (fails(c) || breaks(c))),
});

/**
 * Modified hikkake (CDLHIKKAKEMOD; Chesler, 2003): a false break after two inside candles, the first with its close at
 * the end of its range; 200 or -200 where it is confirmed within three candles. Warm-up 10.
 */
export const modifiedHikkake: Pattern = defineIndicator({
  ...PATTERN,
  name: "modifiedHikkake",
  talib: "CDLHIKKAKEMOD",
  title: "Modified hikkake pattern",
  source: "Chesler, 2003",
  formula:
    "two inside candles, the first closing near its low (bullish) or its high (bearish), then as hikkake",
  build: (plan, lines) =>
    confirmed(plan, lines as OhlcLines, 3, { near: [2] }, (c) => {
      if (!isInside(c, 2) || !isInside(c, 1)) return false;
      const reach = c.near(2);
      return (
        (fails(c) && c.close(2) <= c.low(2) + reach) ||
        (breaks(c) && c.close(2) >= c.high(2) - reach)
      );
    }),
});
