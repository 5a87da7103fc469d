import type { CandleShapes } from "./candle-shapes.ts";
import { pattern, penetrating, score, type Pattern, type PenetratingPattern } from "./pattern.ts";

/** True when the candle of an age opens in the body of the one before, or near it. */
function opensNearBody(c: CandleShapes, age: number): boolean {
  const reach = c.near(age + 1);
  return c.open(age) >= c.bottom(age + 1) - reach && c.open(age) <= c.top(age + 1) + reach;
}

/**
 * Three black crows (CDL3BLACKCROWS): three black candles without lower shadows, each opening in the body before.
 * Warm-up 13.
 */
export const threeBlackCrows: Pattern = pattern({
  name: "threeBlackCrows",
  talib: "CDL3BLACKCROWS",
  title: "Three black crows",
  formula:
    "white; three black candles with lower closes, opens in the body before, no lower shadows",
  candles: 4,
  uses: { noShadow: [2, 1, 0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.color(3) - c.color(2) - c.color(1) - c.color(0) === 4 &&
          c.isShavenBelow(2) &&
          c.isShavenBelow(1) &&
          c.isShavenBelow(0) &&
          c.open(1) < c.open(2) &&
          c.open(1) > c.close(2) &&
          c.open(0) < c.open(1) &&
          c.open(0) > c.close(1) &&
          c.high(3) > c.close(2) &&
          c.close(2) > c.close(1) &&
          c.close(1) > c.close(0),
        -1,
      );
    }
  },
});

function threeLineStrikeScore(c: CandleShapes): number {
  const side = c.color(1);
  // All three conditions at once: one jump, not three.
  if (c.color(3) + c.color(2) - c.color(0) !== 3 * side) return 0;
  if (!opensNearBody(c, 2) || !opensNearBody(c, 1)) return 0;
  return score(
    c.isWhite(1)
      ? c.close(1) > c.close(2) &&
          c.close(2) > c.close(3) &&
          c.open(0) > c.close(1) &&
          c.close(0) < c.open(3)
      : c.close(1) < c.close(2) &&
          c.close(2) < c.close(3) &&
          c.open(0) < c.close(1) &&
          c.close(0) > c.open(3),
    side,
  );
}

/** Three-line strike (CDL3LINESTRIKE): three candles of one colour, then one that takes them all back. Warm-up 8. */
export const threeLineStrike: Pattern = pattern({
  name: "threeLineStrike",
  talib: "CDL3LINESTRIKE",
  title: "Three-line strike",
  formula:
    "three candles of one colour with closes further on, opens in or near the body before; opposite body over all three",
  candles: 4,
  uses: { near: [3, 2] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = threeLineStrikeScore(c);
    }
  },
  rare: { search: "strikes", score: threeLineStrikeScore },
});

