import type { CandleShapes } from "./candle-shapes.ts";
import { pattern, penetrating, score, type Pattern, type PenetratingPattern } from "./pattern.ts";
import { risesThrice } from "./rises-thrice.ts";

const fallsThrice = (c: CandleShapes): boolean =>
  c.isBlack(2) &&
  c.isBlack(1) &&
  c.isBlack(0) &&
  c.close(2) > c.close(1) &&
  c.close(1) > c.close(0);

/** True when the last of three bodies, or their upper shadows, show that a rise is running out. */
const growsWeaker = (c: CandleShapes): boolean =>
  (c.body(1) < c.body(2) - c.far(2) && c.body(0) < c.body(1) + c.near(1)) ||
  c.body(0) < c.body(1) - c.far(1) ||
  (c.body(0) < c.body(1) &&
    c.body(1) < c.body(2) &&
    (c.upper(0) > c.shortShadow(0) || c.upper(1) > c.shortShadow(1))) ||
  (c.body(0) < c.body(1) && c.upper(0) > c.body(0));

const isEvening = (c: CandleShapes, penetration: number): boolean =>
  c.isLong(2) &&
  c.isWhite(2) &&
  c.gapsUp(1, 2) &&
  c.body(0) > c.shortBody(0) &&
  c.isBlack(0) &&
  c.close(0) < c.close(2) - c.body(2) * penetration;

const isMorning = (c: CandleShapes, penetration: number): boolean =>
  c.isLong(2) &&
  c.isBlack(2) &&
  c.gapsDown(1, 2) &&
  c.body(0) > c.shortBody(0) &&
  c.isWhite(0) &&
  c.close(0) > c.close(2) + c.body(2) * penetration;

/**
 * Two crows (CDL2CROWS): a long white candle, a black one above it, a black one back into the body of the first.
 * Warm-up 12.
 */
export const twoCrows: Pattern = pattern({
  name: "twoCrows",
  talib: "CDL2CROWS",
  title: "Two crows",
  formula: "long white; black above it; black from the second body into the first",
  candles: 3,
  uses: { longBody: [2] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isWhite(2) &&
          c.isLong(2) &&
          c.isBlack(1) &&
          c.gapsUp(1, 2) &&
          c.isBlack(0) &&
          c.open(0) < c.open(1) &&
          c.open(0) > c.close(1) &&
          c.close(0) > c.open(2) &&
          c.close(0) < c.close(2),
        -1,
      );
    }
  },
});

function threeInsideScore(c: CandleShapes): number {
  return score(
    c.isLong(2) &&
      c.isSmall(1) &&
      c.top(1) < c.top(2) &&
      c.bottom(1) > c.bottom(2) &&
      (c.isWhite(2)
        ? c.isBlack(0) && c.close(0) < c.open(2)
        : c.isWhite(0) && c.close(0) > c.open(2)),
    c.isWhite(2) ? -1 : 1,
  );
}

/** Three inside up/down (CDL3INSIDE): a harami, then a close beyond the first open. Warm-up 12. */
export const threeInside: Pattern = pattern({
  name: "threeInside",
  talib: "CDL3INSIDE",
  title: "Three inside up/down",
  formula: "long body, small one within it, close beyond the first open on the other side",
  candles: 3,
  uses: { longBody: [2], shortBody: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = threeInsideScore(c);
    }
  },
  rare: { search: "confirmedInsides", score: threeInsideScore },
});

/** Three outside up/down (CDL3OUTSIDE): an engulfing, then a close further on. Warm-up 3. */
export const threeOutside: Pattern = pattern({
  name: "threeOutside",
  talib: "CDL3OUTSIDE",
  title: "Three outside up/down",
  formula: "engulfing, then a close beyond the second one",
  candles: 4,
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isWhite(1)
          ? c.isBlack(2) &&
              c.close(1) > c.open(2) &&
              c.open(1) < c.close(2) &&
              c.close(0) > c.close(1)
          : c.isWhite(2) &&
              c.open(1) > c.close(2) &&
              c.close(1) < c.open(2) &&
              c.close(0) < c.close(1),
        c.color(1),
      );
    }
  },
});

