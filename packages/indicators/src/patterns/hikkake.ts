import { defineIndicator } from "../flow/indicator.ts";
import type { Line, Plan } from "../flow/plan.ts";
import { candidatesOf } from "./candidates.ts";
import { CandleShapes, sumsOf, warmUpOf, type OhlcLines, type Uses } from "./candle-shapes.ts";
import { PATTERN, type Pattern } from "./pattern.ts";

/** Candles within which a pattern is confirmed. */
const PATIENCE = 3;

/**
 * Finds a pattern and its confirmation: a close beyond the candle before the pattern's last one. Its loop reads the
 * columns themselves, which takes four fifths of the time of reading them through the candle.
 */
function confirmed(
  plan: Plan,
  prices: OhlcLines,
  candles: number,
  uses: Uses,
  find: (candle: CandleShapes, high: Float64Array, low: Float64Array, at: number) => boolean,
): Line {
  const first = warmUpOf(candles, uses);
  const sums = sumsOf(plan, prices, uses, first);
  return plan.step(prices, first + PATIENCE, (out) => {
    const c = new CandleShapes(prices, sums);
    const [, high, low, close] = prices;
    const [h, l, closes] = [high.values, low.values, close.values];
    const state = { age: PATIENCE, side: 0, limit: 0 };
    const kernels = plan.kernels(candles);
    if (kernels !== null) {
      const candidates = candidatesOf(plan, kernels.falseBreaks, high, low);
      return (from, to, seen) => {
        const start = from + Math.max(0, first - seen);
        if (start >= to) return;
        out.fill(0, start, to);
        // Up to each pattern, and to the end, only the few candles after the one before can confirm that.
        const confirm = (before: number, end: number): void => {
          for (let i = before; i < end && state.age < PATIENCE; i++) {
            state.age++;
            if ((closes[i]! - state.limit) * state.side > 0) {
              state.age = PATIENCE;
              out[i] = 200 * state.side;
            }
          }
        };
        let next = start;
        for (const i of candidates(start, to)) {
          if (!find(c, h, l, i)) continue;
          confirm(next, i);
          const side = h[i]! < h[i - 1]! ? 1 : -1;
          state.age = 0;
          state.side = side;
          state.limit = side > 0 ? h[i - 1]! : l[i - 1]!;
          out[i] = 100 * side;
          next = i + 1;
        }
        confirm(next, to);
      };
    }
    return (from, to, seen) => {
      let { age, side, limit } = state;
      for (
        let i = (from + Math.max(0, first - seen)) & 0x3fffffff, end = to & 0x3fffffff;
        i < end;
        i++
      ) {
        age++;
        let found = 0;
        if (find(c, h, l, i)) {
          age = 0;
          side = h[i]! < h[i - 1]! ? 1 : -1;
          limit = side > 0 ? h[i - 1]! : l[i - 1]!;
          found = 100 * side;
        } else if (age <= PATIENCE && (closes[i]! - limit) * side > 0) {
          age = PATIENCE;
          found = 200 * side;
        }
        out[i] = found;
      }
      state.age = age;
      state.side = side;
      state.limit = limit;
    };
  });
}

/** True for a candle within the one before it; one jump decides, for each half alone is as good as random. */
const isInside = (h: Float64Array, l: Float64Array, i: number): boolean =>
  Number(h[i]! < h[i - 1]!) + Number(l[i]! > l[i - 1]!) === 2;

const fails = (h: Float64Array, l: Float64Array, i: number): boolean =>
  h[i]! < h[i - 1]! && l[i]! < l[i - 1]!;
const breaks = (h: Float64Array, l: Float64Array, i: number): boolean =>
  h[i]! > h[i - 1]! && l[i]! > l[i - 1]!;

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
    confirmed(
      plan,
      lines as OhlcLines,
      3,
      {},
      (_, h, l, i) => isInside(h, l, i - 1) && (fails(h, l, i) || breaks(h, l, i)),
    ),
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
    confirmed(plan, lines as OhlcLines, 3, { near: [2] }, (c, h, l, i) => {
      if (!isInside(h, l, i - 2) || !isInside(h, l, i - 1)) return false;
      c.at = i;
      const reach = c.near(2);
      return (
        (fails(h, l, i) && c.close(2) <= c.low(2) + reach) ||
        (breaks(h, l, i) && c.close(2) >= c.high(2) - reach)
      );
    }),
});
