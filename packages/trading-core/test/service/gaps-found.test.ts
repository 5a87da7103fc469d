import { createCandles } from "@bourse/backtest-engine";
import { shareCandles, sliceCandles } from "@bourse/backtest-engine/data";
import { expect, test } from "vitest";

import { rememberGaps, underPolicy } from "../../src/results/gaps-found.ts";

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
  const candles = shareCandles(holed());
  for (const one of [asked, { ...asked, interval: "30m" }, { ...asked, gaps: "report" as const }]) {
    const first = gapsOf(candles, one);
    expect(first).toEqual(underPolicy(candles, one));
    expect(gapsOf(candles, one).gaps).toBe(first.gaps);
  }
  expect(gapsOf(candles, asked).gaps).toEqual({
    policy: "report",
    count: 1,
    missing: 2,
    filled: 0,
  });
});

test("a new view on the same rows is known, one on others is not", () => {
  const gapsOf = rememberGaps();
  const candles = shareCandles(holed());
  const { gaps } = gapsOf(candles, asked);
  const view = sliceCandles(candles);
  expect(gapsOf(view, asked)).toEqual({ candles: view, gaps });
  expect(gapsOf(view, asked).gaps).toBe(gaps);
  expect(gapsOf(sliceCandles(candles, 0, 2), asked).gaps.count).toBe(0);
});

test("a refusal comes each time, filled candles are made each time, and others are looked at anew", () => {
  const gapsOf = rememberGaps();
  const candles = shareCandles(holed());
  gapsOf(candles, asked);
  for (const _ of [1, 2]) {
    expect(() => gapsOf(candles, { ...asked, gaps: "refuse" })).toThrow("2 candles are missing");
    const filled = gapsOf(candles, { ...asked, gaps: "fill" });
    expect([filled.candles.length, filled.gaps.filled]).toEqual([5, 2]);
  }
  const [own, { gaps }] = [holed(), gapsOf(candles, asked)];
  expect(gapsOf(shareCandles(own), asked).gaps).not.toBe(gaps);
  expect(gapsOf(own, asked).gaps, "their owner may write into them").not.toBe(
    gapsOf(own, asked).gaps,
  );
});
