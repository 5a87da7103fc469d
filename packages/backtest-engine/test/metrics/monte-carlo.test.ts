import { array, assert, constantFrom, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import { backtest } from "../../src/backtest/backtest.ts";
import { monteCarlo, monteCarloFan, type MonteCarloOptions } from "../../src/research/index.ts";
import { resultHash } from "../../src/result-hash/result-hash.ts";
import { wander } from "../sweep/wander.ts";

const run = backtest(wander(4000), { strategy: "ma_crossover", direction: "both", fee: 0.0002 });

/** A run of trades with these profits, from 100. */
function trading(...pnl: readonly number[]) {
  let worth = 100;
  const equity = Float64Array.from(pnl, (profit) => (worth += profit));
  return { initialCapital: 100, trades: { columns: { pnl: Float64Array.from(pnl) } }, equity };
}

test("the same seed draws the same runs, another seed others", () => {
  const method = "bootstrap_trades";
  const first = monteCarlo(run, { method, seed: 3 });
  expect(monteCarlo(run, { method, seed: 3 })).toEqual(first);
  expect(resultHash(monteCarlo(run, { method, seed: 4 }))).not.toBe(resultHash(first));
});

test("a fan begins with the initial capital and ends with the final capital of the same runs", () => {
  for (const method of ["bootstrap_trades", "shuffle_trades", "bootstrap_returns"] as const) {
    const fan = monteCarloFan(run, { method, runs: 300, seed: 5 });
    const result = monteCarlo(run, { method, runs: 300, seed: 5 })!;
    expect(fan).toHaveLength(61);
    expect(fan[0]).toMatchObject({ draws: 0, capital: { p1: 10_000, p99: 10_000 } });
    expect(fan.at(-1)).toEqual({ draws: result.draws, capital: result.finalCapital });
    expect(fan.every(({ draws }, at) => at === 0 || draws > fan[at - 1]!.draws)).toBe(true);
  }
  expect(monteCarloFan(trading(50, -75)).map(({ draws }) => draws)).toEqual([0, 1, 2]);
  expect(monteCarloFan(trading())).toEqual([]);
});

test("trades in another order end where they ended, by another way", () => {
  const result = monteCarlo(run, { method: "shuffle_trades" })!;
  expect(result.draws).toBe(run.totalTrades);
  const { p1, p99 } = result.finalCapital;
  expect(p1 / run.finalCapital).toBeCloseTo(1, 9);
  expect(p99 / run.finalCapital).toBeCloseTo(1, 9);
  expect(result.maxDrawdown.p1).toBeLessThan(result.maxDrawdown.p99);
});

test("the default resamples: runs end apart, and some of a losing run win", () => {
  const result = monteCarlo(run)!;
  expect(result.method).toBe("bootstrap_trades");
  const { p1, p5, p50, p95, p99 } = result.finalCapital;
  expect([p1, p5, p50, p95, p99]).toEqual(
    [...new Set([p1, p5, p50, p95, p99])].toSorted((a, b) => a - b),
  );
  expect(result.lossProbability).toBeGreaterThan(0);
  expect(result.lossProbability).toBeLessThan(1);
});

test("two trades have two orders and four draws, each equally likely", () => {
  // +50 % and -50 %: shuffled always 75, drawn 225, 75, 75 or 25.
  const source = trading(50, -75);
  const shuffled = monteCarlo(source, { method: "shuffle_trades" });
  expect(shuffled?.finalCapital).toMatchObject({ mean: 75, p1: 75, p99: 75 });
  const drawn = monteCarlo(source, { method: "bootstrap_trades", runs: 20_000, ruinLevel: 0.3 })!;
  expect(drawn.finalCapital).toMatchObject({ p5: 25, p50: 75, p95: 225 });
  expect(drawn.finalCapital.mean).toBeCloseTo(100, -0.5);
  expect(drawn.lossProbability).toBeCloseTo(0.75, 1);
  expect(drawn.ruinProbability).toBeCloseTo(0.25, 1);
});

test("a run whose every trade wins is never ruined and has no drawdown", () => {
  const result = monteCarlo(trading(1, 2, 3), { method: "bootstrap_trades" })!;
  expect(result).toMatchObject({ lossProbability: 0, ruinProbability: 0 });
  expect(result.maxDrawdown.p99).toBe(0);
});

test("one block as long as the run gives the run itself", () => {
  const blockLength = run.equity.length;
  const result = monteCarlo(run, { method: "bootstrap_returns", blockLength, runs: 3 })!;
  expect(result.finalCapital.p50 / run.finalCapital).toBeCloseTo(1, 9);
  expect(result.maxDrawdown.p50).toBeCloseTo(run.maxDrawdown, 9);
});

test("without a trade there is nothing to draw", () => {
  expect(monteCarlo(trading())).toBeNull();
});

describe("whatever the trades", () => {
  test("every figure is a number of JSON, drawdowns and probabilities lie within 0 and 1", () => {
    const options = record<MonteCarloOptions>({
      method: constantFrom("shuffle_trades", "bootstrap_trades", "bootstrap_returns"),
      runs: integer({ min: 1, max: 20 }),
      blockLength: integer({ min: 1, max: 10 }),
      ruinLevel: constantFrom(0, 0.5),
    }).map(({ blockLength, ...rest }) =>
      rest.method === "bootstrap_returns" ? { ...rest, blockLength: blockLength! } : rest,
    );
    const profits = array(double({ min: -1e300, max: 1e300, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    });
    assert(
      property(profits, options, (pnl, given) => {
        const source = trading(...pnl);
        const result = monteCarlo(source, given)!;
        const { finalCapital, maxDrawdown, lossProbability, ruinProbability } = result;
        for (const value of Object.values(finalCapital)) expect(Number.isFinite(value)).toBe(true);
        const { mean, p1, p99 } = maxDrawdown;
        for (const value of [mean, p1, p99, lossProbability, ruinProbability]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

test.each([
  { runs: 0 },
  { ruinLevel: 1 },
  { method: "guess" },
  { blocks: 3 },
  { blockLength: 20 },
  { method: "bootstrap_trades", blockLength: 20 },
])("%j is refused", (options) => {
  expect(() => monteCarlo(run, options as never)).toThrow(
    expect.objectContaining({ code: "OPTIONS_INVALID" }) as Error,
  );
});
