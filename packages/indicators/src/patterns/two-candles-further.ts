import type { CandleShapes } from "./candle-shapes.ts";
import { pattern, score, type Pattern } from "./pattern.ts";

const isMarubozu = (c: CandleShapes, age: number): boolean =>
  c.isLong(age) && c.isShavenAbove(age) && c.isShavenBelow(age);

const kicks = (c: CandleShapes): boolean =>
  c.color(1) === -c.color(0) &&
  isMarubozu(c, 1) &&
  isMarubozu(c, 0) &&
  (c.isBlack(1) ? c.jumpsUp(0, 1) : c.jumpsDown(0, 1));

function kickingScore(c: CandleShapes): number {
  return score(kicks(c), c.color(0));
}

/** Kicking (CDLKICKING): two marubozu of opposite colours with a gap between. Warm-up 11. */
export const kicking: Pattern = pattern({
  name: "kicking",
  talib: "CDLKICKING",
  title: "Kicking",
  formula: "two marubozu of opposite colours, a gap in the direction of the second",
  candles: 2,
  uses: { longBody: [1, 0], noShadow: [1, 0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = kickingScore(c);
    }
  },
  rare: { search: "jumps", score: kickingScore },
});

function kickingByLengthScore(c: CandleShapes): number {
  return score(kicks(c), c.color(c.body(0) > c.body(1) ? 0 : 1));
}

/** Kicking by length (CDLKICKINGBYLENGTH): as kicking, with the side of the longer marubozu. Warm-up 11. */
export const kickingByLength: Pattern = pattern({
  name: "kickingByLength",
  talib: "CDLKICKINGBYLENGTH",
  title: "Kicking by length",
  formula: "two marubozu of opposite colours with a gap; the colour of the longer one",
  candles: 2,
  uses: { longBody: [1, 0], noShadow: [1, 0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = kickingByLengthScore(c);
    }
  },
  rare: { search: "jumps", score: kickingByLengthScore },
});

/** Matching low (CDLMATCHINGLOW): two black candles with one close. Warm-up 6. */
export const matchingLow: Pattern = pattern({
  name: "matchingLow",
  talib: "CDLMATCHINGLOW",
  title: "Matching low",
  formula: "two black candles with equal closes",
  candles: 2,
  uses: { equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isBlack(1) && c.isBlack(0) && c.isEqual(c.close(0), c.close(1), 1), 1);
    }
  },
});

/**
 * Separating lines (CDLSEPARATINGLINES): a long candle opens where the opposite one before did and goes the other
 * way. Warm-up 11.
 */
export const separatingLines: Pattern = pattern({
  name: "separatingLines",
  talib: "CDLSEPARATINGLINES",
  title: "Separating lines",
  formula: "opposite colours with equal opens, then a belt-hold",
  candles: 2,
  uses: { longBody: [0], noShadow: [0], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.color(1) === -c.color(0) &&
          c.isEqual(c.open(0), c.open(1), 1) &&
          c.isLong(0) &&
          (c.isWhite(0) ? c.isShavenBelow(0) : c.isShavenAbove(0)),
        c.color(0),
      );
    }
  },
});

/** Shooting star (CDLSHOOTINGSTAR): a short body below a long upper shadow, above the body before. Warm-up 11. */
export const shootingStar: Pattern = pattern({
  name: "shootingStar",
  talib: "CDLSHOOTINGSTAR",
  title: "Shooting star",
  formula: "short body, long upper shadow, no lower one, above the body before",
  candles: 2,
  uses: { shortBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isShort(0) && c.upper(0) > c.body(0) && c.isShavenBelow(0) && c.gapsUp(0, 1),
        -1,
      );
    }
  },
});
