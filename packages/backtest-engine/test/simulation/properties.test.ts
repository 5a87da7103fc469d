import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import type { Candles } from "../../src/candles/candles.ts";
import {
  simulate,
  type CompatibilityOptions,
  type SimulationOptions,
} from "../../src/simulation/index.ts";
import type { Decisions } from "../../src/strategy/strategy.ts";
import { candlesOf } from "../candles/make-candles.ts";

/** [open, high, low, close] from four prices in any order. */
const row = array(double({ min: 1, max: 1000, noNaN: true }), { minLength: 4, maxLength: 4 }).map(
  ([open, close, ...wicks]) => [
    open!,
    Math.max(open!, close!, ...wicks),
    Math.min(open!, close!, ...wicks),
    close!,
  ],
);

const markets = record({
  rows: array(row, { minLength: 1, maxLength: 60 }),
  said: array(integer({ min: 0, max: 15 }), { minLength: 60, maxLength: 60 }),
}).map(({ rows, said }) => ({
  candles: candlesOf(rows),
  decisions: { signals: Uint8Array.from(said).slice(0, rows.length), warmUp: 0 },
}));

const signalRules = record<SimulationOptions>({
  fill: constantFrom("next_open", "close"),
  direction: constantFrom("long", "short", "both"),
  fee: constantFrom(0, 0.001, 0.02),
  fixedFee: constantFrom(0, 1),
  slippage: constantFrom<SimulationOptions["slippage"] & {}>(
    0,
    0.001,
    { halfSpread: 0.3 },
    ({ side, price }) => price * (side === "buy" ? 1.001 : 0.999),
  ),
  feeModel: constantFrom<SimulationOptions["feeModel"]>(
    undefined,
    ({ quantity, price, isLimit }) => quantity * price * (isLimit ? 0.0002 : 0.002),
  ),
  tickSize: constantFrom(0, 0.5),
  borrowRate: constantFrom(0, 0.002),
  funding: constantFrom<SimulationOptions["funding"]>(
    undefined,
    Array.from({ length: 60 }, (_, i) => ({
      time: i * 45_000,
      rate: i % 3 === 0 ? -0.003 : 0.002,
    })),
  ),
  positionSize: constantFrom<SimulationOptions["positionSize"] & {}>(
    1,
    0.4,
    { units: 3 },
    { cash: 500 },
  ),
  lotSize: constantFrom(0, 1, 0.01),
  leverage: constantFrom(1, 3),
});

const stopRules = record<SimulationOptions>({
  takeProfit: constantFrom(null, 0.05, 0.5),
  stopLoss: constantFrom(null, 0.05, 0.5),
  maintenanceMargin: constantFrom(0, 0.2),
});

const signalSwitches = record<CompatibilityOptions>({
  repeatedEntry: constantFrom("ignore", "reopen"),
  liquidation: constantFrom("inside_candle", "at_close"),
  finalPosition: constantFrom("last_close", "last_open", "keep"),
});

const stopSwitches = record<CompatibilityOptions>({
  intrabar: constantFrom("stop_first", "target_first", "ohlc_path", "close_only"),
  gap: constantFrom("open", "level"),
});

const rules = record({
  signal: signalRules,
  stop: stopRules,
  signalSwitch: signalSwitches,
  stopSwitch: stopSwitches,
}).map(({ signal, stop, signalSwitch, stopSwitch }): SimulationOptions => ({
  ...signal,
  ...stop,
  compatibility: { ...signalSwitch, ...stopSwitch },
}));

const cut = <T extends Float64Array | Uint8Array>(column: T, end: number): T =>
  column.slice(0, end) as T;

function prefix(candles: Candles, decisions: Decisions, length: number): [Candles, Decisions] {
  const { time, open, high, low, close, volume } = candles;
  return [
    {
      length,
      time: cut(time, length),
      open: cut(open, length),
      high: cut(high, length),
      low: cut(low, length),
      close: cut(close, length),
      volume: cut(volume, length),
    },
    { ...decisions, signals: cut(decisions.signals, length) },
  ];
}

