import { pattern, score, type Pattern } from "./pattern.ts";

/** Belt-hold (CDLBELTHOLD): a long candle that opens at its extreme. Warm-up 10. */
export const beltHold: Pattern = pattern({
  name: "beltHold",
  talib: "CDLBELTHOLD",
  title: "Belt-hold",
  formula: "long body without a shadow on the side of its open",
  candles: 1,
  uses: { longBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isLong(0) && (c.isWhite(0) ? c.isShavenBelow(0) : c.isShavenAbove(0)),
        c.color(0),
      );
    }
  },
});

/** Closing marubozu (CDLCLOSINGMARUBOZU): a long candle that closes at its extreme. Warm-up 10. */
export const closingMarubozu: Pattern = pattern({
  name: "closingMarubozu",
  talib: "CDLCLOSINGMARUBOZU",
  title: "Closing marubozu",
  formula: "long body without a shadow on the side of its close",
  candles: 1,
  uses: { longBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isLong(0) && (c.isWhite(0) ? c.isShavenAbove(0) : c.isShavenBelow(0)),
        c.color(0),
      );
    }
  },
});

/** Doji (CDLDOJI): open and close are almost one price. Always 100: it has no side. Warm-up 10. */
export const doji: Pattern = pattern({
  name: "doji",
  talib: "CDLDOJI",
  title: "Doji",
  formula: "body ≤ 0.1 × mean range",
  candles: 1,
  uses: { dojiBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      // As a product, for doji are too frequent for a jump.
      out[i] = 100 * Number(c.isDoji(0));
    }
  },
});

/** Dragonfly doji (CDLDRAGONFLYDOJI): a doji at the upper end of its range. Always 100. Warm-up 10. */
export const dragonflyDoji: Pattern = pattern({
  name: "dragonflyDoji",
  talib: "CDLDRAGONFLYDOJI",
  title: "Dragonfly doji",
  formula: "doji without an upper shadow and with a lower one",
  candles: 1,
  uses: { dojiBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(0) && c.isShavenAbove(0) && c.lower(0) > c.noShadow(0), 1);
    }
  },
});

/** Gravestone doji (CDLGRAVESTONEDOJI): a doji at the lower end of its range. Always 100. Warm-up 10. */
export const gravestoneDoji: Pattern = pattern({
  name: "gravestoneDoji",
  talib: "CDLGRAVESTONEDOJI",
  title: "Gravestone doji",
  formula: "doji without a lower shadow and with an upper one",
  candles: 1,
  uses: { dojiBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(0) && c.isShavenBelow(0) && c.upper(0) > c.noShadow(0), 1);
    }
  },
});

/** High-wave candle (CDLHIGHWAVE): a short body between two very long shadows. Warm-up 10. */
export const highWave: Pattern = pattern({
  name: "highWave",
  talib: "CDLHIGHWAVE",
  title: "High-wave candle",
  formula: "short body, both shadows longer than 2 bodies",
  candles: 1,
  uses: { shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(
        c.isShort(0) && c.upper(0) > 2 * c.body(0) && c.lower(0) > 2 * c.body(0),
        c.color(0),
      );
    }
  },
});

/** Long-legged doji (CDLLONGLEGGEDDOJI): a doji with a long shadow. Always 100. Warm-up 10. */
export const longLeggedDoji: Pattern = pattern({
  name: "longLeggedDoji",
  talib: "CDLLONGLEGGEDDOJI",
  title: "Long-legged doji",
  formula: "doji, one of the shadows longer than the body",
  candles: 1,
  uses: { dojiBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(0) && (c.lower(0) > c.body(0) || c.upper(0) > c.body(0)), 1);
    }
  },
});

/** Long line candle (CDLLONGLINE): a long body between short shadows. Warm-up 10. */
export const longLine: Pattern = pattern({
  name: "longLine",
  talib: "CDLLONGLINE",
  title: "Long line candle",
  formula: "long body, short shadows",
  candles: 1,
  uses: { longBody: [0], shortShadow: [0] },
  find: (c, out, from, to) => {
    const match = (): number => {
      const limit = c.shortShadow(0);
      return score(c.isLong(0) && c.upper(0) < limit && c.lower(0) < limit, c.color(0));
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** Marubozu (CDLMARUBOZU): a long body without shadows. Warm-up 10. */
export const marubozu: Pattern = pattern({
  name: "marubozu",
  talib: "CDLMARUBOZU",
  title: "Marubozu",
  formula: "long body without shadows",
  candles: 1,
  uses: { longBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isLong(0) && c.isShavenAbove(0) && c.isShavenBelow(0), c.color(0));
    }
  },
});

/** Rickshaw man (CDLRICKSHAWMAN): a long-legged doji in the middle of its range. Always 100. Warm-up 10. */
export const rickshawMan: Pattern = pattern({
  name: "rickshawMan",
  talib: "CDLRICKSHAWMAN",
  title: "Rickshaw man",
  formula: "doji near the middle of its range, both shadows longer than the body",
  candles: 1,
  uses: { dojiBody: [0], near: [0] },
  find: (c, out, from, to) => {
    const match = (): number => {
      if (!(c.isDoji(0) && c.lower(0) > c.body(0) && c.upper(0) > c.body(0))) return 0;
      const middle = c.low(0) + c.range(0) / 2;
      const reach = c.near(0);
      return score(c.bottom(0) <= middle + reach && c.top(0) >= middle - reach, 1);
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** Short line candle (CDLSHORTLINE): a short body between short shadows. Warm-up 10. */
export const shortLine: Pattern = pattern({
  name: "shortLine",
  talib: "CDLSHORTLINE",
  title: "Short line candle",
  formula: "short body, short shadows",
  candles: 1,
  uses: { shortBody: [0], shortShadow: [0] },
  find: (c, out, from, to) => {
    const match = (): number => {
      const limit = c.shortShadow(0);
      return score(c.isShort(0) && c.upper(0) < limit && c.lower(0) < limit, c.color(0));
    };
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = match();
    }
  },
});

/** Spinning top (CDLSPINNINGTOP): a short body between longer shadows. Warm-up 10. */
export const spinningTop: Pattern = pattern({
  name: "spinningTop",
  talib: "CDLSPINNINGTOP",
  title: "Spinning top",
  formula: "short body, both shadows longer than the body",
  candles: 1,
  uses: { shortBody: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isShort(0) && c.upper(0) > c.body(0) && c.lower(0) > c.body(0), c.color(0));
    }
  },
});

/** Takuri (CDLTAKURI): a dragonfly doji with a very long lower shadow. Always 100. Warm-up 10. */
export const takuri: Pattern = pattern({
  name: "takuri",
  talib: "CDLTAKURI",
  title: "Takuri",
  formula: "doji without an upper shadow, lower shadow longer than 2 bodies",
  candles: 1,
  uses: { dojiBody: [0], noShadow: [0] },
  find: (c, out, from, to) => {
    for (let i = from; i < to; i++) {
      c.at = i;
      out[i] = score(c.isDoji(0) && c.isShavenAbove(0) && c.lower(0) > 2 * c.body(0), 1);
    }
  },
});
