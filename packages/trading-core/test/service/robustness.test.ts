import { backtest, backtestPortfolio } from "@bourse/backtest-engine";
import { auditLookAhead, monteCarlo, monteCarloInForce } from "@bourse/backtest-engine/research";
import { createStrategyRegistry, defineStrategy } from "@bourse/backtest-engine/strategies";
import { checkJson, createManualClock } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { wander } from "../../../backtest-engine/test/sweep/wander.ts";
import { createExchangeDirectory } from "../../src/market-data/exchange-directory.ts";
import { createSimulatedProvider } from "../../src/market-data/simulated/simulated-provider.ts";
import type { BacktestRequest, RunSettings } from "../../src/requests/backtest-request.ts";
import { checkBacktestRequest } from "../../src/requests/check-request.ts";
import { runBacktest, runPortfolio } from "../../src/runs/run-backtest.ts";

const candles = wander(600);
const clock = createManualClock();
/** Buys where the next close is higher. */
const prophet = defineStrategy({
  name: "prophet",
  version: "1",
  description: "Looks one candle ahead.",
  signalType: "reversal",
  direction: "long",
  parameters: {},
  decide: ({ close, length }) => ({
    signals: Uint8Array.from({ length }, (_, i) => (close[i + 1]! > close[i]! ? 1 : 2)),
    warmUp: 0,
  }),
});
const strategies = createStrategyRegistry();
strategies.register(prophet as never);

const settings: RunSettings<BacktestRequest> = {
  interval: "1",
  strategy: "ma_crossover",
  parameters: { fast_period: 3, slow_period: 8 },
  initialCapital: 10_000,
  fee: 0.001,
};
const drawing = fc.record(
  {
    runs: fc.integer({ min: 1, max: 40 }),
    ruinLevel: fc.double({ min: 0, max: 0.99, noNaN: true }),
    seed: fc.nat(),
  },
  { requiredKeys: ["runs"] },
);
const anyDrawing = fc.oneof(
  fc
    .tuple(drawing, fc.constantFrom("shuffle_trades", "bootstrap_trades"))
    .map(([rest, method]) => ({ ...rest, method }) as const),
  fc
    .tuple(drawing, fc.integer({ min: 1, max: 50 }))
    .map(([rest, blockLength]) => ({ ...rest, blockLength, method: "bootstrap_returns" }) as const),
);

describe("a backtest with checks", () => {
  test("has the figures of monteCarlo and auditLookAhead, bit for bit, and a request that repeats them", () => {
    const { strategy, parameters, ...rules } = settings;
    const run = backtest(candles, { strategy: "ma_crossover", parameters: parameters!, ...rules });
    fc.assert(
      fc.property(anyDrawing, fc.integer({ min: 1, max: 12 }), (monte, runs) => {
        const asked = { ...settings, monteCarlo: monte, lookAhead: { runs } };
        const { figures } = runBacktest(candles, asked, strategies, clock);
        checkJson(figures);
        expect(figures.monteCarlo).toEqual(monteCarlo(run, monte));
        const audit = auditLookAhead(strategies.get(strategy!) as never, parameters, candles, {
          runs,
        });
        expect(figures.lookAhead).toEqual(audit);
        const { monteCarlo: again, lookAhead } = figures.configuration.settings;
        expect(again).toEqual(monteCarloInForce(monte));
        expect(lookAhead).toEqual({ runs });
        expect(monteCarlo(run, again)).toEqual(figures.monteCarlo);
      }),
      { numRuns: 40 },
    );
  });

  test("finds a strategy that looks ahead", () => {
    const asked = { ...settings, strategy: "prophet", parameters: {}, lookAhead: {} };
    const { lookAhead } = runBacktest(candles, asked, strategies, clock).figures;
    expect(lookAhead).toMatchObject({ isClean: false, runs: 32 });
    expect(lookAhead?.faults[0]).toMatchObject({ decision: "signal" });
  });

  test("without a trade has null: there is nothing to draw from", () => {
    const calm = {
      ...settings,
      parameters: { fast_period: 90, slow_period: 200 },
      monteCarlo: {},
    };
    const { figures } = runBacktest(wander(150), calm, strategies, clock);
    expect(figures).toMatchObject({ totalTrades: 0, monteCarlo: null });
  });

  test("of several symbols draws from the shared account", () => {
    const markets = { A: candles, B: wander(600) };
    const { figures } = runPortfolio(
      markets,
      { ...settings, symbols: ["A", "B"], monteCarlo: { runs: 20, seed: 3 } },
      strategies,
      clock,
    );
    const run = backtestPortfolio(markets, settings as never);
    expect(figures.monteCarlo).toEqual(monteCarlo(run, { runs: 20, seed: 3 }));
  });
});

describe("the request of a backtest with checks", () => {
  const known = {
    strategies,
    clock,
    exchanges: createExchangeDirectory(
      { simulated: createSimulatedProvider({ clock }) },
      "simulated",
    ),
  };
  const request: BacktestRequest = {
    symbol: "BTCUSDT",
    interval: "1m",
    limit: 100,
    initialCapital: 1000,
    fee: 0,
  };

  test.each([
    { monteCarlo: {} },
    { monteCarlo: { runs: 1, ruinLevel: 0, seed: 0 } },
    { monteCarlo: { runs: 100_000, ruinLevel: 0.999 } },
    { monteCarlo: { method: "bootstrap_returns", blockLength: 1 } },
    { lookAhead: {} },
    { lookAhead: { runs: 1 } },
    { lookAhead: { runs: 10_000 } },
    { symbols: ["A", "B"], monteCarlo: {} },
  ] as Partial<BacktestRequest>[])("is taken with %j", (checks) => {
    expect(() => checkBacktestRequest({ ...request, ...checks }, known)).not.toThrow();
  });

  test.each([
    [{ monteCarlo: { runs: 0 } }, "monteCarlo", "runs"],
    [{ monteCarlo: { runs: 100_001 } }, "monteCarlo", "runs"],
    [{ monteCarlo: { runs: 1.5 } }, "monteCarlo", "runs"],
    [{ monteCarlo: { ruinLevel: 1 } }, "monteCarlo", "ruinLevel"],
    [{ monteCarlo: { ruinLevel: -0.01 } }, "monteCarlo", "ruinLevel"],
    [{ monteCarlo: { blockLength: 5 } }, "monteCarlo", "blockLength"],
    [{ monteCarlo: { method: "bootstrap_trades", blockLength: 5 } }, "monteCarlo", "blockLength"],
    [{ monteCarlo: { method: "luck" } }, "monteCarlo", "method"],
    [{ lookAhead: { runs: 0 } }, "lookAhead", "runs"],
    [{ lookAhead: { runs: 10_001 } }, "lookAhead", "runs"],
    [{ lookAhead: {}, symbols: ["A", "B"] }, "lookAhead", undefined],
  ])("is refused with %j at %s", (checks, option, field) => {
    const asked = { ...request, ...checks } as BacktestRequest;
    expect(() => checkBacktestRequest(asked, known)).toThrow(
      expect.objectContaining({
        code: "OPTIONS_INVALID",
        details: field === undefined ? { option } : { option, field },
      }) as Error,
    );
  });
});
