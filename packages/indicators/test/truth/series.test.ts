import { expect, test } from "vitest";

import { hashOf, SERIES, truthCandles } from "./series.ts";

test.each(SERIES)("series %s is made anew bit for bit", async (name) => {
  const candles = await truthCandles(name);
  expect(candles.length).toBeGreaterThan(400);
  const moved = { ...candles, close: candles.close.map((price) => price * (1 + 2 ** -52)) };
  expect(hashOf(moved)).not.toBe(hashOf(candles));
});
