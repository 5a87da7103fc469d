/** Pages of candles, cut to what was asked for and put together. */

import { createCandles, sliceCandles, type Candles } from "@bourse/backtest-engine";

/** Of the candles that open in `[start, end)` the newest `limit`, as views. */
export function cutCandles(page: Candles, start: number, end: number, limit: number): Candles {
  const first = page.time.findIndex((time) => time >= start);
  const behind = page.time.findIndex((time) => time >= end);
  const to = behind === -1 ? page.length : behind;
  return first === -1 || first >= to
    ? sliceCandles(page, 0, 0)
    : sliceCandles(page, Math.max(first, to - limit), to);
}

/** The pages one after another, in memory of their own; turnover when all pages have it. */
export function joinCandles(pages: readonly Candles[]): Candles {
  const length = pages.reduce((sum, page) => sum + page.length, 0);
  const turnover = pages.every((page) => page.turnover !== undefined);
  const joined = createCandles(length, { turnover });
  let at = 0;
  for (const page of pages) {
    joined.time.set(page.time, at);
    joined.open.set(page.open, at);
    joined.high.set(page.high, at);
    joined.low.set(page.low, at);
    joined.close.set(page.close, at);
    joined.volume.set(page.volume, at);
    if (page.turnover !== undefined) joined.turnover?.set(page.turnover, at);
    at += page.length;
  }
  return joined;
}
