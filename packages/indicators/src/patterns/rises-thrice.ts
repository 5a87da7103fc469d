import type { CandleShapes } from "./candle-shapes.ts";

/** True for three white candles, each closing above the one before. */
export const risesThrice = (c: CandleShapes): boolean =>
  c.isWhite(2) &&
  c.isWhite(1) &&
  c.isWhite(0) &&
  c.close(0) > c.close(1) &&
  c.close(1) > c.close(2);
