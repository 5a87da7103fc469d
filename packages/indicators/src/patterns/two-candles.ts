import type { CandleShapes } from "./candle-shapes.ts";
import { pattern, penetrating, score, type Pattern, type PenetratingPattern } from "./pattern.ts";

/** Side of a body within the one before; 80 where one end is the same, 0 where it is not within. */
function within(c: CandleShapes): number {
  const below = c.top(1) - c.top(0);
  const above = c.bottom(0) - c.bottom(1);
  // Neither where an infinite price makes one of them no number.
  if (!(below >= 0 && above >= 0)) return 0;
  return -c.color(1) * (below > 0 && above > 0 ? 100 : 80);
}

const opensBelowLongBlack = (c: CandleShapes): boolean =>
  c.isBlack(1) && c.isLong(1) && c.isWhite(0) && c.open(0) < c.low(1);

/** Counterattack (CDLCOUNTERATTACK): two long candles of opposite colours that close at one price. Warm-up 11. */
export const counterattack: Pattern = pattern({
  name: "counterattack",
  talib: "CDLCOUNTERATTACK",
  title: "Counterattack",
  formula: "two long bodies of opposite colours with equal closes",
  candles: 2,
  uses: { longBody: [1, 0], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.color(1) === -c.color(0) &&
          c.isLong(1) &&
          c.isLong(0) &&
          c.isEqual(c.close(0), c.close(1), 1),
        c.color(0),
      );
    }
  },
});

/**
 * Dark cloud cover (CDLDARKCLOUDCOVER): a black candle opens above a long white one and closes deep in its body.
 * `penetration` from 0 on, default 0.5. Warm-up 11.
 */
export const darkCloudCover: PenetratingPattern = penetrating(0.5, {
  name: "darkCloudCover",
  talib: "CDLDARKCLOUDCOVER",
  title: "Dark cloud cover",
  formula:
    "long white, then black: open above its high, close in its body, at least `penetration` deep",
  candles: 2,
  uses: { longBody: [1] },
  find: (c, out, from, to, penetration) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isWhite(1) &&
          c.isLong(1) &&
          c.isBlack(0) &&
          c.open(0) > c.high(1) &&
          c.close(0) > c.open(1) &&
          c.close(0) < c.close(1) - c.body(1) * penetration,
        -1,
      );
    }
  },
});

function dojiStarScore(c: CandleShapes): number {
  return score(
    c.isLong(1) && c.isDoji(0) && (c.isWhite(1) ? c.gapsUp(0, 1) : c.gapsDown(0, 1)),
    c.isWhite(1) ? -1 : 1,
  );
}

/** Doji star (CDLDOJISTAR): a doji that leaves the body of a long candle behind. Warm-up 11. */
export const dojiStar: Pattern = pattern({
  name: "dojiStar",
  talib: "CDLDOJISTAR",
  title: "Doji star",
  formula: "long body, then a doji beyond it in its direction",
  candles: 2,
  uses: { longBody: [1], dojiBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = dojiStarScore(c);
    }
  },
  rare: { search: "gaps", later: 1, score: dojiStarScore },
});

/**
 * Engulfing pattern (CDLENGULFING): a body that covers the opposite one before. 80 where only one end goes beyond.
 * Warm-up 2.
 */
export const engulfing: Pattern = pattern({
  name: "engulfing",
  talib: "CDLENGULFING",
  title: "Engulfing pattern",
  formula: "opposite colours, the body covers the one before",
  candles: 3,
  find: (c, out, from, to) => {
    const match = (): number => {
      if (c.color(0) === c.color(1)) return 0;
      const isWhite = c.isWhite(0);
      const above = isWhite ? c.close(0) - c.open(1) : c.open(0) - c.close(1);
      const below = isWhite ? c.close(1) - c.open(0) : c.open(1) - c.close(0);
      if (above < 0 || below < 0 || (above === 0 && below === 0)) return 0;
      return c.color(0) * (above > 0 && below > 0 ? 100 : 80);
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** Hammer (CDLHAMMER): a short body above a long lower shadow, low after the candle before. Warm-up 11. */
export const hammer: Pattern = pattern({
  name: "hammer",
  talib: "CDLHAMMER",
  title: "Hammer",
  formula: "short body, long lower shadow, no upper one, near the low before",
  candles: 2,
  uses: { shortBody: [0], noShadow: [0], near: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isShort(0) &&
          c.lower(0) > c.body(0) &&
          c.isShavenAbove(0) &&
          c.bottom(0) <= c.low(1) + c.near(1),
        1,
      );
    }
  },
});

/** Hanging man (CDLHANGINGMAN): a short body above a long lower shadow, high after the candle before. Warm-up 11. */
export const hangingMan: Pattern = pattern({
  name: "hangingMan",
  talib: "CDLHANGINGMAN",
  title: "Hanging man",
  formula: "short body, long lower shadow, no upper one, near the high before",
  candles: 2,
  uses: { shortBody: [0], noShadow: [0], near: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isShort(0) &&
          c.lower(0) > c.body(0) &&
          c.isShavenAbove(0) &&
          c.bottom(0) >= c.high(1) - c.near(1),
        -1,
      );
    }
  },
});

function haramiScore(c: CandleShapes): number {
  return c.isLong(1) && c.isSmall(0) ? within(c) : 0;
}