/** Breakaway (CDLBREAKAWAY): a gap, two candles further on, then one back into the gap. Warm-up 14. */
export const breakaway: Pattern = pattern({
  name: "breakaway",
  talib: "CDLBREAKAWAY",
  title: "Breakaway",
  formula: "long body; gap on; highs and lows further on; opposite close inside the gap",
  candles: 5,
  uses: { longBody: [4] },
  find: (c, out, from, to) => {
    const match = (): number => {
      const side = c.color(4);
      // All three colours at once: one jump, not three.
      if (c.color(3) + c.color(1) - c.color(0) !== 3 * side || !c.isLong(4)) return 0;
      return score(
        c.isBlack(4)
          ? c.gapsDown(3, 4) &&
              c.high(2) < c.high(3) &&
              c.low(2) < c.low(3) &&
              c.high(1) < c.high(2) &&
              c.low(1) < c.low(2) &&
              c.close(0) > c.open(3) &&
              c.close(0) < c.close(4)
          : c.gapsUp(3, 4) &&
              c.high(2) > c.high(3) &&
              c.low(2) > c.low(3) &&
              c.high(1) > c.high(2) &&
              c.low(1) > c.low(2) &&
              c.close(0) < c.open(3) &&
              c.close(0) > c.close(4),
        c.color(0),
      );
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

function concealingBabySwallowScore(c: CandleShapes): number {
  return score(
    c.isBlack(3) &&
      c.isBlack(2) &&
      c.isBlack(1) &&
      c.isBlack(0) &&
      c.isShavenBelow(3) &&
      c.isShavenAbove(3) &&
      c.isShavenBelow(2) &&
      c.isShavenAbove(2) &&
      c.gapsDown(1, 2) &&
      c.upper(1) > c.noShadow(1) &&
      c.high(1) > c.close(2) &&
      c.high(0) > c.high(1) &&
      c.low(0) < c.low(1),
    1,
  );
}

/**
 * Concealing baby swallow (CDLCONCEALBABYSWALL): four black candles: two marubozu, one below with an upper shadow,
 * one over that. Warm-up 13.
 */
export const concealingBabySwallow: Pattern = pattern({
  name: "concealingBabySwallow",
  talib: "CDLCONCEALBABYSWALL",
  title: "Concealing baby swallow",
  formula:
    "two black marubozu; black below them with an upper shadow into the second; black over the whole third",
  candles: 4,
  uses: { noShadow: [3, 2, 1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = concealingBabySwallowScore(c);
    }
  },
  rare: { search: "blackTriples", score: concealingBabySwallowScore },
});

/**
 * Ladder bottom (CDLLADDERBOTTOM): three falling black candles, a black one with an upper shadow, a white one above
 * it. Warm-up 14.
 */
export const ladderBottom: Pattern = pattern({
  name: "ladderBottom",
  talib: "CDLLADDERBOTTOM",
  title: "Ladder bottom",
  formula:
    "three black candles with lower opens and closes; black with an upper shadow; white above its high",
  candles: 5,
  uses: { noShadow: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isBlack(4) &&
          c.isBlack(3) &&
          c.isBlack(2) &&
          c.open(4) > c.open(3) &&
          c.open(3) > c.open(2) &&
          c.close(4) > c.close(3) &&
          c.close(3) > c.close(2) &&
          c.isBlack(1) &&
          c.upper(1) > c.noShadow(1) &&
          c.isWhite(0) &&
          c.open(0) > c.open(1) &&
          c.close(0) > c.high(1),
        1,
      );
    }
  },
});

/**
 * Mat hold (CDLMATHOLD): a long white candle, three small ones that keep above most of it, a white one on top.
 * `penetration` from 0 on, default 0.5. Warm-up 14.
 */
export const matHold: PenetratingPattern = penetrating(0.5, {
  name: "matHold",
  talib: "CDLMATHOLD",
  title: "Mat hold",
  formula:
    "long white; black above it; two small bodies lower, at most `penetration` deep in the first; white close above them all",
  candles: 5,
  uses: { longBody: [4], shortBody: [3, 2, 1] },
  find: (c, out, from, to, penetration) => {
    const match = (): number => {
      if (!c.gapsUp(3, 4) || c.color(4) - c.color(3) + c.color(0) !== 3) return 0;
      const floor = c.close(4) - c.body(4) * penetration;
      return score(
        c.isLong(4) &&
          c.isShort(3) &&
          c.isShort(2) &&
          c.isShort(1) &&
          c.bottom(2) < c.close(4) &&
          c.bottom(2) > floor &&
          c.bottom(1) < c.close(4) &&
          c.bottom(1) > floor &&
          c.top(2) < c.open(3) &&
          c.top(1) < c.top(2) &&
          c.open(0) > c.close(1) &&
          c.close(0) > Math.max(c.high(3), c.high(2), c.high(1)),
        1,
      );
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** True for a short body that reaches into the range of the candle of age 4. */
function isShortBesideFirst(c: CandleShapes, age: number): boolean {
  return c.isShort(age) && c.bottom(age) < c.high(4) && c.top(age) > c.low(4);
}

/**
 * Rising/falling three methods (CDLRISEFALL3METHODS): a long candle, three small opposite ones within its range, a
 * long one further on. Warm-up 14.
 */
export const riseFallThreeMethods: Pattern = pattern({
  name: "riseFallThreeMethods",
  talib: "CDLRISEFALL3METHODS",
  title: "Rising/falling three methods",
  formula:
    "long body; three short opposite ones within its range, each further back; long body beyond the first close",
  candles: 5,
  uses: { longBody: [4, 0], shortBody: [3, 2, 1] },
  find: (c, out, from, to) => {
    const match = (): number => {
      const side = c.color(4);
      // White, three black, white, or the other way round: one jump, not five.
      if (c.color(3) + c.color(2) + c.color(1) - c.color(0) !== -4 * side) return 0;
      return score(
        c.isLong(4) &&
          isShortBesideFirst(c, 3) &&
          isShortBesideFirst(c, 2) &&
          isShortBesideFirst(c, 1) &&
          c.isLong(0) &&
          c.close(2) * side < c.close(3) * side &&
          c.close(1) * side < c.close(2) * side &&
          c.open(0) * side > c.close(1) * side &&
          c.close(0) * side > c.close(4) * side,
        side,
      );
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});