function threeStarsInSouthScore(c: CandleShapes): number {
  return score(
    c.isBlack(2) &&
      c.isBlack(1) &&
      c.isBlack(0) &&
      c.isLong(2) &&
      c.lower(2) > c.body(2) &&
      c.body(1) < c.body(2) &&
      c.open(1) > c.close(2) &&
      c.open(1) <= c.high(2) &&
      c.low(1) < c.close(2) &&
      c.low(1) >= c.low(2) &&
      c.lower(1) > c.noShadow(1) &&
      c.isShort(0) &&
      c.isShavenBelow(0) &&
      c.isShavenAbove(0) &&
      c.low(0) > c.low(1) &&
      c.high(0) < c.high(1),
    1,
  );
}

/**
 * Three stars in the south (CDL3STARSINSOUTH): three black candles, each smaller and higher in its low. Warm-up 12.
 */
export const threeStarsInSouth: Pattern = pattern({
  name: "threeStarsInSouth",
  talib: "CDL3STARSINSOUTH",
  title: "Three stars in the south",
  formula:
    "long black with a long lower shadow; smaller black within its range; small black marubozu within that",
  candles: 3,
  uses: { longBody: [2], noShadow: [1, 0], shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = threeStarsInSouthScore(c);
    }
  },
  rare: { search: "blackTriples", score: threeStarsInSouthScore },
});

/**
 * Three advancing white soldiers (CDL3WHITESOLDIERS): three white candles without upper shadows, each opening in the
 * body before. Warm-up 12.
 */
export const threeWhiteSoldiers: Pattern = pattern({
  name: "threeWhiteSoldiers",
  talib: "CDL3WHITESOLDIERS",
  title: "Three advancing white soldiers",
  formula:
    "three white candles with higher closes, opens in or near the body before, no upper shadows, none far shorter",
  candles: 3,
  uses: { noShadow: [2, 1, 0], near: [2, 1], far: [2, 1], shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        risesThrice(c) &&
          c.isShavenAbove(2) &&
          c.isShavenAbove(1) &&
          c.isShavenAbove(0) &&
          c.opensInBodyBefore(1) &&
          c.opensInBodyBefore(0) &&
          c.body(1) > c.body(2) - c.far(2) &&
          c.body(0) > c.body(1) - c.far(1) &&
          c.body(0) > c.shortBody(0),
        1,
      );
    }
  },
});

/**
 * Abandoned baby (CDLABANDONEDBABY): a doji with gaps on both sides between two opposite candles. `penetration` from
 * 0 on, default 0.3. Warm-up 12.
 */
export const abandonedBaby: PenetratingPattern = penetrating(0.3, {
  name: "abandonedBaby",
  talib: "CDLABANDONEDBABY",
  title: "Abandoned baby",
  formula:
    "long body; doji that the whole range leaves behind; opposite body back across the gap, at least `penetration` deep",
  candles: 3,
  uses: { longBody: [2], dojiBody: [1], shortBody: [0] },
  find: (c, out, from, to, penetration) => {
    const match = (): number => {
      if (!(c.isLong(2) && c.isDoji(1) && c.body(0) > c.shortBody(0))) return 0;
      const depth = c.body(2) * penetration;
      return score(
        c.isWhite(2)
          ? c.isBlack(0) && c.close(0) < c.close(2) - depth && c.jumpsUp(1, 2) && c.jumpsDown(0, 1)
          : c.isWhite(0) && c.close(0) > c.close(2) + depth && c.jumpsDown(1, 2) && c.jumpsUp(0, 1),
        c.color(0),
      );
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** Advance block (CDLADVANCEBLOCK): three rising white candles that grow weaker. Warm-up 12. */
export const advanceBlock: Pattern = pattern({
  name: "advanceBlock",
  talib: "CDLADVANCEBLOCK",
  title: "Advance block",
  formula:
    "three white candles with higher closes, opens in or near the body before, the first long; bodies shrink or upper shadows grow",
  candles: 3,
  uses: { longBody: [2], shortShadow: [2, 1, 0], near: [2, 1], far: [2, 1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        risesThrice(c) &&
          c.opensInBodyBefore(1) &&
          c.opensInBodyBefore(0) &&
          c.isLong(2) &&
          c.upper(2) < c.shortShadow(2) &&
          growsWeaker(c),
        -1,
      );
    }
  },
});

/**
 * Evening doji star (CDLEVENINGDOJISTAR): a long white candle, a doji above it, a black one back into the first
 * body. `penetration` from 0 on, default 0.3. Warm-up 12.
 */
export const eveningDojiStar: PenetratingPattern = penetrating(0.3, {
  name: "eveningDojiStar",
  talib: "CDLEVENINGDOJISTAR",
  title: "Evening doji star",
  formula:
    "long white; doji above its body; black, at least `penetration` deep into the first body",
  candles: 3,
  uses: { longBody: [2], dojiBody: [1], shortBody: [0] },
  find: (c, out, from, to, penetration) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(1) && isEvening(c, penetration), -1);
    }
  },
});

