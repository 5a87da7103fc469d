import { createCandles } from "@bourse/backtest-engine";
import { expect, test } from "vitest";

import { underPolicy } from "../../src/results/gaps-found.ts";

const HOUR = 3_600_000;

/** Hours 0, 1 and 4. */
const holed = () => {
  const candles = createCandles(3);
  candles.time.set([0, HOUR, 4 * HOUR]);
  for (const name of ["open", "high", "low", "close"] as const) candles[name].set([1, 2, 3]);
  return candles;
};
const asked = { symbol: "BTCUSDT", interval: "1h" };

test("missing candles are counted", () => {
  expect(underPolicy(holed(), asked).gaps).toEqual({
    policy: "report",
    count: 1,
    missing: 2,
    filled: 0,
  });
});

test("missing candles are refused or filled where a request asks for it", () => {
  const candles = holed();
  expect(() => underPolicy(candles, { ...asked, gaps: "refuse" })).toThrow("2 candles are missing");
  const filled = underPolicy(candles, { ...asked, gaps: "fill" });
  expect([filled.candles.length, filled.gaps.filled]).toEqual([5, 2]);
});
