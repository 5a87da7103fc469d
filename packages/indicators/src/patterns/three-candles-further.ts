import type { CandleShapes } from "./candle-shapes.ts";
import { pattern, score, type Pattern } from "./pattern.ts";
import { risesThrice } from "./rises-thrice.ts";

/** Stalled pattern (CDLSTALLEDPATTERN): two long white candles and a short one that rides on them. Warm-up 12. */
export const stalledPattern: Pattern = pattern({
  name: "stalledPattern",
  talib: "CDLSTALLEDPATTERN",
  title: "Stalled pattern",
  formula:
    "three white candles with higher closes: two long ones, then a short one near the top of the second",
  candles: 3,
  uses: { longBody: [2, 1], shortBody: [0], noShadow: [1], near: [2, 1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        risesThrice(c) &&
          c.isLong(2) &&
          c.isLong(1) &&
          c.isShavenAbove(1) &&
          c.opensInBodyBefore(1) &&
          c.isShort(0) &&
          c.open(0) >= c.close(1) - c.body(0) - c.near(1),
        -1,
      );
    }
  },
});

/** Stick sandwich (CDLSTICKSANDWICH): a white candle between two black ones with one close. Warm-up 7. */
export const stickSandwich: Pattern = pattern({
  name: "stickSandwich",
  talib: "CDLSTICKSANDWICH",
  title: "Stick sandwich",
  formula: "black; white with its low above the first close; black with the close of the first",
  candles: 3,
  uses: { equal: [2] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isBlack(2) &&
          c.isWhite(1) &&
          c.isBlack(0) &&
          c.low(1) > c.close(2) &&
          c.isEqual(c.close(0), c.close(2), 2),
        1,
      );
    }
  },
});

function tasukiGapScore(c: CandleShapes): number {
  // The gap first, for it is rare: most candles are done with a jump that is guessed right.
  const isUp = c.gapsUp(1, 2);
  if (!isUp && !c.gapsDown(1, 2)) return 0;
  if (c.color(1) !== (isUp ? 1 : -1) || c.color(0) === c.color(1)) return 0;
  const isThere = isUp
    ? c.open(0) < c.close(1) &&
      c.open(0) > c.open(1) &&
      c.close(0) < c.open(1) &&
      c.close(0) > c.top(2)
    : c.open(0) < c.open(1) &&
      c.open(0) > c.close(1) &&
      c.close(0) > c.open(1) &&
      c.close(0) < c.bottom(2);
  return score(isThere && Math.abs(c.body(1) - c.body(0)) < c.near(1), c.color(1));
}

/** Tasuki gap (CDLTASUKIGAP): a gap, then an opposite candle that does not close it. Warm-up 7. */
export const tasukiGap: Pattern = pattern({
  name: "tasukiGap",
  talib: "CDLTASUKIGAP",
  title: "Tasuki gap",
  formula:
    "gap in the direction of the second candle; opposite body of near length from its body into the gap",
  candles: 3,
  uses: { near: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = tasukiGapScore(c);
    }
  },
  rare: { search: "fillingBodies", score: tasukiGapScore },
});

function triStarScore(c: CandleShapes): number {
  const limit = c.dojiBody(2);
  if (c.body(2) > limit || c.body(1) > limit || c.body(0) > limit) return 0;
  if (c.gapsDown(1, 2) && c.bottom(0) > c.bottom(1)) return 100;
  return score(c.gapsUp(1, 2) && c.top(0) < c.top(1), -1);
}

/** Tristar pattern (CDLTRISTAR): three doji, the second beyond the others. Warm-up 12. */
export const triStar: Pattern = pattern({
  name: "triStar",
  talib: "CDLTRISTAR",
  title: "Tristar pattern",
  formula: "three doji; the second with a gap, the third back",
  candles: 3,
  uses: { dojiBody: [2] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = triStarScore(c);
    }
  },
  rare: { search: "gaps", score: triStarScore },
});

/**
 * Unique three river (CDLUNIQUE3RIVER): a long black candle, a black one with a new low, a short white one above
 * that low. Warm-up 12.
 */
export const uniqueThreeRiver: Pattern = pattern({
  name: "uniqueThreeRiver",
  talib: "CDLUNIQUE3RIVER",
  title: "Unique three river",
  formula: "long black; black harami with a lower low; short white that opens above that low",
  candles: 3,
  uses: { longBody: [2], shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isLong(2) &&
          c.isBlack(2) &&
          c.isBlack(1) &&
          c.close(1) > c.close(2) &&
          c.open(1) <= c.open(2) &&
          c.low(1) < c.low(2) &&
          c.isShort(0) &&
          c.isWhite(0) &&
          c.open(0) > c.low(1),
        1,
      );
    }
  },
});

/**
 * Upside gap two crows (CDLUPSIDEGAP2CROWS): a long white candle, a small black one above it, a black one around
 * that. Warm-up 12.
 */
export const upsideGapTwoCrows: Pattern = pattern({
  name: "upsideGapTwoCrows",
  talib: "CDLUPSIDEGAP2CROWS",
  title: "Upside gap two crows",
  formula:
    "long white; small black above it; black that engulfs the second and closes above the first",
  candles: 3,
  uses: { longBody: [2], shortBody: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isWhite(2) &&
          c.isLong(2) &&
          c.isBlack(1) &&
          c.isSmall(1) &&
          c.gapsUp(1, 2) &&
          c.isBlack(0) &&
          c.open(0) > c.open(1) &&
          c.close(0) < c.close(1) &&
          c.close(0) > c.close(2),
        -1,
      );
    }
  },
});

function gapThreeMethodsScore(c: CandleShapes): number {
  // The gap first, for it is rare: most candles are done with a jump that is guessed right.
  const isUp = c.gapsUp(1, 2);
  if (!isUp && !c.gapsDown(1, 2)) return 0;
  const side = isUp ? 1 : -1;
  return score(
    c.color(2) === side &&
      c.color(1) === side &&
      c.color(0) === -side &&
      c.open(0) < c.top(1) &&
      c.open(0) > c.bottom(1) &&
      c.close(0) < c.top(2) &&
      c.close(0) > c.bottom(2),
    side,
  );
}

/**
 * Upside/downside gap three methods (CDLXSIDEGAP3METHODS): two candles with a gap, then an opposite one that closes
 * the gap. Warm-up 2.
 */
export const gapThreeMethods: Pattern = pattern({
  name: "gapThreeMethods",
  talib: "CDLXSIDEGAP3METHODS",
  title: "Upside/downside gap three methods",
  formula:
    "two bodies of one colour with a gap in their direction; opposite body from the second into the first",
  candles: 3,
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = gapThreeMethodsScore(c);
    }
  },
  rare: { search: "gaps", score: gapThreeMethodsScore },
});