describe("whatever the market, the signals and the rules", () => {
  test("cutting off the future changes no equity and no fill before the cut", () => {
    assert(
      property(markets, rules, integer({ min: 1, max: 60 }), ({ candles, decisions }, rule, at) => {
        const length = Math.min(at, candles.length);
        const kept = {
          ...rule,
          compatibility: { ...(rule.compatibility as CompatibilityOptions), finalPosition: "keep" },
        } as const;
        const whole = simulate(candles, decisions, kept);
        const part = simulate(...prefix(candles, decisions, length), kept);
        expect(part.equity).toEqual(cut(whole.equity, length));
        expect(part.trades.toArray()).toEqual(
          whole.trades.toArray().filter((trade) => trade.exitIndex < length),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("the account is worth its start, plus what the trades made, plus what is open", () => {
    assert(
      property(markets, rules, ({ candles, decisions }, rule) => {
        const result = simulate(candles, decisions, rule);
        const closed = result.trades.toArray().reduce((sum, trade) => sum + trade.pnl, 0);
        const open = result.openPosition;
        const side = open?.side === "short" ? -1 : 1;
        const gain =
          open === null
            ? 0
            : side * open.quantity * (candles.close.at(-1)! - open.entryPrice) -
              open.fees -
              (open.funding ?? 0);
        const worth = result.initialCapital + closed + gain;
        // Sums are as exact as their largest member, which may be lost again.
        const most = result.equity.reduce((found, value) => Math.max(found, value), closed);
        expect(Math.abs(result.finalCapital - worth)).toBeLessThan(
          1e-9 * (result.initialCapital + Math.abs(closed) + most),
        );
        expect(result.finalCapital).toBe(result.equity.at(-1));
      }),
      { numRuns: 300 },
    );
  });

  test("equity is finite and never below 0, fees are what the trades and the open position paid", () => {
    assert(
      property(markets, rules, ({ candles, decisions }, rule) => {
        const result = simulate(candles, decisions, rule);
        expect(result.equity.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
        const fees = result.trades.toArray().reduce((sum, trade) => sum + trade.fees, 0);
        expect(result.feesPaid).toBeCloseTo(fees + (result.openPosition?.fees ?? 0), 6);
      }),
      { numRuns: 300 },
    );
  });

  test("a side that is not allowed is never held, and one position follows the other", () => {
    assert(
      property(markets, rules, ({ candles, decisions }, rule) => {
        const trades = simulate(candles, decisions, rule).trades.toArray();
        const sides = new Set(trades.map((trade) => trade.side));
        expect(rule.direction === "long" && sides.has("short")).toBe(false);
        expect(rule.direction === "short" && sides.has("long")).toBe(false);
        for (const [k, trade] of trades.entries()) {
          expect(trade.exitIndex).toBeGreaterThanOrEqual(trade.entryIndex);
          expect(trade.entryIndex).toBeGreaterThanOrEqual(trades[k - 1]?.exitIndex ?? 0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("a stop that cannot be reached gives the same bits as no stop", () => {
    assert(
      property(
        markets,
        signalRules,
        signalSwitches,
        ({ candles, decisions }, plain, compatibility) => {
          const rule = { ...plain, compatibility };
          const free = simulate(candles, decisions, rule);
          const watched = simulate(candles, decisions, { ...rule, takeProfit: 900_000 });
          expect(watched.equity).toEqual(free.equity);
          expect(watched.trades.toArray()).toEqual(free.trades.toArray());
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a fee never makes anyone richer", () => {
    assert(
      property(
        markets,
        double({ min: 0.0001, max: 0.1, noNaN: true }),
        ({ candles, decisions }, fee) => {
          const free = simulate(candles, decisions, { fee: 0 });
          const charged = simulate(candles, decisions, { fee });
          expect(charged.finalCapital).toBeLessThanOrEqual(free.finalCapital * (1 + 1e-12));
        },
      ),
    );
  });

  test("the same run twice gives the same bits", () => {
    assert(
      property(markets, rules, ({ candles, decisions }, rule) => {
        const [first, second] = [0, 1].map(() => simulate(candles, decisions, rule));
        expect(second!.equity).toEqual(first!.equity);
        expect(second!.trades.toArray()).toEqual(first!.trades.toArray());
      }),
    );
  });
});
