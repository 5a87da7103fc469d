import { expect, test } from "vitest";

import { createCandles } from "../../src/candles/create-candles.ts";
import { rememberGaps, underPolicy } from "../../src/service/runs/gaps-found.ts";

const HOUR = 3_600_000;

/** Hours 0, 1 and 4. */
const holed = () => {
  const candles = createCandles(3);
  candles.time.set([0, HOUR, 4 * HOUR]);
  for (const name of ["open", "high", "low", "close"] as const) candles[name].set([1, 2, 3]);
  return candles;
};
const asked = { symbol: "BTCUSDT", interval: "1h" };

test("what is remembered of candles is what would be found again, for each policy and interval", () => {
  const gapsOf = rememberGaps();
  const candles = holed();
  for (const one of [asked, { ...asked, interval: "30m" }, { ...asked, gaps: "report" as const }]) {
    const first = gapsOf(candles, one);
    expect(first).toEqual(underPolicy(candles, one));
    expect(gapsOf(candles, one)).toBe(first);
  }
  expect(gapsOf(candles, asked).gaps).toEqual({
    policy: "report",
    count: 1,
    missing: 2,
    filled: 0,
  });
});

test("a refusal comes each time, filled candles are made each time, and others are looked at anew", () => {
  const gapsOf = rememberGaps();
  const candles = holed();
  gapsOf(candles, asked);
  for (const _ of [1, 2]) {
    expect(() => gapsOf(candles, { ...asked, gaps: "refuse" })).toThrow("2 candles are missing");
    const filled = gapsOf(candles, { ...asked, gaps: "fill" });
    expect([filled.candles.length, filled.gaps.filled]).toEqual([5, 2]);
  }
  expect(gapsOf(holed(), asked)).not.toBe(gapsOf(candles, asked));
});
