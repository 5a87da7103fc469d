import { Decimal } from "@bourse/kernel";
import { describe, expect, test } from "vitest";

import {
  checkProtection,
  resolveProtection,
  type ClosedTrade,
  type ProtectedEntry,
  type Protection,
} from "../../src/risk/index.ts";

const MINUTE = 60_000;
const NOW = 600 * MINUTE + 30_000;

const trade = (
  minutesAgo: number,
  ratio: string,
  more: Partial<ClosedTrade> = {},
): ClosedTrade => ({
  symbol: "BTCUSDT",
  side: "buy",
  closedAt: NOW - minutesAgo * MINUTE,
  profitRatio: Decimal.parse(ratio),
  isStopped: false,
  ...more,
});

const judge = (
  protection: Protection,
  trades: readonly ClosedTrade[],
  entry: Partial<ProtectedEntry> = {},
) =>
  checkProtection(resolveProtection(protection), trades, {
    symbol: "BTCUSDT",
    side: "buy",
    now: NOW,
    candleMilliseconds: MINUTE,
    ...entry,
  });

describe("StoplossGuard", () => {
  const guard = { method: "StoplossGuard", tradeLimit: 2 } as const;
  const stopped = (minutesAgo: number, more: Partial<ClosedTrade> = {}) =>
    trade(minutesAgo, "-0.01", { isStopped: true, ...more });

  test("locks every pair from the stopped trade on that reaches the limit", () => {
    expect(judge(guard, [stopped(5)])).toBeNull();
    const both = [stopped(5), stopped(3, { symbol: "ETHUSDT" })];
    expect(judge(guard, both, { symbol: "XRPUSDT" })).toMatchObject({
      rule: "stoploss_guard",
      bound: "2",
      found: "2",
    });
  });

  test("counts no winner, no trade without profit or loss, and none that was not stopped", () => {
    expect(judge(guard, [stopped(5), trade(3, "-0.5")])).toBeNull();
    expect(judge(guard, [stopped(5), stopped(3, { profitRatio: Decimal.zero })])).toBeNull();
    expect(
      judge(guard, [stopped(5), stopped(3, { profitRatio: Decimal.parse("0.1") })]),
    ).toBeNull();
  });

  test("counts each pair and each side alone when it is told to", () => {
    const both = [stopped(5), stopped(3, { symbol: "ETHUSDT", side: "sell" })];
    expect(judge({ ...guard, onlyPerPair: true }, both)).toBeNull();
    expect(judge({ ...guard, onlyPerSide: true }, both)).toBeNull();
  });

  test("counts a trade up to the look-back, which is exclusive", () => {
    expect(judge(guard, [stopped(62.999), stopped(3)])).not.toBeNull();
    expect(judge(guard, [stopped(63), stopped(3)])).toBeNull();
  });
});

describe("MaxDrawdown", () => {
  const guard = { method: "MaxDrawdown", maxAllowedDrawdown: 0.1 } as const;

  test("locks beyond its bound, not at it", () => {
    expect(judge(guard, [trade(9, "0.05"), trade(5, "-0.1")])).toBeNull();
    expect(judge(guard, [trade(9, "0.05"), trade(5, "-0.101")])).toMatchObject({
      rule: "max_drawdown_guard",
      bound: "0.1",
      found: "0.101",
    });
  });

  test("takes trades in the order of their ends, from zero", () => {
    expect(judge(guard, [trade(5, "-0.06"), trade(9, "-0.05")])).toMatchObject({ found: "0.11" });
  });
});

describe("LowProfitPairs", () => {
  const guard = { method: "LowProfitPairs", tradeLimit: 2, requiredProfit: 0.01 } as const;

  test("locks the pair whose trades made less than required, and no other", () => {
    const trades = [trade(9, "0.02"), trade(5, "-0.011")];
    expect(judge(guard, trades)).toMatchObject({ rule: "low_profit_pairs", found: "0.009" });
    expect(judge(guard, trades, { symbol: "ETHUSDT" })).toBeNull();
    expect(judge(guard, [trade(9, "0.02"), trade(5, "-0.01")])).toBeNull();
    expect(judge(guard, [trade(5, "-0.5")]), "one trade is below the limit of two").toBeNull();
  });
});

describe("CooldownPeriod", () => {
  const guard = { method: "CooldownPeriod", stopDurationMinutes: 5 } as const;

  test("locks the pair until the boundary after the stop duration", () => {
    expect(judge(guard, [trade(2, "0.1")])).toMatchObject({ rule: "cooldown_period", found: "2" });
    expect(judge(guard, [trade(2, "0.1")], { symbol: "ETHUSDT" })).toBeNull();
    expect(judge(guard, [trade(5, "0.1")]), "the candle of the end is not over").not.toBeNull();
    expect(judge(guard, [trade(5.5, "0.1")]), "a time on a boundary moves on whole").not.toBeNull();
    expect(judge(guard, [trade(6, "0.1")])).toBeNull();
  });
});

test("a protection with an unknown option or method is refused", () => {
  const wrong = [{ method: "Nothing" }, { method: "MaxDrawdown", tradeLimit: 0 }, { methd: 1 }];
  for (const given of wrong) {
    expect(() => resolveProtection(given as never)).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID" }),
    );
  }
});