/** Harami (CDLHARAMI): a small body within the long one before. 80 where one end is the same. Warm-up 11. */
export const harami: Pattern = pattern({
  name: "harami",
  talib: "CDLHARAMI",
  title: "Harami",
  formula: "long body, then a small one within it",
  candles: 2,
  uses: { longBody: [1], shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = haramiScore(c);
    }
  },
  rare: { search: "insides", score: haramiScore },
});

function haramiCrossScore(c: CandleShapes): number {
  return c.isLong(1) && c.isDoji(0) ? within(c) : 0;
}

/** Harami cross (CDLHARAMICROSS): a doji within the long body before. 80 where one end is the same. Warm-up 11. */
export const haramiCross: Pattern = pattern({
  name: "haramiCross",
  talib: "CDLHARAMICROSS",
  title: "Harami cross",
  formula: "long body, then a doji within it",
  candles: 2,
  uses: { longBody: [1], dojiBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = haramiCrossScore(c);
    }
  },
  rare: { search: "insides", score: haramiCrossScore },
});

function homingPigeonScore(c: CandleShapes): number {
  return score(
    c.isBlack(1) &&
      c.isBlack(0) &&
      c.isLong(1) &&
      c.isSmall(0) &&
      c.open(0) < c.open(1) &&
      c.close(0) > c.close(1),
    1,
  );
}

/** Homing pigeon (CDLHOMINGPIGEON): a small black body within the long black one before. Warm-up 11. */
export const homingPigeon: Pattern = pattern({
  name: "homingPigeon",
  talib: "CDLHOMINGPIGEON",
  title: "Homing pigeon",
  formula: "long black, then small black within its body",
  candles: 2,
  uses: { longBody: [1], shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = homingPigeonScore(c);
    }
  },
  rare: { search: "insides", score: homingPigeonScore },
});

function inNeckScore(c: CandleShapes): number {
  return score(
    opensBelowLongBlack(c) && c.close(0) <= c.close(1) + c.equal(1) && c.close(0) >= c.close(1),
    -1,
  );
}

/** In-neck pattern (CDLINNECK): a white candle opens below a long black one and closes at its close. Warm-up 11. */
export const inNeck: Pattern = pattern({
  name: "inNeck",
  talib: "CDLINNECK",
  title: "In-neck pattern",
  formula: "long black, then white: open below its low, close at or just above its close",
  candles: 2,
  uses: { longBody: [1], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = inNeckScore(c);
    }
  },
  rare: { search: "turns", score: inNeckScore },
});

/**
 * Inverted hammer (CDLINVERTEDHAMMER): a short body below a long upper shadow, below the body before. Warm-up 11.
 */
export const invertedHammer: Pattern = pattern({
  name: "invertedHammer",
  talib: "CDLINVERTEDHAMMER",
  title: "Inverted hammer",
  formula: "short body, long upper shadow, no lower one, below the body before",
  candles: 2,
  uses: { shortBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isShort(0) && c.upper(0) > c.body(0) && c.isShavenBelow(0) && c.gapsDown(0, 1),
        1,
      );
    }
  },
});

function onNeckScore(c: CandleShapes): number {
  return score(opensBelowLongBlack(c) && c.isEqual(c.close(0), c.low(1), 1), -1);
}

/** On-neck pattern (CDLONNECK): a white candle opens below a long black one and closes at its low. Warm-up 11. */
export const onNeck: Pattern = pattern({
  name: "onNeck",
  talib: "CDLONNECK",
  title: "On-neck pattern",
  formula: "long black, then white: open below its low, close at its low",
  candles: 2,
  uses: { longBody: [1], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = onNeckScore(c);
    }
  },
  rare: { search: "turns", score: onNeckScore },
});

function piercingScore(c: CandleShapes): number {
  return score(
    opensBelowLongBlack(c) &&
      c.isLong(0) &&
      c.close(0) < c.open(1) &&
      c.close(0) > c.close(1) + c.body(1) * 0.5,
    1,
  );
}

/**
 * Piercing pattern (CDLPIERCING): a long white candle opens below a long black one and closes above the middle of
 * its body. Warm-up 11.
 */
export const piercing: Pattern = pattern({
  name: "piercing",
  talib: "CDLPIERCING",
  title: "Piercing pattern",
  formula: "long black, then long white: open below its low, close in the upper half of its body",
  candles: 2,
  uses: { longBody: [1, 0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = piercingScore(c);
    }
  },
  rare: { search: "turns", score: piercingScore },
});

function thrustingScore(c: CandleShapes): number {
  return score(
    opensBelowLongBlack(c) &&
      c.close(0) > c.close(1) + c.equal(1) &&
      c.close(0) <= c.close(1) + c.body(1) * 0.5,
    -1,
  );
}

/**
 * Thrusting pattern (CDLTHRUSTING): a white candle opens below a long black one and closes in the lower half of its
 * body. Warm-up 11.
 */
export const thrusting: Pattern = pattern({
  name: "thrusting",
  talib: "CDLTHRUSTING",
  title: "Thrusting pattern",
  formula:
    "long black, then white: open below its low, close above its close, up to the middle of its body",
  candles: 2,
  uses: { longBody: [1], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = thrustingScore(c);
    }
  },
  rare: { search: "turns", score: thrustingScore },
});
