// Places stay within the arrays of the definition, so `!` only satisfies the type checker.

import { describe, expect, test } from "vitest";

import { overfittingProbability } from "../../src/research/index.ts";
import { randomReturns } from "./random-returns.ts";

/** The definition of Bailey et al. (2017), section 2, step by step over a matrix of rows (time) and columns. */
function byDefinition(returns: readonly Float64Array[], blocks: number) {
  const length = Math.floor(returns[0]!.length / blocks) * blocks;
  const rows = Array.from({ length }, (_, t) =>
    returns.map((own) => own[own.length - length + t]!),
  );
  const size = length / blocks;
  const parts = Array.from({ length: blocks }, (_, k) => rows.slice(k * size, (k + 1) * size));
  const sharpe = (matrix: readonly number[][], column: number): number => {
    const values = matrix.map((row) => row[column]!);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const squares = values.reduce((a, b) => a + (b - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / (values.length - 1));
    return deviation < 1e-15 ? 0 : mean / deviation;
  };
  const logits: number[] = [];
  const pairs: [number, number][] = [];
  for (let mask = 0; mask < 2 ** blocks; mask++) {
    const inside = parts.filter((_, k) => mask & (1 << k));
    if (inside.length !== blocks / 2) continue;
    const training = inside.flat();
    const held = parts.filter((_, k) => !(mask & (1 << k))).flat();
    const r = returns.map((_, n) => sharpe(training, n));
    const rBar = returns.map((_, n) => sharpe(held, n));
    const best = r.indexOf(Math.max(...r));
    const rank =
      rBar.filter((value) => value < rBar[best]!).length +
      (rBar.filter((value) => value === rBar[best]!).length + 1) / 2;
    const omega = rank / (returns.length + 1);
    logits.push(Math.log(omega / (1 - omega)));
    pairs.push([r[best]!, rBar[best]!]);
  }
  const n = pairs.length;
  const [mx, my] = [0, 1].map((k) => pairs.reduce((sum, pair) => sum + pair[k]!, 0) / n);
  const slope =
    pairs.reduce((sum, [x, y]) => sum + (x - mx!) * (y - my!), 0) /
    pairs.reduce((sum, [x]) => sum + (x - mx!) ** 2, 0);
  return {
    probability: logits.filter((logit) => logit <= 0).length / n,
    lossProbability: pairs.filter(([, y]) => y < 0).length / n,
    slope,
    intercept: my! - slope * mx!,
    logits: logits.toSorted((a, b) => a - b),
  };
}

describe("the probability of overfitting", () => {
  test.each([
    { configurations: 2, length: 40, blocks: 2, seed: 1 },
    { configurations: 7, length: 203, blocks: 8, seed: 2 },
    { configurations: 20, length: 500, blocks: 10, seed: 3 },
    { configurations: 5, length: 20, blocks: 10, seed: 4 },
  ])("equals the definition with $configurations configurations in $blocks blocks", (set) => {
    const returns = randomReturns(set.configurations, set.length, set.seed);
    // A configuration that never trades and two that are the same: a zero deviation, and equal ranks.
    if (set.configurations > 5) {
      returns[1]!.fill(0);
      returns[2]!.set(returns[0]!);
    }
    const expected = byDefinition(returns, set.blocks);
    const found = overfittingProbability(returns, { blocks: set.blocks });
    expect(found.probability).toBe(expected.probability);
    expect(found.lossProbability).toBe(expected.lossProbability);
    expect(found.slope).toBeCloseTo(expected.slope, 10);
    expect(found.intercept).toBeCloseTo(expected.intercept, 10);
    const logits = [...found.logits].toSorted((a, b) => a - b);
    expect(logits.length).toBe(expected.logits.length);
    for (const [k, logit] of logits.entries()) expect(logit).toBeCloseTo(expected.logits[k]!, 12);
  });

  test("is low where one configuration is truly better, and high where the best is one of many without skill", () => {
    const noise = randomReturns(30, 1600, 5);
    const skilled = [...noise.slice(1), ...randomReturns(1, 1600, 6, 0.004)];
    expect(overfittingProbability(skilled).probability).toBeLessThan(0.01);
    expect(overfittingProbability(noise).probability).toBeGreaterThan(0.3);
  });

  test("is 1 where what wins in one half loses in the other", () => {
    const up = Float64Array.from(
      { length: 64 },
      (_, t) => (t < 32 ? 0.01 : -0.01) + 1e-4 * (t % 3),
    );
    const found = overfittingProbability([up, up.map((value) => -value)], { blocks: 2 });
    expect(found).toMatchObject({ probability: 1, lossProbability: 1, splits: 2 });
  });

  test("chooses by compounded returns where it is asked to", () => {
    const steady = Float64Array.from({ length: 32 }, (_, t) => 0.001 + (t >> 3) * 1e-6);
    const wild = Float64Array.from(
      { length: 32 },
      (_, t) => (t % 2 === 0 ? 0.06 : -0.04) + (t >> 3) / 1000,
    );
    const both = (score: "sharpe" | "totalReturn") =>
      overfittingProbability([steady, wild], { blocks: 4, score }).slope;
    expect(overfittingProbability([steady, wild], { blocks: 4 }).logits[0]).toBeGreaterThan(0);
    expect(both("sharpe")).not.toBe(both("totalReturn"));
  });

  test("takes 2 to 20 even blocks, and says so one beyond", () => {
    const returns = randomReturns(3, 80, 7);
    expect(overfittingProbability(returns, { blocks: 2 }).splits).toBe(2);
    expect(overfittingProbability(returns.slice(0, 2), { blocks: 20 }).splits).toBe(184_756);
    for (const blocks of [0, 1, 21, 22, 2.5]) {
      expect(() => overfittingProbability(returns, { blocks })).toThrow(/"blocks".*2.*20/);
    }
    expect(() => overfittingProbability(returns, { blocks: 3 })).toThrow(
      'option "blocks" must be an even number from 2 to 20, found 3.',
    );
    expect(() => overfittingProbability(returns, { score: "sortino" as never })).toThrow(/"score"/);
    expect(() => overfittingProbability(returns, { block: 4 } as never)).toThrow(/"blocks"\?/);
  });

  test("takes two candles a block and two configurations, and says so one short", () => {
    expect(overfittingProbability(randomReturns(2, 32, 1)).blocks).toBe(16);
    expect(() => overfittingProbability(randomReturns(2, 31, 1))).toThrow(
      "16 blocks take at least 32 candles, found 31.",
    );
    expect(() => overfittingProbability(randomReturns(1, 32, 1))).toThrow(
      "expected the returns of at least 2 configurations, found 1.",
    );
    expect(() => overfittingProbability([])).toThrow("found 0.");
  });

  test("refuses returns of two lengths, a return that is no number, and more comparisons than it makes", () => {
    const [one, other] = randomReturns(2, 64, 1);
    expect(() => overfittingProbability([one!, other!.subarray(1)])).toThrow("found 64 and 63.");
    expect(() => overfittingProbability([one!, other!.with(5, NaN)])).toThrow(
      "return 5 of configuration 1 must be a finite number, found NaN.",
    );
    const many = Array.from({ length: 542 }, () => one!);
    expect(() => overfittingProbability(many, { blocks: 20 })).toThrow(
      "184756 splits of 542 configurations are more than 100000000 comparisons; lower blocks",
    );
  });
});