/**
 * Evening star (CDLEVENINGSTAR): a long white candle, a small one above it, a black one back into the first body.
 * `penetration` from 0 on, default 0.3. Warm-up 12.
 */
export const eveningStar: PenetratingPattern = penetrating(0.3, {
  name: "eveningStar",
  talib: "CDLEVENINGSTAR",
  title: "Evening star",
  formula:
    "long white; small body above it; black, at least `penetration` deep into the first body",
  candles: 3,
  uses: { longBody: [2], shortBody: [1, 0] },
  find: (c, out, from, to, penetration) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isSmall(1) && isEvening(c, penetration), -1);
    }
  },
});

function gapSideSideWhiteScore(c: CandleShapes): number {
  // The gap first, for it is rare: most candles are done with a jump that is guessed right.
  const isUp = c.gapsUp(1, 2) && c.gapsUp(0, 2);
  if (!isUp && !(c.gapsDown(1, 2) && c.gapsDown(0, 2))) return 0;
  if (c.isBlack(1) || c.isBlack(0)) return 0;
  const reach = c.near(1);
  return score(
    c.body(0) >= c.body(1) - reach &&
      c.body(0) <= c.body(1) + reach &&
      c.isEqual(c.open(0), c.open(1), 1),
    c.gapsUp(1, 2) ? 1 : -1,
  );
}

/** Up/down-gap side-by-side white lines (CDLGAPSIDESIDEWHITE): two like white candles beyond a gap. Warm-up 7. */
export const gapSideSideWhite: Pattern = pattern({
  name: "gapSideSideWhite",
  talib: "CDLGAPSIDESIDEWHITE",
  title: "Up/down-gap side-by-side white lines",
  formula:
    "two white bodies of near length with equal opens, both on one side of the body before them",
  candles: 3,
  uses: { near: [1], equal: [1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = gapSideSideWhiteScore(c);
    }
  },
  rare: { search: "risingPairs", score: gapSideSideWhiteScore },
});

function identicalThreeCrowsScore(c: CandleShapes): number {
  return score(
    fallsThrice(c) &&
      c.isShavenBelow(2) &&
      c.isShavenBelow(1) &&
      c.isShavenBelow(0) &&
      c.isEqual(c.open(1), c.close(2), 2) &&
      c.isEqual(c.open(0), c.close(1), 1),
    -1,
  );
}

/** Identical three crows (CDLIDENTICAL3CROWS): three black candles, each opening at the close before. Warm-up 12. */
export const identicalThreeCrows: Pattern = pattern({
  name: "identicalThreeCrows",
  talib: "CDLIDENTICAL3CROWS",
  title: "Identical three crows",
  formula:
    "three black candles with lower closes and no lower shadows, opens equal to the close before",
  candles: 3,
  uses: { noShadow: [2, 1, 0], equal: [2, 1] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = identicalThreeCrowsScore(c);
    }
  },
  rare: { search: "blackTriples", score: identicalThreeCrowsScore },
});

/**
 * Morning doji star (CDLMORNINGDOJISTAR): a long black candle, a doji below it, a white one back into the first
 * body. `penetration` from 0 on, default 0.3. Warm-up 12.
 */
export const morningDojiStar: PenetratingPattern = penetrating(0.3, {
  name: "morningDojiStar",
  talib: "CDLMORNINGDOJISTAR",
  title: "Morning doji star",
  formula:
    "long black; doji below its body; white, at least `penetration` deep into the first body",
  candles: 3,
  uses: { longBody: [2], dojiBody: [1], shortBody: [0] },
  find: (c, out, from, to, penetration) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(1) && isMorning(c, penetration), 1);
    }
  },
});

/**
 * Morning star (CDLMORNINGSTAR): a long black candle, a small one below it, a white one back into the first body.
 * `penetration` from 0 on, default 0.3. Warm-up 12.
 */
export const morningStar: PenetratingPattern = penetrating(0.3, {
  name: "morningStar",
  talib: "CDLMORNINGSTAR",
  title: "Morning star",
  formula:
    "long black; small body below it; white, at least `penetration` deep into the first body",
  candles: 3,
  uses: { longBody: [2], shortBody: [1, 0] },
  find: (c, out, from, to, penetration) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isSmall(1) && isMorning(c, penetration), 1);
    }
  },
});
